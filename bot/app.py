"""The life of a process on Discord: it is put together, connects, works, and leaves cleanly.

Not for what the bot does. `run` is the whole life; local mode calls it too.
"""

import asyncio
import contextlib
import itertools
import logging
import random
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import structlog

from bot.clock import Clock, WallClock
from bot.errors import BadSetting, CannotGoOn, StoreError
from bot.monitoring import logs
from bot.monitoring.metrics import Metrics
from bot.settings import Settings
from bot.store.store import Store, open_store
from bot.ui.client import Kontor
from bot.ui.context import Context
from bot.ui.posts.sender import Posts
from bot.workers.outbox import GRACE, OutboxWorker, backoff
from bot.workers.supervisor import Supervisor
from bot.workers.timers import TimerWorker
from bot.workers.upkeep import HOUR, Workers

log = structlog.get_logger(__name__)

LONGEST_PAUSE = 60.0
"""Seconds between two tries to reach Discord, at most."""
UNREACHABLE = (
    OSError,
    aiohttp.ClientError,
    discord.DiscordServerError,
    discord.GatewayNotFound,
    discord.RateLimited,
)
"""What says that Discord is away, or out of order, and not that we are refused."""


def assemble(store: Store, settings: Settings, clock: Clock, metrics: Metrics) -> tuple[Kontor, Workers]:
    """A client and its workers on an open store; nothing runs yet."""
    context = Context(store, clock, metrics)
    client = Kontor(context, settings)
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
    context.table.bells += [letters.bell, timers.bell]
    return client, Workers(store, clock, metrics, supervisor, letters, timers)


async def live(settings: Settings, stop: asyncio.Event, ready: Callable[[], None] | None = None) -> None:
    """Runs until `stop` is set; raises what discord.py raises when it is refused or loses its token.

    When Discord cannot be reached at the start, it is tried again until it can. CannotGoOn when some background work
    fails for good.
    """
    if settings.token is None:
        raise BadSetting("KONTOR_TOKEN is not set.")
    metrics = Metrics()
    if settings.metrics_port is not None:
        metrics.serve(settings.metrics_port)
    async with open_store(settings) as store:
        for attempt in itertools.count(1):
            client, workers = assemble(store, settings, WallClock(), metrics)
            try:
                return await _live_with(client, workers, settings.token.reveal(), stop, ready)
            except UNREACHABLE as error:
                pause = min(backoff(attempt, random.Random()), LONGEST_PAUSE)
                log.warning("Discord cannot be reached", error=type(error).__name__, again_in=round(pause, 1))
            finally:
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


class _InOneLine(logging.Filter):
    """discord.py says by itself that it connects again, each time with a traceback that says nothing more."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if record.name.startswith("discord.") and isinstance(error, (*UNREACHABLE, discord.ConnectionClosed)):
            record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
            record.exc_info = record.exc_text = None
        return True


def log_lost_lines_briefly() -> None:
    for handler in logging.getLogger().handlers:
        handler.addFilter(_InOneLine())


def run(settings: Settings, *, ready: Callable[[], None] | None = None) -> int:
    """The life of a process on Discord. SIGTERM and SIGINT end it: what runs is finished, the rest is in the store."""
    logs.set_up(settings)
    log_lost_lines_briefly()
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
