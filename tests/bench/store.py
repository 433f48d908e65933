"""Speed of the store: a decision end to end on SQLite, beside a bare aiosqlite transaction, and among many games.

Not for Discord or drawing: a decision is loaded, checked, applied and saved, and that is all.
"""

import asyncio
import os
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import aiosqlite
from sqlalchemy import Connection

from bot.clock import WallClock
from bot.settings import Settings
from tests.bench.figure import Figure
from tests.bot.offline import OfflineBot, open_offline

USERS = (1, 2, 3, 4)
DECISIONS = 500
ROUNDS = 10
FEW, MANY = 10, 10_000
FINISHED = 100_000
"""Games that are over, each with the first lines of its record: what a server has after years."""
PACE = 86_400.0
"""With a time limit, so that the price of timers is paid too."""


class Bare:
    """The yardstick: two statements in one transaction, as durable as ours, without anything around them."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._number = 0

    async def set_up(self) -> None:
        await self._connection.execute("PRAGMA journal_mode = WAL")
        await self._connection.execute("PRAGMA synchronous = FULL")
        await self._connection.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, version INTEGER, state TEXT)")
        await self._connection.execute("CREATE TABLE moves (game INTEGER, number INTEGER, text TEXT)")
        await self._connection.execute("INSERT INTO games VALUES (1, 0, ?)", ("x" * 800,))

    async def transact(self) -> float:
        """One transaction; returns the seconds it took."""
        self._number += 1
        begin = time.perf_counter()
        await self._connection.execute("BEGIN IMMEDIATE")
        await self._connection.execute("INSERT INTO moves VALUES (1, ?, 'sail danzig')", (self._number,))
        await self._connection.execute("UPDATE games SET version = ? WHERE id = 1", (self._number,))
        await self._connection.execute("COMMIT")
        return time.perf_counter() - begin


class Players:
    """Games in one database, a new one when one is over."""

    def __init__(self, offline: OfflineBot) -> None:
        self._house = offline
        self._game: int | None = None

    async def decide(self) -> float:
        """One decision; returns the seconds that `act` took."""
        decision = None if self._game is None else await self._house.next_decision(self._game)
        if self._game is None or decision is None:
            self._game = await self._house.seated(*USERS, pace=PACE)
            return await self.decide()
        user, text, version = decision
        interaction = f"bench {self._game} {version}"
        begin = time.perf_counter()
        await self._house.table.act(self._game, user, text, made_on=version, interaction=interaction)
        return time.perf_counter() - begin


_CROWD = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count}) "
    "INSERT INTO games SELECT (SELECT max(id) FROM games) + i, {columns} FROM n, games WHERE id = 1",
    "INSERT INTO seats SELECT g.id, s.seat, s.user, s.policy, s.resigned FROM games g, seats s "
    "WHERE g.id > 1 AND s.game = 1",
    "INSERT INTO moves SELECT g.id, m.number, m.seat, m.text, m.host, m.at, NULL FROM games g, moves m "
    "WHERE g.id > 1 AND m.game = 1",
    "INSERT INTO interactions SELECT g.id || ' ' || i.id, g.id, i.answer, i.at FROM games g, interactions i "
    "WHERE g.id > 1 AND i.game = 1",
    "INSERT INTO outbox (game, target, kind, payload, nonce, status, attempts, due, written_at, closed_at) "
    "SELECT g.id, o.target, o.kind, o.payload, hex(randomblob(12)), 'delivered', 1, o.due, o.written_at, o.due "
    "FROM games g, outbox o WHERE g.id > 1 AND o.game = 1",
    "INSERT INTO timers (game, seat, kind, due) SELECT g.id, t.seat, t.kind, t.due FROM games g, timers t "
    "WHERE g.id > 1 AND t.game = 1",
)


_FINISHED = (
    _CROWD[0],
    "UPDATE games SET status = 'finished', ended_at = opened_at WHERE id > 1",
    _CROWD[1],
    "INSERT INTO moves SELECT g.id, m.number, m.seat, m.text, m.host, m.at, NULL FROM games g, moves m "
    "WHERE g.id > 1 AND m.game = 1 AND m.number <= 5",
    "INSERT INTO results SELECT g.id, s.seat, s.user, 1, 10, '{{}}' FROM games g, seats s "
    "WHERE g.id > 1 AND s.game = 1",
)


def crowd(connection: Connection, count: int, statements: tuple[str, ...] = _CROWD) -> None:
    """Copies the first game this often, with its rows."""
    found = connection.exec_driver_sql("SELECT name FROM pragma_table_info('games') WHERE name <> 'id' ORDER BY cid")
    columns = ", ".join(found.scalars())
    for statement in statements:
        connection.exec_driver_sql(statement.format(count=count, columns=columns))


def empty_log(connection: Connection) -> None:
    connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close()


async def measure(folder: Path) -> tuple[list[float], ...]:
    """Seconds of a decision among few games, many, and many that are over, and of a bare transaction; in turns."""
    async with AsyncExitStack() as stack:
        houses = [
            await stack.enter_async_context(open_offline(Settings(data=folder / name), WallClock()))
            for name in ("few", "many", "finished")
        ]
        crowds = ((FEW, _CROWD), (MANY, _CROWD), (FINISHED, _FINISHED))
        for offline, (count, how) in zip(houses, crowds, strict=True):
            await offline.play(await offline.seated(*USERS, pace=PACE), 40)
            await offline.store.database.write(partial(crowd, count=count - 1, statements=how))
            await offline.store.database.read(empty_log)
        bare = Bare(await stack.enter_async_context(aiosqlite.connect(folder / "bare.sqlite3", isolation_level=None)))
        await bare.set_up()
        os.sync()  # what making ten thousand games left to write must not be paid by the decisions
        players = [Players(offline) for offline in houses]
        ways: tuple[Callable[[], Awaitable[float]], ...] = (*(player.decide for player in players), bare.transact)
        taken: tuple[list[float], ...] = tuple([] for _ in ways)
        dice = random.Random(1)
        for _ in range(DECISIONS):
            # In an order drawn anew each time: whoever comes behind another waits for what that one left to the disk.
            for way in dice.sample(range(len(ways)), len(ways)):
                taken[way].append(await ways[way]())
        return taken


def beside(values: list[float], yardstick: list[float]) -> float:
    """How many times the yardstick: the median over rounds, so that a busy moment of the machine spoils one round."""
    size = DECISIONS // ROUNDS
    rounds = range(0, DECISIONS, size)
    return statistics.median(
        statistics.median(values[start : start + size]) / statistics.median(yardstick[start : start + size])
        for start in rounds
    )


def figures() -> Iterator[Figure]:
    # Here, where the data of a bot would be: the folder for temporary files may be in memory, and that is no disk.
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=".") as folder:
        few, many, finished, yardstick = asyncio.run(measure(Path(folder)))
    middle, late = statistics.median(few) * 1000, statistics.quantiles(few, n=100)[98] * 1000
    times, growth, after_years = beside(few, yardstick), beside(many, few), beside(finished, few)
    bare = f"{statistics.median(yardstick) * 1000:.2f} ms"
    yield Figure("store: act on SQLite, median", f"{middle:.2f} ms", "≤ 4 ms", middle <= 4)
    yield Figure("store: act on SQLite, 99 of 100", f"{late:.1f} ms", "≤ 20 ms", late <= 20)
    yield Figure(f"store: act beside a bare transaction of {bare}", f"{times:.2f} ×", "≤ 4 ×", times <= 4)
    yield Figure(f"store: act among {MANY:,} games beside {FEW}", f"{growth:.2f} ×", "≤ 1.3 ×", growth <= 1.3)
    yield Figure(f"store: act among {FINISHED:,} finished games", f"{after_years:.2f} ×", "≤ 1.3 ×", after_years <= 1.3)
