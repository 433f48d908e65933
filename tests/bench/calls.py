"""How many requests to channels a decision costs: posts, edits and calls; answers to presses are not counted.

Not for how long they take: `answers.py`. Discord lets a bot make fifty requests a second, and a few to one channel.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.settings import Settings
from engine.registry import KEYS
from tests.bench.figure import Figure, below
from tests.bot.lounge import open_lounge

DECISIONS = 40
MOST = 1.2
"""Requests for a decision."""


def figures() -> Iterator[Figure]:
    for key in KEYS:
        calls, decisions = asyncio.run(counted(key))
        yield below(
            f"{key}: requests to the channel for a decision ({decisions} by panel)", calls / decisions, MOST, ""
        )


async def counted(key: str) -> tuple[int, int]:
    """Of a game among people who decide on the panel, one after the other: each sees what the one before did."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_lounge(Settings(data=Path(folder))) as lounge:
            await lounge.started(key, *([lounge.bert, lounge.carl] if key in ("bohn", "teutonica") else [lounge.bert]))
            await lounge.settle()
            requests = lounge.watched()
            decisions = await lounge.play_by_panel(DECISIONS)
            await lounge.settle()
            return len(requests), decisions
