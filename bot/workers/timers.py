"""Fires timers: those that have run out are handed to the table, earliest first; after a restart it goes on as before.

Not for what a timer means: the table knows. Computers that think do so beside it: nobody else's timer waits for them.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.clock import Clock
from bot.store.timers import Timer, Timers
from bot.workers.due import AT_ONCE, LEASE, DueWorker
from bot.workers.supervisor import Supervisor

T = TypeVar("T")

FIRST_DELAY = 1.0


class TimerWorker(DueWorker):
    """A timer that several processes see is handled by the one that claimed it."""

    name = "timers"

    def __init__(
        self,
        timers: Timers,
        fire: Callable[[Timer], Awaitable[Callable[[], Awaitable[None]] | None]],
        clock: Clock,
        *,
        owner: str,
        supervisor: Supervisor,
    ) -> None:
        super().__init__(owner, clock, supervisor)
        self._timers = timers
        self._fire = fire
        self._failures: Counter[int] = Counter()
        """How often in a row the timers that are left have failed, by number."""
        self._beside: dict[Timer, asyncio.Task[None]] = {}
        """What takes longer, by its timer; the lease may end meanwhile."""

    async def run(self) -> None:
        try:
            await super().run()
        finally:
            for task in self._beside.values():
                task.cancel()

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

    async def settle(self) -> None:
        """Fires all that is due now, and waits for what goes on beside; for tests."""
        while await self.begin_due() or self._beside:
            await asyncio.gather(*self._beside.values())

    async def _handle(self, timer: Timer) -> None:
        """A timer that cannot be handled stays and is tried again: soon at first, then ever more seldom."""
        if timer in self._beside:
            return
        longer = await self._tried(timer, lambda: self._fire(timer))
        if longer is not None:
            task = asyncio.create_task(self._tried(timer, longer))
            self._beside[timer] = task
            task.add_done_callback(lambda _: self._beside.pop(timer))

    async def _tried(self, timer: Timer, work: Callable[[], Awaitable[T]]) -> T | None:
        try:
            done = await work()
        except Exception as error:
            self._supervisor.failed(self.name, error, timer=timer.number, game=timer.game)
            self._failures[timer.number] += 1
            delay = min(FIRST_DELAY * 2 ** (self._failures[timer.number] - 1), LEASE)
            later = self._clock.now() + delay
            await self._supervisor.insist(self.name, lambda: self._timers.put_off(timer, later))
            return None
        del self._failures[timer.number]
        return done
