"""The real bot as a process that can be killed and started again, and its games opened by command.

Not for the server: it stays up meanwhile, as Discord does.
"""

import asyncio
import contextlib
from pathlib import Path
from types import TracebackType

from bot.local.models import MessageFlag
from bot.local.server import Server
from engine.registry import title as find_title
from tests.bot.local.people import Guest, told_by
from tests.bot.local.process import running_bot
from tests.e2e.thumb import Thumb, controls
from tests.patience import until

EXAMPLE = "tests.example"
"""The example title is played too, as any other."""
COMMAND = ("-m", "bot.local.launcher", "run")


class Kontor:
    """One bot at a time, with these settings besides its folder."""

    def __init__(self, server: Server, folder: Path, **settings: str) -> None:
        self.server = server
        self._settings = {"KONTOR_DATA": str(folder), "KONTOR_LOG_LEVEL": "error", "KONTOR_TITLES": EXAMPLE} | settings
        self._running = contextlib.AsyncExitStack()

    async def start(self) -> None:
        self.process = await self._running.enter_async_context(running_bot(self.server, COMMAND, self._settings))

    async def kill(self) -> None:
        """kill -9: no time to say anything."""
        self.process.kill()
        await self._running.aclose()

    async def restart(self) -> None:
        """After it has left by itself."""
        await self._running.aclose()
        await self.start()

    async def __aenter__(self) -> "Kontor":
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._running.aclose()

    async def open(self, guest: Guest, title: str, lock: asyncio.Lock | None = None) -> Thumb:
        """A game in a thread of its own against as few computers as it takes, started, with its first board."""
        async with lock or asyncio.Lock():  # which thread is the new one can be told of one at a time
            known = set(self.server.world.channels) | {guest.direct}
            await guest.slash("game new", title=title, thread=True, shuffle=False)
            await until(lambda: [one for one in self.server.world.threads() if one.id not in known])
            (thread,) = [one.id for one in self.server.world.threads() if one.id not in known]
        guest.channel = thread
        await guest.sees(lambda one: controls(one, "b:start:"), thread)
        for _ in range(find_title(title).seats[0] - 1):
            await self.settled(guest, "game computer")
        await self.settled(guest, "game start")
        await guest.sees(lambda one: controls(one, "b:play:") and controls(one, "b:since:"), thread)
        return Thumb(self.server, guest, thread)

    async def settled(self, guest: Guest, words: str, **values: object) -> str:
        """A command, until its answer stands; the answer's text."""
        sent = await guest.slash(words, **values)
        interaction = self.server.services.interactions.numbered(int(sent["interaction"]))
        assert interaction is not None
        await until(lambda: interaction.original)
        held = self.server.world.message(interaction.channel, interaction.original or 0)
        assert held is not None
        await until(lambda: not held.flags & MessageFlag.LOADING)
        return told_by(held.content, held.components)
