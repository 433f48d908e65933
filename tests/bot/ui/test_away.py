"""The database is away: everybody is acknowledged in time, and told in the end whether anything was changed.

Not for letters and timers meanwhile: `tests/bot/store/test_outages.py`.
"""

import asyncio
from typing import cast

import discord
import msgspec
import pytest

from bot.clock import WallClock
from bot.errors import StoreGone
from bot.store import database as database_module
from bot.store.database import BUSY, GONE, UNSURE, Database
from bot.texts import Texts, texts
from bot.ui import in_time
from bot.ui.commands.play import _line_completer
from bot.ui.context import Context
from bot.ui.replies import DONE, Reply, answer
from engine.registry import title
from tests.bot.databases import PostgreSQLs, postgresql_server
from tests.bot.lounge import Lounge, shown, text_of
from tests.bot.offline import ANNA, BERT, open_offline
from tests.bot.presses import Press
from tests.bot.store.faults import hanging


@pytest.mark.long
async def test_a_server_that_hangs_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "COMMAND_SECONDS", 4.0)
    monkeypatch.setattr(database_module, "CONNECT_SECONDS", 2.0)
    with postgresql_server() as server:
        settings = msgspec.structs.replace(await PostgreSQLs(server).fresh(), busy_seconds=2.0, connections=2)
        async with open_offline(settings, WallClock()) as offline:
            context = Context(offline.store, WallClock())
            game = await offline.seated(ANNA, BERT)

            async def work(words: Texts) -> Reply:
                await context.table.act(game, ANNA, "end", interaction="while it hangs")
                return Reply("done")

            async with hanging(server):
                presses = [Press(context, user) for user in range(1, 8)]  # more than there are connections
                await asyncio.gather(*(answer(cast(discord.Interaction, press), work) for press in presses))
            for press in presses:
                (_, first), (_, last) = press.said
                assert first == "acknowledged"  # before the database has said anything
                assert last in (texts("fr").say(GONE), texts("fr").say(BUSY))
            assert (await context.table.hosted(game)).version == 0
            context.close()


async def test_a_person_is_answered_though_nobody_knows_their_wishes(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(self: Database, work: object) -> object:
        raise StoreGone(GONE)

    monkeypatch.setattr(Database, "read", gone)
    assert text_of(shown(await lounge.carl.slash(lounge.channel, "game board"))) == GONE


async def test_completions_are_empty_rather_than_late(lounge: Lounge, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(self: Database, work: object) -> object:
        return await asyncio.Event().wait()

    class Asks:
        client = lounge.client
        channel_id = lounge.channel.id
        id = 1
        user = lounge.carl

    monkeypatch.setattr(in_time, "COMPLETING", 0.05)
    monkeypatch.setattr(Database, "read", never)
    complete = _line_completer(title("hansa"))
    assert await complete(Asks(), "") == []  # type: ignore[arg-type]


@pytest.mark.parametrize(("unsure", "said"), [(False, DONE), (True, UNSURE)])
async def test_what_was_done_is_not_denied(
    lounge: Lounge, monkeypatch: pytest.MonkeyPatch, unsure: bool, said: str
) -> None:
    """The decision is saved, or may be; then the database is away when the answer is made."""
    await lounge.opened()
    await lounge.bert.slash(lounge.channel, "game help")  # his language is known from here on
    write = Database.write

    async def gone(self: Database, work: object) -> object:
        raise StoreGone(GONE)

    async def last(self: Database, work: object) -> object:
        await write(self, work)  # type: ignore[arg-type]
        if unsure:
            database_module._written.get([]).append(False)
        monkeypatch.setattr(Database, "read", gone)
        raise StoreGone(GONE)

    monkeypatch.setattr(Database, "write", last)
    assert text_of(shown(await lounge.bert.slash(lounge.channel, "game join"))) == said
