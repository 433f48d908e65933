"""A bot in a process of its own, beside a server in this one.

Not for assertions about it: only that it connects and has registered its commands.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Mapping

from bot.local.running import environment
from bot.local.server import Server
from tests.bot.local.people import until

START_SECONDS = 30.0


@contextlib.asynccontextmanager
async def running_bot(
    server: Server, command: tuple[str, ...], extra: Mapping[str, str] | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    settings = environment(server, os.environ) | dict(extra or {})
    process = await asyncio.create_subprocess_exec(sys.executable, *command, env=settings)
    try:
        ready = server.parts.gateway.ready
        await until(lambda: (ready.is_set() and server.world.commands("")) or process.returncode, START_SECONDS)
        assert process.returncode is None, "The bot did not start."
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await until(lambda: not ready.is_set())
