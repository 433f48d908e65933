"""The games of a person, on all servers, for a list: what each is, and which of them wait for the person.

Not for a single game (`games.py`) and not for those of a server (`server_games.py`).
"""

import math

from sqlalchemy import and_, select

from bot.store.database import Database
from bot.store.listed_games import COLUMNS, Listed, fields_of
from bot.store.queries import LIVE
from bot.store.schema import games, seats, timers


class Own(Listed, frozen=True, kw_only=True):
    """A game of somebody's, with their seat and when their time runs out, if a clock runs."""

    seat: int
    due: float | None

    @property
    def waits(self) -> bool:
        """Whether it waits for them, as far as it is written down."""
        return self.rests is None and self.is_known and self.owed is not None and self.seat in self.owed

    @property
    def waits_since(self) -> float:
        return (self.owed or {}).get(self.seat, self.since)


class OwnGames:
    """Those of the people of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int) -> list[Own]:
        """All that go on, from the most to the least urgent."""
        query = (
            select(*COLUMNS, seats.c.seat, timers.c.due)
            .select_from(seats)
            .join(games, games.c.id == seats.c.game)
            .outerjoin(timers, and_(timers.c.game == seats.c.game, timers.c.seat == seats.c.seat))
            .where(seats.c.user == user, games.c.status.in_(LIVE))
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return in_order([Own(**fields_of(row), seat=row.seat, due=row.due) for row in rows])


def in_order(found: list[Own]) -> list[Own]:
    """Those that wait, by when their time runs out, then by how long they have waited; then what is played, what people
    gather for, and what rests."""
    return sorted(found, key=_urgency)


def _urgency(own: Own) -> tuple[int, float, float, int]:
    if own.waits:
        return 0, math.inf if own.due is None else own.due, own.waits_since, own.number
    return 3 if own.rests is not None else 1 if own.status == "running" else 2, 0.0, 0.0, -own.number
