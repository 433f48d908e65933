"""SQLite through aiosqlite: SQLAlchemy works inside aiosqlite's thread, so that a transaction is one visit to it.

Not for queries. Going through SQLAlchemy's own aiosqlite dialect costs three or four visits for every statement.
"""

import asyncio
import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar

import aiosqlite
import structlog
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

T = TypeVar("T")

LOOK_AGAIN = 0.02

PRIVATE = 0o600
BESIDE = ("", "-wal", "-shm", "-journal")
"""The endings of the files that are one database."""

log = structlog.get_logger(__name__)


class ThreadConnection(aiosqlite.Connection):
    """One connection with its thread, and SQLAlchemy on it; both are used in that thread only."""

    def __init__(self, file: Path, begin: str | None, busy_seconds: float) -> None:
        def connect() -> sqlite3.Connection:
            keep_private(file)
            connection = sqlite3.connect(file, timeout=busy_seconds, isolation_level=None)
            try:
                _set_up(connection, time.monotonic() + busy_seconds)
            except sqlite3.Error:
                connection.close()
                raise
            return connection

        super().__init__(connect, iter_chunk_size=64)
        self._thread.daemon = True  # a process that dies of something else must not wait for a quiet thread
        self._engine = create_engine(
            "sqlite://", creator=lambda: self._conn, poolclass=StaticPool, hide_parameters=True
        )
        if begin is not None:
            # The driver is in autocommit mode and SQLAlchemy leaves BEGIN to the driver, so it is said here.
            event.listen(self._engine, "begin", lambda _: self._conn.execute(begin))
        self._sqlalchemy: Connection | None = None

    async def close(self) -> None:
        """SQLAlchemy gives back what it was lent first: it would keep it for ever, with all its statements."""
        try:
            with contextlib.suppress(ValueError, sqlite3.Error, DBAPIError):  # a connection that is gone already
                await self._execute(self._let_go)  # type: ignore[no-untyped-call]
        finally:
            await super().close()

    def _let_go(self) -> None:
        if self._sqlalchemy is not None:
            self._sqlalchemy.close()
            self._sqlalchemy = None

    async def end(self) -> None:
        """After an opening that failed: its thread stops, too, and says so to a loop that must still be there."""
        await asyncio.to_thread(self._thread.join)

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Does the work in the thread, in one transaction that is kept if the work returns and dropped if it raises."""
        result: T = await self._execute(self._work, work)  # type: ignore[no-untyped-call]
        return result

    def _work(self, work: Callable[[Connection], T]) -> T:
        if self._sqlalchemy is None:  # one for all transactions: lending it out anew costs as much as a statement
            self._sqlalchemy = self._engine.connect()
        with self._sqlalchemy.begin():
            return work(self._sqlalchemy)


def keep_private(file: Path) -> None:
    """Only the owner may read the file: it holds seeds and hands. SQLite gives the files beside it the same mode.

    What cannot be done is left to SQLite to fail at. An existing file is never opened here: closing it would take away
    the locks that other connections of this process have on it.
    """
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    for ending in BESIDE:
        one = file.with_name(file.name + ending)
        try:
            mode = one.stat().st_mode
            if stat.S_ISREG(mode) and stat.S_IMODE(mode) & ~PRIVATE:
                one.chmod(PRIVATE)
                log.warning(
                    "Others could read a file that holds seeds and hands; only its owner can now", file=str(one)
                )
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("Who may read a file could not be looked after", file=str(one), reason=error.strerror)


def _set_up(connection: sqlite3.Connection, until: float) -> None:
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            # Several at once on a new file: for this change SQLite does not wait by itself, whatever its timeout says.
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(LOOK_AGAIN)
    # In WAL mode NORMAL may lose the latest commits when the power fails; an acknowledged move must not go.
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # What is deleted is written over: who is forgotten must not stand in the free pages of the file.
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA cache_size = -16000")  # kilobytes: the indexes of many thousand games


_SPOILING = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
)


def _spoils(error: Exception) -> bool:
    """Whether the connection may never work again: its file is another one when the disk comes back."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(cause, MemoryError) or (getattr(cause, "sqlite_errorcode", 0) & 0xFF) in _SPOILING


class Connections:
    """Connections of one kind, opened when they are first needed and lent to one user at a time.

    SQLite has one writer at a time: a single line for writing is a fair queue, where SQLite's own busy wait polls.
    """

    def __init__(self, file: Path, count: int, begin: str | None, busy_seconds: float) -> None:
        self._file = file
        self._begin = begin
        self._busy_seconds = busy_seconds
        self._places = asyncio.Semaphore(count)
        self._idle: list[ThreadConnection] = []

    @contextlib.asynccontextmanager
    async def lend(self) -> AsyncIterator[ThreadConnection]:
        async with self._places:
            lent = self._idle.pop() if self._idle else await self._open()
            spoilt = False
            try:
                yield lent
            except Exception as error:
                spoilt = _spoils(error)
                raise
            finally:
                if not spoilt:
                    self._idle.append(lent)
                else:
                    with contextlib.suppress(sqlite3.Error, MemoryError):
                        await lent.close()

    async def _open(self) -> ThreadConnection:
        opened = ThreadConnection(self._file, self._begin, self._busy_seconds)
        try:
            await opened
        except BaseException:
            await opened.end()
            raise
        return opened

    async def close(self) -> None:
        while self._idle:
            await self._idle.pop().close()
