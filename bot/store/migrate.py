"""Brings a database to the newest schema at start-up, one process at a time.

Not for the schema itself: `schema.py` says what it is now, `migrations/versions` how it came about.
"""

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from bot.errors import BadSetting
from bot.store.database import Database

LOCK = 0x4B6F6E746F72
"""The number of the PostgreSQL advisory lock; the letters of Kontor."""


def configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def newest() -> str:
    head = ScriptDirectory.from_config(configuration()).get_current_head()
    if head is None:
        raise RuntimeError("There are no migrations.")
    return head


def revisions() -> set[str]:
    """Every schema this program knows."""
    return {script.revision for script in ScriptDirectory.from_config(configuration()).walk_revisions()}


Before = Callable[[Connection], object]


async def migrate(database: Database, to: str = "head", before: Before | None = None) -> None:
    """Upgrades in one transaction that holds a lock, so that of several processes only the first does the work.

    `before` is done in the same transaction if there is an older schema to be changed.
    """
    await database.write(lambda connection: _locked(connection, to, before))


def _locked(connection: Connection, to: str, before: Before | None) -> None:
    if connection.dialect.name == "postgresql":  # on SQLite, the transaction is the lock
        for limit in ("lock_timeout", "idle_in_transaction_session_timeout"):  # what is done before may take long
            connection.execute(text(f"SET LOCAL {limit} = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    here = revision(connection)
    if before is not None and here in revisions() - {newest()}:
        before(connection)
    upgrade(connection, to)


def upgrade(connection: Connection, to: str = "head") -> None:
    config = configuration()
    config.attributes["connection"] = connection
    here = revision(connection)
    if here is not None and here not in revisions():
        raise BadSetting(f"The database has schema {here}, which is newer than this program; update Kontor first.")
    try:
        command.upgrade(config, to)
    except (OperationalError, ProgrammingError) as error:  # how SQLite and PostgreSQL say it
        if "already exists" not in str(error.orig):
            raise
        raise BadSetting("A table of another program already exists in the database; Kontor needs its own.") from error


def revision(connection: Connection) -> str | None:
    """The schema a database has now; none when it is empty."""
    try:
        return MigrationContext.configure(connection).get_current_revision()
    except CommandError:
        raise BadSetting("The database has several schemas at once; restore a backup into a new one.") from None
