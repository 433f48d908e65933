"""The end of the game, final scoring and the winner (sections 19 to 21).

Not for points gained on the way.
"""

import pytest
from msgspec.structs import replace

from engine.teutonica.scoring import FinalPoints, final_points, marker_points, rank, region_points
from engine.teutonica.state import TeutonicaState, board_of
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import host_lines, legal, play, play_with_events, prompt, refused
from tests.engine.teutonica.positions import position

ROUTE = {"minden__hannover": "TTT"}


# ---- the end


@clauses("HT-19.1", "HT-19.5")
@pytest.mark.parametrize(("points", "over"), [(18, False), (19, True)])
def test_twenty_points_of_any_seat_end_the_game(points: int, over: bool) -> None:
    state = position(roads=ROUTE, rows={"minden": "P3"}, scores={"P3": points}, left=5)
    after, events = play_with_events(state, "P1 create minden__hannover office hannover")
    assert (prompt(after) == "") is over
    if over:
        assert host_lines(events)[:3] == ["point P3 1 control minden", "trigger score", "over"]
        assert after.left == 0
        assert after.rows[board_of(after).city_index["hannover"]].offices == ("P1T",)


@clauses("HT-19.2", "HT-10.3")
def test_a_draw_that_fails_ends_the_game_not_an_empty_supply() -> None:
    roads = ROUTE | {"bremen__hamburg": "TTTT"}
    markers = {"minden__hannover": "upgrade", "bremen__hamburg": "actions_3"}
    state = position(roads=roads, on_routes=markers, marker_supply=1, left=3)
    state = play(state, "P1 create minden__hannover none")
    assert (len(state.markers), prompt(state)) == (0, "P1 act")
    state, events = play_with_events(state, "P1 create bremen__hamburg none")
    assert host_lines(events)[:3] == ["take P1 actions_3", "trigger markers", "over"]
    assert state.players[0].unused == ("upgrade", "actions_3")


@clauses("HT-19.3")
def test_full_cities_end_the_game_at_the_limit() -> None:
    state = position(roads={"duisburg__dortmund": "TT"}, full=9)
    assert prompt(play(state, "P1 create duisburg__dortmund none")) == "P1 act"
    after, events = play_with_events(state, "P1 create duisburg__dortmund office duisburg")
    assert host_lines(events)[:3] == ["full duisburg 10", "trigger cities", "over"]
    assert prompt(after) == ""


@clauses("HT-19.3", "HT-12.3")
def test_an_extra_office_in_a_full_city_is_no_trigger() -> None:
    state = position(roads={"duisburg__dortmund": "TT"}, rows={"duisburg": "P2"}, full=9, held={"P1": "extra_office"})
    assert prompt(play(state, "P1 create duisburg__dortmund extra duisburg T")) == "P1 act"


@clauses("HT-19.4", "HT-10.12", "HT-23.8")
def test_the_action_is_completed_and_several_triggers_act_as_one() -> None:
    state = position(
        roads={"duisburg__dortmund": "TT"}, rows={"dortmund": "P1M"}, scores={"P1": 19}, full=9, marker_supply=0,
        on_routes={"duisburg__dortmund": "upgrade"},
    )  # fmt: skip
    after, events = play_with_events(state, "P1 create duisburg__dortmund office duisburg")
    assert after.triggers == ("score", "markers", "cities")
    assert host_lines(events).count("over") == 1
    assert after.rows[board_of(after).city_index["duisburg"]].offices == ("P1T",)


@clauses("HT-19.5")
def test_after_the_end_nothing_is_decided_and_plates_are_out() -> None:
    state = position(roads=ROUTE, on_routes={"minden__hannover": "upgrade"}, rows={"minden": "P1"},
                     scores={"P1": 19}, held={"P1": "actions_3"})  # fmt: skip
    state = play(state, "P1 create minden__hannover none")
    assert prompt(state) == ""
    assert all(legal(state, seat) == [] for seat in ("P1", "P2", "P3", "P4"))
    assert refused(state, "P1 use actions_3") == "HT-19.5"
    assert refused(state, "P1 end") == "HT-19.5"
    assert len(state.players[0].plate) == 1
    assert final_points(state)[0].markers == 3  # actions_3 and upgrade, not the one on the plate


@clauses("HT-19.6", "I-35")
def test_rounds_in_which_nothing_changes_end_the_game() -> None:
    state = position(seats=3, stall=2, roads=ROUTE)
    state = play(state, "P1 create minden__hannover none", "P1 end", "P2 end", "P3 end")  # a route for nothing
    assert state.still == 1
    lasting, events = play_with_events(state, "P1 end", "P2 end", "P3 end")
    assert prompt(lasting) == ""
    assert lasting.triggers == ()
    assert "over" in host_lines(events)
    assert TITLE.result(lasting) is not None
    never = replace(state, options=replace(state.options, stall=0))
    assert prompt(play(never, "P1 end", "P2 end", "P3 end")) == "P1 act"


@clauses("HT-19.6")
@pytest.mark.parametrize(
    ("named", "line"),
    [
        ({"roads": ROUTE, "rows": {"minden": "P2"}}, "P1 create minden__hannover none"),
        ({"roads": ROUTE}, "P1 create minden__hannover office minden"),
        ({"roads": {"hamburg__luebeck": "TTT"}}, "P1 create hamburg__luebeck develop bursa"),
        ({"roads": {"coellen__warburg": "TTMT"}}, "P1 create coellen__warburg honour white"),
        ({"held": {"P1": "actions_3"}}, "P1 use actions_3"),
    ],
)
def test_what_counts_as_a_change(named: dict[str, object], line: str) -> None:
    state = replace(position(seats=3, stall=2, **named), still=1)  # type: ignore[arg-type]
    state = play(state, line, "P1 end", "P2 end", "P3 end")
    assert (prompt(state), state.still) == ("P1 act", 0)


@clauses("HT-19.7", "I-14")
def test_the_score_has_no_cap_at_twenty() -> None:
    state = position(
        rows={"stendal": "P1", "brunswiek": "P1", "minden": "P1", "arnheim": "P1"},
        roads={"muenster__minden": "TTM"}, scores={"P1": 19},
    )  # fmt: skip
    assert play(state, "P1 create muenster__minden office muenster").players[0].score == 27


# ---- scoring


@clauses("HT-20.1", "HT-20.2")
def test_the_total_is_the_sum_of_its_parts() -> None:
    state = position(
        scores={"P1": 12}, rows={"minden": "P1 P1", "hannover": "P1"}, honours={"black": "P1"},
        held={"P1": "upgrade"}, used={"P1": "actions_3"}, desks={"P1": {"bursa": "all", "clavis": 3}},
    )  # fmt: skip
    line = final_points(state)[0]
    assert line.breakdown() == {
        "score": 12, "abilities": 4, "markers": 3, "honours": 11, "cities": 4, "network": 9, "mission": 0,
        "regions": 0,
    }  # fmt: skip
    assert line.total == 12 + 4 + 3 + 11 + 4 + 9


@clauses("HT-20.3")
@pytest.mark.parametrize(
    ("desk", "points"),
    [
        ({}, 0),
        ({"actiones": 5}, 4),
        ({"actiones": 5, "privilegium": "black", "liber": 5, "bursa": "all"}, 16),
        ({"clavis": 4}, 0),
        ({"actiones": (4, 2)}, 0),
    ],
)
def test_complete_abilities(desk: dict[str, int | str], points: int) -> None:
    assert final_points(position(desks={"P1": desk}))[0].abilities == points


@clauses("HT-20.4")
def test_markers_used_or_not() -> None:
    assert [marker_points(count) for count in range(13)] == [0, 1, 3, 3, 6, 6, 10, 10, 15, 15, 21, 21, 21]
    state = position(
        held={"P1": "upgrade actions_3"}, used={"P1": "swap_offices extra_office"}, plate={"P1": "upgrade"}
    )
    assert final_points(state)[0].markers == 6


@clauses("HT-20.5")
def test_honours() -> None:
    state = position(honours={"white": "P1", "orange": "P2", "pink": "P1"})
    assert [line.honours for line in final_points(state)] == [16, 8, 0, 0]


@clauses("HT-20.6", "I-30")
def test_controlled_cities() -> None:
    state = position(rows={"minden": "P1 P2", "hannover": "P1", "bremen": "P2x P1", "goslar": "P3x P3x P1 P1"})
    lines = final_points(state)
    assert [line.cities for line in lines] == [6, 2, 0, 0]


@clauses("HT-20.7", "I-31")
def test_the_network_is_the_connected_set_with_most_offices() -> None:
    rows = {
        "arnheim": "P1 P1 P1", "muenster": "P1", "kampen": "P1",
        "hamburg": "P1", "luebeck": "P1", "lueneburg": "P1", "perleberg": "P1",
    }  # fmt: skip
    assert final_points(position(rows=rows, desks={"P1": {"clavis": 2}}))[0].network == 10
    extra = rows | {"arnheim": "P1x P1 P1 P1"}
    assert final_points(position(rows=extra, desks={"P1": {"clavis": 4}}))[0].network == 24
    assert final_points(position())[0].network == 0


def britannia(rows: dict[str, str], seats: int = 4) -> TeutonicaState:
    return position(board="britannia", rows=rows, seats=seats)


@clauses("HT-20.9", "HT-17.12", "I-31")
@pytest.mark.parametrize(
    ("rows", "wales"),
    [
        ({}, [0, 0, 0, 0]),
        ({"cardiff": "P1", "conway": "P1", "chester": "P2", "montgomery": "P3 P2"}, [5, 5, 2, 0]),
        ({"cardiff": "P1", "conway": "P2"}, [5, 5, 0, 0]),
        ({"cardiff": "P1", "conway": "P2", "chester": "P3"}, [4, 4, 4, 0]),
        ({"cardiff": "P1", "conway": "P2", "chester": "P3", "pembroke": "P4"}, [3, 3, 3, 3]),
        ({"cardiff": "P2 P3 P1 P1", "conway": "P1"}, [7, 3, 3, 0]),
    ],
)
def test_regions(rows: dict[str, str], wales: list[int]) -> None:
    state = britannia(rows)
    assert region_points(state, board_of(state), "wales") == wales
    assert sum(wales) <= 13


@clauses("HT-20.10")
def test_regional_points_come_on_top_and_pieces_elsewhere_score_nothing() -> None:
    state = britannia({"cardiff": "P1"})
    line = final_points(state)[0]
    assert (line.cities, line.regions, line.network) == (2, 7, 1)
    assert line.total == 10
    crowded = position(board="britannia", rows={"cardiff": "P1"}, roads={"cambridge__ipswich": "TTTT"})
    assert final_points(crowded)[0].total == 10


def test_points_for_markers_need_a_marker() -> None:
    assert marker_points(0) == 0


# ---- the winner


def line(total: int, developments: int, network: int) -> FinalPoints:
    return FinalPoints(
        score=total - network, abilities=0, markers=0, honours=0, cities=0, network=network, mission=0,
        regions=0, developments=developments,
    )  # fmt: skip


@clauses("HT-21.1", "HT-1.7")
@pytest.mark.parametrize(
    ("developments", "networks", "winners"),
    [((8, 6, 9), (18, 12, 6), (1,)), ((6, 6, 9), (18, 12, 6), (0,)), ((6, 6, 9), (12, 12, 6), (0, 1))],
)
def test_ties_for_first(developments: tuple[int, ...], networks: tuple[int, ...], winners: tuple[int, ...]) -> None:
    lines = [line(*points) for points in zip((50, 50, 44), developments, networks, strict=True)]
    assert rank("2020", lines).winners == winners
    assert rank("2009", lines).winners == (0, 1)


@clauses("HT-21.1")
def test_developments_are_counted_over_all_five_tracks() -> None:
    desk = {"clavis": 3, "actiones": (3, 2), "liber": 3}
    assert final_points(position(desks={"P1": desk}))[0].developments == 3 + 2 + 1  # type: ignore[dict-item]


@clauses("HT-21.2")
def test_lower_ranks_use_the_same_keys() -> None:
    lines = [line(40, 3, 5), line(60, 3, 5), line(40, 2, 5), line(40, 3, 5)]
    assert [(one.seat, one.place) for one in rank("2020", lines).ranking] == [(1, 1), (2, 2), (0, 3), (3, 3)]
    assert [(one.seat, one.place) for one in rank("2009", lines).ranking] == [(1, 1), (0, 2), (2, 2), (3, 2)]
