"""What a server or a person has chosen: language, colours and the like, as one JSON object each.

Not for what the choices mean: whoever reads one names its type.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.store.database import Database
from bot.store.schema import guild_settings, user_settings

P = TypeVar("P", bound=msgspec.Struct)


class Preferences:
    """The choices of servers and people. Fields that a newer program wrote are passed over by an older one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_guild(self, guild: int, wanted: type[P]) -> P:
        return await self._database.read(lambda connection: _get(connection, guild_settings, guild, wanted))

    async def of_user(self, user: int, wanted: type[P]) -> P:
        return await self._database.read(lambda connection: _get(connection, user_settings, user, wanted))

    async def set_guild(self, guild: int, settings: msgspec.Struct) -> None:
        await self._database.write(lambda connection: _put(connection, guild_settings, guild, settings))

    async def set_user(self, user: int, settings: msgspec.Struct) -> None:
        await self._database.write(lambda connection: _put(connection, user_settings, user, settings))

    async def change_guild(self, guild: int, wanted: type[P], change: Callable[[P], P]) -> P:
        return await self._change(guild_settings, guild, wanted, change)

    async def change_user(self, user: int, wanted: type[P], change: Callable[[P], P]) -> P:
        return await self._change(user_settings, user, wanted, change)

    async def _change(self, table: Table, number: int, wanted: type[P], change: Callable[[P], P]) -> P:
        """Reads and writes in one transaction."""

        def work(connection: Connection) -> P:
            changed = change(_get(connection, table, number, wanted))
            _put(connection, table, number, changed)
            return changed

        return await self._database.write(work)


def _get(connection: Connection, table: Table, number: int, wanted: type[P]) -> P:
    (key,) = table.primary_key.columns
    text = connection.execute(select(table.c.settings).where(key == number)).scalar()
    return msgspec.json.decode(text or b"{}", type=wanted)


def _put(connection: Connection, table: Table, number: int, settings: msgspec.Struct) -> None:
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    (key,) = table.primary_key.columns
    text = msgspec.json.encode(settings).decode()
    statement = insert(table).values({key.name: number, "settings": text})
    connection.execute(statement.on_conflict_do_update(index_elements=[key], set_={"settings": text}))
