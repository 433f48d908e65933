"""Stopping and starting again goes on where it was, on the store's database.

Not for games: the store's own tests.
"""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import asyncpg
import pytest
import structlog

from bot.local.archive import Archive
from bot.local.server import serve
from bot.settings import Settings
from bot.store.database import Database
from bot.store.migrate import migrate
from tests.bot.databases import PostgreSQLs, postgresql_server
from tests.bot.local.conftest import SAMPLE
from tests.bot.local.people import Guest
from tests.bot.local.process import running_bot
from tests.bot.local.sample_bot import picture
from tests.patience import until


async def test_everything_but_ephemeral_messages_outlives_a_restart(tmp_path: Path) -> None:
    await _outlives(Settings(data=tmp_path))


async def test_it_is_kept_in_postgresql_too() -> None:
    with postgresql_server() as server:
        await _outlives(await PostgreSQLs(server).empty())


async def _outlives(settings: Settings) -> None:
    database = Database(settings)
    try:
        await migrate(database)
        async with aiohttp.ClientSession() as session:
            async with serve(database) as server, running_bot(server, SAMPLE):
                anna = Guest(server, session, server.world.persons()[0].id, server.world.text_channels()[0].id)
                await anna.slash("sample board")
                before = await anna.reads("The board.")
                await anna.slash("sample whisper")
                await anna.reads("A secret.")
                await anna.slash("sample thread")
                await anna.reads("Here we play.")
                await anna.wish("read")
            async with serve(database) as server, running_bot(server, SAMPLE):
                anna = Guest(server, session, anna.id, anna.channel)
                board = await anna.reads("The board.")
                assert board["id"] == before["id"]
                assert await anna.picture(board["attachments"][0]["url"]) == picture()
                assert all("secret" not in one["content"] for one in anna.messages())
                assert server.world.unread(anna.id, server.world.channels[anna.channel]) == 0
                assert [thread.name for thread in server.world.threads()] == ["Game 1"]
                await anna.press(board, "count:0")
                await anna.sees(lambda one: "count:1" in str(one["components"]))
    finally:
        await database.close()


async def test_files_of_replaced_pictures_are_not_kept(tmp_path: Path) -> None:
    database = Database(Settings(data=tmp_path))
    try:
        async with aiohttp.ClientSession() as session, serve(database) as server, running_bot(server, SAMPLE):
            anna = Guest(server, session, server.world.persons()[0].id, server.world.text_channels()[0].id)
            await anna.slash("sample board")
            board = await anna.reads("The board.")
            await anna.press(board, "count:0")
            await anna.sees(lambda one: "count:1" in str(one["components"]))
            number = int(board["attachments"][0]["id"])
            await server.services.archive.flush()
            assert await server.services.archive.file(number) is not None  # somebody may just be looking at it
        again = Archive(database)
        await again.open()
        assert await again.file(number) is None
    finally:
        await database.close()


@contextlib.asynccontextmanager
async def held(settings: Settings) -> AsyncIterator[None]:
    """Somebody else holds the archive's tables, so that a writing must wait."""
    if settings.database is None:
        other = sqlite3.connect(settings.data / "kontor.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.close()
        return
    server = await asyncpg.connect(settings.database.reveal())
    async with server.transaction():
        await server.execute("LOCK TABLE local_things, local_files")
        yield
    await server.close()


async def test_a_writing_that_is_stopped_in_the_middle_loses_nothing(settings: Settings) -> None:
    database = Database(settings)
    try:
        await migrate(database)
        archive = Archive(database)
        world = await archive.open()
        archive.keep_file(1, b"a picture", passing=False)
        async with held(settings):
            writing = asyncio.create_task(archive.flush())
            await asyncio.sleep(0.05)
            assert not writing.done()
            writing.cancel()
            await asyncio.wait({writing})
        await archive.close()
        again = Archive(database)
        assert (await again.open()).people.keys() == world.people.keys()
        assert await again.file(1) == b"a picture"
    finally:
        await database.close()


async def test_two_writings_at_once_do_not_meet(tmp_path: Path) -> None:
    database = Database(Settings(data=tmp_path))
    try:
        archive = Archive(database)
        await archive.open()
        for number in range(20):
            archive.keep_file(number, b"new", passing=False)
            archive.drop_file(number)
            archive._forget_dropped(all_of_them=True)
            await asyncio.gather(archive.flush(), archive.flush())
            assert await archive.file(number) is None
    finally:
        await database.close()


async def test_what_changes_while_it_is_written_is_written_again(tmp_path: Path) -> None:
    database = Database(Settings(data=tmp_path))
    try:
        archive = Archive(database)
        await archive.open()
        archive.keep_file(1, b"old", passing=False)
        writing = asyncio.create_task(archive.flush())
        await asyncio.sleep(0)
        archive.keep_file(1, b"new", passing=False)
        await writing
        await archive.close()
        again = Archive(database)
        await again.open()
        assert await again.file(1) == b"new"
    finally:
        await database.close()


async def test_the_writer_goes_on_after_any_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(Settings(data=tmp_path))
    try:
        archive = Archive(database)
        await archive.open()
        write, failures = database.write, [MemoryError("a secret"), RuntimeError("a secret")]

        async def failing(work: object) -> object:
            if failures:
                raise failures.pop()
            return await write(work)  # type: ignore[arg-type]

        monkeypatch.setattr(database, "write", failing)
        with structlog.testing.capture_logs() as logged:
            writer = asyncio.create_task(archive.write_for_ever())
            archive.keep_file(1, b"kept", passing=False)
            await until(lambda: not failures and 1 not in archive._files)
            assert not writer.done()
            writer.cancel()
        assert "MemoryError" in str(logged)
        assert "a secret" not in str(logged)
    finally:
        await database.close()
