"""One line of the arena: who plays whom at which title, and its games one by one.

Not for counting them together: `table` does that.
"""

import time
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from engine.budget import Budget
from engine.chance import Stream
from engine.policies import NODES, POLICIES, moves, think
from engine.registry import title
from engine.title import AnyTitle
from engine.values import Action, Setup, State

UNLIMITED = 1 << 60
MOST_DECISIONS = 10_000


class Thinking(NamedTuple):
    """For one decision: seconds of this process, or positions; neither is what each level has by itself."""

    seconds: float | None = None
    nodes: int | None = None

    def budget(self, level: str) -> Budget:
        if self.seconds is None:
            return Budget(self.nodes or NODES[level])
        over = time.process_time() + self.seconds
        return Budget(UNLIMITED, lambda: time.process_time() >= over)

    def __str__(self) -> str:
        if self.seconds is not None:
            return f"{self.seconds:g} s"
        return "its own" if self.nodes is None else f"{self.nodes} positions"


class Line(msgspec.Struct, frozen=True):
    """A candidate against equal opponents, one for every other seat."""

    key: str
    seats: int
    candidate: str
    opponent: str
    options: Mapping[str, str | int | bool] = {}
    bar: float | None = None
    """What is asked of the lower end of the interval."""

    @property
    def name(self) -> str:
        options = "".join(f" {value if isinstance(value, str) else name}" for name, value in self.options.items())
        return f"{self.key} {self.seats}{options}: {self.candidate} against {self.opponent}"

    @property
    def is_mirror(self) -> bool:
        return self.candidate == self.opponent

    @property
    def par(self) -> float:
        return 1 / self.seats


class Played(msgspec.Struct, frozen=True):
    """One game: the candidate's share of the victory, its place and margin, its seconds for each decision it had."""

    line: str
    budget: str
    number: int
    won: float
    place: int
    margin: float
    seconds: tuple[float, ...]


def play(line: Line, number: int, thinking: Thinking) -> Played:
    """Game `number`: as many games in a row as there are seats share a seed, with the candidate in each seat once."""
    found, own = title(line.key), number % line.seats
    seed = f"arena {number // line.seats}"
    options = found.read_options(line.seats, dict(line.options))
    state, _ = found.start(Setup(line.seats, options, seed))
    order, spent = Stream(seed, "who answers first"), list[float]()
    for made in range(MOST_DECISIONS):
        due = found.to_act(state)
        if not due:
            break
        seat = due[0].seat if len(due) == 1 else order.choice(due).seat
        name = line.candidate if seat == own else line.opponent
        stream = Stream(seed, f"{seat} {made} {own}")
        before = time.process_time()
        action = decide(found, state, seat, name, stream, thinking)
        if seat == own:
            spent.append(time.process_time() - before)
        state, _ = found.play(state, seat, action)
    return _told(line, number, thinking, found, state, spent)


def decide(found: AnyTitle, state: State, seat: int, name: str, stream: Stream, thinking: Thinking) -> Action:
    if name in NODES and len(moves(found, state, seat)) > 1:
        return think(found, state, seat, name, stream, thinking.budget(name))
    return POLICIES[name](found, state, seat, stream)


def _told(line: Line, number: int, thinking: Thinking, found: AnyTitle, state: State, spent: list[float]) -> Played:
    """A game that came to no end is lost: a player who dances for ever must not be rewarded."""
    result, own = found.result(state), number % line.seats
    seconds = tuple(round(each, 5) for each in spent)
    if result is None:
        return Played(line.name, str(thinking), number, 0.0, line.seats, 0.0, seconds)
    mine = next(rank for rank in result.ranking if rank.seat == own)
    best = max(rank.total for rank in result.ranking if rank.seat != own)
    won = 1 / len(result.winners) if own in result.winners else 0.0
    return Played(line.name, str(thinking), number, won, mine.place, float(mine.total - best), seconds)
