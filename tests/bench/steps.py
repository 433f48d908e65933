"""How often a decision and its post go to the store and ask the rules: loads, reads, writes, `legal` and `view`.

Not for how long that takes.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from bot.settings import Settings
from bot.store.database import Database
from bot.store.games import Games
from engine.registry import title
from tests.bench.figure import Figure
from tests.bot.lounge import Lounge, open_lounge

DECISIONS = 40
LOADS, SAVES = 1, 1


class Counts:
    """Calls by name since the last look."""

    def __init__(self, key: str) -> None:
        self._calls: Counter[str] = Counter()
        kind = type(title(key))
        watched = (
            (Games, "load"),
            (Games, "save"),
            (Database, "read"),
            (Database, "write"),
            (kind, "legal"),
            (kind, "view"),
        )
        self._patches = [mock.patch.object(owner, name, self._counting(owner, name)) for owner, name in watched]

    def _counting(self, owner: type, name: str) -> Callable[..., Any]:
        original = getattr(owner, name)

        def counting(*given: Any, **named: Any) -> Any:
            self._calls[name] += 1
            return original(*given, **named)

        return counting

    def take(self) -> Counter[str]:
        calls, self._calls = self._calls, Counter()
        return calls

    def __enter__(self) -> "Counts":
        for patch in self._patches:
            patch.start()
        return self

    def __exit__(self, *_: object) -> None:
        for patch in self._patches:
            patch.stop()


async def _count(key: str) -> tuple[Counter[str], Counter[str], int]:
    """What the decisions cost, what their posts did, and how many posts that were."""
    commands: Counter[str] = Counter()
    posts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        async with open_lounge(Settings(data=Path(folder))) as lounge:
            others = (lounge.bert, lounge.carl)[: title(key).seats[0] - 1]
            await lounge.started(key, *others)
            sent = await _letters(lounge)
            with Counts(key) as counts:
                for _ in range(DECISIONS):
                    advised = await lounge.advised()
                    assert advised is not None
                    words, given = lounge.spelled(title(key), advised[1])
                    counts.take()
                    await advised[0].slash(lounge.channel, words, **given)
                    commands += counts.take()
                    await lounge.settle()
                    posts += counts.take()
            return commands, posts, await _letters(lounge) - sent


async def _letters(lounge: Lounge) -> int:
    def work(connection: Any) -> int:
        return int(connection.exec_driver_sql("SELECT count(*) FROM outbox WHERE status = 'delivered'").scalar())

    return await lounge.store.database.read(work)


def figures() -> Iterator[Figure]:
    for key in ("hansa", "teutonica"):
        commands, posts, letters = asyncio.run(_count(key))
        yield _figure(f"{key}: a decision by command", commands, DECISIONS, commands["save"])
        yield _figure(f"{key}: a letter", posts, letters, 0)


def _figure(name: str, calls: Counter[str], times: int, saves: int) -> Figure:
    each = {what: calls[what] / times for what in ("load", "save", "read", "write", "legal", "view")}
    told = ", ".join(f"{value:.1f} {what}" for what, value in each.items())
    wanted = f"≤ {LOADS} load, ≤ {SAVES} save each"
    return Figure(name, told, wanted, each["load"] <= LOADS + 0.05 and saves <= SAVES * times)
