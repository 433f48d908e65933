"""Every fault of a database in turn, in the middle of a game with letters and a computer.

Not for killed processes: `kills.py`.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.clock import WallClock
from bot.settings import Settings
from tests.bot.databases import PostgreSQLs, Server, postgresql_server, quick_folder, sqlite
from tests.bot.offline import OfflineBot, open_offline
from tests.bot.store import faults
from tests.bot.store.outages import Outcome, Through

Fault = AbstractAsyncContextManager[None]

ON_SQLITE: dict[str, Callable[[Path], Fault]] = {
    "no memory (SQLITE_NOMEM)": lambda _: faults.failing_sqlite(sqlite3.SQLITE_NOMEM),
    "a full disk (SQLITE_FULL)": lambda _: faults.failing_sqlite(sqlite3.SQLITE_FULL),
    "a failing disk (SQLITE_IOERR)": lambda _: faults.failing_sqlite(sqlite3.SQLITE_IOERR),
    "a damaged file (SQLITE_CORRUPT)": lambda _: faults.failing_sqlite(sqlite3.SQLITE_CORRUPT),
    "a disk that goes and comes back": faults.disk_away,
}
ON_POSTGRESQL: dict[str, Callable[[Server, Settings, OfflineBot], Fault]] = {
    "a read-only server (25006)": lambda server, settings, _: faults.read_only(server, settings),
    "connections cut": lambda server, settings, _: faults.cutting(server, settings),
    "an unknown error (ZZ999)": lambda _, __, offline: faults.unknown_error(offline.store.database),
    "a stopped server": lambda server, _, __: faults.stopped(server),
    "a hanging server": lambda server, _, __: faults.hanging(server),
}


def outcomes(seconds: float) -> Iterator[tuple[str, Outcome]]:
    for name, fault in ON_SQLITE.items():
        with quick_folder() as folder:
            yield f"{name}, {seconds:g} s", asyncio.run(_on_sqlite(folder, fault, seconds))
    for name, other in ON_POSTGRESQL.items():
        with postgresql_server() as server:
            yield f"{name}, {seconds:g} s", asyncio.run(_on_postgresql(server, other, seconds))


async def _on_sqlite(folder: Path, fault: Callable[[Path], Fault], seconds: float) -> Outcome:
    async with open_offline(sqlite(folder), WallClock()) as offline:
        return await Through(offline).run(fault(folder), seconds)


async def _on_postgresql(
    server: Server, fault: Callable[[Server, Settings, OfflineBot], Fault], seconds: float
) -> Outcome:
    settings = await PostgreSQLs(server).fresh()
    async with open_offline(settings, WallClock()) as offline:
        return await Through(offline).run(fault(server, settings, offline), seconds)
