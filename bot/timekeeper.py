"""Fires timers: sleeps until the earliest, asks the table to act on it, and goes on after a restart where it was.

Not for what a timer means: the table knows.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

from bot.clock import Clock
from bot.errors import StoreError
from bot.store.timers import Timer, Timers

log = logging.getLogger(__name__)

LEASE = 60.0
POLL = 2.0
AT_ONCE = 8


class Timekeeper:
    """One worker of one process; a timer that several see is handled by the one that claimed it."""

    def __init__(self, timers: Timers, fire: Callable[[Timer], Awaitable[None]], clock: Clock) -> None:
        self._timers = timers
        self._fire = fire
        self._clock = clock
        self._owner = secrets.token_hex(8)
        self.bell = asyncio.Event()
        """Rung by whoever set a timer in this process, so that an earlier one is not overslept."""

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            try:
                await self.fire_due()
                due = await self._timers.next_due()
            except StoreError as error:
                log.warning("The timers cannot be read: %s", error)
                due = None
            wait = POLL if due is None else min(max(due - self._clock.now(), 0.0), POLL)
            await self._clock.pause(wait, self.bell)

    async def fire_due(self) -> int:
        """Handles all timers that have run out, earliest first, those set meanwhile too; returns how many."""
        fired = 0
        while True:
            now = self._clock.now()
            due = await self._timers.next_due()
            if due is None or due > now:
                return fired
            claimed = await self._timers.claim(self._owner, now, LEASE, AT_ONCE)
            if not claimed:
                return fired
            await asyncio.gather(*(self._handle(timer) for timer in claimed))
            fired += len(claimed)

    async def _handle(self, timer: Timer) -> None:
        """A timer that cannot be handled stays and is tried again when its lease is over."""
        try:
            await self._fire(timer)
        except StoreError as error:
            log.warning("Timer %d of game %d must wait: %s", timer.number, timer.game, error)
        except Exception:
            log.exception("Timer %d of game %d failed", timer.number, timer.game)
