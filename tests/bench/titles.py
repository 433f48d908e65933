"""Speed of the rules: legal + apply in random play beside python-chess doing the same, replay, start of the console.

Not for tests: figures depend on the machine, so only ratios within one run say something.
"""

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import msgspec

from engine import record
from engine.registry import KEYS
from tests.bench.figure import Figure, below, ratio
from tests.engine.walks import VARIANTS, Variant
from tests.facts import facts

SECONDS = 1.5
ROUNDS = 5
RECORDS = Path(__file__).parent.parent / "records"


def rate(decide: Callable[[], int], seconds: float) -> float:
    """Decisions per second; `decide` makes some and says how many."""
    made, begin = 0, time.perf_counter()
    while (taken := time.perf_counter() - begin) < seconds:
        made += decide()
    return made / taken


def chess_game(dice: random.Random) -> int:
    """A random game of the yardstick, as long as it goes, 200 half-moves at most."""
    board = chess.Board()
    for number in range(200):
        moves = list(board.legal_moves)
        if not moves:
            return number
        board.push(dice.choice(moves))
    return 200


def title_game(variant: Variant, dice: random.Random, most: int = 600) -> int:
    """A random game of a title; checks are not made again, as python-chess makes none in `push`."""
    title = variant.title
    state = variant.game(str(dice.random())).state
    for number in range(most):
        decisions = title.to_act(state)
        if not decisions:
            return number
        seat = decisions[0].seat
        state, _ = title.play(state, seat, dice.choice(list(title.legal(state, seat))))
    return most


def checked_game(variant: Variant, dice: random.Random, most: int = 600) -> int:
    """The same with every check of `apply`."""
    title = variant.title
    state = variant.game(str(dice.random())).state
    for number in range(most):
        decisions = title.to_act(state)
        if not decisions:
            return number
        seat = decisions[0].seat
        state, _ = title.apply(state, seat, dice.choice(list(title.legal(state, seat))))
    return most


def speeds(key: str) -> Iterator[Figure]:
    """The title at its largest seat count and default options, in turns with the yardstick, median of the rounds."""
    variant = [variant for variant in VARIANTS if variant.key == key and variant.options == VARIANTS_DEFAULT[key]][-1]
    dice = random.Random(1)
    share = SECONDS / ROUNDS
    plain, checked, yardstick = [], [], []
    for _ in range(ROUNDS):
        yardstick.append(rate(lambda: chess_game(dice), share))
        plain.append(rate(lambda: title_game(variant, dice), share))
        checked.append(rate(lambda: checked_game(variant, dice), share))
    chess_rate = statistics.median(yardstick)
    yield ratio(f"{variant}: legal + play, random", statistics.median(plain), chess_rate, facts(key).speed)
    yield ratio(f"{variant}: legal + check + play, random", statistics.median(checked), chess_rate, facts(key).speed)


VARIANTS_DEFAULT = {key: next(v.title for v in VARIANTS if v.key == key).options_type() for key in KEYS}


def replay_time(key: str) -> Figure:
    """The slowest replay among the recorded games of a title, once its tables are built."""
    slowest = 0.0
    games = [record.read(msgspec.json.decode(path.read_bytes())) for path in sorted((RECORDS / key).glob("*.json"))]
    record.replay(games[0])
    for written in games:
        begin = time.perf_counter()
        record.replay(written)
        slowest = max(slowest, time.perf_counter() - begin)
    return below(f"{key}: slowest replay of a recorded game", slowest * 1000, 100, "ms")


def console_start() -> Figure:
    """From starting the process to its first reply; the best of five, since the machine may be busy."""
    taken = []
    for _ in range(5):
        begin = time.perf_counter()
        request = b'{"op":"new","title":"hansa","seats":2,"seed":"x"}\n'
        subprocess.run([sys.executable, "-m", "engine"], input=request, capture_output=True, check=True)
        taken.append(time.perf_counter() - begin)
    return below("console: start to first reply (and end)", min(taken) * 1000, 400, "ms")


def figures() -> Iterator[Figure]:
    for key in KEYS:
        yield from speeds(key)
        yield replay_time(key)
    yield console_start()
