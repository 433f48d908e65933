"""The component data: integrity, every fact the rulebook states, and the design rules of what is reconstructed.

Not for the drawing of the map; `test_map.py` has that.
"""

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import data
from engine.bohn import board
from engine.bohn.board import BASE, CONTRACT, DISTANCE, HARVEST, KIND, KINDS, TOKENS, TOWN, TOWNS, TRAVEL_CARDS
from tests.engine.clauses import clauses

FILES = ("beans", "board", "contracts", "harvests", "travel_cards", "money")


def raw(name: str) -> Any:
    return copy.deepcopy(data.load_json(f"bohn/{name}.json"))


def rows(heading: str) -> list[list[str]]:
    """The cells of the table in the specification whose first cell is this."""
    lines = data.load_text("bohn/specification.md").splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    table = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


@clauses("BH-1.1", "BH-1.2")
def test_the_kinds_are_those_of_the_specification() -> None:
    kinds, _, tokens, base = rows("kind")
    assert tuple(kinds[1:]) == KINDS
    assert [TOKENS[kind] for kind in KINDS] == [int(cell) for cell in tokens[1:]]
    assert [BASE[kind] for kind in KINDS] == [int(cell) for cell in base[1:]]
    assert sum(TOKENS.values()) == 117 == raw("beans")["total_tokens"]
    assert raw("beans")["max_beans_per_player"] == board.SPACES == 8
    assert all(TOKENS[a] >= TOKENS[b] for a in KINDS for b in KINDS if BASE[a] < BASE[b])


@clauses("BH-1.1", "BH-1.4")
def test_the_towns_are_those_of_the_specification() -> None:
    table = {row[0]: row[1:] for row in rows("id")[2:]}
    assert tuple(table) == TOWNS
    for name, (sells, links) in table.items():
        town = TOWN[name]
        assert ", ".join(town.links) == links
        ladders = []
        for kind, ladder in zip(town.sells, town.ladders, strict=True):
            ladders.append(f"{kind} {' '.join(map(str, ladder[:-1]))}/{ladder[-1]}")
        assert ", ".join(ladders) == sells


def test_beans_have_names_and_colours() -> None:
    kinds = {kind["id"]: kind for kind in raw("beans")["kinds"]}
    assert [kinds[kind]["name_de"] for kind in KINDS] == [
        "Blaue Bohne",
        "Feuerbohne",
        "Saubohne",
        "Brechbohne",
        "Sojabohne",
        "Augenbohne",
        "Rote Bohne",
        "Gartenbohne",
    ]
    stated = {
        "blaue": "blue",
        "feuer": "yellow",
        "garten": "green",
        "augen": "white",
        "brech": "brown",
        "soja": "violet",
        "rote": "red",
    }
    assert {kind: kinds[kind]["colour"] for kind in stated} == stated
    assert len({kind["hex"] for kind in kinds.values()}) == len({kind["colour"] for kind in kinds.values()}) == 8
    assert all(re.fullmatch(r"#[0-9a-f]{6}", kind["hex"]) for kind in kinds.values())
    assert all(kind["name_en"] and kind["name_fr"] for kind in kinds.values())


def test_what_the_rulebook_says_of_towns() -> None:
    assert TOWN["hamburg"].sells == ("blaue", "feuer", "soja")
    assert TOWN["bremen"].sells == ("brech", "augen")
    assert TOWN["rostock"].sells == ("sau", "soja")
    assert "rote" in TOWN["visby"].sells
    assert "feuer" in TOWN["danzig"].sells
    assert "garten" in TOWN["malmoe"].sells
    assert {town for town in TOWNS if len(TOWN[town].sells) == 3} == {"hamburg", "malmoe"}
    assert TOWN["bremen"].prices(2) == (7, 11)
    assert TOWN["rostock"].prices(2) == (6, 9)
    assert [TOWN["hamburg"].prices(filled)[0] for filled in (3, 2)] == [4, 6]
    assert TOWN["visby"].prices(0)[1] == 16
    assert DISTANCE["edinburgh"]["rostock"] == 2
    assert set(TOWN["edinburgh"].links) & set(TOWN["rostock"].links) == {"aalborg"}
    by_rulebook = {town["id"] for town in raw("board")["towns"] if town["source"] == "rulebook"}
    assert by_rulebook == {"hamburg", "bremen", "rostock", "danzig", "malmoe", "visby", "aalborg", "edinburgh"}


@pytest.mark.parametrize("name", TOWNS)
def test_a_town_is_sound(name: str) -> None:
    town = TOWN[name]
    assert town.squares in (4, 5)
    assert town.squares - len(town.sells) == 2
    for kind, ladder in zip(town.sells, town.ladders, strict=True):
        assert list(ladder) == sorted(ladder, reverse=True)
        assert len(set(ladder)) == len(ladder)
        assert min(ladder) >= 1
        assert ladder[len(town.sells)] == BASE[kind]
    if len(town.sells) == 2:
        assert sum(BASE[kind] <= 7 for kind in town.sells) == 1
    assert len(town.links) >= 2
    assert all(name in TOWN[other].links for other in town.links)
    assert max(DISTANCE[name].values()) + 1 <= 5


def test_the_printed_squares_agree() -> None:
    printed = 0
    for town in raw("board")["towns"]:
        for kind, ladder in town["beanometer"]["prices"].items():
            for square, price in ladder["rulebook_squares"].items():
                assert TOWN[town["id"]].prices(int(square) - 1)[TOWN[town["id"]].sells.index(kind)] == price
                printed += 1
    assert printed


def nearest(town: str, kind: str) -> int:
    return min(DISTANCE[town][other] for other in TOWNS if kind in TOWN[other].sells)


@clauses("BH-1.7")
def test_contracts_follow_the_formula() -> None:
    assert len(CONTRACT) == 60
    assert set(Counter(card.town for card in CONTRACT.values()).values()) == {5}
    assert len({(card.town, card.beans) for card in CONTRACT.values()}) == 60
    for card in CONTRACT.values():
        assert card.id[0] == TOWN[card.town].name[0]
        assert 2 <= len(set(card.beans)) == len(card.beans) <= 3
        assert not set(card.beans) & set(TOWN[card.town].sells)
        assert card.payout == 12 + sum(BASE[kind] + 1 + 2 * nearest(card.town, kind) for kind in card.beans)
        dearest = sum(
            max(town.prices(0)[town.sells.index(kind)] for town in TOWN.values() if kind in town.sells)
            for kind in card.beans
        )
        assert card.payout > dearest
        assert 18 <= card.payout - sum(BASE[kind] for kind in card.beans) <= 25
    assert sum(len(card.beans) == 2 for card in CONTRACT.values()) == 30
    demand = Counter(kind for card in CONTRACT.values() for kind in card.beans)
    assert all(abs(demand[kind] - demand.total() * TOKENS[kind] / 117) <= 1 for kind in KINDS)
    assert max(Counter((card.town, kind) for card in CONTRACT.values() for kind in card.beans).values()) <= 3


def test_the_printed_contracts() -> None:
    printed = {card["id"] for card in raw("contracts")["contracts"] if card["source"] == "rulebook"}
    found = {(CONTRACT[card].town, CONTRACT[card].beans, CONTRACT[card].payout) for card in printed}
    assert found == {
        ("edinburgh", ("feuer", "soja", "garten"), 53),
        ("visby", ("blaue", "augen"), 33),
        ("rostock", ("feuer", "brech", "rote"), 47),
        ("rostock", ("feuer", "rote"), 35),
    }
    payouts = {card.payout for card in CONTRACT.values()}
    assert {27, 44} <= payouts
    assert any(card.town == "rostock" and card.payout == 40 for card in CONTRACT.values())


def test_harvest_cards() -> None:
    assert len(HARVEST) == 10
    grown: Counter[str] = Counter()
    supplied: Counter[tuple[str, str]] = Counter()
    for card in HARVEST.values():
        towns, kinds, counts = zip(*card.entries, strict=True)
        assert len(set(towns)) == len(set(kinds)) == 3
        assert sorted(counts) == [2, 3, 3]
        grown.update(dict(zip(kinds, counts, strict=True)))
        supplied.update(zip(towns, kinds, strict=True))
    assert HARVEST["N01"].entries == (("hamburg", "blaue", 2), ("danzig", "feuer", 3), ("malmoe", "garten", 3))
    assert all(1 <= supplied[town, kind] <= 2 for town in TOWNS for kind in TOWN[town].sells)
    assert all(abs(grown[kind] - 80 * TOKENS[kind] / 117) <= 0.75 for kind in KINDS)
    for kind in KINDS:
        assert TOKENS[kind] - 5 - sum(kind in town.sells for town in TOWN.values()) >= 3


@clauses("BH-1.8")
def test_travel_cards_and_money() -> None:
    assert TRAVEL_CARDS == ("t1", "Na", "Zo", "t4", "t5", "t6", "t7")
    assert {"t1", "t4", "t5", "t6", "t7"} == board.ORDINARY
    assert len(raw("travel_cards")["cards"]) == 35
    assert (board.TOLL, board.TOLL_INVITED, board.CONTRACT_PRICE) == (20, 15, 5)
    assert raw("travel_cards")["take_back_order"] == ["zoll", "nachschub", "travel"]
    notes = {note["value"]: note["count"] for note in raw("money")["notes"]}
    assert notes == {1: 40, 5: 40, 10: 30, 20: 20, 50: 20}
    assert sum(value * count for value, count in notes.items()) == board.BANK == 1940
    assert raw("money")["loan"] == {"max": 20, "repay_factor": 2, "source": "rulebook"}


def flags(value: object) -> Iterator[str]:
    """Every source flag below a value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("source", "position_source"):
                yield inner
            elif key == "field_sources":
                yield from inner.values()
            else:
                yield from flags(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from flags(inner)


@pytest.mark.parametrize("name", FILES)
def test_every_item_says_where_it_comes_from(name: str) -> None:
    found = list(flags(raw(name)))
    assert found
    assert all(re.fullmatch(r"rulebook|reconstructed|found: .+", flag) for flag in found)
    for group in ("kinds", "towns", "links", "contracts", "cards", "notes"):
        assert all("source" in item for item in raw(name).get(group, []))


def broken_ladder() -> None:
    drawn = raw("board")
    drawn["towns"][0]["beanometer"]["prices"]["sau"]["squares"].pop()
    board.read_towns(drawn, KIND)


def unlinked_town() -> None:
    drawn = raw("board")
    drawn["links"] = [link for link in drawn["links"] if "london" not in (link["a"], link["b"])]
    board.read_towns(drawn, KIND)


def link_to_nowhere() -> None:
    drawn = raw("board")
    drawn["links"][0]["a"] = "bergen"
    board.read_towns(drawn, KIND)


def kind_twice_in_a_town() -> None:
    drawn = raw("board")
    drawn["towns"][0]["sells"].append(drawn["towns"][0]["sells"][0])
    board.read_towns(drawn, KIND)


def kind_twice_in_a_contract() -> None:
    cards = raw("contracts")
    cards["contracts"][0]["beans"] = ["blaue", "blaue"]
    board.read_contracts(cards, TOWN, KIND)


def contract_for_nowhere() -> None:
    cards = raw("contracts")
    cards["contracts"][0]["town"] = "bergen"
    board.read_contracts(cards, TOWN, KIND)


def harvest_of_what_is_not_sold() -> None:
    cards = raw("harvests")
    cards["cards"][0]["piles"][0]["kind"] = "rote"
    board.read_harvests(cards, TOWN)


def colours_that_differ() -> None:
    cards = raw("travel_cards")
    first, second = cards["cards"][0], cards["cards"][1]
    first["number"], second["number"] = second["number"], first["number"]
    board.read_travel_cards(cards)


@clauses("BH-18.6")
@pytest.mark.parametrize(
    "load",
    [
        broken_ladder,
        unlinked_town,
        link_to_nowhere,
        kind_twice_in_a_town,
        kind_twice_in_a_contract,
        contract_for_nowhere,
        harvest_of_what_is_not_sold,
        colours_that_differ,
    ],
)
def test_data_that_contradicts_itself_is_refused(load: Any) -> None:
    with pytest.raises(ValueError, match=r"\w+ .+"):
        load()


def test_the_data_files_are_plain_json() -> None:
    for name in FILES:
        assert json.loads(data.load_text(f"bohn/{name}.json")) == raw(name)


@clauses("BH-18.7")
def test_the_report_keeps_its_open_points() -> None:
    """The note of the specification settles points 1 to 15 of the report; the report must still have them."""
    numbers = re.findall(r"^(\d+)\. \*\*", data.load_text("bohn/REPORT.md"), re.MULTILINE)
    assert numbers == [str(number) for number in range(1, 16)]
