"""The chores of a set of processes: each is done by one of them when it is due; one that fails is tried again.

Not for what they do: whoever puts a process together says it. Not for letters and timers.
"""

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from bot.clock import Clock
from bot.store.chores import Chores
from bot.workers.supervisor import Supervisor

LOOK = 300.0
"""Seconds after which it is looked again whether one is due."""


class Chore(msgspec.Struct, frozen=True):
    """Something to be done every so many seconds."""

    name: str
    every: float
    work: Callable[[], Awaitable[None]]
    at_first: bool = True
    """Whether it is due on a new database."""


class ChoreWorker:
    """Does what is due. A chore that fails ends nothing: games go on without it."""

    def __init__(self, chores: Chores, clock: Clock, supervisor: Supervisor, due: Sequence[Chore]) -> None:
        self._chores = chores
        self._clock = clock
        self._supervisor = supervisor
        self._due = due

    async def round(self) -> None:
        for chore in self._due:
            now = self._clock.now()
            if not await self._chores.begin(chore.name, now, every=chore.every, at_first=chore.at_first):
                continue
            try:
                await chore.work()
            except Exception as error:
                self._supervisor.failed(chore.name, error)
                await self._chores.let_go(chore.name)
            else:
                await self._chores.done(chore.name, self._clock.now())
