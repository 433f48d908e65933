"""Scenarios of Britannia: permissions, regions, its permanent bonuses and its regional points.

Not for what it shares with the other boards.
"""

import pytest

from engine.teutonica.board import board_for
from engine.teutonica.scoring import region_points
from engine.teutonica.state import TeutonicaState, board_of
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, legal, play, prompt, refused
from tests.engine.teutonica.positions import position
from tests.engine.teutonica.test_scenarios_setup import (
    final,
    full_count,
    marker_on,
    road,
    routes_of,
    row,
    scores,
    stock,
)

WALES, MORE_WALES = "pembroke__cardiff:1", "conway__montgomery:2"
SCOTLAND, MORE_SCOTLAND = "glasgow__falkirk:1", "edinburgh__dunbar:2"
ENGLAND = "oxford__london:1"


def spaces_in(*regions: str) -> set[str]:
    """The spaces of kind `any` of these regions on the board for four."""
    board = board_for("britannia", 4)
    return {
        space
        for space, region, ship in zip(board.spaces, board.region, board.ship, strict=True)
        if region in regions and not ship
    }


def targets(state: TeutonicaState, origin: str) -> set[str]:
    """Where the piece lifted from `origin` may be put."""
    return {text.split()[-1] for text in legal(state, "P1", f"put {origin} ")}


# ---- permissions


@clauses("E-30", "HT-17.4", "HT-17.6")
def test_e30_permissions() -> None:
    state = position(board="britannia", rows={"cardiff": "P2 P1", "london": "P1"}, left=5)
    for space in (WALES, SCOTLAND, ENGLAND):
        assert allowed(state, f"P1 place T {space}")
    one_each = play(state, f"P1 place T {WALES}")
    assert one_each.permissions == ("cardiff",)
    one_each = play(one_each, f"P1 place T {SCOTLAND}")
    two_in_wales = play(state, f"P1 place T {WALES}", f"P1 place T {MORE_WALES}")
    scotland_first = play(state, f"P1 place T {SCOTLAND}", f"P1 place T {WALES}")
    for after in (one_each, two_in_wales, scotland_first):
        assert after.left == 3
        assert sorted(after.permissions) == ["cardiff", "london"]
        for space in ("cardiff__montgomery:1", "falkirk__carlisle:1"):
            assert refused(after, f"P1 place T {space}") == "HT-17.4"
        assert allowed(after, f"P1 place T {ENGLAND}")
    scotland = play(state, f"P1 place T {SCOTLAND}")
    assert refused(scotland, f"P1 place T {MORE_SCOTLAND}") == "HT-17.4"
    assert allowed(scotland, f"P1 place T {ENGLAND}")


@clauses("E-31", "HT-17.3")
@pytest.mark.parametrize(
    ("route", "kinds"), [("conway__chester", "TTT"), ("chester__carlisle", "MMT"), ("chester__hereford", "TTTT")]
)
def test_e31_chester(route: str, kinds: str) -> None:
    state = position(board="britannia", roads={route: kinds})
    assert refused(state, f"P1 place T {WALES}") == "HT-17.4"  # there is no permission
    office = play(state, f"P1 create {route} office chester")
    assert row(office, "chester") == "P1T"
    developed = play(state, f"P1 create {route} develop actiones")
    assert developed.players[0].desk.actiones == 1


@clauses("E-31", "HT-17.3")
def test_e31_chester_without_a_trader() -> None:
    state = position(board="britannia", roads={"chester__carlisle": "MMM"})
    assert refused(state, "P1 create chester__carlisle office chester") == "HT-10.6"
    assert allowed(state, "P1 create chester__carlisle develop actiones")


@clauses("S-41", "HT-17.4", "HT-17.5")
def test_s41_top_office_not_majority() -> None:
    state = position(seats=3, board="britannia", rows={"cardiff": "P1 P1 P2"}, held={"P1": "swap_offices"})
    assert refused(state, "P1 place T pembroke__cardiff:1") == "HT-17.4"
    state = play(state, "P1 use swap cardiff 2")
    assert row(state, "cardiff") == "P1T P2T P1T"
    state = play(state, "P1 place T pembroke__cardiff:1")
    assert state.left == 1
    assert refused(state, "P1 place T pembroke__cardiff:2") == "HT-17.4"


# ---- regions


@clauses("S-37", "HT-17.7")
def test_s37_leaving_england() -> None:
    state = position(board="britannia", roads={"chester__hereford:1": "P2T"}, stock={"P2": "3T"})
    state = play(state, "P1 displace chester__hereford:1 T pay T")
    assert set(legal(state, "P2", "relocate")) == {
        "relocate hereford__coventry:1",
        "relocate hereford__coventry:2",
        "relocate hereford__coventry:3",
        "relocate lancaster__hereford:1",
        "relocate lancaster__hereford:2",
        "relocate chester__carlisle:3",
    }
    for route in ("conway__chester", "montgomery__hereford"):
        assert refused(state, f"P2 relocate {route}:1") == "HT-17.7"
        assert refused(state, f"P2 add T {route}:1") == "HT-17.7"


@clauses("S-38", "HT-17.7")
def test_s38_leaving_wales() -> None:
    state = position(
        board="britannia",
        roads={"conway__isle_of_man:1": "P2M"},
        rows={"cardiff": "P1"},
        supply={"P1": "2T1M"},
    )
    state = play(state, "P1 displace conway__isle_of_man:1 M pay TT")
    assert routes_of(legal(state, "P2", "relocate")) == {"conway__chester", "conway__montgomery"}
    assert refused(state, "P2 relocate isle_of_man__carlisle:1") == "HT-17.7"
    assert refused(state, "P2 relocate isle_of_man__carlisle:3") == "HT-17.7"


@clauses("S-39", "HT-17.8")
def test_s39_moving() -> None:
    state = position(board="britannia", roads={"pembroke__cardiff:1": "P1T", "cardiff__oxford:1": "P1T"})
    state = play(state, "P1 lift pembroke__cardiff:1", "P1 lift cardiff__oxford:1")
    assert targets(state, "pembroke__cardiff:1") == spaces_in("wales", "england")
    assert targets(state, "cardiff__oxford:1") == spaces_in("england")
    assert refused(state, f"P1 put pembroke__cardiff:1 {SCOTLAND}") == "HT-17.8"
    assert refused(state, f"P1 put cardiff__oxford:1 {SCOTLAND}") == "HT-17.8"
    assert refused(state, f"P1 put cardiff__oxford:1 {MORE_WALES}") == "HT-17.8"


@clauses("S-40", "HT-17.9")
def test_s40_marker_moves() -> None:
    state = position(board="britannia", roads={"pembroke__cardiff:1": "P2T"}, held={"P1": "three_pieces"})
    state = play(state, "P1 use three", "P1 lift pembroke__cardiff:1")
    assert targets(state, "pembroke__cardiff:1") == spaces_in("wales")
    assert refused(state, f"P1 put pembroke__cardiff:1 {ENGLAND}") == "HT-17.9"


@clauses("S-42", "HT-17.10")
def test_s42_laying_on_britannia() -> None:
    state = play(position(board="britannia", plate={"P1": "upgrade"}), "P1 end")
    for route in ("pembroke__cardiff", "glasgow__falkirk"):
        assert refused(state, f"P1 lay upgrade {route}") == "HT-17.10"
    for route in ("canterbury__calais", "southampton__calais"):
        assert refused(state, f"P1 lay upgrade {route}") in ("HT-17.10", "HT-16.9", "HT-13.2")
    state = play(state, "P1 lay upgrade chester__carlisle")
    assert (marker_on(state, "chester__carlisle"), prompt(state)) == ("upgrade", "P2 act")


@clauses("S-43", "HT-17.11")
def test_s43_place_two_britannia() -> None:
    state = position(board="britannia", roads={"southampton__calais": "MMT"}, stock={"P1": "0"})
    assert refused(state, f"P1 place T {WALES}") == "HT-17.4"
    assert refused(state, f"P1 place T {SCOTLAND}") == "HT-17.4"
    state = play(
        state,
        "P1 create southampton__calais none",
        "P1 deploy M conway__isle_of_man:1",
        "P1 deploy T glasgow__falkirk:1",
    )
    assert (stock(state, 1), prompt(state)) == ("1M", "P1 act")
    assert road(state, "conway__isle_of_man") == "P1M - -"
    assert road(state, "glasgow__falkirk") == "P1T -"


@clauses("S-36", "HT-17.1")
def test_s36_coin_of_two() -> None:
    state = position(
        seats=3, board="britannia", roads={"cambridge__ipswich": "TTTT"}, desks={"P1": {"privilegium": "orange"}}
    )
    state = play(state, "P1 create cambridge__ipswich office ipswich")
    assert (scores(state), full_count(state)) == ([2, 0, 0], 1)


# ---- regional points


@clauses("E-32", "HT-20.9")
def test_e32_regional_tie() -> None:
    state = position(
        board="britannia",
        rows={"cardiff": "P1 P1", "conway": "P1", "pembroke": "P2 P2", "chester": "P2", "montgomery": "P3"},
    )
    assert region_points(state, board_of(state), "wales") == [5, 5, 2, 0]
    assert [final(state, seat).regions for seat in (1, 2, 3, 4)] == [5, 5, 2, 0]


@clauses("E-33", "HT-20.9")
def test_e33_place_left_over() -> None:
    state = position(board="britannia", rows={"cardiff": "P3 P4 P1 P1", "conway": "P3 P1", "chester": "P3 P2 P2"})
    assert [final(state, seat).regions for seat in (1, 2, 3, 4)] == [7, 4, 2, 0]


@clauses("E-34", "HT-17.2", "HT-20.9")
@pytest.mark.parametrize(("seats", "points"), [(4, 14), (3, 7)])
def test_e34_isle_of_man(seats: int, points: int) -> None:
    state = position(seats=seats, board="britannia", rows={"isle_of_man": "P1"})
    assert (final(state, 1).regions, final(state, 1).cities) == (points, 2)
    for region in board_of(state).region_points:
        assert region_points(state, board_of(state), region)[0] == 7
    assert [final(state, seat).regions for seat in range(2, seats + 1)] == [0] * (seats - 1)


@clauses("S-46", "HT-20.9")
def test_s46_regions_with_ties() -> None:
    state = position(
        board="britannia",
        rows={
            "cardiff": "P1 P1 P3",
            "conway": "P1",
            "chester": "P2",
            "isle_of_man": "P2",
            "montgomery": "P3 P4",
            "carlisle": "P4 P3",
        },
    )
    assert region_points(state, board_of(state), "wales") == [7, 4, 0, 2]
    assert region_points(state, board_of(state), "scotland") == [0, 5, 5, 2]
    assert [final(state, seat).regions for seat in (1, 2, 3, 4)] == [7, 9, 5, 4]
