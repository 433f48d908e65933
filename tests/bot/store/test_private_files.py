"""Only the owner reads the files that hold seeds and hands: the database with what lies beside it, backups, exports.

Not for what is in them.
"""

import asyncio
import stat
from pathlib import Path

import pytest
import structlog

from bot.__main__ import main
from tests.bot.databases import sqlite
from tests.bot.offline import ANNA, BERT, open_offline


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


async def play(folder: Path) -> dict[str, int]:
    """The modes of all files while the database is open, so that those beside it are there."""
    async with open_offline(sqlite(folder)) as offline:
        await offline.play(await offline.seated(ANNA, BERT), 3)
        return {file.name: mode(file) for file in folder.iterdir()}


async def test_a_new_database_is_its_owners(folder: Path) -> None:
    modes = await play(folder / "new" / "data")
    assert modes == dict.fromkeys(("kontor.sqlite3", "kontor.sqlite3-wal", "kontor.sqlite3-shm"), 0o600)
    assert mode(folder / "new" / "data") == 0o700


async def test_a_database_that_others_could_read_is_tightened(folder: Path) -> None:
    await play(folder)
    names = ("kontor.sqlite3", "kontor.sqlite3-wal")
    for name in names:
        (folder / name).touch()
        (folder / name).chmod(0o644)
    folder.chmod(0o755)
    with structlog.testing.capture_logs() as logged:
        modes = await play(folder)
    assert set(modes.values()) == {0o600}
    assert mode(folder) == 0o755  # it was not made by Kontor
    said = [entry["file"] for entry in logged if "Others could read" in entry["event"]]
    assert len(said) == len(names)


def test_a_backup_and_an_export_are_their_owners_even_over_an_open_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(play(folder))
    monkeypatch.setenv("KONTOR_DATA", str(folder))
    for words in (["backup"], ["export", "1"]):
        file = folder / words[0]
        file.write_text("old")
        file.chmod(0o644)
        with file.open() as watching:
            assert main([*words, str(file)]) == 0
            assert mode(file) == 0o600
            assert watching.read() == "old"  # whoever had the old file open sees nothing of the new one
    assert not list(folder.glob("*.part"))
