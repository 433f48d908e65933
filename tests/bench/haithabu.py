"""Speed of Haithabu at every load: random play is mostly about low ones, but the lists are long at the high ones.

Not for the title as a whole: `titles` measures that beside the others.
"""

import gc
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from engine.haithabu.actions import Run
from engine.haithabu.board import COUNT, SLOTS
from engine.haithabu.legal import charts, listing, reach, turns, walks
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.title import TITLE
from engine.values import Setup
from tests.bench.figure import Figure, below
from tests.bench.titles import chess_game
from tests.engine.haithabu.facts import FACTS

SEATS = 4
WARM_GAMES = 40
GAMES = 240
COLD_GAMES = 2000
COLD_SECONDS = 15.0
THRIFT = 0.9
"""How often a thrifty player is thrifty: by chance alone high loads are hardly ever seen."""


def forget() -> None:
    """As if no position had been looked at yet."""
    for module in (charts, listing, reach, turns, walks):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
    gc.collect()
    gc.freeze()  # what else the process holds is not looked through in the middle of a list


class Turn(NamedTuple):
    load: int
    listed: int
    list_seconds: float
    play_seconds: float


def thrifty(runs: list[Run], dice: random.Random) -> list[Run]:
    """The runs that spend no more tokens than they must; and of these, every other time, those that capture most."""
    runs = [run for run in runs if len(run.put) == len(runs[0].put)]
    most = max(len(run.over) for run in runs) if dice.random() < 0.5 else 0
    return [run for run in runs if len(run.over) >= most]


def game(dice: random.Random, thrift: float) -> Iterator[Turn]:
    """A random game. To play means to make the list of the next seat, which may have to pass: played a second time it
    is known, and the difference is what the list took.
    """
    clock = time.process_time
    state, _ = TITLE.start(Setup(SEATS, HaithabuOptions(), str(dice.random())))
    listing_took = 0.0
    while due := TITLE.to_act(state):
        seat = due[0].seat
        begin = clock()
        runs = [run for run in TITLE.legal(state, seat) if isinstance(run, Run)]
        listing_took += clock() - begin
        run = dice.choice(thrifty(runs, dice) if dice.random() < thrift else runs)
        begin = clock()
        after, _ = TITLE.play(state, seat, run)
        middle = clock()
        TITLE.play(state, seat, run)
        again = clock() - middle
        yield Turn(state.loads[seat], len(runs), listing_took, again)
        state, listing_took = after, max(0.0, middle - begin - again)


def chess_seconds(dice: random.Random, games: int) -> float:
    """The time for a move of the yardstick."""
    begin = time.process_time()
    moves = sum(chess_game(dice) for _ in range(games))
    return (time.process_time() - begin) / moves


def loads() -> Iterator[Figure]:
    """List and play by the load of the seat, in games of which a quarter is purely random; with the charts at hand."""
    forget()
    dice = random.Random(2)
    for load in range(SLOTS + 1):
        for space in range(COUNT):
            charts.chart_from(space, load)
    for _ in range(WARM_GAMES):
        list(game(dice, THRIFT))
    seen: dict[int, list[Turn]] = defaultdict(list)
    yardsticks = []
    gc.disable()  # as in `timeit`: some loads are rare, and one collection would be their figure
    for number in range(GAMES):
        for turn in game(dice, THRIFT if number % 4 else 0):
            seen[turn.load].append(turn)
        if number % 10 == 0:
            yardsticks.append(chess_seconds(dice, 2))
    gc.enable()
    yardstick = sum(yardsticks) / len(yardsticks)
    for load, made in sorted(seen.items()):
        taken = sum(turn.list_seconds + turn.play_seconds for turn in made) / len(made)
        entries = [turn.listed for turn in made]
        yield Figure(
            f"haithabu load {load}: legal + play ({len(made)}; list {sum(entries) // len(made)}, ≤ {max(entries)})",
            f"{taken * 1e6:.0f} µs = {yardstick / taken:.2f} ×",
            f"≥ {FACTS.speed} × python-chess",
            yardstick / taken >= FACTS.speed,
        )


def slowest() -> Figure:
    """The slowest list of whole games, from empty tables on; every tenth game is a thrifty one."""
    forget()
    dice = random.Random(4)
    worst, played, begin = 0.0, 0, time.perf_counter()
    while played < COLD_GAMES and time.perf_counter() - begin < COLD_SECONDS:
        worst = max(worst, *(turn.list_seconds for turn in game(dice, 0 if played % 10 else THRIFT)))
        played += 1
    return below(f"haithabu: slowest list in {played} random games, cold tables", worst * 1000, 50, "ms")


def figures() -> Iterator[Figure]:
    yield from loads()
    yield slowest()
