"""What is wrong with the files of a board of Bohn Hansa: against themselves, and against what the rulebook says.

Not for what was reconstructed: those figures may be any that keep to this. Market cards are looked at by the painters.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.bohn.board import (
    EIGHT,
    RESERVE,
    Contract,
    Harvest,
    Kind,
    Town,
    distances_from,
    read_contracts,
    read_harvests,
    read_kinds,
    read_towns,
    read_travel_cards,
)
from engine.straight_lines import crossings, too_near

TOKENS = 117
CONTRACTS, IN_A_TOWN = 60, 5
CLEAR = 60
"""A link keeps so far from other towns, in thousandths of the chart."""
SOLD = {
    "hamburg": {"blaue", "feuer", "soja"},
    "bremen": {"brech", "augen"},
    "rostock": {"sau", "soja"},
    "visby": {"rote"},
    "danzig": {"feuer"},
    "malmoe": {"garten"},
}
"""All that Hamburg, Bremen and Rostock sell, and one kind of each of the others."""
WHOLE = ("hamburg", "bremen", "rostock")
PRINTED_CONTRACTS = (
    ("edinburgh", {"feuer", "soja", "garten"}, 53),
    ("visby", {"blaue", "augen"}, 33),
    ("rostock", {"feuer", "brech", "rote"}, 47),
    ("rostock", {"feuer", "rote"}, 35),
)
PRINTED_HARVEST = (("hamburg", "blaue", 2), ("danzig", "feuer", 3), ("malmoe", "garten", 3))
PRINTED_PRICES = (("hamburg", "blaue", 3, 4), ("hamburg", "blaue", 2, 6), ("hamburg", "feuer", 3, 5),
                  ("bremen", "augen", 2, 11), ("bremen", "brech", 2, 7), ("rostock", "sau", 2, 6),
                  ("rostock", "soja", 2, 9), ("visby", "rote", 0, 16))  # fmt: skip
"""Town, kind, filled squares and the price that the rulebook states or uses there."""


def faults(files: Mapping[str, Any]) -> list[str]:
    """One sentence each; the first that make a file unreadable hide the others."""
    name = "beans.json"
    try:
        kinds = read_kinds(files[name])
        towns = read_towns(files[name := "board.json"], kinds)
        contracts = read_contracts(files[name := "contracts.json"], towns, kinds)
        harvests = read_harvests(files[name := "harvests.json"], towns)
        read_travel_cards(files[name := "travel_cards.json"])
    except (ValueError, KeyError, msgspec.ValidationError) as error:
        return [f"{name} cannot be read: {error}."]
    return [
        *_kinds(kinds),
        *_towns(towns, kinds),
        *_links(files["board.json"], towns),
        *_contracts(contracts, towns),
        *_harvests(harvests, kinds),
    ]


def _kinds(kinds: Mapping[str, Kind]) -> Iterator[str]:
    total = sum(kind.count for kind in kinds.values())
    if total != TOKENS:
        yield f"beans.json has {total} tokens, not {TOKENS} (BH-1.2)."


def _towns(towns: Mapping[str, Town], kinds: Mapping[str, Kind]) -> Iterator[str]:
    for name, sold in SOLD.items():
        if name not in towns:
            yield f"{name} is missing: the rulebook names it."
        elif not sold <= set(towns[name].sells) or (name in WHOLE and sold != set(towns[name].sells)):
            yield f"{name} sells {', '.join(towns[name].sells)}, against the rulebook's {', '.join(sorted(sold))}."
    for town in towns.values():
        for kind, ladder in zip(town.sells, town.ladders, strict=True):
            if list(ladder) != sorted(set(ladder), reverse=True):
                yield f"The prices of {kind} in {town.id} do not fall from square to square."
            if len(town.sells) >= len(ladder) or ladder[len(town.sells)] != kinds[kind].base_price:
                yield f"{kind} does not open at its base price in {town.id}, with two squares empty (BH-1.6)."
    for name, kind, filled, price in PRINTED_PRICES:
        seller = towns.get(name)
        if seller is not None and kind in seller.sells and seller.prices(filled)[seller.sells.index(kind)] != price:
            yield f"{kind} in {name} with {filled} squares filled does not cost {price}, as the rulebook has it."
    for kind in kinds:
        if not any(kind in town.sells for town in towns.values()):
            yield f"Nobody sells {kind}."


def _links(drawn: Mapping[str, Any], towns: Mapping[str, Town]) -> Iterator[str]:
    links = [(link["a"], link["b"]) for link in drawn["links"]]
    for pair, count in Counter(frozenset(link) for link in links).items():
        if count > 1:
            yield f"The link {'–'.join(sorted(pair))} stands there {count} times."
    if {"edinburgh", "aalborg", "rostock"} <= set(towns) and distances_from(towns, "edinburgh")["rostock"] != 2:
        yield "From edinburgh to rostock one does not travel over one other town, as the rulebook has it."
    for a, b in (("edinburgh", "aalborg"), ("aalborg", "rostock")):
        if a in towns and b not in towns[a].links:
            yield f"The link {a}–{b} of the rulebook is missing."
    places = {town["id"]: (town["x"], town["y"]) for town in drawn["towns"]}
    for (a, b), (c, d) in crossings(places, links):
        yield f"The links {a}–{b} and {c}–{d} cross."
    for town, (a, b) in too_near(places, links, CLEAR):
        yield f"The link {a}–{b} runs past {town} too near: it could be taken for one of its own."


def _contracts(contracts: Mapping[str, Contract], towns: Mapping[str, Town]) -> Iterator[str]:
    if len(contracts) != CONTRACTS:
        yield f"There are {len(contracts)} contracts, not {CONTRACTS} (BH-1.7)."
    counts = Counter(card.town for card in contracts.values())
    for town in towns:
        if counts[town] != IN_A_TOWN:
            yield f"{town} has {counts[town]} contracts, not {IN_A_TOWN} (BH-1.7)."
    for card in contracts.values():
        if sold := sorted(set(card.beans) & set(towns[card.town].sells)):
            yield f"Contract {card.id} asks for {', '.join(sold)}, which {card.town} sells."
        if card.payout < 1:
            yield f"Contract {card.id} pays nothing."
    printed = [(card.town, set(card.beans), card.payout) for card in contracts.values()]
    for town_id, beans, payout in PRINTED_CONTRACTS:
        if (town_id, beans, payout) not in printed:
            yield f"The printed contract {town_id}: {', '.join(sorted(beans))} for {payout} is missing."


def _harvests(harvests: Mapping[str, Harvest], kinds: Mapping[str, Kind]) -> Iterator[str]:
    if len(harvests) != EIGHT + RESERVE:
        yield f"There are {len(harvests)} harvest cards, not {EIGHT + RESERVE} (BH-2.4)."
    if not any(card.entries == PRINTED_HARVEST for card in harvests.values()):
        yield "The printed harvest card hamburg 2 blaue, danzig 3 feuer, malmoe 3 garten is missing."
    for card in harvests.values():
        for town, kind, count in card.entries:
            if not 1 <= count <= kinds[kind].count:
                yield f"Harvest card {card.id} brings {count} {kind} to {town}."
