"""Scenarios of bonus markers on the League board: using them, and laying new ones at the end of a turn.

Not for markers that only add actions or developments: `test_scenarios_turns` has those.
"""

import pytest

from engine.teutonica.board import board_for
from engine.teutonica.state import TeutonicaState
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import position
from tests.engine.teutonica.test_scenarios_setup import (
    control,
    full_count,
    marker_on,
    road,
    row,
    scores,
    stock,
    supply,
)


def laid(state: TeutonicaState) -> dict[str, str]:
    """The markers on the board."""
    return {road.route: road.marker for road in state.roads if road.marker}


@clauses("E-18", "HT-12.4", "HT-12.6")
def test_e18_swap() -> None:
    state = position(
        rows={"perleberg": "P3 P1T P2M"}, held={"P1": "swap_offices"}, desks={"P1": {"privilegium": "white"}}
    )
    assert control(state, "perleberg") == "P2"
    state = play(state, "P1 use swap perleberg 2")
    assert row(state, "perleberg") == "P3T P2M P1T"
    assert control(state, "perleberg") == "P1"
    assert (state.left, state.players[0].used, scores(state)) == (2, ("swap_offices",), [0, 0, 0, 0])


@clauses("E-20", "HT-12.2", "HT-12.3")
def test_e20_extra_office() -> None:
    state = position(
        rows={"hannover": "P2 P3"},
        roads={"bremen__hannover": "TTM"},
        held={"P1": "extra_office"},
        stock={"P1": "0"},
        full=1,
    )
    assert full_count(state) == 1
    state = play(state, "P1 create bremen__hannover extra hannover T")
    assert scores(state) == [0, 0, 1, 0]
    assert row(state, "hannover") == "P1Tx P2T P3T"
    assert (full_count(state), stock(state, 1)) == (1, "1T1M")
    assert (state.players[0].unused, state.players[0].used) == ((), ("extra_office",))


@clauses("E-21", "HT-12.7")
def test_e21_three_pieces_2020() -> None:
    state = position(
        roads={"minden__hannover:1": "P2T", "goslar__magdeburg:1": "P3M", "kampen__arnheim:1": "P4T"},
        held={"P1": "three_pieces"},
    )
    state = play(
        state,
        "P1 use three",
        "P1 lift minden__hannover:1",
        "P1 lift goslar__magdeburg:1",
        "P1 lift kampen__arnheim:1",
        "P1 put minden__hannover:1 goslar__magdeburg:1",
        "P1 put goslar__magdeburg:1 minden__hannover:1",
        "P1 put kampen__arnheim:1 kampen__arnheim:3",
    )
    assert road(state, "minden__hannover") == "P3M - -"
    assert road(state, "goslar__magdeburg") == "P2T -"
    assert road(state, "kampen__arnheim") == "- - P4T"
    assert (state.left, prompt(state), state.players[0].used) == (2, "P1 act", ("three_pieces",))


@clauses("E-22", "HT-12.8")
def test_e22_three_pieces_2009() -> None:
    before = position(
        edition="2009",
        roads={"minden__hannover": "P1T P2M P3T"},
        supply={"P1": "0", "P2": "0", "P3": "2T"},
        held={"P1": "three_pieces"},
    )
    state = play(before, "P1 use three", *(f"P1 lift minden__hannover:{number}" for number in (1, 2, 3)))
    assert [supply(state, seat) for seat in (1, 2, 3)] == ["1T", "1M", "3T"]
    assert [stock(state, seat) for seat in (1, 2, 3, 4)] == [stock(before, seat) for seat in (1, 2, 3, 4)]
    assert road(state, "minden__hannover") == "- - -"
    assert (state.left, prompt(state)) == (2, "P1 act")


@clauses("S-14", "HT-12.6")
def test_s14_swap_on_a_coin() -> None:
    state = position(rows={"luebeck": "P2 P1"}, held={"P1": "swap_offices"}, scores={"P1": 3})
    state = play(state, "P1 use swap luebeck 1")
    assert row(state, "luebeck") == "P1T P2T"
    assert scores(state) == [3, 0, 0, 0]
    assert control(state, "luebeck") == "P2"


@clauses("S-15", "HT-12.4", "HT-12.5")
def test_s15_swap_limits() -> None:
    new = position(rows={"minden": "P4x P2 P3 P1"}, held={"P1": "swap_offices"})
    old = position(rows={"minden": "P4x P2 P3 P1"}, held={"P1": "swap_offices"}, edition="2009")
    assert refused(new, "P1 use swap minden 1") == "HT-12.4"
    assert legal(new, "P1", "use swap") == ["use swap minden 2"]
    assert legal(old, "P1", "use swap") == ["use swap minden 1", "use swap minden 2"]
    assert row(play(old, "P1 use swap minden 1"), "minden") == "P4Tx P3T P2T P1T"
    for state in (new, old):
        assert refused(state, "P1 use swap minden 3") == "HT-12.4"
        assert row(play(state, "P1 use swap minden 2"), "minden") == "P4Tx P2T P1T P3T"


@clauses("S-16", "HT-12.3")
def test_s16_extra_in_a_full_city() -> None:
    state = position(rows={"duisburg": "P2"}, roads={"duisburg__dortmund": "TT"}, held={"P1": "extra_office"}, full=1)
    assert full_count(state) == 1
    assert refused(state, "P1 create duisburg__dortmund extra dortmund T") == "HT-12.2"
    state = play(state, "P1 create duisburg__dortmund extra duisburg T")
    assert scores(state) == [0, 1, 0, 0]
    assert row(state, "duisburg") == "P1Tx P2T"
    assert (control(state, "duisburg"), full_count(state)) == ("P2", 1)


@clauses("S-17", "HT-10.4")
@pytest.mark.parametrize("edition", ["2020", "2009"])
def test_s17_just_taken(edition: str) -> None:
    state = position(
        edition=edition,
        roads={"osnabrueck__bremen": "TTT"},
        on_routes={"osnabrueck__bremen": "extra_office"},
        rows={"osnabrueck": "P2"},
    )
    line = "P1 create osnabrueck__bremen extra osnabrueck T"
    assert refused(state, line) in ("HT-10.4", "HT-12.2")
    assert allowed(state, "P1 create osnabrueck__bremen none")


@clauses("S-18", "HT-11.1", "HT-11.2")
def test_s18_extra_office_connects() -> None:
    state = position(
        rows={"stendal": "P1", "brunswiek": "P1", "muenster": "P1", "arnheim": "P1", "minden": "P2 P3 P4 P2"},
        roads={"minden__hannover": "TTT"},
        held={"P1": "extra_office"},
    )
    state = play(state, "P1 create minden__hannover extra minden T")
    assert row(state, "minden") == "P1Tx P2T P3T P4T P2T"
    assert scores(state) == [7, 1, 0, 0]


# ---- laying markers


@clauses("S-26", "HT-13.1", "HT-13.2")
def test_s26_two_markers() -> None:
    state = position(
        plate={"P1": "actions_4 upgrade"},
        on_routes={"lueneburg__perleberg": "extra_office"},
        roads={"kampen__arnheim:1": "P2T"},
    )
    state = play(state, "P1 end")
    assert (prompt(state), sorted(state.players[0].shown)) == ("P1 lay", ["actions_4", "upgrade"])
    state = play(state, "P1 lay actions_4 bremen__hamburg")
    closed = {"bremen__hamburg", "lueneburg__perleberg", "kampen__arnheim"}
    for route in closed:
        assert refused(state, f"P1 lay upgrade {route}") == "HT-13.2"
    others = [route.id for route in board_for("league", 4).routes if route.id not in closed]
    assert len(others) == 31
    assert legal(state, "P1") == [f"lay upgrade {route}" for route in others]
    for route in others:
        after = play(state, f"P1 lay upgrade {route}")
        assert laid(after) == {"lueneburg__perleberg": "extra_office", "bremen__hamburg": "actions_4", route: "upgrade"}
        assert prompt(after) == "P2 act"


@clauses("S-27", "HT-13.2")
def test_s27_full_ends() -> None:
    state = position(plate={"P1": "upgrade"}, rows={"duisburg": "P2", "arnheim": "P2 P3 P4 P3", "dortmund": "P2 P3"})
    state = play(state, "P1 end")
    assert allowed(state, "P1 lay upgrade duisburg__dortmund")
    assert refused(state, "P1 lay upgrade arnheim__duisburg") == "HT-13.2"


def crowded() -> TeutonicaState:
    """Two routes with a marker; every other route with one trader; an upgrade on P1's plate."""
    marked = {"minden__bremen": "extra_office", "minden__hannover": "swap_offices"}
    others = [route.id for route in board_for("league", 4).routes if route.id not in marked]
    roads = {f"{route}:1": f"P{number % 4 + 1}T" for number, route in enumerate(others)}
    return position(plate={"P1": "upgrade"}, on_routes=marked, roads=roads | {"bremen__hamburg:1": "P1T"})


@clauses("S-28", "HT-13.5", "HT-13.6")
def test_s28_no_room() -> None:
    state, events = play_with_events(crowded(), "P1 end")
    assert prompt(state) == "P2 act"
    assert len(laid(state)) == 2
    assert "stuck P1 upgrade" in host_lines(events)
    assert (state.players[0].shown, state.players[0].plate, state.players[0].unused) == (("upgrade",), (), ())
    state = play(state, "P2 end", "P3 end", "P4 end")
    assert prompt(state) == "P1 act"
    assert refused(state, "P1 use upgrade bursa") == "HT-12.1"
    assert legal(state, "P1", "use") == []
    stuck = play(state, "P1 end")
    assert (prompt(stuck), stuck.players[0].shown, len(laid(stuck))) == ("P2 act", ("upgrade",), 2)
    own = [road.route for road in state.roads if "P1T" in road.pieces and road.route != "bremen__hamburg"]
    first, second = own[:2]
    lines = [f"P1 lift {first}:1", f"P1 put {first}:1 bremen__hamburg:2"]
    one_free = play(state, *lines, "P1 end")  # one marker and one route: no prompt (24)
    assert (marker_on(one_free, first), one_free.players[0].shown) == ("upgrade", ())
    assert (prompt(one_free), len(laid(one_free))) == ("P2 act", 3)
    lines = [f"P1 lift {first}:1", f"P1 lift {second}:1"]
    lines += [f"P1 put {first}:1 bremen__hamburg:2", f"P1 put {second}:1 bremen__hamburg:3"]
    two_free = play(state, *lines, "P1 end")
    assert (prompt(two_free), set(legal(two_free, "P1"))) == (
        "P1 lay",
        {f"lay upgrade {first}", f"lay upgrade {second}"},
    )
    two_free = play(two_free, f"P1 lay upgrade {second}")
    assert (marker_on(two_free, second), prompt(two_free), len(laid(two_free))) == ("upgrade", "P2 act", 3)
