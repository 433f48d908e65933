"""Brings our emojis to Discord: missing and changed ones are uploaded, old ones removed, by one process of a set.

Not for where they stand: `emojis.py`. It goes slowly, one after the other and in nobody's way; emojis that somebody
uploaded by hand are never touched.
"""

import asyncio
from typing import NamedTuple

import discord
import structlog

from bot.monitoring.logs import told
from bot.store.chores import Chores
from bot.ui.context import Context
from bot.ui.emojis import is_ours, name_of
from engine.registry import KEYS
from render import emojis
from render.emojis import Emoji

log = structlog.get_logger(__name__)

CHORE = "emojis"
MOST = 2000
"""Of an application."""
PAUSE = 0.5
"""Seconds between two requests."""
LEISURE = 0.05
"""Seconds between two drawings: pictures that somebody waits for go first."""
AGAIN = 600.0
"""Seconds after which it is looked again what there is: another process may have brought more."""


class Wanted(NamedTuple):
    """One that is to be there."""

    name: str
    emoji: Emoji


class EmojiSync:
    """The work of one process on the emojis."""

    def __init__(self, client: discord.Client, context: Context) -> None:
        self._client = client
        self._context = context
        self._chores: Chores = context.store.chores
        self._refused = False
        self._looked = False

    async def work(self) -> float:
        """Looks what there is and brings what is missing, unless another process does; the seconds until the next look.

        Whatever goes wrong is no reason to end anything.
        """
        self._context.emojis.bell.clear()
        try:
            self._context.emojis.learn(await self._client.fetch_application_emojis())
            every = AGAIN if self._looked else 0.0  # after a start, which may be that of another release
            if not self._refused and await self._chores.begin(CHORE, self._context.clock.now(), every=every):
                await self._bring()
        except discord.HTTPException as error:
            self._refused = error.status in (401, 403)
            log.warning("The emojis are not all at Discord; texts do without", status=error.status, code=error.code)
        except Exception as error:
            log.warning("The emojis could not be looked after; texts do without", **told(error))
        return AGAIN

    async def _bring(self) -> None:
        try:
            wanted = await self._wanted()
            there = await self._client.fetch_application_emojis()  # another process may have been at it meanwhile
            self._context.emojis.learn(there)
            await self._exchange({each.name: each for each in there}, wanted)
        except BaseException:
            await self._chores.let_go(CHORE)
            raise
        await self._chores.done(CHORE, self._context.clock.now())
        self._looked = True

    async def _wanted(self) -> list[Wanted]:
        """All of ours, drawn; what cannot be drawn is not there."""
        found = list[Wanted]()
        for title in (emojis.SEAT, *KEYS):
            for key in emojis.keys(title):
                await self._rest(LEISURE)
                if (emoji := await self._context.pictures.emoji(title, key)) is not None:
                    found.append(Wanted(name_of(title, key, emoji.digest), emoji))
        return found

    async def _exchange(self, there: dict[str, discord.Emoji], wanted: list[Wanted]) -> None:
        """New ones first, so that there is always one to use; an old one goes earlier only where there is no room."""
        names = {each.name for each in wanted}
        old = [each for name, each in there.items() if is_ours(name) and name not in names]
        missing = [each for each in wanted if each.name not in there]
        count = len(there)
        for each in missing:
            if count >= MOST:
                if not old:
                    log.warning("There is no room for more emojis", left_out=len(missing))
                    break
                await self._remove(old.pop(0))
                count -= 1
            await self._upload(each)
            count += 1
        removed = len(old)
        for gone in old:
            await self._remove(gone)
        if missing or removed:
            log.info("The emojis are at Discord", uploaded=len(missing), removed=removed)

    async def _upload(self, each: Wanted) -> None:
        made = await self._client.create_application_emoji(name=each.name, image=each.emoji.png)
        self._context.emojis.add(made)
        await self._rest(PAUSE)

    async def _remove(self, emoji: discord.Emoji) -> None:
        await emoji.delete()
        await self._rest(PAUSE)

    async def _rest(self, seconds: float) -> None:
        await self._context.clock.pause(seconds, asyncio.Event())
