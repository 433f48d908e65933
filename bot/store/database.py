"""One database: connections, transactions, and its failures in our words; SQLite and PostgreSQL look alike.

Not for queries: the modules beside this one have them.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.errors import BadSetting, StoreBusy, StoreError, StoreFull, StoreGone
from bot.settings import Settings

BUSY = "The database is busy; please try again in a moment."
FULL = "The database has no room left; nothing was changed. The host must make room."
GONE = "The database does not answer; please try again in a moment."

CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 30.0


class Database:
    """Connections to one database. `read` sees what is committed; `write` is one transaction, all or nothing."""

    def __init__(self, settings: Settings) -> None:
        self._url = settings.url()
        self.is_sqlite = self._url.drivername.startswith("sqlite")
        self._engine = self._make_sqlite(settings) if self.is_sqlite else self._make_postgresql(settings)
        # Readers need no transaction: what is decided on what they saw is guarded by the revision of the game.
        self._reader = self._engine.execution_options(
            **({"reading": True} if self.is_sqlite else {"isolation_level": "AUTOCOMMIT"})
        )
        # SQLite has one writer at a time. Queueing here is fair and costs nothing; its own busy wait polls.
        self._turn: contextlib.AbstractAsyncContextManager[object] = (
            asyncio.Lock() if self.is_sqlite else contextlib.nullcontext()
        )

    @property
    def file(self) -> Path | None:
        return Path(self._url.database or "") if self.is_sqlite else None

    @property
    def name(self) -> str:
        """The address without its password."""
        return self._url.render_as_string(hide_password=True)

    def _make_sqlite(self, settings: Settings) -> AsyncEngine:
        file = Path(self._url.database or "")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadSetting(f"KONTOR_DATA: the folder {file.parent} cannot be made: {error.strerror}.") from None
        engine = create_async_engine(
            self._url,
            pool_size=settings.connections,
            max_overflow=0,
            pool_timeout=settings.busy_seconds,
            connect_args={"timeout": settings.busy_seconds, "isolation_level": None},
        )
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine

    def _make_postgresql(self, settings: Settings) -> AsyncEngine:
        return create_async_engine(
            self._url,
            pool_size=settings.connections,
            max_overflow=0,
            pool_timeout=settings.busy_seconds,
            connect_args={
                "timeout": CONNECT_SECONDS,
                "command_timeout": COMMAND_SECONDS,
                "server_settings": {
                    "lock_timeout": str(int(settings.busy_seconds * 1000)),
                    "idle_in_transaction_session_timeout": str(int(COMMAND_SECONDS * 1000)),
                },
            },
        )

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        with in_our_words():
            async with self._reader.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        with in_our_words():
            async with self._turn, self._engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def still(self) -> AsyncIterator[AsyncConnection]:
        """A reading transaction in which nothing moves, however long it takes; writers go on meanwhile."""
        with in_our_words():
            if self.is_sqlite:
                async with self._reader.connect() as connection:
                    await connection.exec_driver_sql("BEGIN")
                    yield connection
            else:
                async with self._engine.connect() as connection:
                    await connection.execution_options(
                        isolation_level="REPEATABLE READ", postgresql_readonly=True, stream_results=True
                    )
                    yield connection

    async def close(self) -> None:
        await self._engine.dispose()


def _set_up_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA journal_mode = WAL")
        # In WAL mode NORMAL may lose the latest commits when the power fails; an acknowledged move must not go.
        cursor.execute("PRAGMA synchronous = FULL")
        cursor.execute("PRAGMA foreign_keys = ON")
    finally:
        cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes the lock at once: a transaction that reads first and then cannot write would have to fail."""
    if not connection.get_execution_options().get("reading"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


@contextmanager
def in_our_words() -> Iterator[None]:
    """Turns what the drivers raise when a database fails into StoreError; programming errors stay what they are."""
    try:
        yield
    except DBAPIError as error:
        known = _known(error)
        if known is None:
            raise
        raise known from error
    except PoolTimeoutError as error:
        raise StoreBusy(BUSY) from error
    except OSError as error:  # asyncpg raises these bare while connecting; TimeoutError is one of them
        raise StoreGone(GONE) from error


def _known(error: DBAPIError) -> StoreError | None:
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return _known_sqlite(cause)
    state = getattr(cause, "sqlstate", None) or ""
    if state.startswith("53") and state != "53300":
        return StoreFull(FULL)
    if state in ("55P03", "40001", "40P01"):
        return StoreBusy(BUSY)
    # 08: connection, 57P: shut down or starting up, 53300: too many connections; no state: the socket broke
    if error.connection_invalidated or state.startswith(("08", "57P", "25P03", "53300")):
        return StoreGone(GONE)
    return None


def _known_sqlite(cause: sqlite3.Error) -> StoreError | None:
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy(BUSY)
        case sqlite3.SQLITE_FULL:
            return StoreFull(FULL)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
            return StoreGone(GONE)
    return None
