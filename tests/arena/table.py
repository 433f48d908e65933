"""What the games of the arena come to: one row for each line, with intervals, places, margins and seconds.

Not for playing them.
"""

import platform
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version

from tests.arena.match import Line, Played
from tests.bench.balance import Interval, wilson

MIRROR_Z = 3.29
"""For the mirror an interval of 99.9 %: there are many mirrors, and each must hold par."""
HEAD = (
    "| candidate against equal opponents | games | won | 95 % | par | asked for | place | margin | p50 ms | p99 ms |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
)


def rows(lines: Iterable[Line], games: Sequence[Played]) -> Iterator[str]:
    for line in lines:
        played = [game for game in games if game.line == line.name]
        if played:
            yield _row(line, played)


def _row(line: Line, played: Sequence[Played]) -> str:
    count = len(played)
    won = sum(game.won for game in played)
    low, high = interval(line, won, count)
    seconds = sorted(each for game in played for each in game.seconds)
    place = sum(game.place for game in played) / count
    margin = sum(game.margin for game in played) / count
    share = f"{won / count:.0%} | {low:.0%}–{high:.0%} | {line.par:.0%} | {_verdict(line, low, high)}"
    spent = f"{_milliseconds(seconds, 0.5)} | {_milliseconds(seconds, 0.99)}"
    return f"| {line.name} | {count} | {share} | {place:.2f} | {margin:+.1f} | {spent} |"


def interval(line: Line, won: float, games: int) -> Interval:
    return wilson(won, games, MIRROR_Z) if line.is_mirror else wilson(won, games)


def _verdict(line: Line, low: float, high: float) -> str:
    if line.is_mirror:
        return "par: " + ("yes" if low <= line.par <= high else "no")
    return "" if line.bar is None else f"≥ {line.bar:.0%}: " + ("yes" if low >= line.bar else "no")


def _milliseconds(seconds: Sequence[float], share: float) -> str:
    return f"{1000 * seconds[min(int(len(seconds) * share), len(seconds) - 1)]:.1f}" if seconds else ""


def told(day: str, budget: str, lines: Iterable[Line], games: Sequence[Played]) -> str:
    """The whole table with what it was made on; games of another budget do not count."""
    counted = [game for game in games if game.budget == budget]
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    about = (
        f"{day}, Kontor {version('kontor')}, for each decision {budget} (CPU), {machine}. A mirror (one player in all "
        "seats) has its interval at 99.9 %; “asked for” is about the lower end of the interval."
    )
    return "\n".join(["# The arena", "", about, "", *HEAD, *rows(lines, counted), ""])
