"""What one process does for all of a set, and not more often than it must: who does it, and when it was done last.

Not for what the chores are, and not for letters and timers: `leases.py`.
"""

import msgspec
from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.database import Database
from bot.store.schema import chores

LEASE = 900.0
"""Seconds after which a chore that was begun and never done is anybody's again."""


class Done(msgspec.Struct, frozen=True):
    """When a chore was done last, and with what."""

    at: float
    digest: str


class Chores:
    """The chores of all processes on a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, name: str) -> Done | None:
        """None: it was never done."""
        query = select(chores.c.done_at, chores.c.digest).where(chores.c.name == name, chores.c.done_at > 0)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else Done(row.done_at, row.digest)

    async def begin(
        self, name: str, now: float, *, every: float = 0.0, digest: str = "", at_first: bool = True
    ) -> bool:
        """Whether it is ours to do now: it is due, nobody else is at it, and from here on it is taken.

        Due is what was done with another digest, or so many seconds ago. A time that has not come yet was written by a
        clock that was set back since. With `at_first` off, what was never done is due when that time is over.
        """
        begun = 0.0 if at_first else now
        return await self._database.write(lambda connection: _begin(connection, name, now, every, digest, begun))

    async def done(self, name: str, now: float, digest: str = "") -> None:
        values = {"done_at": now, "digest": digest, "claimed_until": None}
        this = update(chores).where(chores.c.name == name).values(values)
        await self._database.write(lambda connection: connection.execute(this))

    async def let_go(self, name: str) -> None:
        """It failed: whoever comes next may try."""
        this = update(chores).where(chores.c.name == name).values(claimed_until=None)
        await self._database.write(lambda connection: connection.execute(this))

    async def undo(self, name: str) -> None:
        """As if it had never been done."""
        await self._database.write(lambda connection: connection.execute(delete(chores).where(chores.c.name == name)))


def _begin(connection: Connection, name: str, now: float, every: float, digest: str, begun: float) -> bool:
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    new = insert(chores).values(name=name, done_at=begun, digest="")
    connection.execute(new.on_conflict_do_nothing())
    this = chores.c.name == name
    row = connection.execute(select(chores).where(this).with_for_update()).one()
    taken = row.claimed_until is not None and now < row.claimed_until <= now + LEASE
    due = row.digest != digest or not 0 <= now - row.done_at < every
    if taken or not due:
        return False
    connection.execute(update(chores).where(this).values(claimed_until=now + LEASE))
    return True
