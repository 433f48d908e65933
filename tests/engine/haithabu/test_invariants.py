"""Section 19 on whole games: what every decision leaves alone, and what it may change.

Not for lists (test_legal) and not for broken states (test_audit).
"""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import msgspec
import pytest

from engine.haithabu.actions import HaithabuAction, Reset, Run
from engine.haithabu.board import LETTERS, LINKED, NUMBER
from engine.haithabu.events import Passed
from engine.haithabu.legal.turns import turns
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.history import Game
from engine.values import UNDO, Event, Setup
from tests.engine.clauses import clauses
from tests.engine.haithabu import oracle
from tests.engine.haithabu.positions import homes

ACCESS = [("a", "b"), ("j", "p"), ("t", "s"), ("k", "e")]
BOUND = {2: 1100, 3: 1000, 4: 1300}


class Made(NamedTuple):
    before: HaithabuState
    seat: int
    action: HaithabuAction
    after: HaithabuState
    events: list[Event]


def games(seats: int, traps: bool, count: int) -> Iterator[list[Made]]:
    """Random games; every other one keeps its tokens, so that tracks fill up."""
    for number in range(count):
        seed = f"invariants {seats} {traps} {number}"
        chance = random.Random(seed)
        state, _ = TITLE.start(Setup(seats, HaithabuOptions(traps=traps), seed))
        made = []
        while due := TITLE.to_act(state):
            seat = due[0].seat
            actions = TITLE.legal(state, seat)
            if number % 2 and isinstance(actions[0], Run):
                actions = actions[: 1 + len(actions) // 3]
            action = chance.choice(actions)
            after, events = TITLE.play(state, seat, action)
            made.append(Made(state, seat, action, after, events))
            state = after
        yield made


def runner_space(state: HaithabuState, name: str) -> str:
    return state.runners[homes(len(state.runners)).index(name[0])][int(name[1:]) - 1]


def finished(state: HaithabuState, seat: int) -> set[str]:
    goal = oracle.VILLAGES[homes(len(state.runners))[seat]]["opposite"]
    return {space for space in state.runners[seat] if space.startswith(f"{goal}-s")}


VARIANTS = pytest.mark.parametrize(("seats", "traps"), [(n, traps) for n in (2, 3, 4) for traps in (False, True)])


@clauses("I-1", "I-2", "I-3", "I-4", "I-5", "HB-1.5", "HB-1.8")
@VARIANTS
def test_tokens_and_runners_in_every_position(seats: int, traps: bool) -> None:
    for game in games(seats, traps, 4):
        for made in game:
            state = made.after
            TITLE.audit(state)
            assert len(state.open) + sum(state.loads) == 20
            assert all(0 <= load <= 13 for load in state.loads)
            standing = [space for runners in state.runners for space in runners]
            assert len(set(standing)) == len(standing) == (12 if seats != 4 else 16)
            assert not any(one in standing and two in standing for one, two in ACCESS)
            assert all(space in state.open for space in standing if space in LETTERS)
            for home, runners in zip(homes(seats), state.runners, strict=True):
                own = {home, oracle.VILLAGES[home]["opposite"]}
                assert {space[0] for space in runners if "-" in space} <= own


@clauses("I-6", "I-7", "HB-6.6", "HB-16.1")
@VARIANTS
def test_what_a_turn_changes(seats: int, traps: bool) -> None:
    for game in games(seats, traps, 4):
        for made in game:
            before, after = made.before, made.after
            for seat in range(seats):
                assert finished(before, seat) <= finished(after, seat)
            moved = [
                (one, two)
                for mine, yours in zip(before.runners, after.runners, strict=True)
                for one, two in zip(mine, yours, strict=True)
                if one != two
            ]
            assert len(moved) <= 1
            changed = {seat for seat in range(seats) if before.loads[seat] != after.loads[seat]}
            assert changed <= {made.seat}
            if isinstance(made.action, Run) and after.phase != "reset":
                captured = set(made.action.over) - {"-"} - set(made.action.put)
                assert after.loads[made.seat] - before.loads[made.seat] == len(captured) - len(made.action.put)
                assert set(after.open) == (set(before.open) | set(made.action.put)) - captured
                assert runner_space(after, made.action.runner) == made.action.destination
            else:
                assert (after.open, after.loads) == (before.open, before.loads)


@clauses("I-8", "I-9", "HB-5.1", "HB-5.3", "HB-6.1", "HB-13.6")
@VARIANTS
def test_canonical_paths(seats: int, traps: bool) -> None:
    for game in games(seats, traps, 2):
        for made in game[::3]:
            run = made.action
            if not isinstance(run, Run):
                continue
            before = made.before
            path = [runner_space(before, run.runner), *TITLE.preview(before, made.seat, run).path]
            rest = before.loads[made.seat] - len(run.put)
            assert len(path) - 1 in ([1, 2, 3] if rest == 0 else [rest + 3])
            assert all(NUMBER[two] in LINKED[NUMBER[one]] for one, two in pairwise(path))
            assert all(one != two for one, two in zip(path, path[2:], strict=False))
            others = {space for runners in before.runners for space in runners} - {path[0]}
            assert not others & set(path)
            assert path[-1] == run.destination != path[0]
            crossed = [space for space in path[1:-1] if space in LETTERS]
            captured = [space for space in crossed if space not in run.put]
            assert len(set(captured)) == len(captured)
            assert set(captured) <= set(before.open)
            assert not set(run.put) & set(before.open)
            assert "".join(sorted(set(crossed) if traps else captured)) == run.over.strip("-")


@clauses("I-10", "I-11", "I-15", "HB-8.2", "HB-8.5")
@VARIANTS
def test_duties(seats: int, traps: bool) -> None:
    for game in games(seats, traps, 6):
        for made in game:
            before, after, seat = made.before, made.after, made.seat
            home = homes(seats)[seat]
            passing = [sum(oracle.KIND[s] == "passage" for s in state.runners[seat]) for state in (before, after)]
            if not isinstance(made.action, Run):
                continue
            tier = turns(before).tier
            origin = runner_space(before, made.action.runner)
            if passing[1] > max(passing[0], 1):
                assert tier.number == 3
            if tier.number == 2:
                assert oracle.KIND[origin] == "passage"
                assert oracle.KIND[made.action.destination] != "passage"
            if tier.number in (1, 3):
                assert origin.startswith(f"{home}-s")
            if after.phase == "reset":
                continue
            standing = {space for runners in after.runners for space in runners}
            starts = {f"{home}-s{i}" for i in range(1, 7)}
            if starts & set(after.runners[seat]) and starts <= standing:
                assert TITLE.view(before, None).vacating
                assert tier.number in (2, 4)


@clauses("I-16", "I-17", "HB-11.1", "HB-11.5", "HB-9.3")
@VARIANTS
def test_counts_and_length(seats: int, traps: bool) -> None:
    for game in games(seats, traps, 4):
        taken = 0
        for made in game:
            before, after = made.before, made.after
            passes = sum(isinstance(event, Passed) for event in made.events)
            ends_turn = isinstance(made.action, Reset) or (isinstance(made.action, Run) and after.phase != "reset")
            taken += ends_turn + passes
            arrived = len(finished(after, made.seat)) > len(finished(before, made.seat))
            assert after.quiet == (0 if arrived else before.quiet + ends_turn) + passes
            assert after.passes == (passes if ends_turn else before.passes)
            assert after.quiet <= 100
            assert after.passes <= seats
            complete = any(len(finished(after, seat)) == len(after.runners[seat]) for seat in range(seats))
            assert (after.phase == "over") == (complete or after.quiet == 100 or after.passes == seats)
        assert taken <= BOUND[seats]


@clauses("I-18", "HB-12.2", "HB-14.3")
def test_nothing_public_depends_on_the_trap() -> None:
    for game in games(4, True, 4):
        for made in game:
            state = made.after
            if state.phase != "run":
                continue
            others = [msgspec.structs.replace(state, note=letter) for letter in LETTERS]
            assert len({repr(TITLE.view(other, None)) for other in others}) == 1
            assert len({tuple(TITLE.legal(other, other.active)) for other in others}) == 1


@clauses("I-19", "HB-12.3", "HB-12.6")
def test_a_sprung_turn_leaves_everything_but_the_runner() -> None:
    sprung = 0
    for game in games(3, True, 30):
        for one, two in pairwise(game):
            if one.after.phase != "reset":
                continue
            sprung += 1
            before, after = one.before, two.after
            assert isinstance(one.action, Run)
            assert isinstance(two.action, Reset)
            assert before.note in one.action.over
            assert (after.open, after.loads) == (before.open, before.loads)
            assert one.after.runners == before.runners
            moved = runner_space(after, one.action.runner)
            assert moved == two.action.space
            home = homes(3)[one.seat]
            assert moved.startswith(f"{home}-")
            others = [set(state.runners[one.seat]) - {moved} for state in (before, after)]
            assert others[1] <= others[0]
    assert sprung >= 3


QUARTER = {"N": "E", "E": "S", "S": "W", "W": "N"}


def _rotation() -> dict[str, str]:
    """Every space turned by a quarter about the middle of the board, by its coordinates."""
    places = {(space["x"], space["y"]): oracle.short(space["id"]) for space in oracle.BOARD["spaces"]}
    return {name: places[1000 - y, x] for (x, y), name in places.items()}


@clauses("I-20", "HB-1.1")
def test_quarter_turn_turns_the_outcomes() -> None:
    turned = _rotation()

    def rotate(letters: str) -> str:
        return "".join(sorted(turned[letter] for letter in letters))

    chance = random.Random("rotation")
    for game in games(4, False, 2):
        for made in chance.sample(game, 10):
            state = made.before
            rows = tuple(tuple(turned[space] for space in runners) for runners in state.runners)
            other = msgspec.structs.replace(
                state,
                runners=(rows[3], *rows[:3]),
                loads=(state.loads[3], *state.loads[:3]),
                open=rotate(state.open),
                active=(state.active + 1) % 4,
            )
            bare = [letter for letter in LETTERS if letter not in state.open]
            put = "".join(sorted(chance.sample(bare, chance.randint(0, state.loads[state.active]))))
            expected = {
                (QUARTER[run.runner[0]] + run.runner[1], turned[run.destination], rotate(run.over.strip("-")))
                for run in TITLE.runs_with(state, put)
            }
            found = {(run.runner, run.destination, run.over.strip("-")) for run in TITLE.runs_with(other, rotate(put))}
            assert found == expected


@clauses("I-21", "HB-17.2", "HB-16.4")
@VARIANTS
def test_replay_and_undo(seats: int, traps: bool) -> None:
    chance = random.Random("undo")
    setup = Setup(seats, HaithabuOptions(traps=traps), "undo")
    game = Game.new(TITLE, setup)
    undone = 0
    while (due := game.to_act()) and game.version < 120:
        before = game.state
        game.apply(due[0].seat, chance.choice(TITLE.legal(game.state, due[0].seat)))  # type: ignore[arg-type]
        if chance.random() < 0.3 and game.can_undo(due[0].seat):
            game.apply(due[0].seat, UNDO)
            assert game.state == before
            undone += 1
    assert undone > 3
    again = Game.new(TITLE, setup)
    for number, line in enumerate(game.lines):
        again.follow(line)
        assert again.state == game.state_at(number + 1)
