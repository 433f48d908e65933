"""What servers and people have chosen, as it counts at a table; read from the store and kept for half a minute.

Not for what can be chosen: `bot.table.preferences`.
"""

from collections.abc import Callable

import msgspec

from bot.calls.wishes import NO_WISH, InForce, in_force
from bot.clock import Clock
from bot.recent import Recent
from bot.store.hosted_game import HostedGame
from bot.store.preferences import Preferences
from bot.table.preferences import PersonPreferences, ServerPreferences

FRESH = 30.0
MOST = 10_000


class Chosen:
    """The preferences of everybody this process meets."""

    def __init__(self, store: Preferences, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._people: Recent[int, tuple[float, PersonPreferences]] = Recent(MOST)

    async def of_server(self, guild: int | None) -> ServerPreferences:
        """What a server has chosen; outside of servers nobody has."""
        if guild is None:
            return ServerPreferences()
        return await self._store.of_guild(guild, ServerPreferences)

    async def of_person(self, user: int) -> PersonPreferences:
        """What a person has chosen; what they chose through another process counts half a minute later at worst."""
        until, wish = self._people.get(user) or (0.0, PersonPreferences())
        if until < self._clock.now():
            wish = await self._store.of_user(user, PersonPreferences)
            self._people[user] = self._clock.now() + FRESH, wish
        return wish

    async def set_person(self, user: int, wish: PersonPreferences) -> None:
        await self._store.set_user(user, wish)
        self._people[user] = self._clock.now() + FRESH, wish

    def forget(self, user: int) -> None:
        """What this process remembers; the database has forgotten it."""
        self._people.pop(user)

    async def change_person(self, user: int, **fields: object) -> None:
        """Changes these fields only, whatever another process has changed meanwhile."""
        await self.change_person_by(user, lambda wish: msgspec.structs.replace(wish, **fields))

    async def change_person_by(self, user: int, change: Callable[[PersonPreferences], PersonPreferences]) -> None:
        wish = await self._store.change_user(user, PersonPreferences, change)
        self._people[user] = self._clock.now() + FRESH, wish

    async def change_server(self, guild: int, change: Callable[[ServerPreferences], ServerPreferences]) -> None:
        await self._store.change_guild(guild, ServerPreferences, change)

    async def at_table(self, user: int, hosted: HostedGame) -> InForce:
        """What counts for a person at a table: their own choice, else the server's."""
        here = hosted.header.attendance.wishes.get(user, NO_WISH)
        return in_force(await self.of_person(user), await self.of_server(hosted.header.guild), here)
