"""Backups that nobody asked for: proved by restoring, so many kept, before every migration, and a failed one said.

Not for what a backup holds: test_maintenance.py.
"""

import stat
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, text

from bot.errors import BadBackup
from bot.settings import Settings
from bot.store.database import Database
from bot.store.maintenance import backups
from bot.store.maintenance.backup import Contents, back_up, restore
from bot.store.maintenance.backups import DAILY, make_daily, prove, told
from bot.store.migrate import migrate, newest
from bot.store.store import open_store
from bot.workers.chores import Chore, ChoreWorker
from tests.bot.clocks import HandClock
from tests.bot.databases import sqlite
from tests.bot.offline import ANNA, BERT, OfflineBot, open_offline

OLD_GAME = (
    "INSERT INTO games (title, rules, options, channel, owner, status, seed, revision, version, base_version, tail,"
    " pinged, opened_at) VALUES ('hansa', '1', '{}', 7, 101, 'open', 's', 1, 0, 0, '[]', '{}', 1.0)"
)


def keeping(settings: Settings, folder: Path, count: int = 3) -> Settings:
    return msgspec.structs.replace(settings, backup_folder=folder / "backups", backups=count)


async def test_a_daily_backup_is_made_proved_and_so_many_are_kept(settings: Settings, folder: Path) -> None:
    settings = keeping(settings, folder)
    async with open_offline(settings) as offline:
        await offline.play(await offline.seated(ANNA, BERT), 10)
        made = [await make_daily(settings) for _ in range(5)]
        (settings.backups_in() / "mine.kontor").touch()
        assert {contents.rows for contents in made} == {made[0].rows}
        assert made[0].rows_of["moves"] == 10
    files = sorted(settings.backups_in().glob(f"{DAILY}-*"))
    assert len(files) == 3
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    assert (settings.backups_in() / "mine.kontor").exists()
    assert not [one for one in settings.backups_in().iterdir() if one.is_dir()], "nothing of the proof is left"
    database = Database(sqlite(folder / "new"))
    assert await restore(database, files[-1]) == made[-1]
    await database.close()


async def test_before_a_migration_what_is_changed_is_kept(empty: Settings, folder: Path) -> None:
    settings = keeping(empty, folder)
    database = Database(settings)
    await migrate(database, "0005")
    await database.write(lambda connection: connection.execute(text(OLD_GAME)))
    await database.close()
    async with open_store(settings):
        pass
    (file,) = settings.backups_in().iterdir()
    assert file.name.startswith(f"before-{newest()}-")
    async with open_store(settings):
        pass
    assert [file] == list(settings.backups_in().iterdir()), "there was nothing to migrate"
    other = Database(sqlite(folder / "new"))
    contents = await restore(other, file)
    assert (contents.schema, contents.rows_of["games"]) == ("0005", 1)
    await other.close()


async def test_one_from_before_a_migration_goes_when_so_many_daily_ones_are_newer(folder: Path) -> None:
    """Else whoever is forgotten would be kept in it for ever."""
    settings = keeping(sqlite(folder), folder, 2)
    settings.backups_in().mkdir()
    old, new = (settings.backups_in() / f"before-0006-{at}T000000.000000Z.kontor" for at in ("20200101", "29990101"))
    for file in (old, new):
        file.touch()
    async with open_offline(settings) as offline:
        await offline.seated(ANNA, BERT)
        await make_daily(settings)
        assert old.exists()
        await make_daily(settings)
    assert not old.exists()
    assert new.exists()


async def test_a_new_database_needs_no_backup(empty: Settings, folder: Path) -> None:
    settings = keeping(empty, folder)
    async with open_store(settings):
        pass
    assert not settings.backups_in().exists()


async def test_a_backup_that_cannot_be_restored_is_none_and_pushes_out_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = keeping(sqlite(folder), folder, 1)
    async with open_offline(settings) as offline:
        await offline.seated(ANNA, BERT)
        await make_daily(settings)
        good = list(settings.backups_in().iterdir())

        def lossy(connection: Connection, file: Path) -> Contents:
            return Contents(newest(), 0.0, {"games": 0})

        monkeypatch.setattr(backups, "fill", lossy)
        with pytest.raises(BadBackup, match="does not hold what was written"):
            await make_daily(settings)
        assert list(settings.backups_in().iterdir()) == good


async def test_what_is_in_a_backup_is_said(offline: OfflineBot, folder: Path) -> None:
    await offline.play(await offline.seated(ANNA, BERT), 4)
    contents = await back_up(offline.store.database, folder / "all.kontor")
    prove(folder / "all.kontor", contents)
    said = told(contents, folder / "all.kontor")
    assert "1 games" in said
    assert "4 moves" in said
    assert f"schema {newest()}" in said


async def test_a_backup_with_rows_that_fit_nowhere_is_not_proved(offline: OfflineBot, folder: Path) -> None:
    """SQLite looks at foreign keys only when it is asked to."""
    await offline.play(await offline.seated(ANNA, BERT), 4)
    file = folder / "all.kontor"
    contents = await back_up(offline.store.database, file)
    with pytest.raises(BadBackup, match="does not hold"):
        prove(file, msgspec.structs.replace(contents, rows_of=contents.rows_of | {"moves": 5}))


async def test_a_chore_that_fails_is_tried_again_and_ends_nothing(offline: OfflineBot, clock: HandClock) -> None:
    tried: list[float] = []

    async def work() -> None:
        tried.append(clock.now())
        if len(tried) == 1:
            raise BadBackup("The disk is full.")

    worker = ChoreWorker(offline.store.chores, clock, offline.supervisor, [Chore("backup", 100.0, work)])
    for _ in range(4):
        await worker.round()
        clock.advance(40.0)
    assert [at - tried[0] for at in tried] == [0.0, 40.0]
    await worker.round()
    assert len(tried) == 3, "a hundred seconds after it was done"
    assert offline.metrics.registry.get_sample_value("kontor_failures_total", {"stage": "backup"}) == 1


async def test_a_proof_for_which_there_is_no_room_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = keeping(sqlite(folder), folder)

    def full(connection: Connection, file: Path) -> Contents:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        connection.exec_driver_sql("CREATE TABLE more (x)")
        raise AssertionError("there was room")

    async with open_offline(settings) as offline:
        await offline.seated(ANNA, BERT)
        monkeypatch.setattr(backups, "fill", full)
        with pytest.raises(BadBackup, match="there is no room beside it"):
            await make_daily(settings)
    assert not list(settings.backups_in().iterdir())
