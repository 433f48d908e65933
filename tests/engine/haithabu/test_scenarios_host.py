"""Section 18.2, S-22 to S-32: traps, the end, undo.

Not for movement: that is in `test_scenarios_own`.
"""

import pytest

from engine.errors import Illegal
from engine.haithabu import play
from engine.haithabu.legal.turns import Turns, tiers
from engine.haithabu.legal.turns import ground_of as ground
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.history import Game
from engine.values import UNDO
from tests.engine.clauses import clauses
from tests.engine.haithabu.positions import (
    after,
    homes,
    lines,
    load,
    outcomes,
    parsed,
    position,
    refusal,
    some_run,
    told,
    where,
)


def resets(state: HaithabuState) -> set[str]:
    """The spaces a lifted runner may go to."""
    return {TITLE.text(action).split()[1] for action in TITLE.legal(state, state.active)}


@clauses("S-22", "HB-12.2", "HB-12.3")
def test_fresh_trap() -> None:
    state = position({"N1": "ac2"}, {"N": "cst"}, trap="c")
    sprung, events = told(state, "run N1 gm1 over cg put c")
    assert "sprung c N1" in lines(events)
    assert "c" not in sprung.open
    assert "g" in sprung.open
    assert load(sprung, "N") == 3
    assert sprung.lifted == "N1"
    assert resets(sprung) == {"N-s1", "N-s2", "N-s6"}


@clauses("S-23", "HB-12.2", "HB-12.7")
def test_stop_and_leave() -> None:
    state = after(position(trap="a"), "run N4 a over -")
    state = after(state, "run E1 E-p1 over -", "run S1 S-p1 over -", "run W1 W-p1 over -")
    state, events = told(state, "run N4 ac1 over -")
    assert lines(events) == []
    assert state.note == "a"
    assert state.sprung == ""


@clauses("S-24", "HB-12.2")
def test_author() -> None:
    state, events = told(position({"N1": "N-s1"}, trap="b", author="N"), "run N1 bd1 over b")
    assert "sprung b N1" in lines(events)
    assert where(after(state, "reset N-s6 trap none"), "N1") == "N-s6"


@clauses("S-25", "HB-12.3")
def test_no_win_by_a_sprung_move() -> None:
    places = {"N1": "S-s1", "N2": "S-s6", "N3": "S-s3", "N4": "qs2", "S1": "g", "S2": "gh1"}
    sprung = after(position(places, trap="s", quiet=7, passes=2), "run N4 S-s2 over s")
    assert sprung.phase == "reset"
    assert "s" in sprung.open
    done = after(sprung, "reset N-s3 trap a")
    assert done.phase == "run"
    assert where(done, "N4") == "N-s3"
    assert (done.quiet, done.passes) == (8, 0)


@clauses("S-26", "HB-12.4")
def test_last_free_start_space_at_reset() -> None:
    sprung = after(position({"N1": "ac2"}, seats=2, trap="c", author="S"), "run N1 cd1 over c")
    assert resets(sprung) == {"N-s1"}
    assert refusal(sprung, "reset N-p1 trap none") == "HB-12.4"
    state = after(sprung, "reset N-s1 trap none")
    state = after(state, some_run(state, runner="S1"))
    assert TITLE.view(state, None).tier == 1


@clauses("S-27", "HB-12.4", "HB-8.2")
def test_reset_to_a_passage_space() -> None:
    places = {"N1": "hn1", "N2": "N-p2", "S1": "N-s1", "S2": "N-s2"}
    state = position(places, {"S": "a"}, seats=2, trap="b", author="S")
    assert TITLE.view(state, None).tier == 2
    assert outcomes(state) == [f"N2 {way}" for way in ("b/-", "bd1/b", "bd2/b", "bj1/b", "bj2/b")]
    sprung = after(state, "run N2 bd1 over b")
    assert resets(sprung) == {f"N-p{i}" for i in range(1, 8)}


@clauses("S-28", "HB-12.6", "HB-12.8")
def test_none() -> None:
    game = Game(TITLE, None, position(trap="a"))
    game.apply(0, parsed("run N4 ac1 over a"))
    game.apply(0, parsed("reset N-s5 trap none"))
    assert game.log(1)[-1] == "P1 reset N-s5 trap ?"
    assert game.log(None)[-1] == "P1 reset N-s5 trap ?"
    assert game.log(0)[-1] == "P1 reset N-s5 trap none"
    for text in ("run E1 E-p1 over -", "run S1 S-p1 over -", "run W1 W-p1 over -", "run N4 ac1 over a"):
        events = game.apply(game.to_act()[0].seat, parsed(text))
        assert not [line for line in lines(events) if line.startswith("sprung")]
    assert game.state.loads[0] == 1  # type: ignore[attr-defined]


@clauses("S-29", "HB-11.2", "HB-11.3", "HB-11.4", "HB-10.2")
@pytest.mark.parametrize(("third", "places", "distances"), [("m", (2, 1), (70, 67)), ("q", (1, 1), (67, 67))])
def test_stall(third: str, places: tuple[int, int], distances: tuple[int, int]) -> None:
    at = {"N1": "S-s1", "N2": "S-s2", "N3": third, "S1": "N-s1", "S2": "N-s2", "S3": "d"}
    state = position({**at, "S3": "cd2"}, seats=2, active="S", quiet=99)
    over, events = told(state, "run S3 d over -")
    assert over.phase == "over"
    assert over.quiet == 100
    assert "over stall" in lines(events)
    result = TITLE.result(over)
    assert result is not None
    by_seat = {rank.seat: rank for rank in result.ranking}
    assert (by_seat[0].place, by_seat[1].place) == places
    assert (by_seat[0].tie_break, by_seat[1].tie_break) == ((distances[0],), (distances[1],))
    assert {rank.breakdown["finished"] for rank in result.ranking} == {2}


@clauses("S-30", "HB-11.1")
def test_quiet_count() -> None:
    state = position({"N1": "s"}, quiet=99)
    done = after(state, "run N1 S-s1 over -")
    assert done.quiet == 0
    assert done.phase == "run"


@clauses("S-31", "HB-9.3")
def test_blocked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position in which nobody can move was never met (REPORT.md): a token holder can open any bridge."""

    def nobody(state: HaithabuState) -> Turns:
        return Turns(tiers(ground(state))[-1], ())

    state = position({"N1": "S-s1", "S1": "gh1"}, seats=2, active="S")
    monkeypatch.setattr(play, "turns", nobody)
    over, events = TITLE.apply(state, 1, parsed("run S2 S-p2 over -"))
    assert lines(events)[:3] == ["pass N", "pass S", "over blocked"]
    assert (over.phase, over.passes) == ("over", 2)
    result = TITLE.result(over)
    assert result is not None
    assert result.winners == (0,)


@clauses("S-32", "HB-16.4")
def test_undo() -> None:
    places = {"E1": "W-s1", "E2": "W-s6", "E4": "W-s2", "W1": "gh1", "E3": "ac1", "S1": "ac2"}
    game = Game(TITLE, None, position(places, {"S": "a"}))
    before = game.state
    events = game.apply(0, parsed("run N2 N-p4 over -"))
    assert lines(events) == ["pass E"]
    assert [decision.seat for decision in game.to_act()] == [2]
    assert game.can_undo(0)
    game.apply(0, UNDO)
    assert game.state == before
    game.apply(0, parsed("run N2 N-p4 over -"))
    game.apply(2, parsed("run S1 c over - put a"))
    with pytest.raises(Illegal) as refused:
        game.apply(0, UNDO)
    assert refused.value.clause == "HB-16.4"


@clauses("S-32", "HB-16.4")
def test_undo_with_traps_only_if_nothing_was_crossed() -> None:
    game = Game(TITLE, None, position(trap="t"))
    game.apply(0, parsed("run N4 a over -"))
    assert game.can_undo(0)
    game.apply(0, UNDO)
    game.apply(0, parsed("run N4 ac1 over a"))
    assert not game.can_undo(0)


@clauses("HB-16.4", "HB-14.2")
def test_no_list_goes_on_after_a_crossing_with_traps() -> None:
    told = set()
    for trap in "abt":
        game = Game(TITLE, None, position(trap=trap))
        for then in ("reset N-s5 trap none", "run N4 a over -"):
            with pytest.raises(Illegal) as refused:
                game.apply(0, parsed("run N4 ac1 over a"), parsed(then))
            told.add((refused.value.clause, str(refused.value)))
            assert not game.lines
    assert [clause for clause, _ in told] == ["HB-16.4"]


@clauses("HB-16.4")
def test_a_note_a_reset_and_a_win_are_final() -> None:
    game = Game(TITLE, None, position(trap="a"))
    game.apply(0, parsed("run N4 ac1 over a"))
    assert not game.can_undo(0)
    game.apply(0, parsed("reset N-s5 trap b"))
    assert not game.can_undo(0)
    game = Game(TITLE, None, position({"N1": "S-s1", "N2": "S-s6", "N3": "S-s3", "N4": "s", "S1": "gh1", "S2": "gh2"}))
    game.apply(0, parsed("run N4 S-s2 over -"))
    assert game.result() is not None
    assert not game.can_undo(0)
    assert homes(4)[game.state.active] == "N"  # type: ignore[attr-defined]
