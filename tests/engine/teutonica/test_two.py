"""The game for two: provinces and pawn (section 18).

Not for the provinces file: `test_board` looks at that.
"""

import pytest

from engine.teutonica.board import PROVINCES
from engine.teutonica.state import TeutonicaState
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, legal, play, prompt, refused
from tests.engine.teutonica.positions import position


def two(**named: object) -> TeutonicaState:
    return position(**{"seats": 2, "edition": "2009", "pawn": "p05"} | named)  # type: ignore[arg-type]


@clauses("HT-18.1")
def test_the_literal_variant_has_one_province_outside() -> None:
    closed, literal = two(), two(provinces="literal")
    assert refused(closed, "P1 pawn pay outer") == "HT-18.1"
    assert refused(literal, "P1 pawn pay o_west") == "HT-18.1"
    assert allowed(literal, "P1 pawn pay outer")
    assert refused(position(seats=3), "P1 pawn pay p05") == "HT-18.1"


@clauses("HT-18.2")
def test_the_pawn_is_put_once() -> None:
    assert refused(two(), "P1 pawn start p09") == "HT-18.2"


@clauses("HT-18.3")
@pytest.mark.parametrize(("province", "free"), [("p06", True), ("p09", True), ("p10", False), ("p05", False)])
def test_a_free_move_crosses_one_or_two_borders(province: str, free: bool) -> None:
    assert allowed(two(), f"P1 pawn free {province}") is free
    moved = play(two(), "P1 pawn free p07")
    assert (moved.pawn, moved.left) == ("p07", 2)


@clauses("HT-18.3", "HT-18.1")
def test_soldiers_are_borders_too() -> None:
    assert "p08" in PROVINCES["edge_closed"].near["p07"]  # only the soldier Lüneburg-Brunswiek joins them
    assert not PROVINCES["edge_closed"].routes["p07"] & PROVINCES["edge_closed"].routes["p08"]
    assert allowed(two(pawn="p07"), "P1 pawn free p08")


@clauses("HT-18.4", "HT-18.5", "HT-18.6")
def test_the_free_move_is_before_or_after_not_both() -> None:
    before = play(two(), "P1 pawn free p07")
    assert refused(before, "P1 pawn free p05") == "HT-18.4"
    acted = play(before, "P1 place T minden__brunswiek:1")
    assert acted.left == 1
    assert refused(acted, "P1 pawn free p05") == "HT-18.4"
    marker = play(two(held={"P1": "upgrade"}), "P1 use upgrade liber", "P1 pawn free p07")
    assert marker.left == 2  # marker use is no action: still the move before


@clauses("HT-18.6", "HT-18.7")
def test_the_after_move_gives_up_the_actions_left() -> None:
    state = two(desks={"P1": {"actiones": 3}}, left=3, held={"P1": "actions_3 upgrade"})
    state = play(state, "P1 place T minden__hannover:1", "P1 pawn free p07")
    assert state.left == 0
    assert refused(state, "P1 place T minden__hannover:2") == "HT-18.7"
    assert refused(state, "P1 use actions_3") == "HT-12.11"
    assert play(state, "P1 use upgrade actiones").left == 0
    assert prompt(play(state, "P1 end")) == "P2 act"
    paid = play(two(), "P1 pawn pay p10", "P1 pawn free p08")
    assert paid.left == 0  # a paid move is an action: the free one came after it


@clauses("HT-18.8", "I-27")
def test_place_displace_and_create_keep_to_the_province() -> None:
    roads = {"minden__hannover": "P1T P2T -", "kampen__arnheim": "P1 TTT", "kampen__osnabrueck": "P2 T-"}
    state = two(roads=roads)
    assert allowed(state, "P1 place T minden__hannover:3")
    assert allowed(state, "P1 displace minden__hannover:2 T pay T")
    assert refused(state, "P1 place T groningen__emden:1") == "HT-18.8"
    assert refused(state, "P1 displace kampen__osnabrueck:1 T pay T") == "HT-18.8"
    assert refused(state, "P1 create kampen__arnheim none") == "HT-18.8"
    assert allowed(play(state, "P1 pawn pay p01"), "P1 create kampen__arnheim none")


@clauses("HT-18.9", "HT-4.3")
def test_a_paid_move_goes_anywhere_for_an_action() -> None:
    state = two()
    assert len(legal(state, "P1", "pawn pay")) == 16
    moved = play(state, "P1 pawn pay o_south")
    assert (moved.pawn, moved.left) == ("o_south", 1)
    assert refused(moved, "P1 pawn pay o_south") == "HT-18.3"
    assert refused(two(left=0), "P1 pawn pay p10") == "HT-4.3"


@clauses("HT-18.10")
def test_everything_else_ignores_the_pawn() -> None:
    roads = {"kampen__arnheim": "P1T P2T -"}
    state = two(roads=roads, stock={"P1": "3T"}, held={"P1": "three_pieces"}, plate={"P1": "upgrade"})
    assert allowed(state, "P1 recruit 3T")
    moving = play(state, "P1 lift kampen__arnheim:1")
    assert allowed(moving, "P1 put kampen__arnheim:1 groningen__emden:1")
    assert allowed(play(state, "P1 use three"), "P1 lift kampen__arnheim:2")
    assert allowed(play(state, "P1 end"), "P1 lay upgrade groningen__emden")
