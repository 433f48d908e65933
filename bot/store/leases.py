"""Rows that are due, and who is working on which: a claim lasts until its lease runs out.

Not for what is done with them: letters are sent (`outbox.py`), timers fire (`timers.py`).
"""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, RowMapping, Table, bindparam, func, or_, select, update

from bot.store.database import Database


class Leases:
    """The due rows of one table, those that fulfil the conditions; several processes may share them."""

    def __init__(self, database: Database, table: Table, *conditions: ColumnElement[bool]) -> None:
        self._database = database
        free = or_(table.c.claimed_until.is_(None), table.c.claimed_until <= bindparam("now"))
        self._due = (
            select(table)
            .where(table.c.due <= bindparam("now"), free, *conditions)
            .order_by(table.c.due, table.c.id)
            .limit(bindparam("count"))
            .with_for_update(skip_locked=True, of=table)
        )
        claimed: dict[str, object] = {"claimed_by": bindparam("owner"), "claimed_until": bindparam("until")}
        if "attempts" in table.c:
            claimed["attempts"] = table.c.attempts + 1
        self._claim = update(table).where(table.c.id.in_(bindparam("numbers", expanding=True))).values(claimed)
        self._next = select(func.min(func.coalesce(table.c.claimed_until, table.c.due))).where(*conditions)

    async def claim(self, owner: str, now: float, lease: float, count: int) -> Sequence[RowMapping]:
        """Rows that are due, now the owner's until the lease runs out; nobody else gets them before."""

        def work(connection: Connection) -> Sequence[RowMapping]:
            rows = connection.execute(self._due, {"now": now, "count": count}).mappings().all()
            if rows:
                numbers = [row["id"] for row in rows]
                connection.execute(self._claim, {"numbers": numbers, "owner": owner, "until": now + lease})
            return rows

        return await self._database.write(work)

    async def next_due(self) -> float | None:
        """When the next row can be claimed; one that is being worked on counts from the end of its lease."""
        return await self._database.read(lambda connection: connection.execute(self._next).scalar())
