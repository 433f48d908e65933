"""What a server or a person has chosen: language, colours and the like, as one JSON object each.

Not for what the choices mean: whoever reads one names its type.
"""

from typing import TypeVar

import msgspec
from sqlalchemy import Table, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.database import Database
from bot.store.schema import guild_settings, user_settings

P = TypeVar("P", bound=msgspec.Struct)


class Preferences:
    """The choices of servers and people. Fields that a newer program wrote are passed over by an older one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guild(self, guild: int, wanted: type[P]) -> P:
        return await self._get(guild_settings, guild, wanted)

    async def of_user(self, user: int, wanted: type[P]) -> P:
        return await self._get(user_settings, user, wanted)

    async def set_guild(self, guild: int, settings: msgspec.Struct) -> None:
        await self._put(guild_settings, guild, settings)

    async def set_user(self, user: int, settings: msgspec.Struct) -> None:
        await self._put(user_settings, user, settings)

    async def _get(self, table: Table, number: int, wanted: type[P]) -> P:
        (key,) = table.primary_key.columns
        async with self._database.read() as connection:
            text = (await connection.execute(select(table.c.settings).where(key == number))).scalar()
        return msgspec.json.decode(text or b"{}", type=wanted)

    async def _put(self, table: Table, number: int, settings: msgspec.Struct) -> None:
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        (key,) = table.primary_key.columns
        values = {key.name: number, "settings": msgspec.json.encode(settings).decode()}
        statement = insert(table).values(values)
        async with self._database.write() as connection:
            await connection.execute(
                statement.on_conflict_do_update(index_elements=[key], set_={"settings": values["settings"]})
            )
