"""The loop of a worker: what is due is worked on, then it sleeps until the next row is, or until somebody rings.

Not for what is done: letters (`outbox.py`) and timers (`timers.py`).
"""

import asyncio
import secrets
from abc import ABC, abstractmethod

import structlog

from bot.clock import Clock
from bot.errors import StoreError

log = structlog.get_logger(__name__)

LEASE = 60.0
"""Seconds a claimed row stays ours. After a crash in the middle of the work it waits for this, then is free again."""
POLL = 2.0
"""With several processes, somebody else's rows are seen this late at worst."""
SHORTEST = 0.05
AT_ONCE = 8
"""Rows that one worker has claimed at a time."""


class DueWorker(ABC):
    """One worker of one process; several may share a database, each with the rows it has claimed."""

    def __init__(self, clock: Clock, lease: float = LEASE) -> None:
        self._clock = clock
        self._lease = lease
        self._owner = secrets.token_hex(8)
        self.bell = asyncio.Event()
        """Rung by whoever wrote such a row in this process, so that it is not overslept."""

    @abstractmethod
    async def begin_due(self) -> int:
        """Begins with what is due; returns how many rows."""

    @abstractmethod
    async def next_due(self) -> float | None:
        """When there is something to do again; None: when rung, or after a while."""

    async def run(self) -> None:
        """Until cancelled. A database that fails for a while only makes things late."""
        while True:
            await self._clock.pause(await self._round(), self.bell)

    async def _round(self) -> float:
        """Returns how long to sleep."""
        try:
            await self.begin_due()
            due = await self.next_due()
        except StoreError as error:
            log.warning("The database must be asked again", worker=type(self).__name__, reason=str(error))
            return POLL
        return POLL if due is None else min(max(due - self._clock.now(), SHORTEST), POLL)
