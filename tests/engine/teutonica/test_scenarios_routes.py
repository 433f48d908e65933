"""Scenarios of creating trade routes on the League board: control, offices, honours, connection.

Not for bonus markers used on the way (`test_scenarios_markers`), nor for the end (`test_scenarios_end`).
"""

import pytest

from engine.teutonica.state import TeutonicaState
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import allowed, host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import position
from tests.engine.teutonica.test_scenarios_setup import control, final, marker_on, road, row, scores, stock

both_editions = pytest.mark.parametrize("edition", ["2020", "2009"])


def dortmund(privilege: str = "white", marker: str = "") -> TeutonicaState:
    """The position of E-7, with a privilege and a marker on the route."""
    return position(
        rows={"dortmund": "P1", "paderborn": "P1 P2"},
        roads={"dortmund__paderborn": "TTT"},
        desks={"P1": {"privilegium": privilege}},
        on_routes={"dortmund__paderborn": marker} if marker else {},
        stock={"P1": "1T"},
    )


@clauses("E-7", "HT-10.2")
def test_e7_control() -> None:
    state, events = play_with_events(dortmund(), "P1 create dortmund__paderborn none")
    assert scores(state) == [1, 1, 0, 0]
    assert "point P1 1 control dortmund" in host_lines(events)
    assert "point P2 1 control paderborn" in host_lines(events)
    assert (control(state, "dortmund"), control(state, "paderborn")) == ("P1", "P2")


@clauses("E-8", "HT-10.3", "HT-10.4", "HT-13.1", "HT-13.7")
def test_e8_taking_a_marker() -> None:
    state = dortmund(marker="actions_3")
    assert len(state.markers) == 12
    drawn = state.markers[0]
    state = play(state, "P1 create dortmund__paderborn none")
    seen = TITLE.view(state, 0)
    assert (seen.players[0].unused, seen.players[0].used) == (("actions_3",), ())
    assert (seen.markers, seen.players[0].plate, seen.players[0].shown) == (11, 1, ())
    assert marker_on(state, "dortmund__paderborn") == ""
    assert state.left == 1
    assert refused(state, f"P1 lay {drawn} minden__bremen") == "HT-25.1"
    state = play(state, "P1 use actions_3")
    assert (state.left, state.players[0].used) == (4, ("actions_3",))
    spaces = ("minden__hannover:1", "minden__hannover:2", "minden__hannover:3", "kampen__arnheim:1")
    for space in spaces:
        state = play(state, f"P1 place T {space}")
        assert (prompt(state), len(state.players[0].plate)) == ("P1 act", 1)
        assert refused(state, f"P1 lay {drawn} minden__bremen") == "HT-25.1"
    state = play(state, "P1 end")
    assert (prompt(state), state.players[0].shown) == ("P1 lay", (drawn,))
    state = play(state, f"P1 lay {drawn} minden__bremen")
    assert (marker_on(state, "minden__bremen"), prompt(state)) == (drawn, "P2 act")


@clauses("E-9", "HT-10.5", "HT-10.6")
def test_e9_office_in_order() -> None:
    state = dortmund("pink")
    assert legal(state, "P1", "create dortmund__paderborn office") == ["create dortmund__paderborn office dortmund"]
    state = play(state, "P1 create dortmund__paderborn office dortmund")
    assert row(state, "dortmund") == "P1M P1T"
    assert (stock(state, 1), road(state, "dortmund__paderborn")) == ("3T", "- - -")
    assert refused(dortmund("white"), "P1 create dortmund__paderborn office dortmund") == "HT-10.5"
    assert legal(dortmund("white"), "P1", "create dortmund__paderborn office") == []


@clauses("E-10", "HT-11.1", "HT-11.2")
def test_e10_connection_in_a_direct_line() -> None:
    state = position(
        rows={"stendal": "P1", "brunswiek": "P1", "minden": "P1", "arnheim": "P1"}, roads={"muenster__minden": "TTM"}
    )
    state, events = play_with_events(state, "P1 create muenster__minden office muenster")
    assert row(state, "muenster") == "P1M"
    assert scores(state) == [8, 0, 0, 0]
    assert "point P1 1 control minden" in host_lines(events)
    assert "point P1 7 connection" in host_lines(events)


@clauses("E-11", "HT-11.2")
def test_e11_connection_the_long_way() -> None:
    state = position(
        rows={
            "stendal": "P1",
            "brunswiek": "P1",
            "minden": "P1",
            "muenster": "P1",
            "arnheim": "P1 P2",
            "duisburg": "P2",
            "dortmund": "P2",
            "paderborn": "P2",
            "hildesheim": "P2",
            "goslar": "P2",
            "magdeburg": "P2",
        },
        roads={"stendal__magdeburg": "P2 TTM"},
        scores={"P1": 8},
        connected="P1",
        active="P2",
    )
    state, events = play_with_events(state, "P2 create stendal__magdeburg office stendal")
    assert row(state, "stendal") == "P1T P2M"
    assert scores(state) == [9, 5, 0, 0]
    assert "point P1 1 control stendal" in host_lines(events)
    assert "point P2 1 control magdeburg" in host_lines(events)
    assert "point P2 4 connection" in host_lines(events)


@clauses("E-13", "HT-10.8")
def test_e13_honour() -> None:
    state = position(roads={"coellen__warburg": "TTMT"}, desks={"P1": {"privilegium": "orange"}}, stock={"P1": "0"})
    after = play(state, "P1 create coellen__warburg honour orange")
    assert after.honours == ("", "P1", "", "")
    assert (stock(after, 1), scores(after)) == ("3T", [0, 0, 0, 0])
    assert final(after, 1).honours == 8
    assert final(state, 1).honours == 0
    coellen = play(state, "P1 create coellen__warburg office coellen")
    assert (row(coellen, "coellen"), scores(coellen), stock(coellen, 1)) == ("P1T", [1, 0, 0, 0], "2T1M")
    warburg = play(state, "P1 create coellen__warburg office warburg")
    assert (row(warburg, "warburg"), scores(warburg), stock(warburg, 1)) == ("P1T", [0, 0, 0, 0], "2T1M")
    assert refused(state, "P1 create coellen__warburg honour pink") == "HT-10.8"
    assert refused(state, "P1 create coellen__warburg honour black") == "HT-10.8"


@clauses("E-14", "HT-10.8")
@both_editions
def test_e14_honours_out_of_order(edition: str) -> None:
    state = position(edition=edition, roads={"coellen__warburg": "TTMT"}, desks={"P1": {"privilegium": "pink"}})
    assert state.honours == ("", "", "", "")
    state = play(state, "P1 create coellen__warburg honour pink")
    assert state.honours == ("", "", "P1", "")
    assert final(state, 1).honours == 9


@clauses("E-15", "HT-10.13")
@both_editions
def test_e15_route_without_office(edition: str) -> None:
    state = position(
        edition=edition,
        rows={"duisburg": "P2", "dortmund": "P3 P3 P2"},
        roads={"duisburg__dortmund": "TT"},
        on_routes={"duisburg__dortmund": "upgrade"},
        desks={"P1": {"privilegium": "black"}},
        stock={"P1": "0"},
    )
    assert refused(state, "P1 create duisburg__dortmund office duisburg") == "HT-10.5"
    assert refused(state, "P1 create duisburg__dortmund office dortmund") == "HT-10.5"
    state = play(state, "P1 create duisburg__dortmund none")
    assert scores(state) == [0, 1, 1, 0]
    assert state.players[0].unused == ("upgrade",)
    assert (stock(state, 1), road(state, "duisburg__dortmund")) == ("2T", "- -")


@clauses("S-20", "HT-11.2", "HT-11.3")
def test_s20_fourth_connection() -> None:
    state = position(
        rows={"stendal": "P1", "brunswiek": "P1", "minden": "P2 P1", "arnheim": "P1"},
        roads={"muenster__minden": "TTM"},
        scores={"P2": 7, "P3": 4, "P4": 2},
        connected="P2 P3 P4",
    )
    state = play(state, "P1 create muenster__minden office muenster")
    assert scores(state) == [1, 7, 4, 2]  # the point is for the control of Minden
    assert state.connected == (1, 2, 3, 0)


@clauses("S-20", "HT-11.2", "HT-11.3")
def test_s20_second_path_of_one_seat() -> None:
    state = position(
        rows={
            **dict.fromkeys(("stendal", "brunswiek", "minden", "muenster", "arnheim"), "P2"),
            **dict.fromkeys(("duisburg", "dortmund", "paderborn", "hildesheim", "goslar"), "P2"),
        },
        roads={"goslar__magdeburg": "P2 MT"},
        scores={"P2": 7, "P3": 4, "P4": 2},
        connected="P2 P3 P4",
        active="P2",
    )
    state, events = play_with_events(state, "P2 create goslar__magdeburg office magdeburg")
    assert row(state, "magdeburg") == "P2M"
    assert scores(state) == [0, 8, 4, 2]  # the point is for the control of Goslar
    assert not [line for line in host_lines(events) if line.endswith("connection")]


@clauses("S-22", "HT-2.10")
def test_s22_control_with_a_bystander() -> None:
    state = position(rows={"minden": "P2x P1 P2 P1 P3"}, roads={"minden__hannover": "TTT"})
    assert control(state, "minden") == "P1"
    assert row(state, "minden").split()[-1].startswith("P3")
    assert scores(play(state, "P1 create minden__hannover none")) == [1, 0, 0, 0]


@clauses("S-31", "HT-10.5")
def test_s31_shape() -> None:
    state = position(rows={"goettingen": "P2"}, roads={"goettingen__quedlinburg": "TTT"})
    assert refused(state, "P1 create goettingen__quedlinburg office goettingen") in ("HT-10.5", "HT-10.6")
    state = position(rows={"goettingen": "P2"}, roads={"goettingen__quedlinburg": "TTM"}, stock={"P1": "0"})
    state = play(state, "P1 create goettingen__quedlinburg office goettingen")
    assert (row(state, "goettingen"), stock(state, 1)) == ("P2T P1M", "2T")


@clauses("S-51", "HT-10.2")
def test_s51_two_ends_of_one_seat() -> None:
    state = position(rows={"minden": "P2", "hannover": "P2"}, roads={"minden__hannover": "TTT"})
    assert scores(play(state, "P1 create minden__hannover none")) == [0, 2, 0, 0]


@clauses("S-52", "HT-10.6")
def test_s52_no_piece_from_elsewhere() -> None:
    state = position(roads={"stade__hamburg": "TTT"}, supply={"P1": "2M"})
    assert refused(state, "P1 create stade__hamburg office stade") == "HT-10.6"
    assert allowed(state, "P1 create stade__hamburg office hamburg")
