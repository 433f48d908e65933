"""Nobody is stuck, over the wire: lost permissions, archived and deleted threads, a server that removes the bot.

Not for every refusal there is: `tests/bot/ui/test_places.py`.
"""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from bot.local.models import Channel, Permission
from bot.local.server import Server
from tests.bot.local.people import Guest, text_of
from tests.e2e.kontor import Kontor
from tests.e2e.stored import waiting
from tests.e2e.thumb import controls
from tests.patience import until

TITLE = "hansa"


def is_parked(folder: Path) -> bool:
    with contextlib.closing(sqlite3.connect(folder / "kontor.sqlite3")) as database:
        return [parked for (parked,) in database.execute("SELECT parked_at FROM games")] != [None]


def deny(server: Server, channel: Channel, permission: int) -> None:
    channel.denied = permission
    server.world.save_channel(channel)


async def at_table(kontor: Kontor, anna: Guest, bruno: Guest) -> None:
    """A game of two in the channel, with its first board."""
    await kontor.settled(anna, "game new", title=TITLE, shuffle=False)
    await kontor.settled(bruno, "game join")
    await kontor.settled(anna, "game start")
    await anna.sees(lambda one: controls(one, "b:play:"), anna.channel)


async def test_a_lost_permission_stalls_nobody(kontor: Kontor, server: Server, anna: Guest, bruno: Guest) -> None:
    await at_table(kontor, anna, bruno)
    channel = server.world.channels[anna.channel]
    deny(server, channel, Permission.SEND_MESSAGES)
    answer = await kontor.settled(anna, "hansa place", port="riga")
    assert f"The board could not be posted: I lack Send Messages in <#{channel.id}>." in answer
    await bruno.sees(lambda one: "it is up to you" in text_of(one), bruno.direct)
    assert not any("Riga" in text_of(one) for one in bruno.messages(channel.id) if not one["flags"])
    deny(server, channel, 0)
    await bruno.sees(lambda one: "Riga" in text_of(one) and controls(one, "b:since:"), channel.id)


@pytest.mark.long
async def test_an_archived_thread_is_opened_and_a_locked_one_waited_for(
    kontor: Kontor, server: Server, anna: Guest, folder: Path
) -> None:
    thumb = await kontor.open(anna, TITLE)
    thread = server.world.channels[thumb.thread]
    thread.archived = True
    server.world.save_channel(thread)
    while thread.archived:  # a board that is changed by the press on it leaves the thread as it is; a new post does not
        assert not thumb.over()
        await thumb.play(thumb.decisions + 1)
        await until(lambda: not waiting(folder))
    deny(server, server.world.channels[thread.parent or 0], Permission.MANAGE_THREADS)
    thread.archived = thread.locked = True
    server.world.save_channel(thread)
    assert "is locked" not in thumb.text()
    while "is locked" not in thumb.text():  # the panel says that a board could not be posted
        assert not thumb.over()
        await thumb.play(thumb.decisions + 1)
    thread.locked = False
    server.world.save_channel(thread)
    await until(lambda: not thread.archived)
    await thumb.play(thumb.decisions + 2)


@pytest.mark.long
async def test_a_deleted_thread_keeps_its_game(kontor: Kontor, server: Server, anna: Guest, folder: Path) -> None:
    thumb = await kontor.open(anna, TITLE)
    server.world.drop_channel(server.world.channels[thumb.thread])
    await anna.sees(lambda one: "its channel is gone" in text_of(one), anna.direct)
    assert is_parked(folder)
    anna.channel = server.world.text_channels()[1].id
    assert "goes on here" in await kontor.settled(anna, "game move")
    assert not is_parked(folder)
    thumb.thread = anna.channel
    await anna.sees(lambda one: controls(one, "b:since:"), anna.channel)
    await thumb.play(2)


@pytest.mark.long
async def test_a_server_removes_the_bot_and_takes_it_back(
    kontor: Kontor, server: Server, anna: Guest, folder: Path
) -> None:
    thumb = await kontor.open(anna, TITLE)
    before = len(thumb.posts())
    server.services.gateway.server_gone()
    await until(lambda: is_parked(folder))
    server.services.gateway.server_joined()
    await until(lambda: not is_parked(folder))
    await until(lambda: len(thumb.posts()) >= before + 2)
    await thumb.play(2)
