"""Finds games and letters by something else than their number: channel, person, latest post; and counts them.

Not for changing anything.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, get_args

import msgspec
from sqlalchemy import CompoundSelect, Connection, Select, Text, and_, cast, func, literal, or_, select

from bot.store.database import Database
from bot.store.hosted_game import Status
from bot.store.schema import games, guild_settings, is_queued, outbox, seats, timers
from engine.registry import plays

LIVE: tuple[Status, ...] = ("open", "running")
_live = games.c.status.in_(LIVE)
_parked = games.c.parked_at.is_not(None)
_lost = and_(_parked, games.c.parked_for.is_(None))
"""Without a channel, not only set aside."""
_GAME = (games.c.id, games.c.title, games.c.rules, games.c.status)
REQUESTS = ("request", "proposal")
"""The kinds of letters that ask the table for something; release 0.1.0 wrote the second."""
_HELD_UP = (outbox.c.target == "channel", is_queued(outbox), outbox.c.reason.is_not(None))
"""A letter has a reason from the first time it was postponed."""


class Asked(msgspec.Struct, frozen=True):
    """What is read of the payload of such a letter."""

    request: int = 0


class OwnGame(msgspec.Struct, frozen=True):
    """A game of somebody's, as it is told from their others."""

    number: int
    title: str
    channel: int
    parked: bool
    """Whether it is set aside, since that channel is gone or nobody has touched it for long."""
    lost: bool = False
    """Whether that channel is gone."""


class Waiting(msgspec.Struct, frozen=True):
    """The letters that are not delivered yet: how many, how many of them were refused, when the oldest was written."""

    letters: int
    postponed: int
    since: float | None


class Call(NamedTuple):
    """A letter that calls somebody to a decision, as long as it goes on."""

    letter: int
    game: int
    seat: int
    payload: str
    receipt: str | None


class Queries:
    """Questions about all games of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def in_channel(self, channel: int, *, live: bool = True) -> int | None:
        """The game of a channel: the one that is open or being played or, with `live` off, else the latest."""
        query = select(*_GAME).where(games.c.channel == channel).order_by(games.c.id.desc())
        here = query.where(_live, ~_parked)
        return await self._database.read(
            lambda connection: (
                next(_numbers(connection, here), None) or (None if live else _first(connection, query.limit(1)))
            )
        )

    async def kept_in_channel(self, channel: int) -> int | None:
        """The latest game of a channel that cannot go on, since this program does not play its rules."""
        query = (
            select(*_GAME).where(games.c.channel == channel, games.c.status == "running").order_by(games.c.id.desc())
        )
        return await self._database.read(lambda connection: next(_numbers(connection, query, playable=False), None))

    async def of_person(self, user: int) -> list[OwnGame]:
        """The games that go on in which the person has a seat, latest first, and lobbies without a channel."""
        query = (
            select(*_GAME, games.c.channel, _parked.label("parked"), _lost.label("lost"))
            .join(seats, seats.c.game == games.c.id)
            .where(seats.c.user == user, or_(games.c.status == "running", and_(games.c.status == "open", _parked)))
            .order_by(games.c.id.desc())
        )
        return await self._database.read(
            lambda connection: [
                OwnGame(row.id, row.title, row.channel, bool(row.parked), bool(row.lost))
                for row in connection.execute(query)
                if row.status == "open" or plays(row.title, row.rules)
            ]
        )

    async def revisions(self, numbers: Iterable[int]) -> dict[int, int]:
        """How often each of these games has been changed."""
        query = select(games.c.id, games.c.revision).where(games.c.id.in_(list(numbers)))
        return await self._database.read(lambda connection: {row.id: row.revision for row in connection.execute(query)})

    async def last_receipt(self, game: int, kind: str, target: str = "channel") -> str | None:
        """What the latest delivered letter of a kind left behind."""
        kept = outbox.c.receipt.is_not(None)
        query = (
            select(outbox.c.receipt)
            .where(outbox.c.game == game, outbox.c.kind == kind, outbox.c.target == target, kept)
            .order_by(outbox.c.id.desc())
            .limit(1)
        )
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def earlier_receipts(self, game: int, kind: str) -> list[str]:
        """What all delivered letters of a kind have left behind but the one that was written last."""
        query = select(outbox.c.receipt).where(outbox.c.game == game, outbox.c.kind == kind).order_by(outbox.c.id)
        return await self._database.read(
            lambda connection: [found for found in list(connection.execute(query).scalars())[:-1] if found is not None]
        )

    async def board_in(self, channel: int, message: int) -> tuple[int, str] | None:
        """The game of a channel that a message is a board of, and what its letter has left behind."""
        query = (
            select(outbox.c.game, outbox.c.receipt)
            .join(games, games.c.id == outbox.c.game)
            .where(games.c.channel == channel, outbox.c.kind == "board", outbox.c.receipt.startswith(f"[{message},"))
            .order_by(outbox.c.id.desc())
            .limit(1)
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else (row.game, row.receipt)

    async def receipt_of_request(self, game: int, request: int, kinds: tuple[str, ...] = REQUESTS) -> str | None:
        """What the post of a request to the table, or of a call, has left behind."""
        query = (
            select(outbox.c.payload, outbox.c.receipt)
            .where(outbox.c.game == game, outbox.c.kind.in_(kinds), outbox.c.receipt.is_not(None))
            .order_by(outbox.c.id.desc())
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        asked = msgspec.json.Decoder(Asked)
        return next((receipt for payload, receipt in rows if asked.decode(payload).request == request), None)

    async def is_queued(self, game: int, kind: str) -> bool:
        """Whether a letter of a kind has still to be delivered."""
        query = select(outbox.c.id).where(outbox.c.game == game, outbox.c.kind == kind, is_queued(outbox))
        return await self._database.read(lambda connection: _first(connection, query) is not None)

    async def is_held_up(self, game: int) -> bool:
        """Whether a post of the game in its channel was refused, and waits."""
        query = select(outbox.c.id).where(outbox.c.game == game, *_HELD_UP).limit(1)
        return await self._database.read(lambda connection: _first(connection, query) is not None)

    async def deadline(self, game: int, seat: int) -> float | None:
        """When the time of a seat runs out."""
        query = select(timers.c.due).where(timers.c.game == game, timers.c.seat == seat, timers.c.kind == "absent")
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def calls_of(self, user: int) -> list[Call]:
        """The calls of somebody that go on, in all games, those that were written first first."""
        target = literal("call:").concat(cast(seats.c.seat, Text))
        query = (
            select(outbox.c.id, outbox.c.game, seats.c.seat, outbox.c.payload, outbox.c.receipt)
            .join(seats, seats.c.game == outbox.c.game)
            .where(seats.c.user == user, outbox.c.target == target, outbox.c.kind == "call", is_queued(outbox))
            .order_by(outbox.c.id)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Call(*row) for row in rows]

    async def held_up(self, guild: int) -> list[int]:
        """The channels of a server in which something was refused, and waits."""
        query = select(games.c.channel).distinct().join(outbox, outbox.c.game == games.c.id)
        return await self._column(query.where(games.c.guild == guild, *_HELD_UP))

    async def live_in_channel(self, channel: int) -> list[int]:
        """The games, open or running, that would lose this channel."""
        return await self._column(select(games.c.id).where(games.c.channel == channel, _live, ~_parked))

    async def live_in_guild(self, guild: int) -> list[int]:
        return await self._column(select(games.c.id).where(games.c.guild == guild, _live, ~_parked))

    async def parked_in_guild(self, guild: int) -> list[tuple[int, int]]:
        """The games of a server that lost their channels, each with the one it had."""
        query = select(games.c.id, games.c.channel).where(games.c.guild == guild, _live, _lost)
        return await self._database.read(
            lambda connection: [(number, channel) for number, channel in connection.execute(query)]
        )

    async def guilds_of_parked(self) -> list[int]:
        """The servers with games that lost their channels."""
        return await self._column(select(games.c.guild).distinct().where(_live, _lost, games.c.guild.is_not(None)))

    async def guilds(self) -> list[int]:
        """Every server that something is kept of."""
        played = select(games.c.guild).where(games.c.guild.is_not(None))
        return await self._column(played.union(select(guild_settings.c.guild)))

    async def _column(self, query: Select[int] | CompoundSelect[int]) -> list[int]:
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def active_games(self) -> int:
        query = select(func.count()).select_from(games).where(games.c.status == "running")
        return await self._database.read(lambda connection: connection.execute(query).scalar_one())

    async def games_by_status(self) -> dict[str, int]:
        """How many games there are of each status; `parked` are those of the live ones that rest."""
        counts = select(games.c.status, func.count(), func.count(games.c.parked_at)).group_by(games.c.status)
        rows = await self._database.read(lambda connection: connection.execute(counts).all())
        parked = sum(without for status, _, without in rows if status in LIVE)
        return {**dict.fromkeys(get_args(Status), 0), **{status: count for status, count, _ in rows}, "parked": parked}

    async def waiting_letters(self, now: float = math.inf) -> Waiting:
        """Without those that wait for a moment that has not come by then: nothing is wrong with them."""
        query = select(func.count(), func.count(outbox.c.reason), func.min(outbox.c.written_at))
        waiting = query.where(is_queued(outbox), or_(outbox.c.due <= now, outbox.c.reason.is_not(None)))
        return await self._database.read(lambda connection: Waiting(*connection.execute(waiting).one()))


def _numbers(connection: Connection, query: Select[Any], *, playable: bool = True) -> Iterator[int]:
    """The open and running games that can go on, or those that cannot; an open one gets the newest rules."""
    return (
        number
        for number, title, rules, status in connection.execute(query)
        if playable == (status == "open" or plays(title, rules))
    )


def _first(connection: Connection, query: Select[Any]) -> int | None:
    row = connection.execute(query).first()
    return None if row is None else row[0]
