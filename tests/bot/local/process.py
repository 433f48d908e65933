"""A bot in a process of its own, beside a server in this one.

Not for assertions about it: only that it connects and has registered its commands.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Mapping

from bot.local.server import Server
from bot.local.supervisor import environment
from tests import reaper
from tests.patience import until


@contextlib.asynccontextmanager
async def running_bot(
    server: Server, command: tuple[str, ...], extra: Mapping[str, str] | None = None
) -> AsyncIterator[asyncio.subprocess.Process]:
    settings = environment(server, os.environ) | dict(extra or {})
    others = connected(server)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *command), env=settings, stdin=asyncio.subprocess.PIPE
    )
    reaper.born(process.pid)
    try:
        await until(
            lambda: (connected(server) > others and server.world.commands("")) or process.returncode is not None
        )
        assert process.returncode is None, "The bot did not start."
        yield process
    finally:
        lines = connected(server)
        killed = process.returncode is None
        if killed:
            process.kill()
        await process.wait()
        reaper.gone(process.pid)
        await until(lambda: not killed or connected(server) < max(lines, 1))


def connected(server: Server) -> int:
    """How many shards hold a line to the gateway."""
    return sum(session.queue is not None for session in server.services.gateway.sessions.values())
