"""Panels that are kept up to date: while Discord lets an answer be edited, the newest panel of each person and game.

Not for what a panel shows: whoever answers says how it is made anew. Tokens of interactions stay in memory, here only.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, NamedTuple, Protocol

import discord
import structlog

from bot.clock import Clock
from bot.errors import StoreError
from bot.monitoring.logs import told
from bot.recent import Recent

log = structlog.get_logger(__name__)

EDITABLE = 840.0
"""Seconds; Discord says a quarter of an hour, and a refresh takes a moment."""
MOST = 5000
LOOK_AGAIN = 2.0
"""Seconds between two looks at what another process may have decided, while there are panels."""
IDLE = 60.0
SETTLED = 0.2
"""Seconds that a game is given to go on: several computers move one after the other."""

Key = tuple[int, int]
"""A person and a game."""
Revisions = Callable[[Iterable[int]], Awaitable[dict[int, int]]]


class Handle(Protocol):
    """An answer that only one person sees; it can be changed while its token is good."""

    message: int
    layout: bool
    """Whether it was laid out: it stays so."""

    async def edit(self, content: str | None, files: list[discord.File], view: Any) -> None: ...
    async def delete(self) -> None: ...


class OriginalAnswer:
    """What an interaction was answered with, or the message it was pressed on."""

    def __init__(self, interaction: discord.Interaction, message: int, layout: bool) -> None:
        self._interaction = interaction
        self.message = message
        self.layout = layout

    async def edit(self, content: str | None, files: list[discord.File], view: Any) -> None:
        await self._interaction.edit_original_response(content=content, attachments=files, view=view)

    async def delete(self) -> None:
        await self._interaction.delete_original_response()


class LaterAnswer:
    """What followed after an interaction had been acknowledged."""

    def __init__(self, message: discord.WebhookMessage, layout: bool) -> None:
        self._message = message
        self.message = message.id
        self.layout = layout

    async def edit(self, content: str | None, files: list[discord.File], view: Any) -> None:
        await self._message.edit(content=content, attachments=files, view=view)

    async def delete(self) -> None:
        await self._message.delete()


class LivePanel(NamedTuple):
    """One panel: where it is, what it was made from, and how it is made anew."""

    handle: Handle
    revision: int
    until: float
    again: Callable[[], Awaitable[None]]


class LivePanels:
    """The panels of this process."""

    def __init__(self, clock: Clock, revisions: Revisions) -> None:
        self._clock = clock
        self._revisions = revisions
        self._panels: Recent[Key, LivePanel] = Recent(MOST)
        self._alive: set[Key] = set()
        self._lines: Recent[Key, tuple[Handle, float]] = Recent(MOST)
        """Short answers, by person and channel."""
        self.bell = asyncio.Event()

    def of(self, key: Key) -> LivePanel | None:
        return self._panels.get(key)

    async def show(self, key: Key, panel: LivePanel) -> None:
        """The newest panel of somebody; an older one elsewhere goes."""
        older = self._panels.get(key)
        self._panels[key] = panel
        if not self._alive:
            self.bell.set()  # from now on there is something to look after
        self._alive.add(key)
        if older is not None and older.handle.message != panel.handle.message and older.until > self._clock.now():
            await self._delete(older.handle)

    def forget(self, key: Key) -> None:
        self._panels.pop(key)
        self._alive.discard(key)

    def lost(self, user: int, message: int) -> None:
        """The message is something else now."""
        for key in [key for key in self._alive if key[0] == user]:
            if (panel := self._panels.get(key)) is not None and panel.handle.message == message:
                self.forget(key)

    async def replace_line(self, place: Key, line: Handle) -> None:
        """A short answer in a channel takes the place of the one before it."""
        before = self._lines.get(place)
        self._lines[place] = (line, self.until())
        if before is not None and before[1] > self._clock.now() and before[0].message != line.message:
            await self._delete(before[0])

    def until(self) -> float:
        """Until when an answer that is given now can be changed."""
        return self._clock.now() + EDITABLE

    async def work(self) -> float:
        """Brings up to date what is behind; the seconds until the next look."""
        if not self._alive:
            return IDLE
        await self._clock.pause(SETTLED, asyncio.Event())
        await self.refresh()
        return LOOK_AGAIN if self._alive else IDLE

    async def refresh(self) -> None:
        """Every panel whose game has gone on since it was made."""
        now = self._clock.now()
        panels = {key: panel for key in list(self._alive) if (panel := self._panels.get(key)) is not None}
        for key in [key for key, panel in panels.items() if panel.until <= now]:
            self.forget(key)
            del panels[key]
        self._alive &= panels.keys()
        if not panels:
            return
        revisions = await self._revisions({game for _, game in panels})
        behind = [
            self._refresh(key, panel)
            for key, panel in panels.items()
            if revisions.get(key[1], panel.revision) != panel.revision
        ]
        await asyncio.gather(*behind)  # none waits for another that Discord is slow with

    async def _refresh(self, key: Key, panel: LivePanel) -> None:
        try:
            await panel.again()
        except StoreError:
            raise  # all of them are tried again
        except Exception as error:
            if isinstance(error, discord.HTTPException):  # dismissed, or its token is no longer good
                log.debug("A panel is no longer kept up to date", code=error.code)
            else:
                log.error("A panel could not be brought up to date", **told(error))
            if self._panels.get(key) is panel:
                self.forget(key)

    async def _delete(self, handle: Handle) -> None:
        try:
            await handle.delete()
        except discord.HTTPException as error:
            log.debug("An older panel could not be taken away", code=error.code)
