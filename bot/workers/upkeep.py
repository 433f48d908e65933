"""All background work of a process together, and the upkeep among it: life signs, old rows go, figures are counted.

Not for letters and timers themselves: `outbox.py` and `timers.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence

from bot.clock import Clock
from bot.monitoring.health import seconds_late
from bot.monitoring.metrics import Metrics
from bot.store.processes import SIGN
from bot.store.queries import Queries
from bot.store.store import Store
from bot.workers.chores import LOOK, Chore, ChoreWorker
from bot.workers.outbox import GRACE, OutboxWorker
from bot.workers.supervisor import Supervisor
from bot.workers.timers import TimerWorker

HOUR = 3600.0
DAY = 24 * HOUR
LAST_WORD = 0.5
"""Seconds that letting go of what was claimed may take: without it, others see that we are gone a little later."""
INTERACTIONS_LAST = HOUR
"""Discord repeats nothing that is older: a token is good for a quarter of an hour."""
LETTERS_LAST = 30 * DAY
INVITATIONS_LAST = 2 * DAY
"""They are counted for a day."""
SKETCHES_LAST = DAY
"""Whoever has not opened the game by then begins anew."""
BACKUP = "backup"
"""The chore that makes the daily backup."""
FIGURES, MINUTES = 15.0, 300.0


class Workers:
    """What goes on beside the interactions: letters, timers, life signs, upkeep."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        metrics: Metrics,
        supervisor: Supervisor,
        outbox_worker: OutboxWorker,
        timer_worker: TimerWorker,
        chores: Sequence[Chore] = (),
    ) -> None:
        self._store = store
        self._queries = Queries(store.database)
        self._clock = clock
        self._metrics = metrics
        self.supervisor = supervisor
        self.outbox_worker = outbox_worker
        self.timer_worker = timer_worker
        self.others: list[tuple[str, Callable[[], Awaitable[float]], asyncio.Event]] = []
        """More work that goes on: its name, what is done again and again until a next time, what rings for it."""
        self.chore_worker = ChoreWorker(store.chores, clock, supervisor, chores)
        self._tasks: list[asyncio.Task[None]] = []

    async def sign_on(self) -> None:
        """The process is one of those that work on the database; from now on it gives signs of life."""
        await self._store.processes.sign_on(self._clock.now())
        self._begin(self.supervisor.repeat("life signs", self._sign))

    def start(self) -> None:
        self._begin(
            self.outbox_worker.run(),
            self.timer_worker.run(),
            self._every(HOUR, "old rows", self.tidy),
            self._every(FIGURES, "figures", self.count),
            *(self.supervisor.repeat(*work) for work in self.others),
            self._every(LOOK, "chores", self.chore_worker.round),
            self._every(MINUTES, "figures", self.count_games),
        )

    async def stop(self, seconds: float = GRACE) -> None:
        """Sends what is due, for a moment, then stops; what is left goes out after the next start."""
        await self._for(seconds, self.outbox_worker.settle())
        await self.leave()

    async def leave(self) -> None:
        """Stops without sending anything; once is enough."""
        if not self._tasks:
            return
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks, timeout=LAST_WORD)
        self._tasks = []
        await self._for(LAST_WORD, self._store.processes.sign_off())

    def _begin(self, *works: Coroutine[object, object, None]) -> None:
        self._tasks += [asyncio.create_task(work) for work in works]

    async def _for(self, seconds: float, work: Coroutine[object, object, None]) -> None:
        """So long at most, whatever it waits for; a database that hangs does not even hear that nobody wants it."""
        task = asyncio.create_task(work)
        done, _ = await asyncio.wait({task}, timeout=seconds)
        if not done:
            task.cancel()
            await asyncio.wait({task}, timeout=LAST_WORD)
        elif not task.cancelled() and (error := task.exception()) is not None:
            self.supervisor.failed("the end", error)

    def _every(self, seconds: float, name: str, work: Callable[[], Awaitable[None]]) -> Coroutine[object, object, None]:
        async def once() -> float:
            await work()
            return seconds

        return self.supervisor.repeat(name, once)

    async def _sign(self) -> float:
        if await self._store.processes.sign(self._clock.now()):
            self.outbox_worker.bell.set()
            self.timer_worker.bell.set()
        return SIGN

    async def tidy(self) -> None:
        """Removes what nobody can ask for again."""
        now = self._clock.now()
        await self._store.games.forget(now - INTERACTIONS_LAST)
        await self._store.outbox.forget(now - LETTERS_LAST)
        await self._store.sketches.forget(now - SKETCHES_LAST)
        await self._store.invitations.forget(now - INVITATIONS_LAST)

    async def count(self) -> None:
        """The figures that only the database knows; the same in every process of a set."""
        metrics, now = self._metrics, self._clock.now()
        waiting = await self._queries.waiting_letters(now)
        metrics.waiting.set(waiting.letters)
        metrics.postponed.set(waiting.postponed)
        metrics.oldest.set(0.0 if waiting.since is None else max(now - waiting.since, 0.0))
        metrics.late.labels("letters").set(await seconds_late(self._store.outbox, self._clock))
        metrics.late.labels("timers").set(await seconds_late(self._store.timers, self._clock))
        metrics.games.set(await self._queries.active_games())

    async def count_games(self) -> None:
        """With many finished games that takes a moment, and they do not become more so quickly."""
        for status, count in (await self._queries.games_by_status()).items():
            self._metrics.games_by_status.labels(status).set(count)
        if (backup := await self._store.chores.latest(BACKUP)) is not None:
            self._metrics.backed_up.set(backup.at)
