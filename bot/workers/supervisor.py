"""Keeps the background work going: a failure is counted, told and tried again; what cannot go on ends the process.

Not for what the work is, and not for starting a new process: whatever runs this one does that.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog

from bot.clock import Clock
from bot.errors import BadBackup, CannotGoOn, StoreError
from bot.monitoring.metrics import Metrics
from engine.errors import EngineError

log = structlog.get_logger(__name__)

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 4.0
"""Seconds before failed work is tried again: doubling, up to a bound that is hardly noticed when all is well again."""
MOST_FAILURES = 10
"""So many in a row, and over so many seconds, and a new process is the better try…"""
FAULT_SECONDS = 120.0
OUTAGE_SECONDS = 1800.0
"""…later if the database says what is wrong with it: a new process would not have another one."""


class Failures:
    """The failures in a row of one piece of work."""

    def __init__(self) -> None:
        self._count = 0
        self._since = 0.0

    def another(self, now: float) -> None:
        self._since = self._since if self._count else now
        self._count += 1

    def none(self) -> None:
        self._count = 0

    def pause(self) -> float:
        return min(FIRST_PAUSE * float(2 ** min(self._count - 1, 10)), LONGEST_PAUSE)

    def too_many(self, now: float, seconds: float) -> bool:
        return self._count >= MOST_FAILURES and now - self._since >= seconds


class Supervisor:
    """What all background work of a process runs under."""

    def __init__(self, clock: Clock, metrics: Metrics) -> None:
        self._clock = clock
        self.metrics = metrics
        self.at_its_end = asyncio.Event()
        """Set when some work cannot go on: the process must end, and be started anew."""
        self.reason = ""

    async def repeat(self, name: str, work: Callable[[], Awaitable[float]], bell: asyncio.Event | None = None) -> None:
        """The work again and again, until cancelled. It returns how long to rest; the bell ends the rest early."""
        failures = Failures()
        while True:
            try:
                rest, rung = await work(), bell or asyncio.Event()
            except Exception as error:
                rest, rung = self._after(name, error, failures), asyncio.Event()
            else:
                failures.none()
            await self._clock.pause(rest, rung)

    async def insist(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        """The work, as often as it takes to succeed."""
        failures = Failures()
        while True:
            try:
                return await work()
            except Exception as error:
                rest = self._after(name, error, failures)
            await self._clock.pause(rest, asyncio.Event())

    def failed(self, name: str, error: BaseException, **about: object) -> None:
        """Counts and tells a failure. The text of an unknown error may quote a hand: of that, only the kind is told."""
        self.metrics.failures.labels(name).inc()
        known = isinstance(error, StoreError | EngineError | BadBackup)
        tell = log.warning if known else log.error
        tell("Work failed", work=name, error=type(error).__name__, **({"reason": str(error)} if known else {}), **about)

    def _after(self, name: str, error: Exception, failures: Failures) -> float:
        """Notes a failure; how long to rest after it. CannotGoOn when there were too many."""
        self.failed(name, error)
        now = self._clock.now()
        failures.another(now)
        if failures.too_many(now, OUTAGE_SECONDS if isinstance(error, StoreError) else FAULT_SECONDS):
            self.reason = f"The work on {name} fails again and again ({type(error).__name__}); start Kontor anew."
            log.critical("The process cannot go on", work=name, error=type(error).__name__)
            self.at_its_end.set()
            raise CannotGoOn(self.reason) from None
        return failures.pause()
