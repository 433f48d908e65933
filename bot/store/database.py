"""One database: transactions, and its failures in our words. SQLite and PostgreSQL look alike from here on.

Not for queries: the modules beside this one have them, as functions of a connection.
"""

import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.errors import BadSetting, StoreBusy, StoreDamaged, StoreError, StoreFull, StoreGone, StoreUnsure
from bot.monitoring.metrics import Metrics
from bot.settings import Settings
from bot.store.sqlite import Connections
from engine.first_use import make_ready

T = TypeVar("T")
Work = Callable[[Connection], T]

BUSY = "The database is busy; nothing was changed. Please try again in a moment."
FULL = "The database has no room left; nothing was changed. The operator must make room."
GONE = "The database does not answer; nothing was changed. Please try again in a moment."
UNSURE = "The database was lost while saving; whether it was done is not known yet. Please look before you try again."
DAMAGED = "The file of the database is damaged, or is no database of Kontor; the operator must restore a backup."

MISADDRESSED = "KONTOR_DATABASE has a host, a port or an option that cannot be."
OVERWRITTEN = ("Could not decode to UTF-8", "no such table", "no such column")
"""How errors begin that show damage which SQLite itself has not noticed."""

CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 30.0


_written: ContextVar[list[bool]] = ContextVar("written")


@contextmanager
def noting_writes() -> Iterator[list[bool]]:
    """What is written from here on leaves a mark in the list: True if it was done, False if nobody knows.

    Whoever answers a person needs it: a later failure to read does not mean that nothing was changed.
    """
    marks: list[bool] = []
    token = _written.set(marks)
    try:
        yield marks
    finally:
        _written.reset(token)


class Runner(Protocol):
    """How work on a connection is done: the one thing that SQLite and PostgreSQL do differently."""

    async def read(self, work: Work[T]) -> T: ...

    async def write(self, work: Work[T]) -> T: ...

    async def still(self, work: Work[T]) -> T: ...

    async def close(self) -> None: ...


class SQLite:
    """aiosqlite: one line for writing, the others for reading, which goes on meanwhile (WAL)."""

    def __init__(self, file: Path, settings: Settings) -> None:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # seeds and hands are the host's secret
        except OSError as error:
            raise BadSetting(f"KONTOR_DATA: the folder {file.parent} cannot be made: {error.strerror}.") from None
        # A writer takes the lock at once: a transaction that reads first and then cannot write would have to fail.
        self._writer = Connections(file, 1, "BEGIN IMMEDIATE", settings.busy_seconds)
        self._readers = Connections(file, settings.connections - 1, None, settings.busy_seconds)
        self._still = Connections(file, 1, "BEGIN", settings.busy_seconds)

    async def read(self, work: Work[T]) -> T:
        async with self._readers.lend() as connection:
            return await connection.run(work)

    async def write(self, work: Work[T]) -> T:
        async with self._writer.lend() as connection:
            return await connection.run(work)

    async def still(self, work: Work[T]) -> T:
        async with self._still.lend() as connection:
            return await connection.run(work)

    async def close(self) -> None:
        for connections in (self._still, self._readers, self._writer):
            await connections.close()


class PostgreSQL:
    """asyncpg through SQLAlchemy's asynchronous engine."""

    def __init__(self, url: URL, settings: Settings) -> None:
        connect_args = {
            "timeout": CONNECT_SECONDS,
            "command_timeout": COMMAND_SECONDS,
            "server_settings": {
                "lock_timeout": str(int(settings.busy_seconds * 1000)),
                "idle_in_transaction_session_timeout": str(int(COMMAND_SECONDS * 1000)),
            },
        }
        try:
            self._engine = create_async_engine(
                url,
                pool_size=settings.connections,
                max_overflow=0,
                hide_parameters=True,  # hands and seeds are among them
                pool_timeout=settings.busy_seconds,
                connect_args=connect_args,
            )
        except (ArgumentError, ValueError) as error:
            raise BadSetting(MISADDRESSED) from error
        self._reader = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._still = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def read(self, work: Work[T]) -> T:
        try:
            return await self._read(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        # The server was started anew since this connection was made; the pool has dropped all of those now.
        return await self._read(work)

    async def _read(self, work: Work[T]) -> T:
        async with _connected(self._reader) as connection:
            return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        async with _connected(self._engine) as connection:
            result = await connection.run_sync(work)
            await self._commit(connection)
            return result

    async def _commit(self, connection: AsyncConnection) -> None:
        try:
            await connection.commit()
        except (DBAPIError, OSError) as error:
            if isinstance(error, OSError) or isinstance(_known(error), StoreGone):
                raise StoreUnsure(UNSURE) from error
            raise

    async def still(self, work: Work[T]) -> T:
        async with _connected(self._still) as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection. What is wrong with the rest of an address, the driver says only when it uses it."""
    async with AsyncExitStack() as stack:
        try:
            connection = await stack.enter_async_context(engine.connect())
        except (ArgumentError, TypeError, ValueError, InterfaceError) as error:
            if isinstance(error, InterfaceError) and not _is_misconfigured(error):
                raise
            raise BadSetting(MISADDRESSED) from error
        yield connection


def _is_misconfigured(error: InterfaceError) -> bool:
    from asyncpg.exceptions import ClientConfigurationError  # here: whoever uses SQLite must not wait for it

    return error.orig is not None and isinstance(error.orig.__cause__, ClientConfigurationError)


class Database:
    """One database. Work is a plain function of a connection; where it runs is the runner's business."""

    def __init__(self, settings: Settings) -> None:
        make_ready()  # SQLite works in threads of its own
        url = settings.url()
        self.metrics: Metrics | None = None
        """Where the time of transactions and their failures are counted, if anywhere."""
        self.is_sqlite = url.drivername.startswith("sqlite")
        self.name = url.render_as_string(hide_password=True)
        self._runner: Runner = (
            SQLite(Path(url.database or ""), settings) if self.is_sqlite else PostgreSQL(url, settings)
        )

    async def read(self, work: Work[T]) -> T:
        """Sees what is committed, each statement anew: decisions made on it are guarded by a game's revision."""
        with self._watched("read"):
            return await self._runner.read(work)

    async def write(self, work: Work[T]) -> T:
        """One transaction, all or nothing."""
        marks = _written.get([])
        try:
            with self._watched("write"):
                result = await self._runner.write(work)
        except StoreUnsure:
            marks.append(False)
            raise
        marks.append(True)
        return result

    async def still(self, work: Work[T]) -> T:
        """A reading transaction in which nothing moves, however long it takes; writers go on meanwhile."""
        with self._watched("still"):
            return await self._runner.still(work)

    async def close(self) -> None:
        await self._runner.close()

    async def empty_log(self) -> None:
        """What was deleted stands in SQLite's log for a while; if nobody reads just now, not any more."""
        if self.is_sqlite:
            await self.read(lambda connection: connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").close())

    @contextmanager
    def _watched(self, kind: str) -> Iterator[None]:
        with ExitStack() as around:
            if self.metrics is not None:
                around.enter_context(self.metrics.transaction(kind))
            with in_our_words():
                yield


@contextmanager
def in_our_words() -> Iterator[None]:
    """Turns what the drivers raise when a database fails into StoreError; programming errors stay what they are."""
    try:
        yield
    except (PoolTimeoutError, OSError) as error:  # asyncpg raises OSError bare while connecting
        raise (StoreBusy(BUSY) if isinstance(error, PoolTimeoutError) else StoreGone(GONE)) from error
    except MemoryError as error:  # how Python's driver says SQLITE_NOMEM
        raise StoreFull(FULL) from error
    except Exception as error:
        known = _known(error)
        if known is None:
            raise
        raise known from error


def _known(error: Exception) -> StoreError | BadSetting | None:
    """The failure behind an error of a driver, which SQLAlchemy has wrapped unless it came while connecting."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, UnicodeDecodeError):  # SQLite quotes what it cannot make sense of
        return StoreDamaged(DAMAGED)
    if isinstance(cause, sqlite3.Error):
        return _known_sqlite(cause)
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    if lost or type(cause).__name__ == "InterfaceError":  # asyncpg's: the connection is closed, or about to be
        return StoreGone(GONE)
    state = getattr(cause, "sqlstate", None)
    return _known_postgresql(state) if isinstance(state, str) else None


def _known_sqlite(cause: sqlite3.Error) -> StoreError | None:
    if str(cause).startswith(OVERWRITTEN):
        return StoreDamaged(DAMAGED)
    match getattr(cause, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED | sqlite3.SQLITE_PROTOCOL | sqlite3.SQLITE_INTERRUPT:
            return StoreBusy(BUSY)
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_NOMEM:
            return StoreFull(FULL)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return StoreDamaged(DAMAGED)
        case sqlite3.SQLITE_IOERR | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_READONLY:
            return StoreGone(GONE)
    return None


def _known_postgresql(state: str) -> StoreError | BadSetting | None:
    match state[:2], state:
        case "28" | "3D", _:  # wrong name or password, no such database
            return BadSetting("KONTOR_DATABASE: the server does not let us in, or has no such database.")
        case _, "55P03" | "40001" | "40P01":  # waited too long for a lock, or in a circle
            return StoreBusy(BUSY)
        case "08" | "57", _:  # connection lost; shutting down or starting up
            return StoreGone(GONE)
        case _, "53300" | "25P03" | "25P04":  # too many connections; ours was cut off for idling
            return StoreGone(GONE)
        case _, "25006":  # it takes no writes: a standby, or one that is handing over
            return StoreGone(GONE)
        case "58" | "XX", _:  # its disk fails, or something in it
            return StoreGone(GONE)
        case "53", _:  # no room on the disk, no memory
            return StoreFull(FULL)
    return None
