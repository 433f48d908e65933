"""All background work of a process together, and the upkeep among it: old rows go, figures are counted.

Not for letters and timers themselves: `outbox.py` and `timers.py`.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine

import structlog

from bot.clock import Clock
from bot.monitoring.metrics import Metrics
from bot.store.queries import Queries
from bot.store.store import Store
from bot.workers.outbox import OutboxWorker
from bot.workers.timers import TimerWorker

log = structlog.get_logger(__name__)

HOUR = 3600.0
GRACE = 10.0
"""Seconds that letters may take to be sent when the process is asked to leave."""
INTERACTIONS_LAST = HOUR
"""Discord repeats nothing that is older: a token is good for a quarter of an hour."""
LETTERS_LAST = 30 * 24 * HOUR
FIGURES = 15.0


class Workers:
    """What goes on beside the interactions: letters, timers, upkeep."""

    def __init__(
        self, store: Store, clock: Clock, metrics: Metrics, outbox_worker: OutboxWorker, timer_worker: TimerWorker
    ) -> None:
        self._store = store
        self._queries = Queries(store.database)
        self._clock = clock
        self._metrics = metrics
        self.outbox_worker = outbox_worker
        self.timer_worker = timer_worker
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        work: tuple[Coroutine[object, object, None], ...] = (
            self.outbox_worker.run(),
            self.timer_worker.run(),
            self._again(HOUR, "Old rows could not be removed", self.tidy),
            self._again(FIGURES, "The figures could not be read", self.count),
        )
        self._tasks = [asyncio.create_task(each) for each in work]

    async def stop(self) -> None:
        """Sends what is due, for a moment, then stops; what is left goes out after the next start."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self.outbox_worker.settle()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _again(self, seconds: float, failed: str, work: Callable[[], Awaitable[None]]) -> None:
        """Now and whenever so many seconds have passed; a failure is said, and the next time comes all the same."""
        while True:
            try:
                await work()
            except Exception as error:
                log.warning(failed, error=type(error).__name__)
            await self._clock.pause(seconds, asyncio.Event())

    async def tidy(self) -> None:
        """Removes what nobody can ask for again."""
        now = self._clock.now()
        await self._store.games.forget(now - INTERACTIONS_LAST)
        await self._store.outbox.forget(now - LETTERS_LAST)

    async def count(self) -> None:
        self._metrics.waiting.set(await self._queries.queued_letters())
        self._metrics.games.set(await self._queries.active_games())
