"""The game that somebody is about to open, as far as they have chosen: one for each person, kept for a day.

Not for what can be chosen: `bot.table.sketch`. Not for games that are open.
"""

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.database import Database
from bot.store.preferences import P
from bot.store.schema import sketches


class Sketches:
    """Of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: int, wanted: type[P]) -> P | None:
        query = select(sketches.c.sketch).where(sketches.c.user == user)
        text = await self._database.read(lambda connection: connection.execute(query).scalar())
        return None if text is None else msgspec.json.decode(text, type=wanted)

    async def put(self, user: int, sketch: msgspec.Struct, now: float) -> None:
        values = {"sketch": msgspec.json.encode(sketch).decode(), "at": now}

        await self._database.write(
            lambda connection: connection.execute(
                (sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert)(sketches)
                .values(user=user, **values)
                .on_conflict_do_update(index_elements=["user"], set_=values)
            )
        )

    async def drop(self, user: int) -> None:
        done = delete(sketches).where(sketches.c.user == user)
        await self._database.write(lambda connection: connection.execute(done))

    async def forget(self, before: float) -> None:
        """Those that nobody has gone on with since that moment."""
        old = delete(sketches).where(sketches.c.at < before)
        await self._database.write(lambda connection: connection.execute(old))
