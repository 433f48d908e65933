"""Fires timers: those that have run out are handed to the table, earliest first; after a restart it goes on as before.

Not for what a timer means: the table knows.
"""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from bot.clock import Clock
from bot.errors import StoreError
from bot.store.timers import Timer, Timers
from bot.workers.due import AT_ONCE, DueWorker

log = structlog.get_logger(__name__)


class TimerWorker(DueWorker):
    """A timer that several processes see is handled by the one that claimed it."""

    def __init__(self, timers: Timers, fire: Callable[[Timer], Awaitable[None]], clock: Clock) -> None:
        super().__init__(clock)
        self._timers = timers
        self._fire = fire

    async def next_due(self) -> float | None:
        return await self._timers.next_due()

    async def begin_due(self) -> int:
        """All that have run out, those set meanwhile too."""
        fired = 0
        while True:
            now = self._clock.now()
            due = await self._timers.next_due()
            if due is None or due > now:
                return fired
            claimed = await self._timers.claim(self._owner, now, self._lease, AT_ONCE)
            if not claimed:
                return fired
            await asyncio.gather(*(self._handle(timer) for timer in claimed))
            fired += len(claimed)

    async def _handle(self, timer: Timer) -> None:
        """A timer that cannot be handled stays and is tried again when its lease is over."""
        try:
            await self._fire(timer)
        except StoreError as error:
            log.warning("A timer must wait", timer=timer.number, game=timer.game, reason=str(error))
        except Exception as error:
            # The text of an unknown error may quote a hand, so only its kind is told.
            log.error("A timer failed", timer=timer.number, game=timer.game, error=type(error).__name__)
