"""What going back costs: how often a decision is played for it, and how long it takes, the 1st time and the 1000th.

Not for who must agree: the person here is alone with a computer.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.clock import WallClock
from bot.settings import Settings
from engine.registry import title
from tests.bench.figure import Figure
from tests.bot.offline import ANNA, BERT, open_offline
from tests.plays import counted_plays

KEY = "hansa"
DECISIONS, TIMES = 40, 1000
SAMPLE = 10
"""Times whose median is taken, so that a busy moment of the machine spoils none."""


async def _measure(folder: Path) -> tuple[list[int], list[float]]:
    """For every time the plays and the milliseconds of going back to the same position, deciding in between."""
    plays, milliseconds = [], []
    async with open_offline(Settings(data=folder), WallClock()) as offline:
        game = await offline.seated(ANNA, BERT, title=KEY)
        await offline.play(game, DECISIONS)
        back = DECISIONS // 2
        while (await offline.store.games.load(game, whole=True)).game.at(back).to_act()[0].seat != 0:
            back += 1
        await offline.table.resign(game, BERT)
        with counted_plays(title(KEY)) as counted:
            for _ in range(TIMES):
                counted.take()
                begin = time.perf_counter()
                await offline.table.propose(game, ANNA, back)
                milliseconds.append((time.perf_counter() - begin) * 1000)
                plays.append(counted.take())
                decision = await offline.next_decision(game)
                assert decision is not None
                await offline.table.act(game, ANNA, decision[1])
    return plays, milliseconds


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=".") as folder:
        plays, taken = asyncio.run(_measure(Path(folder)))
    told = f"{plays[0]}, {plays[-1]} plays"
    yield Figure(f"going back, 1st and {TIMES}th time", told, "not more", plays[-1] <= plays[0])
    first, last = statistics.median(taken[:SAMPLE]), statistics.median(taken[-SAMPLE:])
    yield Figure(f"going back, 1st and {TIMES}th time", f"{first:.1f}, {last:.1f} ms", "≤ 50 ms", last <= 50)
