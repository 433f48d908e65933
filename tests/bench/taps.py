"""How many taps typical turns take on the panel, beside what people put up with.

Not for how they are counted: `tests/bot/table/taps.py`.
"""

from collections.abc import Iterator

from tests.bench.figure import Figure
from tests.bot.table.taps import table


def figures() -> Iterator[Figure]:
    for goal, taps, turns in table():
        name = f"{goal.title}: {goal.about}, taps (median of {turns})"
        yield Figure(name, f"{taps:g}", f"≤ {goal.most}", bool(turns) and taps <= goal.most)
