"""Finds what has been kept long enough, and deletes rows: bookkeeping of posts, games of servers that left, one game.

Not for how long that is, and not for tables that are still to be told: `bot.workers.retention`.
"""

from collections.abc import Iterator, Sequence

import msgspec
from sqlalchemy import Connection, Select, delete, func, select

from bot.store.attendance import Attendance
from bot.store.database import Database
from bot.store.schema import (
    games,
    guild_settings,
    interactions,
    invitations,
    left_servers,
    moves,
    outbox,
    results,
    seats,
    timers,
)

BATCH = 100
"""Games that are deleted in one transaction: others want to write, too."""

_ATTENDANCE = msgspec.json.Decoder(Attendance)
_OF_GAMES = (seats, moves, interactions, outbox, timers, results, invitations)
"""The tables that go with a game."""


async def lonely_lobbies(database: Database, before: float) -> list[int]:
    """Open games that were opened before that moment and in which one person sits at most."""
    people = select(func.count(seats.c.user)).where(seats.c.game == games.c.id).scalar_subquery()
    query = select(games.c.id).where(games.c.status == "open", games.c.opened_at < before, people <= 1)
    return await _numbers(database, query)


async def silent_games(database: Database, before: float) -> list[int]:
    """Running games in which nobody has done anything since that moment; what computers and the host did is nothing."""
    query = select(games.c.id, games.c.attendance).where(
        games.c.status == "running", games.c.started_at < before, games.c.parked_at.is_(None)
    )

    def work(connection: Connection) -> Iterator[int]:
        for number, told in connection.execute(query).all():
            if max(_ATTENDANCE.decode(told).acted_at.values(), default=0.0) < before:
                yield number

    return await database.read(lambda connection: list(work(connection)))


async def servers_that_left(database: Database, before: float) -> list[int]:
    return await _numbers(database, select(left_servers.c.guild).where(left_servers.c.at < before))


async def games_of(database: Database, guilds: Sequence[int]) -> list[int]:
    return await _numbers(database, select(games.c.id).where(games.c.guild.in_(guilds))) if guilds else []


async def delete_games(database: Database, numbers: Sequence[int]) -> None:
    for start in range(0, len(numbers), BATCH):
        some = numbers[start : start + BATCH]
        await database.write(lambda connection, some=some: _delete(connection, some))  # type: ignore[misc]


def _delete(connection: Connection, numbers: Sequence[int]) -> None:
    for table in _OF_GAMES:
        connection.execute(delete(table).where(table.c.game.in_(numbers)))
    connection.execute(delete(games).where(games.c.id.in_(numbers)))


async def delete_servers(database: Database, guilds: Sequence[int]) -> None:
    """What they had chosen, and that they left."""

    def work(connection: Connection) -> None:
        for table in (guild_settings, left_servers):
            connection.execute(delete(table).where(table.c.guild.in_(guilds)))

    if guilds:
        await database.write(work)


async def old_posts(database: Database, before: float) -> list[int]:
    """Letters of games that ended before that moment, other than those that are still to be sent."""
    ended = select(games.c.id).where(games.c.ended_at < before)
    query = select(outbox.c.id).where(outbox.c.closed_at.is_not(None), outbox.c.game.in_(ended))
    return await _numbers(database, query)


async def delete_posts(database: Database, numbers: Sequence[int]) -> None:
    for start in range(0, len(numbers), BATCH * 10):
        some = outbox.c.id.in_(numbers[start : start + BATCH * 10])
        await database.write(lambda connection, some=some: connection.execute(delete(outbox).where(some)))  # type: ignore[misc]


class Row(msgspec.Struct, frozen=True):
    """What an operator is told of a game before it is deleted."""

    title: str
    status: str
    guild: int | None
    channel: int
    seats: int
    version: int


async def look_at(database: Database, number: int) -> Row | None:
    """Of any game, also one that this program cannot load."""
    count = select(func.count()).select_from(seats).where(seats.c.game == number).scalar_subquery()
    query = select(games.c.title, games.c.status, games.c.guild, games.c.channel, count, games.c.version)
    row = await database.read(lambda connection: connection.execute(query.where(games.c.id == number)).first())
    return None if row is None else Row(*row)


async def _numbers(database: Database, query: Select[int]) -> list[int]:
    return await database.read(lambda connection: list(connection.execute(query).scalars()))
