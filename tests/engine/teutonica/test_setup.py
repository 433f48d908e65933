"""Setup (section 3).

Not for which options there are (`test_state`), nor for what happens from the first decision on.
"""

from collections import Counter

import pytest

from engine.history import Game
from engine.teutonica.board import MARKER_COUNTS, MISSIONS, TILES
from engine.teutonica.state import board_of, full_cities
from engine.teutonica.title import TITLE
from engine.values import Setup
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import host_lines, play, prompt, refused, started


@clauses("HT-3.1")
def test_seats_are_what_the_host_says_and_p1_begins() -> None:
    assert prompt(started(5)) == "P1 act"


@clauses("HT-3.2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_supplies_and_stocks_do_not_depend_on_the_number_of_seats(seats: int) -> None:
    for number, player in enumerate(started(seats).players):
        assert (player.supply.traders, player.supply.merchants) == (5 + number, 1)
        assert (player.stock.traders, player.stock.merchants) == (6 - number, 0)
        assert player.score == 0


@clauses("HT-3.3")
@pytest.mark.parametrize("edition", ["2009", "2020"])
def test_start_markers_lie_face_up_on_the_taverns_in_an_order_of_chance(edition: str) -> None:
    orders, supplies = set(), set()
    for seed in map(str, range(12)):
        state = started(4, seed, edition=edition)
        laid = [road.marker for road in state.roads if road.marker]
        assert sorted(laid) == ["extra_office", "swap_offices", "three_pieces"]
        taverns = [route.id for route in board_of(state).routes if route.tavern]
        assert [road.route for road in state.roads if road.marker] == taverns
        assert Counter([*laid, *state.markers]) == Counter(MARKER_COUNTS[edition])
        orders.add(tuple(laid))
        supplies.add(state.markers)
    assert len(orders) > 2
    assert len(supplies) == 12


@clauses("HT-3.4")
def test_the_board_is_empty_at_first() -> None:
    state = started(4)
    assert not any(piece for road in state.roads for piece in road.pieces)
    assert not any(row.offices for row in state.rows)
    assert not any(state.honours)
    assert full_cities(state, board_of(state)) == 0


@clauses("HT-3.5", "HT-14.1")
def test_missions_are_dealt_one_to_a_seat() -> None:
    dealt = set()
    for seed in map(str, range(8)):
        state, events = TITLE.start(Setup(4, TITLE.read_options(4, {"missions": True}), seed))
        cards = [player.mission for player in state.players]
        assert len(set(cards)) == 4
        assert set(cards) <= set(MISSIONS)
        private = {event.audience: event.line() for event in events if event.audience is not None}
        assert private == {seat: f"mission P{seat + 1} {card}" for seat, card in enumerate(cards)}
        assert not any(card in line for card in cards for line in host_lines(events))
        dealt.add(tuple(cards))
    assert len(dealt) == 8
    assert all(player.mission == "" for player in started(4).players)


@clauses("HT-3.6")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_as_many_tiles_as_seats_are_shown(seats: int) -> None:
    shown = {started(seats, str(seed), favours=True).tiles for seed in range(10)}
    assert len(shown) > 3
    assert all(len(set(tiles)) == seats and set(tiles) <= set(TILES) for tiles in shown)
    assert started(seats).tiles == ()


@clauses("HT-3.7", "HT-18.2")
def test_with_two_seats_the_pawn_comes_first() -> None:
    state = started(2)
    assert prompt(state) == "P2 pawn0"
    assert refused(state, "P1 end") == "HT-25.2"
    state = play(state, "P2 pawn start p05")
    assert prompt(state) == "P1 act"
    assert state.left == 2


@clauses("HT-26.2")
def test_setup_is_told_in_host_lines() -> None:
    game = Game.new(TITLE, Setup(3, TITLE.read_options(3, {"favours": True}), "seed"))
    lines = host_lines(list(game.opening))
    assert lines[0] == "setup edition=2020 board=league n=3 missions=off favours=on"
    assert [line.split()[0] for line in lines] == ["setup", *["marker"] * 3, *["tile"] * 3, "left"]
    assert lines[-1] == "left P1 2"
