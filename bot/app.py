"""The life of a process on Discord: it is put together, connects, works, and leaves cleanly.

Not for what the bot does. `run` is the whole life; local mode calls it too.
"""

import asyncio
import contextlib
import itertools
import random
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import discord
import msgspec
import structlog
from sqlalchemy import select

from bot.clock import Clock, WallClock
from bot.errors import BadSetting, CannotGoOn, StoreError
from bot.monitoring import logs
from bot.monitoring.health import Check, Health, lateness
from bot.monitoring.metrics import Metrics
from bot.monitoring.page import serving
from bot.settings import Settings
from bot.store.maintenance.backups import make_daily
from bot.store.store import Store, open_store
from bot.ui import discord_log, gateway
from bot.ui.client import Kontor
from bot.ui.context import Context
from bot.ui.emoji_sync import EmojiSync
from bot.ui.posts.sender import Posts
from bot.workers.chores import Chore
from bot.workers.outbox import GRACE, OutboxWorker, backoff
from bot.workers.retention import Retention
from bot.workers.supervisor import Supervisor
from bot.workers.timers import TimerWorker
from bot.workers.upkeep import BACKUP, DAY, HOUR, Workers

log = structlog.get_logger(__name__)

LONGEST_PAUSE = 60.0
"""Seconds between two tries to reach Discord, at most."""
NO_TOKEN = (
    "KONTOR_TOKEN is not set, nor KONTOR_TOKEN_FILE, a file with the bot's Discord token. "
    "KONTOR_LOCAL=true plays without one, in a browser on the same machine."
)


def assemble(store: Store, settings: Settings, clock: Clock, metrics: Metrics) -> tuple[Kontor, Workers]:
    """A client and its workers on an open store; nothing runs yet."""
    context = Context(store, clock, metrics, settings)
    client = Kontor(context, settings)
    gateway.watch(client, metrics)
    supervisor, owner = Supervisor(clock, metrics), store.processes.own
    letters = OutboxWorker(
        store.outbox,
        Posts(context, client),
        clock,
        owner=owner,
        supervisor=supervisor,
        give_up=settings.give_up_hours * HOUR,
        dice=random.Random(),
    )
    timers = TimerWorker(store.timers, context.table.fire, clock, owner=owner, supervisor=supervisor)
    context.table.bells += [letters.bell, timers.bell, context.panels.bell]
    workers = Workers(store, clock, metrics, supervisor, letters, timers, chores_of(store, context, settings))
    workers.others.append(("panels", context.panels.work, context.panels.bell))
    workers.others.append(("emojis", EmojiSync(client, context).work, context.emojis.bell))
    return client, workers


def chores_of(store: Store, context: Context, settings: Settings) -> list[Chore]:
    """What one process of a set does for all of them."""
    clock, metrics = context.clock, context.metrics

    async def back_up() -> None:
        try:
            contents = await make_daily(settings)
        except Exception:
            metrics.backups_failed.inc()
            raise
        await context.forgetting.write_down()
        log.info("A backup was made and proved", rows=contents.rows, folder=str(settings.backups_in()))

    async def prune() -> None:
        await context.forgetting.again()
        pruned = await Retention(store, context.table, clock, settings).prune()
        if pruned.is_something:
            log.info("What was old has been put away", **msgspec.structs.asdict(pruned.counts()))

    chores = [Chore("retention", HOUR, prune)]
    return [*chores, Chore(BACKUP, DAY, back_up, at_first=False)] if settings.backups else chores


def checks_of(client: Kontor, store: Store, settings: Settings) -> dict[str, Check]:
    """What must be well for a process to be ready."""
    clock, limit = client.context.clock, settings.late_seconds

    async def discord_is_there() -> str | None:
        return await gateway.trouble(client)

    async def database_answers() -> None:
        await store.database.read(lambda connection: connection.execute(select(1)).scalar())

    return {
        "discord": discord_is_there,
        "database": database_answers,
        "letters": lateness(store.outbox, clock, limit),
        "timers": lateness(store.timers, clock, limit),
    }


async def live(settings: Settings, stop: asyncio.Event, ready: Callable[[], None] | None = None) -> None:
    """Runs until `stop` is set; raises what discord.py raises when it is refused or loses its token.

    When Discord cannot be reached at the start, it is tried again until it can. CannotGoOn when some background work
    fails for good.
    """
    if settings.token is None:
        raise BadSetting(NO_TOKEN)
    metrics, health = Metrics(), Health()
    async with AsyncExitStack() as stack:
        stack.enter_context(discord_log.in_short(metrics))
        await stack.enter_async_context(serving(settings, health, metrics.registry))
        store = await stack.enter_async_context(open_store(settings))
        store.database.metrics = metrics
        for attempt in itertools.count(1):
            client, workers = assemble(store, settings, WallClock(), metrics)
            health.checks = checks_of(client, store, settings)
            try:
                return await _live_with(client, workers, settings.token.reveal(), stop, ready)
            except discord_log.UNREACHABLE as error:
                pause = min(backoff(attempt, random.Random()), LONGEST_PAUSE)
                log.warning("Discord cannot be reached", error=type(error).__name__, again_in=round(pause, 1))
            finally:
                await client.context.thinkers.close()
                client.context.close()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await stop.wait()
                    return


async def _live_with(
    client: Kontor, workers: Workers, token: str, stop: asyncio.Event, ready: Callable[[], None] | None
) -> None:
    """From connecting to the end of the connection, or until `stop` is set."""
    await workers.sign_on()
    try:
        async with client, _connected(client, token, stop) as connection:
            stopping = asyncio.create_task(stop.wait())
            failing = asyncio.create_task(workers.supervisor.at_its_end.wait())
            waiting = asyncio.create_task(client.wait_until_ready())
            await asyncio.wait({connection, stopping, failing, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done() and not connection.done():
                log.info("Connected", shards=client.shard_count)
                if ready is not None:
                    ready()
                workers.start()
                await asyncio.wait({connection, stopping, failing}, return_when=asyncio.FIRST_COMPLETED)
                await _finish(client, workers)
            for task in (stopping, failing, waiting):
                task.cancel()
    finally:
        await workers.leave()
    if workers.supervisor.at_its_end.is_set():
        raise CannotGoOn(workers.supervisor.reason)


async def _finish(client: Kontor, workers: Workers) -> None:
    """Answers and letters under way arrive, if they do within the time that is left: whoever stops us waits for it."""
    over = time.monotonic() + GRACE
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GRACE / 2):
            await client.hang_up()
    await client.context.answered(over - time.monotonic())
    await workers.stop(max(over - time.monotonic(), 0.0))


@asynccontextmanager
async def _connected(client: Kontor, token: str, stop: asyncio.Event) -> AsyncIterator["asyncio.Task[None]"]:
    """The connection as a task, closed at the end."""
    task = asyncio.create_task(client.start(token))
    try:
        yield task
    finally:
        await client.close()
        if stop.is_set():  # whoever still waits for Discord need not
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        else:
            await task  # a failed login is raised here


def run(settings: Settings, *, ready: Callable[[], None] | None = None) -> int:
    """The life of a process on Discord. SIGTERM and SIGINT end it: what runs is finished, the rest is in the store."""
    # Nobody here speaks: discord.py would warn at every start that it cannot.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False

    async def main() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_unnoticed)
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        await live(settings, stop, ready)

    try:
        asyncio.run(main())
    except discord.LoginFailure:
        raise BadSetting("KONTOR_TOKEN is not accepted by Discord.") from None
    except discord.PrivilegedIntentsRequired:
        raise BadSetting("Discord refuses the intents of the bot.") from None
    except (BadSetting, StoreError, CannotGoOn):
        raise
    except Exception as error:  # a traceback would quote its text, and that may be a hand
        log.critical("The process ends with a fault", **logs.told(error))
        return 1
    return 0


def _unnoticed(_: asyncio.AbstractEventLoop, what: dict[str, Any]) -> None:
    """An error nobody waited for. What asyncio would say of it quotes the text of the error, and that may be a hand."""
    error = what.get("exception")
    log.error("An error was not noticed", **(logs.told(error) if isinstance(error, BaseException) else {}))
