"""How often people were invited to games lately, by whom: what a server limits is counted here.

Not for writing them (`games.py` does, with the game), and not for who may invite whom: `bot.table.invitations`.
"""

from collections import Counter
from typing import NamedTuple

from sqlalchemy import Connection, delete, or_, select

from bot.store.database import Database
from bot.store.schema import games, invitations


class Counted(NamedTuple):
    """On one server since a moment."""

    made: int
    """By whoever is to invite."""
    received: Counter[int]
    """By each of those who are to be invited."""


class Invitations:
    """Of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def counted(self, guild: int, by: int, people: list[int], since: float) -> Counted:
        concerned = or_(invitations.c.by == by, invitations.c.user.in_(people))
        query = (
            select(invitations.c.user, invitations.c.by)
            .join(games, games.c.id == invitations.c.game)
            .where(games.c.guild == guild, invitations.c.at > since, concerned)
        )

        def work(connection: Connection) -> Counted:
            rows = connection.execute(query).all()
            return Counted(sum(row.by == by for row in rows), Counter(row.user for row in rows))

        return await self._database.read(work)

    async def forget(self, before: float) -> None:
        """Those that nobody counts any more."""
        old = delete(invitations).where(invitations.c.at < before)
        await self._database.write(lambda connection: connection.execute(old))
