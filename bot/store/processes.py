"""The processes that share a database: life signs, and what a dead one had claimed is free again.

Not for claiming: `leases.py`. Times of other processes are never compared with our own clock: whether somebody lives
shows whether their sign changes while we look.
"""

import secrets
from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, Update, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.database import Database
from bot.store.schema import games, is_queued, outbox, processes, timers

SIGN = 1.0
"""Seconds between two life signs of a process."""
SILENT = 3.0
"""Seconds of looking without a new sign after which a process is dead. While nobody can look, none of them pass."""
APART = 5.0
"""Seconds by which the clocks of two machines may differ; what lies farther ahead was written by another clock."""
LONGEST_CLAIM = 600.0
LONGEST_DELAY = 3600.0
"""No claim lasts longer, and no letter is put off for longer; what says so was written by another clock."""


class Watched(msgspec.Struct):
    """Another process: its latest sign, and for how long we have looked without seeing a new one."""

    seen: float
    silent: float = 0.0


class Processes:
    """This process among the others. `own` is its id, the owner of what it claims."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.own = secrets.token_hex(8)
        self._others: dict[str, Watched] = {}
        self._looked = 0.0

    async def sign_on(self, now: float) -> None:
        """The first sign; and what an earlier clock of this machine, or of one that is gone, has left is put right."""
        await self._database.write(lambda connection: _put_right(connection, now))
        await self.sign(now)

    async def sign(self, now: float) -> bool:
        """A sign that we live, and a look at the others; whether somebody was dead and left something to do."""
        signs = await self._database.write(lambda connection: _sign(connection, self.own, now))
        passed = min(max(now - self._looked, 0.0), 2 * SIGN)
        self._looked = now
        dead = self._watch({name: seen for name, seen in signs.items() if name != self.own}, passed)
        return bool(dead) and await self._database.write(lambda connection: _bury(connection, dead, now))

    async def sign_off(self) -> None:
        """What we had claimed is free at once, and nobody has to look whether we live."""
        await self._database.write(lambda connection: _leave(connection, self.own))

    def _watch(self, signs: dict[str, float], passed: float) -> dict[str, float]:
        """Takes the latest signs down; those who have been silent for too long."""
        others: dict[str, Watched] = {}
        for name, seen in signs.items():
            known = self._others.get(name)
            same = known is not None and known.seen == seen
            others[name] = Watched(seen, known.silent + passed if same and known is not None else 0.0)
        self._others = others
        return {name: other.seen for name, other in others.items() if other.silent >= SILENT}


def _sign(connection: Connection, own: str, now: float) -> dict[str, float]:
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = insert(processes).values(id=own, seen=now)
    connection.execute(statement.on_conflict_do_update(index_elements=[processes.c.id], set_={"seen": now}))
    return {row.id: row.seen for row in connection.execute(select(processes))}


def _bury(connection: Connection, dead: dict[str, float], now: float) -> bool:
    """Those who have given no sign meanwhile; of several processes that see it, one does it."""
    gone = [
        name
        for name, seen in dead.items()
        if connection.execute(delete(processes).where(processes.c.id == name, processes.c.seen == seen)).rowcount
    ]
    if gone:
        _release(connection, gone)
        _put_right(connection, now)
    return bool(gone)


def _leave(connection: Connection, own: str) -> None:
    _release(connection, [own])
    connection.execute(delete(processes).where(processes.c.id == own))


def _release(connection: Connection, owners: Collection[str]) -> None:
    for statement in _releases():
        table = statement.table
        connection.execute(statement.where(table.c.claimed_by.in_(owners)))


def _releases() -> tuple[Update, Update]:
    """Letting go of letters and of timers, for a condition to be added."""
    free = {"claimed_by": None, "claimed_until": None}
    return update(outbox).where(is_queued(outbox)).values(free), update(timers).values(free)


def _put_right(connection: Connection, now: float) -> None:
    """After the clock was set back: what it had put off until a time that is far away now is due as it should be."""
    far = now + APART
    known = select(processes.c.id)
    for statement, table in zip(_releases(), (outbox, timers), strict=True):
        nobodys = or_(table.c.claimed_by.is_(None), table.c.claimed_by.not_in(known))
        connection.execute(statement.where(table.c.claimed_until > now + LONGEST_CLAIM, nobodys))
    letters = update(outbox).where(is_queued(outbox))
    connection.execute(letters.where(outbox.c.written_at > far).values(due=now, written_at=now))
    waits = outbox.c.target.startswith("call:") | outbox.c.target.startswith("user:")  # for days, until it is time
    connection.execute(letters.where(outbox.c.due > now + LONGEST_DELAY, ~waits).values(due=now))
    # Nobody is about to fire them: whoever is knows the timer by the time it is due.
    free = update(timers).where(timers.c.claimed_by.is_(None))
    pace = select(games.c.pace).where(games.c.id == timers.c.game).scalar_subquery()
    connection.execute(free.where(timers.c.kind == "computer", timers.c.due > far).values(due=now))
    connection.execute(free.where(timers.c.kind == "absent", timers.c.due > far + pace).values(due=now + pace))
