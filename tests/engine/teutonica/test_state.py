"""Options, components, and what follows from one position (sections 1 and 2).

Not for the first position: `test_setup` has that.
"""

import msgspec
import pytest

from engine.errors import BadOption
from engine.teutonica.options import READINGS, TeutonicaOptions
from engine.teutonica.state import ability, board_of, controller, full_cities, is_developed
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, play, prompt, refused, started
from tests.engine.teutonica.positions import position


@clauses("HT-1.1", "HT-1.3", "HT-1.4")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"edition": "2020"}),
        (3, {"edition": "2009", "board": "britannia"}),
        (3, {"edition": "2009", "favours": True}),
        (3, {"board": "east", "missions": True}),
        (3, {"board": "britannia", "missions": True}),
        (3, {"board": "east", "favours": True}),
        (3, {"board": "britannia", "favours": True}),
        (2, {"edition": "2009", "board": "east"}),
        (2, {"board": "britannia"}),
        (3, {"provinces": "literal"}),
        (3, {"stall": -1}),
        (3, {"stall": "often"}),
        (3, {"edition": "2010"}),
        (3, {"edition": 2020}),
        (6, {}),
        (1, {}),
    ],
)
def test_combinations_that_are_not_offered_are_refused(seats: int, options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        TITLE.read_options(seats, options)


@clauses("HT-1.1")
def test_a_refused_combination_cites_the_clause() -> None:
    with pytest.raises(BadOption, match=r"HT-1\.1"):
        TITLE.read_options(3, {"edition": "2009", "board": "britannia"})


@clauses("HT-1.1", "HT-1.3")
def test_variants_are_every_offered_combination() -> None:
    variants = list(TITLE.variants())
    assert len(variants) == len(set(variants)) == 4 + 3 * (4 + 1 + 1 + len(READINGS)) + 3 * (2 + 1)
    for seats, options in variants:
        assert TITLE.read_options(seats, msgspec.to_builtins(options)) == options
    assert (3, TeutonicaOptions(missions=True, favours=True)) in variants
    assert (2, TeutonicaOptions("2009", missions=True, provinces="literal")) in variants


@clauses("HT-1.1")
def test_defaults() -> None:
    assert TITLE.read_options(4, {}) == TeutonicaOptions("2020", "league", False, False, "edge_closed", 20)
    assert TITLE.read_options(4, {"tiebreak": "all", "homeless": "stock"}) == TeutonicaOptions()
    assert TITLE.read_options(2, {}) == TeutonicaOptions("2009")
    assert TITLE.read_options(2, {"missions": True}) == TeutonicaOptions("2009", missions=True)


@clauses("HT-1.2")
@pytest.mark.parametrize(
    ("board", "seats", "file"),
    [
        ("league", 2, "league_23"),
        ("league", 3, "league_23"),
        ("league", 4, "league_45"),
        ("league", 5, "league_45"),
        ("east", 3, "east"),
        ("east", 5, "east"),
        ("britannia", 3, "britannia_3"),
        ("britannia", 4, "britannia_45"),
        ("britannia", 5, "britannia_45"),
    ],
)
def test_the_board_follows_from_option_and_seats(board: str, seats: int, file: str) -> None:
    assert board_of(started(seats, board=board)).id == file


@clauses("HT-1.7")
def test_where_the_editions_differ() -> None:
    assert len(started(3).markers) == 12
    assert len(started(3, edition="2009").markers) == 13
    rows = {"minden": "P2 P3"}
    assert refused(position(rows=rows, held={"P1": "swap_offices"}), "P1 use swap minden 1") == "HT-12.4"
    assert allowed(position(rows=rows, held={"P1": "swap_offices"}, edition="2009"), "P1 use swap minden 1")


@clauses("HT-2.2", "HT-2.4")
def test_pieces_are_traders_and_merchants_in_exactly_one_zone() -> None:
    state = play(position(supply={"P1": "2T1M"}), "P1 place M minden__hannover:1")
    player = state.players[0]
    assert (player.supply.traders, player.supply.merchants) == (2, 0)
    TITLE.audit(state)
    twice = msgspec.structs.replace(player, supply=player.supply.plus("M"))
    broken = msgspec.structs.replace(state, players=(twice, *state.players[1:]))
    with pytest.raises(Exception, match="I-1"):
        TITLE.audit(broken)


@clauses("HT-2.3", "HT-4.1")
def test_a_round_is_one_turn_of_each_seat() -> None:
    state = started(3)
    seen = []
    for _ in range(7):
        seen.append((state.round, prompt(state)))
        state = play(state, f"P{state.active + 1} end")
    assert seen == [
        (1, "P1 act"), (1, "P2 act"), (1, "P3 act"), (2, "P1 act"), (2, "P2 act"), (2, "P3 act"), (3, "P1 act"),
    ]  # fmt: skip


@clauses("HT-2.6", "HT-23.3")
def test_developing_uncovers_the_leftmost_piece_and_stops_at_the_last() -> None:
    state = position(held={"P1": "upgrade"}, desks={"P1": {"bursa": 7}}, supply={"P1": "1T"})
    after = play(state, "P1 use upgrade bursa").players[0]
    assert ability(after.desk, "bursa") == "all"
    assert is_developed(after.desk, "bursa")
    assert after.supply.traders == 2
    complete = position(held={"P1": "upgrade"}, desks={"P1": {"bursa": "all"}})
    assert refused(complete, "P1 use upgrade bursa") == "HT-2.6"


@clauses("HT-2.7")
@pytest.mark.parametrize(("privilege", "colours"), [("white", 1), ("orange", 2), ("pink", 3), ("black", 4)])
def test_a_privilege_allows_its_colour_and_the_lower_ones(privilege: str, colours: int) -> None:
    state = position(roads={"coellen__warburg": "TTMT"}, desks={"P1": {"privilegium": privilege}})
    names = ["white", "orange", "pink", "black"]
    assert [allowed(state, f"P1 create coellen__warburg honour {name}") for name in names] == [
        index < colours for index in range(4)
    ]


@clauses("HT-2.9", "HT-12.3")
def test_extra_offices_stand_left_the_newest_leftmost() -> None:
    state = position(
        rows={"hannover": "P2 P3"},
        roads={"bremen__hannover": "TTM", "minden__hannover": "TTT"},
        held={"P1": "extra_office extra_office"},
    )
    state = play(state, "P1 create bremen__hannover extra hannover M", "P1 create minden__hannover extra hannover T")
    row = state.rows[board_of(state).city_index["hannover"]]
    assert row.offices == ("P1Tx", "P1Mx", "P2T", "P3T")


@clauses("HT-2.10")
@pytest.mark.parametrize(
    ("row", "owner"),
    [
        ("", None),
        ("P1T", 0),
        ("P1T P2T", 1),
        ("P1T P2T P1T", 0),
        ("P2Tx P1T P2T P1T P3T", 0),
        ("P1Tx P1T P2T P2T", 1),
        ("P1T P1T P2T P3T", 0),
    ],
)
def test_control(row: str, owner: int | None) -> None:
    assert controller(tuple(row.split())) == owner


@clauses("HT-2.11", "HT-17.5")
def test_the_top_office_is_the_rightmost_whoever_controls() -> None:
    rows = {"cardiff": "P1 P1 P2"}
    assert controller(("P1T", "P1T", "P2T")) == 0
    assert allowed(position(board="britannia", active="P2", rows=rows), "P2 place T pembroke__cardiff:1")
    assert not allowed(position(board="britannia", rows=rows), "P1 place T pembroke__cardiff:1")


@clauses("HT-2.12", "HT-12.3")
def test_a_city_is_full_by_its_printed_offices() -> None:
    state = position(rows={"hannover": "P1x P1x P2", "duisburg": "P2"})
    assert full_cities(state, board_of(state)) == 1
