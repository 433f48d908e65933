"""What a list tells of a game: a few columns of its row, so that no list has to load games.

Not for which games a list has: `server_games.py` and `own_games.py`.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import select

from bot.store.attendance import Attendance
from bot.store.database import Database
from bot.store.games import read_owed
from bot.store.hosted_game import Lobby, Seat, Status
from bot.store.schema import games, seats
from engine.registry import plays

Rests = Literal["paused", "aside", "lost"]
"""Why nobody is waited for: it is paused, nobody has touched it for long, or its channel is gone."""

COLUMNS = (
    games.c.id, games.c.title, games.c.rules, games.c.status, games.c.guild, games.c.channel, games.c.version,
    games.c.opened_at, games.c.started_at, games.c.ended_at, games.c.attendance, games.c.parked_at,
    games.c.parked_for, games.c.owed, games.c.lobby,
)  # fmt: skip
_ATTENDANCE = msgspec.json.Decoder(Attendance)
_LOBBY = msgspec.json.Decoder(Lobby)


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a list."""

    number: int
    title: str
    status: Status
    guild: int | None
    channel: int
    version: int
    since: float
    """Since when it has been what it is; of a running one, since when its present decision is owed."""
    rests: Rests | None
    owed: dict[int, float] | None
    """Since when which seats have owed a decision; None: an older program did not write it down."""
    limit: int | None
    """Seats at most, if whoever opened it has said so."""
    is_known: bool
    """Whether this program plays its version of the rules."""


def fields_of(row: Any) -> dict[str, Any]:
    """A row of these columns as what `Listed` says of it; it may have `decided_at`, when the last decision was made."""
    paused = _ATTENDANCE.decode(row.attendance).paused
    owed = read_owed(row.owed)
    rests: Rests | None = None
    if row.status in ("open", "running"):
        if row.parked_at is not None:
            rests = "lost" if row.parked_for is None else "aside"
        elif paused is not None:
            rests = "paused"
    return {
        "number": row.id,
        "title": row.title,
        "status": row.status,
        "guild": row.guild,
        "channel": row.channel,
        "version": row.version,
        "since": _since(row, rests, None if paused is None else paused.at, owed or {}),
        "rests": rests,
        "owed": owed,
        "limit": _LOBBY.decode(row.lobby).limit,
        "is_known": row.started_at is None or plays(row.title, row.rules),
    }


def _since(row: Any, rests: Rests | None, paused_at: float | None, owed: dict[int, float]) -> float:
    opened: float = row.opened_at
    if row.status not in ("open", "running"):
        return row.ended_at or opened
    if rests is not None:
        return row.parked_at or paused_at or opened
    if row.status == "open":
        return opened
    decided: float | None = row._mapping.get("decided_at") or max(owed.values(), default=None)
    return decided or row.started_at or opened


class ListedGames:
    """What the lists of one database have in common."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def seats_of(self, numbers: Sequence[int]) -> dict[int, list[Seat]]:
        """Who sits in each of some games."""
        query = (
            select(seats.c.game, seats.c.user, seats.c.policy, seats.c.resigned)
            .where(seats.c.game.in_(numbers))
            .order_by(seats.c.game, seats.c.seat)
        )
        found: dict[int, list[Seat]] = {number: [] for number in numbers}
        for row in await self._database.read(lambda connection: connection.execute(query).all()):
            found[row.game].append(Seat(row.user, row.policy, row.resigned))
        return found
