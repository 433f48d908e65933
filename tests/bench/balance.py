"""How often each seat wins among equal computers, beside what the reports of the titles claim.

Not for strength, and no part of `make bench`, which would take long: `python -m tests.bench.balance [title] [games]`.
A report claims by a row of its table of seats, `| haithabu-3-False | 2000 | 33 | 26 | 41 |`: the variant, the games
played, and the per cent of each seat. A shared first place counts for every seat in parts.
"""

import re
import sys
from collections.abc import Collection, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import data
from engine.chance import Stream
from engine.policies import simple_policy
from engine.registry import KEYS, data_folder
from engine.values import Setup
from tests.engine.walks import VARIANTS, Variant

GAMES = 2000
_ROW = re.compile(r"^\| ([a-z]+-\d[\w-]*) \| \d+ \| ([\d |]+) \|$", re.MULTILINE)


class Interval(NamedTuple):
    low: float
    high: float


def wilson(wins: float, games: int, z: float = 1.96) -> Interval:
    """The interval of Wilson for a share, of 95 % with the usual z."""
    share, spread = wins / games, z * z / games
    middle = share + spread / 2
    width = z * sqrt(share * (1 - share) / games + spread / games / 4)
    return Interval((middle - width) / (1 + spread), (middle + width) / (1 + spread))


def claims(key: str) -> dict[str, tuple[int, ...]]:
    """By variant the per cent of each seat, as the title's report states them."""
    try:
        report = data.load_text(f"{key}/REPORT.md", data_folder(key))
    except FileNotFoundError:
        return {}
    return {name: tuple(map(int, shares.split("|"))) for name, shares in _ROW.findall(report)}


class Wins(NamedTuple):
    """Games won by each seat, and by each place in turn order; a game that three share is a third for each."""

    games: int
    by_seat: tuple[float, ...]
    by_turn: tuple[float, ...]


def played(variant: Variant, seed: str) -> tuple[int, tuple[int, ...]]:
    """The seat that began, and those that won."""
    title, stream = variant.title, Stream(seed, "balance")
    state, _ = title.start(Setup(variant.seats, variant.options, seed))
    first = getattr(title.view(state, None), "first", 0)  # other titles begin with P1
    while decisions := title.to_act(state):
        seat = decisions[0].seat if len(decisions) == 1 else stream.choice(decisions).seat
        state, _ = title.play(state, seat, simple_policy(title, state, seat, stream))
    result = title.result(state)
    assert result is not None, "nobody owes a decision, so the game is over"
    return first, result.winners


def measured(variant: Variant, games: int) -> Wins:
    by_seat, by_turn = [0.0] * variant.seats, [0.0] * variant.seats
    for number in range(games):
        first, winners = played(variant, f"balance {number}")
        for seat in winners:
            by_seat[seat] += 1 / len(winners)
            by_turn[(seat - first) % variant.seats] += 1 / len(winners)
    return Wins(games, tuple(by_seat), tuple(by_turn))


def lines(variant: Variant, wins: Wins, claimed: Sequence[int]) -> Iterator[str]:
    """One line for each seat, and one for the order of turns."""
    yield f"{variant}: {wins.games} games, even share {1 / variant.seats:.1%}"
    for seat, won in enumerate(wins.by_seat):
        low, high = wilson(won, wins.games)
        fits = "" if low <= claimed[seat] / 100 + 0.005 and claimed[seat] / 100 - 0.005 <= high else ", which is wrong"
        yield f"  P{seat + 1} {won / wins.games:6.1%} ({low:.1%} to {high:.1%}), claimed {claimed[seat]} %{fits}"
    yield "  in turn order " + ", ".join(f"{won / wins.games:.1%}" for won in wins.by_turn)


def main(keys: Collection[str], games: int) -> None:
    for variant in VARIANTS:
        claimed = claims(variant.key).get(str(variant))
        if variant.key in keys and claimed is not None:
            print("\n".join(lines(variant, measured(variant, games), claimed)), flush=True)


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    main([word for word in sys.argv[1:] if word in KEYS] or KEYS, numbers[0] if numbers else GAMES)
