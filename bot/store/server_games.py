"""The games of a server: how many go on, of one person too, and all of them for a list.

Not for a single game (`games.py`) and not for those of a person everywhere (`own_games.py`).
"""

from typing import Literal

import msgspec
from sqlalchemy import ColumnElement, Select, and_, func, select

from bot.store.database import Database
from bot.store.games import LARGEST
from bot.store.hosted_game import Lobby
from bot.store.listed_games import COLUMNS, Listed, fields_of
from bot.store.queries import LIVE
from bot.store.schema import games, moves, seats

Group = Literal["open", "running", "waiting", "over"]
"""Where people gather; where they play; what is paused or set aside; what has ended."""
GROUPS: tuple[Group, ...] = ("open", "running", "waiting", "over")
_counts = and_(games.c.status.in_(LIVE), games.c.parked_at.is_(None))
"""What a server has at once: a game that is set aside is in nobody's way; one that is paused keeps its channel."""
_waits = games.c.parked_at.is_not(None) | games.c.attendance.contains('"paused":{"at":')
_GROUP: dict[Group, ColumnElement[bool]] = {
    "open": and_(games.c.status == "open", ~_waits),
    "running": and_(games.c.status == "running", ~_waits),
    "waiting": and_(games.c.status.in_(LIVE), _waits),
    "over": games.c.status.not_in(LIVE),
}
_DECIDED = (
    select(moves.c.at)
    .where(moves.c.game == games.c.id, moves.c.number == games.c.version)
    .scalar_subquery()
    .label("decided_at")
)
_LOBBY = msgspec.json.Decoder(Lobby)


class ServerGames:
    """The games of the servers of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def going_on(self, guild: int, but: int = 0) -> int:
        """How many games are open or running, besides one."""
        return await self._count(select(func.count()).select_from(games).where(*_in(guild, but)))

    async def of_person(self, guild: int, user: int, but: int = 0) -> int:
        """In how many of them a person has a seat."""
        seated = games.join(seats, seats.c.game == games.c.id)
        query = select(func.count()).select_from(seated).where(*_in(guild, but), seats.c.user == user)
        return await self._count(query)

    async def role_calls(self, guild: int, since: float) -> int:
        """How many games have called a role when they were opened."""
        query = select(games.c.lobby).where(games.c.guild == guild, games.c.opened_at > since)
        lobbies = await self._database.read(lambda connection: list(connection.execute(query).scalars()))
        return sum(_LOBBY.decode(lobby).role is not None for lobby in lobbies)

    async def _count(self, query: Select[int]) -> int:
        return await self._database.read(lambda connection: connection.execute(query).scalar_one())

    async def listed(self, guild: int, group: Group, most: int, before: int = LARGEST) -> list[Listed]:
        """Some games of a kind, the latest first, from behind one of them on."""
        query = (
            select(*COLUMNS, _DECIDED)
            .where(games.c.guild == guild, games.c.id < before, _GROUP[group])
            .order_by(games.c.id.desc())
            .limit(most)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Listed(**fields_of(row)) for row in rows]


def _in(guild: int, but: int) -> tuple[ColumnElement[bool], ...]:
    return games.c.guild == guild, _counts, games.c.id != but
