"""Commands are told to Discord by one process of a set, and only when they have changed.

Not for what the commands are: test_commands.py.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest

from bot.app import assemble
from bot.monitoring.metrics import Metrics
from bot.settings import Settings
from bot.store.chores import LEASE
from bot.store.store import Store, open_store
from bot.ui.client import Kontor
from bot.ui.command_names import CommandNames
from bot.ui.command_sync import CHORE, sync
from tests.bot.clocks import HandClock


class Registry:
    """Discord's list of commands: how often it was written, and what stands in it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.written = 0
        self.names: set[str] = set()
        self.failure: Exception | None = None
        registry = self

        async def write(tree: "discord.app_commands.CommandTree[Kontor]") -> list[object]:
            await asyncio.sleep(0)
            if registry.failure is not None:
                raise registry.failure
            registry.written += 1
            registry.names = {command.name for command in tree.get_commands()}
            return []

        async def fetch(_: object) -> list[discord.Object]:
            found = []
            for name in registry.names:
                one = discord.Object(1)
                one.name = name  # type: ignore[attr-defined]
                found.append(one)
            return found

        monkeypatch.setattr(discord.app_commands.CommandTree, "sync", write)
        monkeypatch.setattr(discord.app_commands.CommandTree, "fetch_commands", fetch)


@asynccontextmanager
async def process(store: Store, clock: HandClock, settings: Settings) -> AsyncIterator[Kontor]:
    client, _ = assemble(store, settings, clock, Metrics())
    await client.tree.set_translator(CommandNames())
    try:
        yield client
    finally:
        client.context.close()


async def test_of_a_set_one_tells_and_the_next_start_tells_nothing(
    settings: Settings, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = Registry(monkeypatch)
    async with (
        open_store(settings) as store,
        process(store, clock, settings) as one,
        process(store, clock, settings) as other,
    ):
        chores = store.chores
        await asyncio.gather(sync(one, chores, clock), sync(other, chores, clock))
        assert registry.written == 1
        clock.advance(10 * LEASE)
        await sync(one, chores, clock)
        assert registry.written == 1
        one.tree.remove_command("rules")
        await sync(one, chores, clock)
        assert registry.written == 2, "they have changed"
        registry.names.clear()
        await sync(one, chores, clock)
        assert registry.written == 3, "somebody took them away at Discord"


async def test_who_fails_to_tell_leaves_it_to_the_next(
    settings: Settings, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = Registry(monkeypatch)
    async with open_store(settings) as store, process(store, clock, settings) as client:
        registry.failure = ConnectionResetError("gone")
        with pytest.raises(ConnectionResetError):
            await sync(client, store.chores, clock)
        registry.failure = None
        await sync(client, store.chores, clock)
        assert registry.written == 1
        assert await store.chores.latest(CHORE) is not None


async def test_who_dies_while_telling_is_followed_by_another(settings: Settings, clock: HandClock) -> None:
    async with open_store(settings) as store:
        assert await store.chores.begin("anything", clock.now(), every=60.0)
        assert not await store.chores.begin("anything", clock.now(), every=60.0)
        clock.advance(LEASE)
        assert await store.chores.begin("anything", clock.now(), every=60.0)
        await store.chores.done("anything", clock.now())
        clock.advance(59.0)
        assert not await store.chores.begin("anything", clock.now(), every=60.0)
        clock.advance(-7200.0)
        assert await store.chores.begin("anything", clock.now(), every=60.0), "the clock was set back"
