"""How long it takes to find what is due and to claim it, among few letters and timers and many, on both databases.

Not for sending letters, and not for a decision: `store.py`.
"""

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from sqlalchemy import Table, update

from bot.clock import WallClock
from bot.settings import Settings
from bot.store.leases import Leases
from bot.store.schema import outbox, timers
from tests.bench.figure import Figure
from tests.bot.crowds import crowd
from tests.bot.databases import PostgreSQLs, postgresql_server
from tests.bot.offline import OfflineBot, open_offline

USERS = (1, 2)
FEW, MANY = 10, 10_000
"""Games, each with ten letters that wait and, where somebody is to move, a timer."""
TIMES, ROUNDS = 400, 10
LATER = 10.0 * MANY
"""By then everything is due."""

Step = Callable[[], Awaitable[float]]


async def _timed(work: Awaitable[object]) -> float:
    begin = time.perf_counter()
    await work
    return time.perf_counter() - begin


def _steps(offline: OfflineBot) -> dict[str, Step]:
    """What is measured, by name; a claim is let go again, outside of the measure."""

    def of(leases: Leases, table: Table) -> tuple[Step, Step]:
        free = update(table).where(table.c.claimed_by == "bench").values(claimed_by=None, claimed_until=None)

        async def claim() -> float:
            took = await _timed(leases.claim("bench", LATER, 60.0, 8))
            await offline.store.database.write(lambda connection: connection.execute(free))
            return took

        return (lambda: _timed(leases.next_due())), claim

    store = offline.store
    letters, due = of(store.outbox.leases, outbox), of(store.timers.leases, timers)
    return dict(
        zip(("letters: next_due", "letters: claim", "timers: next_due", "timers: claim"), letters + due, strict=True)
    )


@asynccontextmanager
async def _filled(settings: Settings, games: int) -> AsyncIterator[OfflineBot]:
    async with open_offline(settings, WallClock()) as offline:
        await offline.seated(*USERS, pace=86_400.0)
        await offline.store.database.write(lambda connection: crowd(connection, games))
        await offline.store.database.empty_log()
        os.sync()  # what making so many left to write must not be paid by what is measured
        yield offline


async def _measure(few: Settings, many: Settings) -> dict[str, tuple[float, float]]:
    """Seconds in turns; the median over rounds, so that a busy moment of the machine spoils one of them."""
    async with AsyncExitStack() as stack:
        houses = [await stack.enter_async_context(_filled(*one)) for one in ((few, FEW), (many, MANY))]
        found = {}
        ways = [_steps(offline) for offline in houses]
        for name in ways[0]:
            taken: list[tuple[float, float]] = []
            for _ in range(ROUNDS):
                rounds = [[await way[name]() for way in ways] for _ in range(TIMES // ROUNDS)]
                taken.append((statistics.median(one[0] for one in rounds), statistics.median(one[1] for one in rounds)))
            taken.sort(key=lambda pair: pair[1] / pair[0])
            found[name] = taken[ROUNDS // 2]
        return found


async def _on_postgresql() -> dict[str, tuple[float, float]]:
    with postgresql_server() as server:
        databases = PostgreSQLs(server)
        return await _measure(await databases.fresh(), await databases.fresh())


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=".") as folder:
        sqlite = asyncio.run(_measure(*(Settings(data=Path(folder) / name) for name in ("few", "many"))))
    for database, found in (("SQLite", sqlite), ("PostgreSQL", asyncio.run(_on_postgresql()))):
        for name, (few, many) in found.items():
            told = f"{few * 1000:.2f} → {many * 1000:.2f} ms = {many / few:.2f} ×"
            yield Figure(f"{database}: {name} among {MANY * 10:,} letters", told, "≤ 1.3 ×", many <= 1.3 * few)
