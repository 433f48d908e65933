"""Stopping and starting again goes on where it was, on the store's database.

Not for games: the store's own tests.
"""

from pathlib import Path

import aiohttp

from bot.local.server import serve
from bot.settings import Settings
from bot.store.database import Database
from bot.store.migrate import migrate
from tests.bot.databases import PostgreSQLs, postgresql_server
from tests.bot.local.conftest import SAMPLE
from tests.bot.local.people import Guest
from tests.bot.local.process import running_bot
from tests.bot.local.sample_bot import picture


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
            await server.parts.archive.flush()
            assert await server.parts.archive.file(int(board["attachments"][0]["id"])) is None
    finally:
        await database.close()
