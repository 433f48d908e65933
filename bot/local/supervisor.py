"""Local mode from start to stop: the server here, the bot in a process of its own that is started again if it dies.

Not for the bot's work, nor for the server's.
"""

import asyncio
import os
import signal
import sys
import time
import webbrowser
from collections.abc import Mapping

import structlog

from bot.local.launcher import ADDRESS, LEASH
from bot.local.server import Server, serve
from bot.settings import PREFIX, Settings
from bot.store.database import Database
from bot.store.maintenance.backups import back_up_before_migration
from bot.store.migrate import migrate

log = structlog.get_logger(__name__)

STOP_SECONDS = 10.0
"""How long the bot may finish what it does."""
QUICK_SECONDS = 5.0
"""A bot that dies sooner than this after its start is broken, not unlucky."""
MOST_QUICK_DEATHS = 3


class BotProcess:
    """The bot as a child: started, watched, started again, stopped."""

    def __init__(self, server: Server, command: tuple[str, ...] = ("-m", "bot.local.launcher", "run")) -> None:
        self._command = command
        self._environment = environment(server, os.environ)
        self.process: asyncio.subprocess.Process | None = None

    async def run(self) -> int:
        """Keeps a bot running; returns when it ends by itself, or fails at every start."""
        quick = 0
        while True:
            started = time.monotonic()
            # A group of its own: Ctrl-C is for this process, which then stops the bot in order.
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, *self._command),
                env=self._environment,
                stdin=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
            status = await self.process.wait()
            if status == 0:
                return 0
            quick = quick + 1 if time.monotonic() - started < QUICK_SECONDS else 0
            if quick >= MOST_QUICK_DEATHS:
                return status
            log.warning("The bot has ended; it is started again", status=status)

    async def stop(self) -> None:
        process = self.process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()


def environment(server: Server, outer: Mapping[str, str]) -> dict[str, str]:
    """The bot's environment: it gets the server's token and addresses; everything else is as the user set it."""
    return dict(outer) | {f"{PREFIX}TOKEN": server.token, ADDRESS: server.base, LEASH: "1"}


async def play(settings: Settings, *, browser: bool) -> int:
    """Serves and keeps the bot running until somebody stops it."""
    database = Database(settings)
    try:
        await migrate(database, before=lambda connection: back_up_before_migration(connection, settings))
        async with serve(database, port=settings.local_port) as server:
            return await _until_stopped(server, browser=browser)
    finally:
        await database.close()


async def _until_stopped(server: Server, *, browser: bool) -> int:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    bot = BotProcess(server)
    running = asyncio.create_task(bot.run())
    stopped = asyncio.create_task(stopping.wait())
    print(f"Kontor is at {server.base}/ (Ctrl-C stops it; your games stay).", flush=True)
    if browser:
        # Some browsers keep the call waiting until they are closed.
        loop.run_in_executor(None, webbrowser.open, f"{server.base}/")
    await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
    if stopping.is_set():
        running.cancel()
        await bot.stop()
        return 0
    stopped.cancel()
    return running.result()


def main(settings: Settings) -> int:
    """`kontor run` without a token."""
    return asyncio.run(play(settings, browser=settings.local_browser and sys.stdout.isatty()))
