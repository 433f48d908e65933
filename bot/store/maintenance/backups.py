"""Backups that are made without being asked for: daily, and before every migration; proved, and only so many kept.

Not for the file itself: `backup.py`. Not for when: `bot.workers.chores`.
"""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError

from bot.errors import BadBackup
from bot.settings import Settings
from bot.store import migrate
from bot.store.database import Database
from bot.store.maintenance.backup import Contents, back_up, check_digest, fill, write

DAILY, BEFORE = "daily", "before"
"""How the names of the files begin."""
ENDING = ".kontor"


async def make_daily(settings: Settings) -> Contents:
    """In a thread with connections of its own: packing and proving take a while, and nobody's answer waits for it."""
    return await asyncio.to_thread(lambda: asyncio.run(_make_daily(settings)))


async def _make_daily(settings: Settings) -> Contents:
    file = _new_file(settings, DAILY)
    database = Database(settings)
    try:
        contents = await back_up(database, file)
    finally:
        await database.close()
    _prove_or_remove(file, contents)
    _keep_latest(settings, DAILY)
    _let_age_out(settings)
    return contents


def back_up_before_migration(connection: Connection, settings: Settings) -> None:
    """In the transaction that migrates: what is kept is what is changed."""
    if not settings.backups:
        return
    kind = f"{BEFORE}-{migrate.newest()}"
    file = _new_file(settings, kind)
    _prove_or_remove(file, write(connection, file))
    _keep_latest(settings, kind)


def prove(file: Path, contents: Contents) -> None:
    """Restores a backup into a temporary database beside it, to the newest schema; BadBackup if that does not work."""
    check_digest(file)
    try:
        with TemporaryDirectory(dir=file.absolute().parent, prefix=".proof-") as folder:
            found, loose = _restored(file, Path(folder) / "proof.sqlite3")
    except (OSError, OperationalError) as error:
        raise BadBackup(f"The backup {file} cannot be proved: there is no room beside it.") from error
    except DBAPIError:
        raise BadBackup(f"The rows of the backup {file} do not fit together.") from None
    if found != contents or loose:
        raise BadBackup(f"The backup {file} does not hold what was written to it.")


def _restored(file: Path, database: Path) -> tuple[Contents, bool]:
    """What came out of the backup, and whether there are rows among it that belong to none."""
    engine = create_engine(f"sqlite:///{database}", hide_parameters=True)
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
    try:
        with engine.begin() as connection:
            found = fill(connection, file)
            return found, connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None
    finally:
        engine.dispose()


def told(contents: Contents, file: Path) -> str:
    """What is in a backup, in a sentence."""
    rows = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in contents.rows_of.items() if count)
    made = datetime.fromtimestamp(contents.made_at, UTC).isoformat(" ", "seconds")
    return (
        f"{contents.rows} rows of {made} are in {file} ({rows}), schema {contents.schema}; it has been restored once."
    )


def _new_file(settings: Settings, kind: str) -> Path:
    folder = settings.backups_in()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadBackup(f"The folder {folder} for backups cannot be made: {error.strerror}.") from None
    return folder / f"{kind}-{datetime.fromtimestamp(time.time(), UTC):%Y%m%dT%H%M%S.%fZ}{ENDING}"


def _prove_or_remove(file: Path, contents: Contents) -> None:
    """What cannot be restored is no backup, and must not push out one that can."""
    try:
        prove(file, contents)
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _keep_latest(settings: Settings, kind: str) -> None:
    """The latest of a kind; their names begin alike and go on with the time."""
    found = sorted(settings.backups_in().glob(f"{kind}-*{ENDING}"))
    for old in found[: -settings.backups]:
        old.unlink(missing_ok=True)


def _let_age_out(settings: Settings) -> None:
    """What was made before a migration goes when so many daily ones are newer: it holds people who are forgotten."""
    latest = sorted(_made(file) for file in settings.backups_in().glob(f"{DAILY}-*{ENDING}"))[-settings.backups :]
    for old in settings.backups_in().glob(f"{BEFORE}-*{ENDING}"):
        if len(latest) == settings.backups and _made(old) < latest[0]:
            old.unlink(missing_ok=True)


def _made(file: Path) -> str:
    """When it was made, as its name says; the later, the greater."""
    return file.stem.rpartition("-")[2]
