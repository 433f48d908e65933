"""Rows that are due, and who is working on which: a claim lasts until its lease runs out.

Not for what is done with them: letters are sent (`outbox.py`), timers fire (`timers.py`).
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    FromClause,
    Row,
    RowMapping,
    Select,
    Table,
    bindparam,
    func,
    or_,
    select,
    true,
    update,
)

from bot.store.database import Database

Condition = Callable[[FromClause], ColumnElement[bool]]
"""Which rows of a table, or of an alias of it, are meant."""

WIDTH = 8
"""So many rows that come next are looked at for each that is wanted, and then so many times more while too few of them
can be claimed. Asked at once for those that can be, either database may look at every row there is."""


class Leases:
    """The due rows of one table; several processes may share them.

    With a queue, only the first row of those that are alike in these columns can be claimed: that keeps them in order.
    """

    def __init__(
        self, database: Database, table: Table, waits: Condition | None = None, queue: Sequence[str] = ()
    ) -> None:
        self._database = database
        waits = waits or (lambda _: true())
        now: BindParameter[float] = bindparam("now")
        width: BindParameter[int] = bindparam("width")
        columns = [table.c.id, *(table.c[column] for column in queue)]

        def next_by(moment: ColumnElement[float], *which: ColumnElement[bool]) -> Select[Any]:
            found = select(*columns, moment.label("free")).where(*which, waits(table), moment <= now)
            return select(found.order_by(moment, table.c.id).limit(width).subquery())

        free, until = table.c.claimed_until.is_(None), table.c.claimed_until
        both = next_by(table.c.due, free).union_all(next_by(until, until.is_not(None))).subquery("both")
        early = select(both).order_by(both.c.free, both.c.id).limit(width).subquery("early")
        before = table.alias("before")
        alike = [before.c[column] == early.c[column] for column in queue]
        ahead = select(before.c.id).where(*alike, waits(before), before.c.id < early.c.id)
        is_first = ~ahead.exists() if queue else true()
        self._early = select(early.c.id, early.c.free, is_first.label("is_first")).order_by(early.c.free, early.c.id)
        these = table.c.id.in_(bindparam("numbers", expanding=True))
        self._take = (
            select(table)
            .where(these, waits(table), table.c.due <= now, or_(free, until <= now))
            .order_by(func.coalesce(until, table.c.due), table.c.id)
            .with_for_update(skip_locked=True, of=table)
        )
        claimed: dict[str, object] = {"claimed_by": bindparam("owner"), "claimed_until": bindparam("until")}
        if "attempts" in table.c:
            claimed["attempts"] = table.c.attempts + 1
        self._claim = update(table).where(these).values(claimed)

    async def claim(self, owner: str, now: float, lease: float, count: int) -> Sequence[RowMapping]:
        """Rows that are due, now the owner's until the lease runs out; nobody else gets them before."""

        def work(connection: Connection) -> Sequence[RowMapping]:
            first = [row.id for row in self._first(connection, now, count)]
            if not first:
                return []
            rows = connection.execute(self._take, {"numbers": first, "now": now}).mappings().all()
            if rows:
                numbers = [row["id"] for row in rows]
                connection.execute(self._claim, {"numbers": numbers, "owner": owner, "until": now + lease})
            return rows

        return await self._database.write(work)

    async def next_due(self) -> float | None:
        """When the next row can be claimed; one that is being worked on counts from the end of its lease."""
        found = await self._database.read(lambda connection: self._first(connection, math.inf, 1))
        return found[0].free if found else None

    def _first(self, connection: Connection, now: float, count: int) -> list[Row[tuple[int, float, bool]]]:
        """The rows that can be claimed by then, those first that could be for longest."""
        width = WIDTH * count
        while True:
            rows = connection.execute(self._early, {"now": now, "width": width}).all()
            found = [row for row in rows if row.is_first]
            if len(found) >= count or len(rows) < width:
                return found[:count]
            width *= WIDTH
