"""The bot on Discord: connects, registers commands and components, delivers letters, fires timers, leaves cleanly.

Not for what commands do. `run` is the whole life of a process; local mode calls it too.
"""

import asyncio
import contextlib
import random
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import cast

import discord
import structlog
from discord.ext import commands

# Importing a part registers its components.
from bot import lobby, logs, looks, panel, setup
from bot.clock import Clock, WallClock
from bot.commands import play
from bot.commands.game import GameGroup
from bot.commands.rules import rules
from bot.commands.settings import SettingsGroup
from bot.components import ITEMS
from bot.courier import Courier
from bot.errors import BadSetting
from bot.house import House
from bot.metrics import Metrics
from bot.posts import Posts
from bot.settings import Settings
from bot.store.store import Store, open_store
from bot.timekeeper import Timekeeper
from bot.translator import HouseTranslator

log = structlog.get_logger(__name__)

PARTS = (lobby, looks, panel, setup)
HOUR = 3600.0
GRACE = 10.0
"""Seconds that what runs may take to finish when the process is asked to leave."""
INTERACTIONS_LAST = HOUR
"""Discord repeats nothing that is older: a token is good for a quarter of an hour."""
LETTERS_LAST = 30 * 24 * HOUR
FIGURES = 15.0


class Kontor(commands.AutoShardedBot):
    """The client. It asks for no privileged intent: everything arrives as an interaction."""

    def __init__(self, house: House, settings: Settings) -> None:
        if settings.shard_ids and settings.shard_count is None:
            raise BadSetting("KONTOR_SHARD_IDS needs KONTOR_SHARD_COUNT, the number of shards of all processes.")
        if any(shard >= (settings.shard_count or 0) for shard in settings.shard_ids):
            raise BadSetting("KONTOR_SHARD_IDS must be below KONTOR_SHARD_COUNT.")
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            shard_count=settings.shard_count,
            shard_ids=list(settings.shard_ids) or cast("list[int]", None),  # none is all; the type forgets to say so
        )
        self.house = house
        house.find_name = self._find_name
        self.add_dynamic_items(*ITEMS)
        for group in (GameGroup(), SettingsGroup(), *play.groups()):
            self.tree.add_command(group)
        self.tree.add_command(rules)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(HouseTranslator())
        await self.tree.sync()

    async def hang_up(self) -> None:
        """Takes no more interactions; what was taken can still be answered, and letters be sent."""
        await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))

    async def _find_name(self, user: int) -> str | None:
        known = self.get_user(user)
        if known is None:
            try:
                known = await self.fetch_user(user)
            except discord.HTTPException:
                return None
        return known.display_name


class Workers:
    """What goes on beside the interactions: letters, timers, tidying up, figures."""

    def __init__(self, house: House, courier: Courier, timekeeper: Timekeeper) -> None:
        self._house = house
        self.courier = courier
        self.timekeeper = timekeeper
        house.table.bells += [courier.bell, timekeeper.bell]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        parts: tuple[Coroutine[object, object, None], ...] = (
            self.courier.run(),
            self.timekeeper.run(),
            self._tidy(),
            self._count(),
        )
        self._tasks = [asyncio.create_task(part) for part in parts]

    async def stop(self) -> None:
        """Sends what is due, for a moment, then stops; what is left goes out after the next start."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self.courier.settle()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tidy(self) -> None:
        store, clock = self._house.store, self._house.clock
        while True:
            try:
                await store.games.forget(clock.now() - INTERACTIONS_LAST)
                await store.outbox.forget(clock.now() - LETTERS_LAST)
            except Exception as error:
                log.warning("Old rows could not be removed", error=type(error).__name__)
            await asyncio.sleep(HOUR)

    async def _count(self) -> None:
        metrics, finding = self._house.metrics, self._house.finding
        while True:
            try:
                metrics.waiting.set(await finding.queued_letters())
                metrics.games.set(await finding.active_games())
            except Exception as error:
                log.warning("The figures could not be read", error=type(error).__name__)
            await asyncio.sleep(FIGURES)


def furnish(store: Store, settings: Settings, clock: Clock, metrics: Metrics) -> tuple[Kontor, Workers]:
    """A client and its workers on an open store; nothing runs yet."""
    house = House(store, clock, metrics)
    client = Kontor(house, settings)
    courier = Courier(
        store.outbox, Posts(house, client), clock, give_up=settings.give_up_hours * HOUR, dice=random.Random()
    )
    return client, Workers(house, courier, Timekeeper(store.timers, house.table.fire, clock))


async def live(settings: Settings, stop: asyncio.Event, ready: Callable[[], None] | None = None) -> None:
    """Runs until `stop` is set; raises what discord.py raises when it cannot log in or loses its token."""
    if settings.token is None:
        raise BadSetting("KONTOR_TOKEN is not set.")
    metrics = Metrics()
    if settings.metrics_port is not None:
        metrics.serve(settings.metrics_port)
    async with open_store(settings) as store:
        client, workers = furnish(store, settings, WallClock(), metrics)
        async with client, _connected(client, settings.token.reveal()) as connection:
            stopping = asyncio.create_task(stop.wait())
            waiting = asyncio.create_task(client.wait_until_ready())
            await asyncio.wait({connection, stopping, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done() and not connection.done():
                log.info("Connected", shards=client.shard_count)
                if ready is not None:
                    ready()
                workers.start()
                await asyncio.wait({connection, stopping}, return_when=asyncio.FIRST_COMPLETED)
                await client.hang_up()
                await client.house.answered(GRACE)
                await workers.stop()
            for task in (stopping, waiting):
                task.cancel()
        client.house.close()


@asynccontextmanager
async def _connected(client: Kontor, token: str) -> AsyncIterator["asyncio.Task[None]"]:
    """The connection as a task, closed at the end."""
    task = asyncio.create_task(client.start(token))
    try:
        yield task
    finally:
        await client.close()
        await task  # a failed login is raised here


def run(settings: Settings, *, ready: Callable[[], None] | None = None) -> int:
    """The life of a process on Discord. SIGTERM and SIGINT end it: what runs is finished, the rest is in the store."""
    logs.set_up(settings)

    async def main() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        await live(settings, stop, ready)

    try:
        asyncio.run(main())
    except discord.LoginFailure:
        raise BadSetting("KONTOR_TOKEN is not accepted by Discord.") from None
    except discord.PrivilegedIntentsRequired:
        raise BadSetting("Discord refuses the intents of the bot.") from None
    return 0
