"""The servers that removed the bot, and when: what is kept of them is deleted after a term, unless they take it back.

Not for deleting: `bot.store.maintenance.prune`.
"""

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.database import Database
from bot.store.schema import left_servers


class Servers:
    """Who left."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def left(self, guild: int, now: float) -> None:
        """It counts from the first time that it is noticed."""
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        row = insert(left_servers).values(guild=guild, at=now).on_conflict_do_nothing()
        await self._database.write(lambda connection: connection.execute(row))

    async def back(self, guild: int) -> None:
        if await self.has_left(guild):
            row = delete(left_servers).where(left_servers.c.guild == guild)
            await self._database.write(lambda connection: connection.execute(row))

    async def has_left(self, guild: int) -> bool:
        row = select(left_servers.c.guild).where(left_servers.c.guild == guild)
        return await self._database.read(lambda connection: connection.execute(row).first() is not None)
