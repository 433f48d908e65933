"""Makes a database fail in every way there is, for a while: full, out of memory, read-only, cut off, stopped, hanging.

Not for assertions: whoever uses a fault says what must hold meanwhile and afterwards.
"""

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
from sqlalchemy import Connection

from bot.settings import Settings
from bot.store.database import Database
from bot.store.sqlite import T, ThreadConnection
from tests.bot.databases import Server


def sqlite_error(code: int) -> Exception:
    """As Python's driver raises it: for want of memory it has an error of its own."""
    if code == sqlite3.SQLITE_NOMEM:
        return MemoryError()
    error = sqlite3.OperationalError("injected")
    error.sqlite_errorcode = code
    return error


@asynccontextmanager
async def failing_sqlite(code: int) -> AsyncIterator[None]:
    """Every connection of this process to any SQLite file raises this error."""
    working = ThreadConnection._work

    def fail(self: ThreadConnection, work: Callable[[Connection], T]) -> T:
        raise sqlite_error(code)

    ThreadConnection._work = fail  # type: ignore[method-assign]
    try:
        yield
    finally:
        ThreadConnection._work = working  # type: ignore[method-assign]


@asynccontextmanager
async def disk_away(folder: Path) -> AsyncIterator[None]:
    """The file is another one afterwards, with the same contents: as after mounting its disk again."""
    async with failing_sqlite(sqlite3.SQLITE_IOERR):
        yield
        for file in folder.glob("kontor.sqlite3*"):
            contents = file.read_bytes()
            file.unlink()
            file.write_bytes(contents)


@asynccontextmanager
async def read_only(server: Server, settings: Settings) -> AsyncIterator[None]:
    """As in a failover: connections are cut, and those made anew take no writes (25006), until it is over."""
    name = settings.url().database
    await execute(server, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await cut(server, settings)
    try:
        yield
    finally:
        await execute(server, f"ALTER DATABASE {name} RESET default_transaction_read_only")
        await cut(server, settings)


async def cut(server: Server, settings: Settings) -> None:
    """All connections to the database are lost at once."""
    name = settings.url().database
    await execute(server, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")


@asynccontextmanager
async def cutting(server: Server, settings: Settings) -> AsyncIterator[None]:
    """Connections are lost ten times a second."""

    async def often() -> None:
        while True:
            await cut(server, settings)
            await asyncio.sleep(0.1)

    task = asyncio.create_task(often())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


@asynccontextmanager
async def unknown_error(database: Database) -> AsyncIterator[None]:
    """The server refuses with a code that no mapping knows."""

    async def run(command: str) -> None:
        await database.write(lambda connection: connection.exec_driver_sql(command).close())

    raising = "BEGIN RAISE 'unknown' USING ERRCODE = 'ZZ999'; END"
    await run(f"CREATE FUNCTION unknown() RETURNS trigger AS $$ {raising} $$ LANGUAGE plpgsql")
    for table in ("outbox", "timers", "processes"):
        await run(f"CREATE TRIGGER unknown BEFORE UPDATE ON {table} EXECUTE FUNCTION unknown()")
    try:
        yield
    finally:
        await run("DROP FUNCTION unknown CASCADE")


async def execute(server: Server, command: str) -> list[asyncpg.Record]:
    connection = await asyncpg.connect(server.get_uri())
    try:
        return list(await connection.fetch(command))
    finally:
        await connection.close()


@asynccontextmanager
async def stopped(server: Server) -> AsyncIterator[None]:
    """The server is not there."""
    await asyncio.to_thread(server.stop)
    try:
        yield
    finally:
        await asyncio.to_thread(server.start)


@asynccontextmanager
async def hanging(server: Server) -> AsyncIterator[None]:
    """The server takes connections and questions, and says nothing."""
    rows = await execute(server, "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    pids = [int((server.pgdata / "postmaster.pid").read_text().split()[0]), *(row["pid"] for row in rows)]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in reversed(pids):
            os.kill(pid, signal.SIGCONT)
