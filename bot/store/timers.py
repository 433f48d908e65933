"""The rows of timers: which have run out, who is handling which.

Not for setting them: a command's transaction does that. Not for what happens then: `bot.workers.timers` asks the table.
"""

import msgspec
from sqlalchemy import delete, select, update

from bot.store.database import Database
from bot.store.leases import Leases
from bot.store.schema import timers


class Timer(msgspec.Struct, frozen=True):
    """A seat's timer has run out; `kind` says what the host does then."""

    number: int
    game: int
    seat: int
    kind: str
    due: float


class Timers:
    """The timers of all games. A claimed one that is not handled before its lease ends can be claimed again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.leases = Leases(database, timers)
        self.next_due = self.leases.next_due

    async def claim(self, owner: str, now: float, lease: float, count: int) -> list[Timer]:
        rows = await self.leases.claim(owner, now, lease, count)
        return [Timer(row["id"], row["game"], row["seat"], row["kind"], row["due"]) for row in rows]

    async def stands(self, timer: Timer) -> bool:
        """Whether the timer is still set as it was: a decision meanwhile has set it anew, or taken it away."""
        this = select(timers.c.id).where(timers.c.id == timer.number, timers.c.due == timer.due)
        return await self._database.read(lambda connection: connection.execute(this).first() is not None)

    async def put_off(self, timer: Timer, until: float) -> None:
        """It could not be handled: whoever comes then tries again, with the time it was due unchanged."""
        this = update(timers).where(timers.c.id == timer.number, timers.c.due == timer.due)
        later = this.values(claimed_by=None, claimed_until=until)
        await self._database.write(lambda connection: connection.execute(later))

    async def drop(self, timer: Timer) -> None:
        this = delete(timers).where(timers.c.id == timer.number)
        await self._database.write(lambda connection: connection.execute(this))
