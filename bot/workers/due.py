"""The loop of a worker: what is due is worked on, then it sleeps until the next row is, or until somebody rings.

Not for what is done: letters (`outbox.py`) and timers (`timers.py`).
"""

import asyncio
from abc import ABC, abstractmethod

from bot.clock import Clock
from bot.workers.supervisor import Supervisor

LEASE = 60.0
"""Seconds a claimed row stays ours, as long as we live: longer than any work on a row takes."""
POLL = 2.0
"""With several processes, somebody else's rows are seen this late at worst."""
SHORTEST = 0.05
AT_ONCE = 8
"""Rows that one worker has claimed at a time."""


class DueWorker(ABC):
    """One worker of one process; several may share a database, each with the rows it has claimed for its owner."""

    name: str
    """What it works on, for figures and logs."""

    def __init__(self, owner: str, clock: Clock, supervisor: Supervisor, lease: float = LEASE) -> None:
        self._owner = owner
        self._clock = clock
        self._supervisor = supervisor
        self._lease = lease
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
        await self._supervisor.repeat(self.name, self._round, self.bell)

    async def _round(self) -> float:
        """Returns how long to sleep."""
        await self.begin_due()
        due = await self.next_due()
        return POLL if due is None else min(max(due - self._clock.now(), SHORTEST), POLL)
