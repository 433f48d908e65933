"""The rows of timers: which have run out, who is handling which.

Not for setting them: a command's transaction does that. Not for what happens then: `bot.timekeeper` asks the table.
"""

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, or_, select, update

from bot.store.database import Database
from bot.store.schema import timers


class Timer(msgspec.Struct, frozen=True):
    """A seat's timer has run out; `kind` says what the host does then."""

    number: int
    game: int
    seat: int
    kind: str
    due: float


_DUE = (
    select(timers.c.id, timers.c.game, timers.c.seat, timers.c.kind, timers.c.due)
    .where(
        timers.c.due <= bindparam("now"),
        or_(timers.c.claimed_until.is_(None), timers.c.claimed_until <= bindparam("now")),
    )
    .order_by(timers.c.due, timers.c.id)
    .limit(bindparam("count"))
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    update(timers)
    .where(timers.c.id.in_(bindparam("numbers", expanding=True)))
    .values(claimed_by=bindparam("owner"), claimed_until=bindparam("until"))
)
_NEXT = select(func.min(func.coalesce(timers.c.claimed_until, timers.c.due)))


class Timers:
    """The timers of all games. A claimed one that is not handled before its lease ends can be claimed again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, owner: str, now: float, lease: float, count: int) -> list[Timer]:
        return await self._database.write(lambda connection: _claim(connection, owner, now, now + lease, count))

    async def next_due(self) -> float | None:
        return await self._database.read(lambda connection: connection.execute(_NEXT).scalar())

    async def stands(self, timer: Timer) -> bool:
        """Whether the timer is still set as it was: a decision meanwhile has set it anew, or taken it away."""
        this = select(timers.c.id).where(timers.c.id == timer.number, timers.c.due == timer.due)
        return await self._database.read(lambda connection: connection.execute(this).first() is not None)

    async def drop(self, timer: Timer) -> None:
        this = delete(timers).where(timers.c.id == timer.number)
        await self._database.write(lambda connection: connection.execute(this))


def _claim(connection: Connection, owner: str, now: float, until: float, count: int) -> list[Timer]:
    due = [Timer(*row) for row in connection.execute(_DUE, {"now": now, "count": count})]
    if due:
        numbers = [timer.number for timer in due]
        connection.execute(_CLAIM, {"numbers": numbers, "owner": owner, "until": until})
    return due
