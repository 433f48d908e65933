"""The readings that a table can choose (HB-1.10): a trap that stays, open passages, passing rather than putting.

Not for the usual readings: the other tests have those.
"""

import random

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engine import record
from engine.chance import Stream
from engine.errors import BadOption
from engine.haithabu.actions import Pass, Run
from engine.haithabu.board import LETTERS
from engine.haithabu.events import Ended
from engine.haithabu.legal.resets import reset_notes
from engine.haithabu.legal.turns import turns
from engine.haithabu.options import READINGS, HaithabuOptions
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.values import UNDO, Event, Setup
from tests.engine.clauses import clauses
from tests.engine.haithabu import oracle
from tests.engine.haithabu.positions import after, lines, outcomes, position, refusal, started, told

E_11 = ["N-s1/-", "N-s2/-", "N-s6/-", "a/-", "b/-", "bd1/b", "bj1/b"]
ONLY_BY_PUTTING = {"N1": "S-s1", "N2": "S-s6", "N4": "S-s2", "N3": "ac1", "S1": "ac2"}
"""E-19."""


def walk(seats: int, options: HaithabuOptions, seed: str) -> list[HaithabuState]:
    """The positions of a random game in which a run is due, and the end; tokens are kept where that is possible."""
    chance = random.Random(seed)
    state, _ = TITLE.start(Setup(seats, options, seed))
    seen = [state]
    while due := TITLE.to_act(state):
        actions = TITLE.legal(state, due[0].seat)
        if isinstance(actions[0], Run) and chance.random() < 0.7:
            actions = [run for run in actions if isinstance(run, Run) and len(run.put) == len(actions[0].put)]
        state, _ = TITLE.play(state, due[0].seat, chance.choice(actions))
        TITLE.audit(state)
        seen.append(state)
    return seen


def how_it_ended(events: list[Event]) -> str:
    return next(event.how for event in events if isinstance(event, Ended))


@clauses("HB-1.10", "HB-12.6")
def test_the_first_values_are_todays_and_are_never_written() -> None:
    plain = TITLE.read_options(4, {})
    assert TITLE.read_options(4, {"trap": "spent", "passages": "closed", "passing": "forced"}) == plain
    assert msgspec.to_builtins(plain) == {"traps": False}
    assert not {"trap", "passages", "passing"} & set(msgspec.to_builtins(started(4, traps=True)))
    for options in READINGS:
        written = msgspec.to_builtins(options)
        assert TITLE.read_options(2, written) == options
        state, events = TITLE.start(Setup(2, options, "said"))
        names = ("trap", "passages", "passing")
        chosen = {name: getattr(options, name) for name in names if getattr(options, name) is not UNSET}
        assert {name: getattr(state, name) for name in names if getattr(state, name) is not UNSET} == chosen
        assert lines(events)[0].endswith(" ".join(["", *(f"{name}={value}" for name, value in chosen.items())]))


@clauses("HB-1.10")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_trap_stays_only_where_there_are_traps(seats: int) -> None:
    with pytest.raises(BadOption, match=r"HB-12\.6"):
        TITLE.read_options(seats, {"trap": "stays"})
    assert TITLE.read_options(seats, {"trap": "spent"}) == HaithabuOptions()
    with pytest.raises(BadOption):
        TITLE.read_options(seats, {"passages": "ajar"})


@clauses("I-13", "I-14", "I-15", "I-18", "HB-8.6", "HB-9.4", "HB-12.9")
@pytest.mark.parametrize("options", READINGS, ids=str)
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.long
def test_lists_and_tiers_agree_with_a_search_over_all_put_sets(seats: int, options: HaithabuOptions) -> None:
    games = [walk(seats, options, f"readings {number}") for number in range(4)]
    states = [state for game in games for state in game if state.phase == "run" and state.loads[state.active] <= 3]
    for state in random.Random("some").sample(states, 50):
        number, found = oracle.turns(state)
        assert turns(state).tier.number == number
        expected = oracle.listed(state, found)
        if options.passing == "free" and all(turn.put for turn in found):
            expected.append("pass")
        assert [TITLE.text(action) for action in TITLE.legal(state, state.active)] == expected


@clauses("HB-12.9", "HB-12.6", "S-34")
def test_no_run_crosses_a_known_trap() -> None:
    spent = position({"N1": "ac2"}, trap="g", sprung="c")
    stays = replace(spent, trap="stays")
    assert outcomes(stays, "N1") == ["N-p6/a", "a/-", "c/-", "ac1/-", "ae1/a"]
    assert refusal(stays, "run N1 cd1 over c") == "HB-12.9"
    assert refusal(stays, "run N1 cd1") == "HB-12.9"
    assert refusal(stays, "run N1 via c cd1") == "HB-12.9"
    assert refusal(spent, "run N1 cd1 over c") == ""
    stopped = after(stays, "run N1 c over -")
    again = replace(stopped, active=0)
    assert refusal(again, "run N1 cd1 over -") == ""
    bare = position({"N1": "ac2"}, {"N": "c"}, trap="g", sprung="c")
    assert refusal(replace(bare, trap="stays"), "run N1 cd1 over c put c") == "HB-12.9"
    assert refusal(bare, "run N1 cd1 over c put c") == ""
    assert TITLE.view(stays, None).shown == "c"
    assert TITLE.view(spent, None).shown == ""


@clauses("HB-12.5", "HB-12.6", "HB-12.9", "S-35")
def test_every_sprung_trap_stays_and_none_is_named_again() -> None:
    state = replace(position({"N1": "gh1"}, trap="g", sprung="c"), trap="stays")
    sprung, events = told(state, "run N1 gm1 over g")
    assert "sprung g N1" in lines(events)
    assert sprung.shown == "cg"
    assert reset_notes(sprung) == (*(letter for letter in LETTERS if letter not in "cg"), "none")
    assert refusal(sprung, "reset N-s1 trap c") == "HB-12.6"
    assert refusal(sprung, "reset N-s1 trap g") == "HB-12.5"
    ended = after(sprung, "reset N-s1 trap d")
    letters = {TITLE.resample(ended, 1, Stream(str(number), "notes")).note for number in range(300)}
    assert letters == {*LETTERS, "none"} - {"c", "g"}


@clauses("HB-8.6", "S-36")
def test_with_open_passages_a_runner_may_change_from_one_to_another() -> None:
    state = position({"N1": "N-p1"})
    assert outcomes(state) == [f"N1 {outcome}" for outcome in E_11]
    wide = replace(state, passages="open")
    found = outcomes(wide)
    assert set(outcomes(state)) < set(found)
    assert {outcome.split("/")[0] for outcome in found if outcome not in outcomes(state)} == {
        f"N1 N-p{number}" for number in range(2, 8)
    }
    assert refusal(state, "run N1 N-p7 over -") == "HB-8.3"
    assert refusal(wide, "run N1 N-p7 over -") == ""
    assert refusal(wide, "run N2 N-p3 over -") == "HB-8.2"


@clauses("HB-9.4", "S-37")
def test_who_can_run_only_after_putting_may_pass_where_passing_is_free() -> None:
    forced = position(ONLY_BY_PUTTING, {"N": "a"})
    free = replace(forced, passing="free")
    assert len(TITLE.legal(forced, 0)) == 8
    assert TITLE.legal(free, 0) == (*TITLE.legal(forced, 0), Pass())
    assert refusal(forced, "pass") == "HB-9.1"
    assert refusal(replace(position(), passing="free"), "pass") == "HB-9.4"
    assert refusal(free, "pass", "E") == "HB-3.1"
    passed, events = told(free, "pass")
    assert (passed.runners, passed.open, passed.loads) == (free.runners, free.open, free.loads)
    assert (passed.active, passed.quiet, passed.passes) == (1, 1, 1)
    assert lines(events) == []


@clauses("HB-9.4", "HB-16.4")
def test_a_pass_can_be_taken_back() -> None:
    game = Game(TITLE, None, replace(position(ONLY_BY_PUTTING, {"N": "a"}), passing="free"))
    before = game.state
    game.apply(0, Pass())
    assert game.can_undo(0)
    game.apply(0, UNDO)
    assert game.state == before


@clauses("HB-9.4", "HB-9.3", "S-39")
def test_the_game_is_over_when_all_have_passed() -> None:
    state = replace(position(ONLY_BY_PUTTING, {"N": "a"}, seats=3, quiet=2, passes=2), passing="free")
    over, events = told(state, "pass")
    assert over.phase == "over"
    assert how_it_ended(events) == "passed"
    assert "over passed" in lines(events)
    assert not TITLE.revocable(state, 0, Pass(), over)


@clauses("HB-11.6", "S-38")
@pytest.mark.parametrize(("seats", "limit"), [(2, 50), (3, 75), (4, 100)])
def test_a_jam_of_open_passages_ends(seats: int, limit: int) -> None:
    state = replace(position(seats=seats, active="S", quiet=limit - 1), passages="open")
    over, events = told(state, "run S2 S-p3 over -")
    assert over.phase == "over"
    assert how_it_ended(events) == "stall"
    assert TITLE.view(over, None).most_quiet == limit
    closed = position(seats=seats, active="S", quiet=limit - 1)
    assert (after(closed, "run S2 S-p3 over -").phase == "over") == (limit == 100)


@clauses("HB-11.6", "HB-17.1")
def test_the_end_of_a_jam_is_announced() -> None:
    state = replace(position(seats=2, quiet=29), passages="open")
    assert "quiet 30" in lines(told(state, "run N1 N-p2 over -")[1])
    assert "quiet 30" not in lines(told(position(seats=2, quiet=29), "run N1 N-p2 over -")[1])


@clauses("HB-11.5")
@pytest.mark.parametrize("options", READINGS, ids=str)
def test_every_game_ends(options: HaithabuOptions) -> None:
    for seats in (2, 3, 4):
        *_, last = walk(seats, options, "to the end")
        assert last.phase == "over"
        game = Game.new(TITLE, Setup(seats, options, "simple"))
        playout(game, simple_policy, 2000, "simple")
        assert game.result() is not None
        assert record.verify(record.export(game)).valid


def test_a_computer_goes_round_a_known_trap() -> None:
    """The runner at ac2 goes over c when that is free, and not over c when a trap there stays."""
    spent = position({"N1": "ac2"}, trap="k", sprung="c")
    stays = replace(spent, trap="stays")
    for state, crosses in ((spent, True), (stays, False)):
        advised = [TITLE.advise(TITLE.view(state, 0), TITLE.legal(state, 0), Stream(str(n), "x")) for n in range(20)]
        assert any(isinstance(run, Run) and "c" in run.over for run in advised) == crosses


def test_a_computer_passes_rather_than_walk_away() -> None:
    state = replace(position(ONLY_BY_PUTTING, {"N": "a"}), passing="free")
    advised = {TITLE.advise(TITLE.view(state, 0), TITLE.legal(state, 0), Stream(str(n), "x")) for n in range(20)}
    assert Pass() in advised
