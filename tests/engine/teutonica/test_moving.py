"""Action D, lifting and putting (section 9).

Not for the markers and bonuses that move pieces too.
"""

import pytest

from engine.teutonica.state import board_of
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, legal, play, prompt, refused
from tests.engine.teutonica.positions import crowd, position

FOUR = {"minden__hannover": "TT-", "goslar__magdeburg": "TM"}


@clauses("HT-9.1")
@pytest.mark.parametrize("liber", [2, 3])
def test_liber_limits_the_lifts_of_one_action(liber: int) -> None:
    state = position(roads=FOUR, desks={"P1": {"liber": liber}})
    spaces = ("minden__hannover:1", "minden__hannover:2", "goslar__magdeburg:1", "goslar__magdeburg:2")
    state = play(state, *(f"P1 lift {space}" for space in spaces[:liber]))
    assert state.left == 1
    assert refused(state, f"P1 lift {spaces[liber]}") == "HT-9.1"


@clauses("HT-9.1", "HT-9.5")
def test_only_own_pieces_are_lifted_and_only_from_roads() -> None:
    state = position(roads={"minden__hannover": "P1T P2T -"})
    assert refused(state, "P1 lift minden__hannover:2") == "HT-9.5"
    assert refused(state, "P1 lift minden__hannover:3") == "HT-9.1"
    assert legal(state, "P1", "lift") == ["lift minden__hannover:1"]


@clauses("HT-9.2", "HT-9.5")
def test_a_put_closes_lifting_and_the_last_one_the_action() -> None:
    state = play(position(roads=FOUR), "P1 lift minden__hannover:1", "P1 lift goslar__magdeburg:2")
    state = play(state, "P1 put minden__hannover:1 kampen__arnheim:3")
    assert refused(state, "P1 lift minden__hannover:2") == "HT-9.2"
    assert refused(state, "P1 put minden__hannover:1 kampen__arnheim:2") == "HT-9.2"
    assert refused(state, "P1 put goslar__magdeburg:2 kampen__arnheim:3") == "HT-9.2"
    assert refused(state, "P1 done") == "HT-9.2"
    assert prompt(state) == "P1 move"
    state = play(state, "P1 put goslar__magdeburg:2 minden__hannover:1")
    assert prompt(state) == "P1 act"
    roads = {road.route: road.pieces for road in state.roads}
    assert roads["minden__hannover"] == ("P1M", "P1T", "")
    assert roads["kampen__arnheim"] == ("", "", "P1T")
    assert state.left == 1


@clauses("HT-9.3")
def test_fewer_lifts_than_liber_are_enough() -> None:
    state = play(position(roads=FOUR), "P1 lift minden__hannover:1", "P1 put minden__hannover:1 minden__hannover:3")
    assert prompt(state) == "P1 act"


@clauses("HT-9.4")
def test_a_put_that_would_leave_a_piece_without_a_space_is_refused() -> None:
    roads = crowd(5, "east") | {"luebeck__wismar:1": "P1T", "wismar__stralsund:2": "P1M"}
    state = play(
        position(seats=5, board="east", roads=roads),
        "P1 lift luebeck__wismar:1",
        "P1 lift wismar__stralsund:2",
    )
    assert refused(state, "P1 put wismar__stralsund:2 luebeck__wismar:1") == "HT-9.4"
    assert legal(state, "P1", "put") == [
        "put luebeck__wismar:1 luebeck__wismar:1",
        "put wismar__stralsund:2 wismar__stralsund:2",
    ]


@clauses("HT-9.4")
def test_going_back_is_legal() -> None:
    state = play(position(roads=FOUR), "P1 lift minden__hannover:1")
    after = play(state, "P1 put minden__hannover:1 minden__hannover:1")
    assert after.roads == position(roads=FOUR).roads


@clauses("HT-9.5")
def test_distance_does_not_matter_and_nobody_is_displaced() -> None:
    state = play(position(roads=FOUR | {"bremen__hamburg:1": "P2T"}), "P1 lift minden__hannover:1")
    free = len(board_of(state).spaces) - 4
    assert len(legal(state, "P1", "put")) == free
    assert refused(state, "P1 put minden__hannover:1 bremen__hamburg:1") == "HT-9.2"
    assert not allowed(state, "P1 place T bremen__hamburg:2")


@clauses("HT-9.2", "HT-2.8")
def test_a_lifted_trader_does_not_fit_a_ship_space() -> None:
    state = play(position(seats=3, board="east", roads={"luebeck__wismar": "T--"}), "P1 lift luebeck__wismar:1")
    assert refused(state, "P1 put luebeck__wismar:1 wismar__stralsund:2") == "HT-2.8"
    assert allowed(state, "P1 put luebeck__wismar:1 wismar__stralsund:1")
