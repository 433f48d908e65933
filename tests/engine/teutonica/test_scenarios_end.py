"""Scenarios of the end of the game, of final scoring, and of taking decisions back.

Not for regional points (`test_scenarios_britannia`), missions and favours (`test_scenarios_modules`).
"""

from collections.abc import Mapping

import pytest

from engine.errors import Illegal
from engine.history import Game
from engine.teutonica.scoring import FinalPoints, rank
from engine.teutonica.state import TeutonicaState
from engine.teutonica.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.teutonica.playing import (
    allowed,
    follow,
    game,
    host_lines,
    legal,
    play,
    play_with_events,
    prompt,
    refused,
)
from tests.engine.teutonica.positions import Value, position
from tests.engine.teutonica.test_scenarios_setup import final, full_count, marker_on, row, scores

both_editions = pytest.mark.parametrize("edition", ["2020", "2009"])


def breakdown(state: TeutonicaState, seat: int) -> dict[str, int]:
    """The points of a seat in a game that is over."""
    result = TITLE.result(state)
    assert result is not None
    return dict(next(rank for rank in result.ranking if rank.seat == seat - 1).breakdown)


def nobody_decides(state: TeutonicaState) -> bool:
    return prompt(state) == "" and not any(legal(state, f"P{seat + 1}") for seat in range(state.seats))


# ---- the end


@clauses("E-16", "HT-19.2", "HT-19.5")
@both_editions
def test_e16_empty_supply(edition: str) -> None:
    state = position(
        edition=edition,
        marker_supply=0,
        roads={"minden__hannover": "TTT"},
        on_routes={"minden__hannover": "upgrade"},
    )
    state, events = play_with_events(state, "P1 create minden__hannover office minden")
    assert row(state, "minden") == "P1T"
    assert (state.players[0].unused, state.players[0].used) == (("upgrade",), ())
    assert "over" in host_lines(events)
    assert nobody_decides(state)
    assert refused(state, "P1 use upgrade bursa") == "HT-19.5"
    assert breakdown(state, 1)["markers"] == 1


@clauses("S-23", "HT-19.1", "HT-19.5")
def test_s23_twenty_points_out_of_turn() -> None:
    state = position(
        scores={"P3": 19},
        rows={"hannover": "P3"},
        roads={"bremen__hannover": "TTM"},
        on_routes={"bremen__hannover": "upgrade"},
        left=2,
    )
    state, events = play_with_events(state, "P1 create bremen__hannover office bremen")
    assert scores(state) == [0, 0, 20, 0]
    assert (row(state, "bremen"), state.players[0].unused) == ("P1M", ("upgrade",))
    assert {"trigger score", "over"} <= set(host_lines(events))
    assert not [line for line in host_lines(events) if line.startswith("reveal")]
    assert nobody_decides(state)
    for line in ("P1 place T minden__hannover:1", "P1 use upgrade bursa", "P1 end", "P2 end"):
        assert refused(state, line) == "HT-19.5"
    assert breakdown(state, 1)["markers"] == 1


@clauses("S-24", "HT-19.3")
def test_s24_tenth_city() -> None:
    state = position(
        full=9,
        rows={"dortmund": "P3 P3 P2"},
        roads={"duisburg__dortmund": "TT"},
        held={"P1": "extra_office"},
        left=5,
    )
    assert full_count(state) == 9
    extra = play(state, "P1 create duisburg__dortmund extra dortmund T")
    assert (full_count(extra), prompt(extra), extra.left) == (9, "P1 act", 4)
    state, events = play_with_events(state, "P1 create duisburg__dortmund office duisburg")
    assert full_count(state) == 10
    assert {"full duisburg 10", "trigger cities", "over"} <= set(host_lines(events))
    assert nobody_decides(state)


@clauses("S-25", "HT-19.2", "HT-19.5")
def test_s25_last_marker() -> None:
    state = position(
        desks={"P1": {"actiones": 3}},
        left=3,
        marker_supply=1,
        roads={"minden__hannover": "TTT", "bremen__hamburg": "TTTT"},
        on_routes={"minden__hannover": "upgrade", "bremen__hamburg": "actions_3"},
    )
    state = play(state, "P1 create minden__hannover none")
    assert (len(state.markers), len(state.players[0].plate), prompt(state)) == (0, 1, "P1 act")
    state = play(state, "P1 create bremen__hamburg none")
    assert nobody_decides(state)
    assert state.players[0].unused == ("upgrade", "actions_3")
    assert breakdown(state, 1)["markers"] == 3


@clauses("S-25", "HT-19.5", "HT-20.4")
def test_s25_the_plate_marker_would_have_made_a_difference() -> None:
    """With one marker held before, the plate marker would make four and 6 points."""
    state = position(
        left=3,
        marker_supply=1,
        held={"P1": "swap_offices"},
        roads={"minden__hannover": "TTT", "bremen__hamburg": "TTTT"},
        on_routes={"minden__hannover": "upgrade", "bremen__hamburg": "actions_3"},
    )
    state = play(state, "P1 create minden__hannover none", "P1 create bremen__hamburg none")
    assert breakdown(state, 1)["markers"] == 3


@clauses("S-56", "HT-19.6")
def test_s56_standing_still() -> None:
    state = position(
        stall=20,
        round=2,
        roads={"stade__hamburg": "TTT", "minden__hannover": "P2 TTT"},
        keep_clear=["stade__hamburg", "minden__hannover"],
    )
    assert (marker_on(state, "minden__hannover"), row(state, "minden"), row(state, "hannover")) == ("", "", "")
    state = play(state, "P1 create stade__hamburg develop privilegium", "P1 end", "P2 end", "P3 end", "P4 end")
    for number in range(3, 23):
        assert (state.round, prompt(state)) == (number, "P1 act")
        state = play(state, "P1 end")
        state = play(state, "P2 create minden__hannover none", "P2 end") if number == 7 else play(state, "P2 end")
        state = play(state, "P3 end")
        assert prompt(state) == "P4 act"
        state, events = play_with_events(state, "P4 end")
    assert "over" in host_lines(events)
    assert nobody_decides(state)
    assert breakdown(state, 1) == dict.fromkeys(breakdown(state, 1), 0)
    result = TITLE.result(state)
    assert result is not None
    assert result.winners == (1, 2, 3)  # equal totals; P1 has a development more


# ---- scoring


@clauses("E-17", "HT-20.7")
def test_e17_network() -> None:
    state = position(
        rows={
            "minden": "P1 P1",
            "hannover": "P1",
            "bremen": "P1",
            "paderborn": "P1",
            "dortmund": "P1 P1",
            "hildesheim": "P1",
            "goslar": "P1",
            "kampen": "P1",
        },
        desks={"P1": {"clavis": 3}},
    )
    assert final(state, 1).network == 27


KINDS = "extra_office " * 4 + "swap_offices " * 2 + "three_pieces " * 2 + "upgrade " * 2 + "actions_3 " * 2


@clauses("E-23", "HT-20.4")
@both_editions
@pytest.mark.parametrize(
    ("count", "points"),
    [(0, 0), (1, 1), (2, 3), (3, 3), (4, 6), (5, 6), (6, 10), (7, 10), (8, 15), (9, 15), (10, 21), (12, 21)],
)
def test_e23_marker_points(edition: str, count: int, points: int) -> None:
    kinds = KINDS.split()[:count]
    for half in (0, count // 2, count):
        held = {"held": {"P1": " ".join(kinds[:half])}, "used": {"P1": " ".join(kinds[half:])}}
        state = position(edition=edition, marker_supply=0, **held)  # type: ignore[arg-type]
        assert final(state, 1).markers == points


@clauses("S-21", "HT-20.7")
def test_s21_network_by_offices() -> None:
    state = position(
        rows={
            "arnheim": "P1 P2 P1 P1",
            "muenster": "P1",
            "kampen": "P2 P1",
            "hamburg": "P1",
            "luebeck": "P1",
            "lueneburg": "P1",
            "perleberg": "P1",
        },
        honours={"orange": "P1"},
        desks={"P1": {"clavis": 2}},
    )
    assert (final(state, 1).network, final(state, 1).honours) == (10, 8)


@clauses("S-50", "HT-21.1", "HT-21.2")
@pytest.mark.parametrize(
    ("developments", "network", "places_2020"),
    [((8, 6, 9), (18, 12, 6), {1: 2, 2: 1, 3: 3}), ((6, 6, 9), (18, 12, 6), {1: 1, 2: 2, 3: 3}),
     ((6, 6, 9), (12, 12, 6), {1: 1, 2: 1, 3: 3})],
)  # fmt: skip
def test_s50_ties_at_the_end(
    developments: tuple[int, ...], network: tuple[int, ...], places_2020: dict[int, int]
) -> None:
    lines = [
        FinalPoints(total - points, 0, 0, 0, 0, points, 0, 0, taken)
        for total, points, taken in zip((50, 50, 44), network, developments, strict=True)
    ]
    assert [line.total for line in lines] == [50, 50, 44]

    def places(edition: str) -> dict[int, int]:
        return {one.seat + 1: one.place for one in rank(edition, lines).ranking}

    assert places("2020") == places_2020
    assert places("2009") == {1: 1, 2: 1, 3: 3}


@clauses("S-60", "HT-21.1")
@pytest.mark.parametrize(("tiebreak", "counted", "winner"), [("all", (5, 3), 2), ("actiones", (1, 2), 1)])
def test_s60_ties_by_one_ability(tiebreak: str, counted: tuple[int, int], winner: int) -> None:
    desks: Mapping[str, Mapping[str, Value]] = {
        "P1": {"actiones": 3, "bursa": 7, "liber": 4},
        "P2": {"actiones": (3, 2), "clavis": 2},
    }
    state = position(desks=desks, tiebreak=tiebreak)
    gained = [final(state, 1), final(state, 2)]
    assert tuple(points.developments for points in gained) == counted
    assert gained[0].total == gained[1].total
    assert [one + 1 for one in rank("2020", gained).winners] == [winner]


# ---- undo


def state_of(table: Game) -> TeutonicaState:
    assert isinstance(table.state, TeutonicaState)
    TITLE.audit(table.state)
    return table.state


def undo_refused(table: Game, seat: str) -> str:
    """The clause that forbids the undo; it changes nothing."""
    before, version = table.state, table.version
    assert not table.can_undo(int(seat[1:]) - 1)
    with pytest.raises(Illegal) as caught:
        follow(table, f"{seat} undo")
    assert (table.state, table.version) == (before, version)
    return caught.value.clause


@clauses("S-53", "HT-25.5")
def test_s53_undo_of_a_route_with_a_marker() -> None:
    before = position(roads={"minden__hannover": "TTT"}, on_routes={"minden__hannover": "upgrade"})
    order = before.markers
    assert len(order) == 12
    table = game(before)
    follow(table, "P1 create minden__hannover none")
    assert (len(state_of(table).players[0].plate), len(state_of(table).markers)) == (1, 11)
    follow(table, "P1 undo")
    after = state_of(table)
    assert (marker_on(after, "minden__hannover"), after.players[0].plate, after.markers) == ("upgrade", (), order)
    assert after.players[0].unused == ()
    assert after == before


@clauses("S-53", "HT-25.5")
def test_s53_undo_of_a_displacement() -> None:
    before = position(roads={"minden__hannover:1": "P2T"}, stock={"P2": "3T"})
    table = game(before)
    follow(table, "P1 displace minden__hannover:1 T pay T")
    assert table.can_undo(0)
    follow(table, "P1 undo")
    assert state_of(table) == before
    for line in ("P2 relocate minden__bremen:1", "P2 add T minden__bremen:1"):
        table = game(before)
        follow(table, "P1 displace minden__hannover:1 T pay T", line)
        assert prompt(state_of(table)) == "P2 respond"
        assert undo_refused(table, "P1") == "HT-25.5"


@clauses("S-54", "HT-25.5")
def test_s54_undo_at_the_end_of_a_turn() -> None:
    table = game(position(plate={"P1": "upgrade"}))
    follow(table, "P1 end")
    assert prompt(state_of(table)) == "P1 lay"
    assert undo_refused(table, "P1") == "HT-25.5"


@clauses("S-54", "HT-25.5")
def test_s54_undo_of_the_first_of_two_lays() -> None:
    table = game(position(plate={"P1": "upgrade actions_4"}))
    follow(table, "P1 end")
    shown = state_of(table)
    follow(table, "P1 lay upgrade minden__hannover")
    assert allowed(state_of(table), "P1 lay actions_4 kampen__arnheim")
    follow(table, "P1 undo")
    assert state_of(table) == shown
    assert undo_refused(table, "P1") == "HT-25.5"
    follow(table, "P1 lay upgrade minden__hannover", "P1 lay actions_4 kampen__arnheim")
    assert prompt(state_of(table)) == "P2 act"
    assert table.can_undo(0)
    follow(table, "P2 end")
    assert undo_refused(table, "P1") == "HT-25.5"
