"""Bonus markers, used and laid (sections 12 and 13).

Not for taking them: that is part of creating a route.
"""

import pytest

from engine.teutonica.state import TeutonicaState, board_of, controller, full_cities
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import crowd, pieces, position


def row(state: TeutonicaState, city: str) -> tuple[str, ...]:
    return state.rows[board_of(state).city_index[city]].offices


@clauses("HT-12.1", "I-12")
def test_a_marker_is_used_once_and_stays_with_its_seat() -> None:
    state = position(held={"P1": "actions_3"}, used={"P1": "upgrade"})
    assert refused(state, "P1 use upgrade liber") == "HT-12.1"
    after = play(state, "P1 use actions_3")
    assert after.players[0].unused == ()
    assert after.players[0].used == ("upgrade", "actions_3")
    assert refused(after, "P1 use actions_3") == "HT-12.1"


@clauses("HT-12.2")
def test_an_extra_office_needs_marker_office_and_piece() -> None:
    roads, rows = {"bremen__hannover": "TTT"}, {"hannover": "P2"}
    state = position(roads=roads, rows=rows, held={"P1": "extra_office"})
    assert allowed(state, "P1 create bremen__hannover extra hannover T")
    assert refused(state, "P1 create bremen__hannover extra hannover M") == "HT-12.2"
    assert refused(state, "P1 create bremen__hannover extra bremen T") == "HT-12.2"
    assert refused(state, "P1 create bremen__hannover extra minden T") == "HT-10.5"
    used = position(roads=roads, rows=rows, used={"P1": "extra_office"})
    assert refused(used, "P1 create bremen__hannover extra hannover T") == "HT-12.2"


@clauses("HT-12.3")
def test_an_extra_office_ignores_colour_shape_and_room() -> None:
    state = position(
        seats=5, roads={"hamburg__luebeck": "MTT"}, rows={"luebeck": "P2"}, held={"P1": "extra_office"},
        desks={"P1": {"privilegium": "white"}},
    )  # fmt: skip
    after = play(state, "P1 create hamburg__luebeck extra luebeck M")
    assert row(after, "luebeck") == ("P1Mx", "P2T")
    assert after.players[0].score == 0  # no coin
    assert full_cities(after, board_of(after)) == 0
    assert controller(row(after, "luebeck")) == 1


@clauses("HT-12.4", "HT-12.6", "I-8")
def test_swapping_moves_the_pieces_and_nothing_else() -> None:
    state = position(rows={"minden": "P2 P1 P3"}, held={"P1": "swap_offices"}, scores={"P1": 3})
    after = play(state, "P1 use swap minden 2")
    assert row(after, "minden") == ("P2T", "P3T", "P1T")
    assert after.left == state.left
    assert after.players[0].score == 3
    assert refused(state, "P1 use swap minden 3") == "HT-12.4"


@clauses("HT-12.5")
def test_swaps_that_are_excluded() -> None:
    state = position(rows={"minden": "P4x P1 P1 P2"}, held={"P1": "swap_offices"})
    assert legal(state, "P1", "use swap") == ["use swap minden 2"]
    assert refused(state, "P1 use swap minden 1") == "HT-12.5"
    assert row(play(state, "P1 use swap minden 2"), "minden") == ("P4Tx", "P1T", "P2T", "P1T")
    east = position(seats=3, board="east", rows={"waren": "P1 P2"}, held={"P1": "swap_offices"})
    assert refused(east, "P1 use swap waren 1") == "HT-12.5"


@clauses("HT-12.4", "HT-23.7")
def test_a_merchant_in_a_square_office_stays_a_merchant() -> None:
    state = position(rows={"perleberg": "P3 P1 P2"}, held={"P1": "swap_offices"})
    assert row(state, "perleberg") == ("P3T", "P1T", "P2M")
    after = play(state, "P1 use swap perleberg 2")
    assert row(after, "perleberg") == ("P3T", "P2M", "P1T")
    TITLE.audit(after)


@clauses("HT-12.7", "I-22")
def test_three_pieces_of_2020_moves_up_to_three_of_others() -> None:
    roads = {"minden__hannover": "P2T P1T P3M", "kampen__arnheim": "P4 TT-"}
    state = play(position(roads=roads, held={"P1": "three_pieces"}), "P1 use three")
    assert prompt(state) == "P1 move"
    assert refused(state, "P1 lift minden__hannover:2") == "HT-12.7"
    state = play(state, "P1 lift minden__hannover:1", "P1 lift minden__hannover:3", "P1 lift kampen__arnheim:1")
    assert refused(state, "P1 lift kampen__arnheim:2") == "HT-9.1"
    state = play(
        state,
        "P1 put minden__hannover:1 minden__hannover:3",
        "P1 put minden__hannover:3 minden__hannover:1",
        "P1 put kampen__arnheim:1 goslar__magdeburg:1",
    )
    assert prompt(state) == "P1 act"
    assert state.left == 2
    roads_after = {road.route: road.pieces for road in state.roads}
    assert roads_after["minden__hannover"] == ("P3M", "P1T", "P2T")
    assert roads_after["goslar__magdeburg"] == ("P4T", "")


@clauses("HT-12.8", "I-23")
def test_three_pieces_of_2009_removes_pieces_of_anybody_to_their_supplies() -> None:
    roads = {"minden__hannover": "P1T P2M P3T", "kampen__arnheim": "P4 T--"}
    state = position(edition="2009", roads=roads, held={"P1": "three_pieces"}, supply={"P1": "0", "P2": "0"})
    state = play(state, "P1 use three")
    assert refused(state, "P1 done") == "HT-12.8"
    state, events = play_with_events(state, "P1 lift minden__hannover:1")
    assert [type(event).__name__ for event in events] == ["Removed"]
    early = play(state, "P1 done")
    assert prompt(early) == "P1 act"
    assert early.players[0].supply == pieces("1T")
    state = play(state, "P1 lift minden__hannover:2", "P1 lift kampen__arnheim:1")
    assert prompt(state) == "P1 act"
    assert state.players[1].supply == pieces("1M")


@clauses("HT-12.8", "HT-12.9")
def test_the_removal_ends_when_nothing_is_left() -> None:
    state = position(edition="2009", roads={"minden__hannover:1": "P2M"}, held={"P1": "three_pieces"})
    assert prompt(play(state, "P1 use three", "P1 lift minden__hannover:1")) == "P1 act"


@clauses("HT-12.9")
def test_without_a_piece_to_lift_the_marker_cannot_be_used() -> None:
    own = position(roads={"minden__hannover:1": "P1T"}, held={"P1": "three_pieces"})
    assert refused(own, "P1 use three") == "HT-12.9"
    assert allowed(position(edition="2009", roads={"minden__hannover:1": "P1T"}, held={"P1": "three_pieces"}),
                   "P1 use three")  # fmt: skip
    assert refused(position(edition="2009", held={"P1": "three_pieces"}), "P1 use three") == "HT-12.9"


@clauses("HT-12.10")
@pytest.mark.parametrize("ability", ["clavis", "actiones", "privilegium", "liber", "bursa"])
def test_upgrade_develops_any_ability(ability: str) -> None:
    state = position(held={"P1": "upgrade"}, supply={"P1": "1T1M"})
    after = play(state, f"P1 use upgrade {ability}").players[0]
    assert getattr(after.desk, ability) == 1
    assert after.supply == pieces("1T2M" if ability == "liber" else "2T1M")


@clauses("HT-12.11")
def test_action_markers_add_up() -> None:
    state = position(held={"P1": "actions_3 actions_3 actions_4"}, left=1)
    assert play(state, "P1 use actions_3", "P1 use actions_4", "P1 use actions_3").left == 11


@clauses("HT-23.6", "I-6")
def test_only_a_swap_moves_offices() -> None:
    roads = {"minden__hannover": "TTT", "bremen__hamburg": "P2 TTTT"}
    state = position(rows={"minden": "P2 P1"}, roads=roads, honours={"white": "P2"})
    rows = state.rows
    for line in ("P1 create minden__hannover none", "P1 displace bremen__hamburg:1 T pay T", "P1 end"):
        after = play(state, line)
        assert (after.rows, after.honours) == (rows, state.honours)


# ---- laying


@clauses("HT-13.1", "HT-13.7", "HT-26.2")
def test_the_plate_is_turned_up_at_end_and_laid_in_any_order() -> None:
    state = position(plate={"P1": "actions_4 upgrade"})
    assert TITLE.view(state, 0).players[0].plate == 2
    assert TITLE.view(state, 0).players[0].shown == ()
    state, events = play_with_events(state, "P1 end")
    assert host_lines(events) == ["reveal P1 actions_4", "reveal P1 upgrade"]
    assert prompt(state) == "P1 lay"
    assert refused(state, "P1 place T minden__hannover:1") == "HT-25.1"
    assert refused(state, "P1 lay actions_3 bremen__hamburg") == "HT-13.1"
    state = play(state, "P1 lay upgrade bremen__hamburg")
    assert refused(state, "P1 lay actions_4 bremen__hamburg") == "HT-13.2"
    state = play(state, "P1 lay actions_4 minden__hannover")
    assert prompt(state) == "P2 act"


@clauses("HT-13.2", "HT-13.4")
def test_where_a_marker_may_lie() -> None:
    state = position(
        plate={"P1": "upgrade"}, roads={"kampen__arnheim:1": "P2T"},
        rows={"duisburg": "P2", "arnheim": "P2 P2 P3 P3"}, on_routes={"bremen__hamburg": "actions_3"},
    )  # fmt: skip
    state = play(state, "P1 end")
    assert refused(state, "P1 lay upgrade bremen__hamburg") == "HT-13.2"
    assert refused(state, "P1 lay upgrade kampen__arnheim") == "HT-13.2"
    assert refused(state, "P1 lay upgrade arnheim__duisburg") == "HT-13.2"
    assert allowed(state, "P1 lay upgrade duisburg__dortmund")
    assert allowed(state, "P1 lay upgrade minden__hannover")  # no tavern there


@clauses("HT-13.3", "HT-16.9")
def test_independent_cities_and_extra_offices_make_no_room() -> None:
    state = position(
        seats=3, board="east", plate={"P1": "upgrade"}, rows={"wismar": "P1x P2 P3"}, keep_clear=("wismar__waren",),
    )  # fmt: skip
    state = play(state, "P1 end")
    assert refused(state, "P1 lay upgrade wismar__waren") == "HT-13.2"
    assert refused(state, "P1 lay upgrade malmoe__visby") == "HT-16.9"


@clauses("HT-13.5", "HT-13.6", "HT-26.2")
def test_a_marker_without_a_route_stays_on_the_plate() -> None:
    crowded = crowd(5, "league")
    state = position(seats=5, roads=crowded, plate={"P1": "upgrade"}, on_routes={"bremen__hamburg": "actions_3"})
    state, events = play_with_events(state, "P1 end")
    assert prompt(state) == "P2 act"
    assert host_lines(events)[:2] == ["reveal P1 upgrade", "stuck P1 upgrade"]
    assert state.players[0].shown == ("upgrade",)
    assert sum(bool(road.marker) for road in state.roads) == 2
    state = play(state, "P2 end", "P3 end", "P4 end", "P5 end")
    assert refused(state, "P1 use upgrade liber") == "HT-12.1"
    assert TITLE.view(state, 2).players[0].shown == ("upgrade",)


@clauses("HT-13.5")
def test_a_stuck_marker_is_laid_at_the_end_of_a_later_turn() -> None:
    state = play(position(shown={"P1": "upgrade"}), "P1 end")
    assert prompt(state) == "P1 lay"
    assert prompt(play(state, "P1 lay upgrade minden__hannover")) == "P2 act"
    other = play(position(shown={"P1": "upgrade"}, active="P2"), "P2 end")
    assert prompt(other) == "P3 act"


@clauses("HT-13.5", "HT-13.6")
def test_with_fewer_routes_than_markers_the_seat_chooses() -> None:
    free = tuple(f"kampen__arnheim:{slot}" for slot in (1, 2, 3))
    state = position(
        seats=5, roads=crowd(5, "league", free=free), plate={"P1": "upgrade actions_3"},
        on_routes={"bremen__hamburg": "actions_4"},
    )  # fmt: skip
    state = play(state, "P1 end")
    assert legal(state, "P1") == ["lay upgrade kampen__arnheim", "lay actions_3 kampen__arnheim"]
    state = play(state, "P1 lay actions_3 kampen__arnheim")
    assert prompt(state) == "P2 act"
    assert state.players[0].shown == ("upgrade",)


@clauses("HT-13.2")
def test_the_only_marker_goes_to_the_only_route_without_asking() -> None:
    free = tuple(f"kampen__arnheim:{slot}" for slot in (1, 2, 3))
    state = position(
        seats=5, roads=crowd(5, "league", free=free), plate={"P1": "upgrade"},
        on_routes={"bremen__hamburg": "actions_4", "minden__hannover": "actions_3"},
    )  # fmt: skip
    state, events = play_with_events(state, "P1 end")
    assert prompt(state) == "P2 act"
    assert host_lines(events)[:2] == ["reveal P1 upgrade", "marker kampen__arnheim upgrade"]
