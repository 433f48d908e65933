"""Which game is played in which channel, who sits there and whose turn it is: what the page's list of places marks.

Not for play: it reads what the bot has saved, and a page is told of it only what concerns its person.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import structlog
from sqlalchemy import Connection, RowMapping, inspect, select

from bot.errors import StoreError
from bot.local.models import Json
from bot.store.database import Database
from bot.store.hosted_game import Status
from bot.store.schema import games, seats
from engine.errors import EngineError
from engine.registry import title

log = structlog.get_logger(__name__)

_GAMES = (games.c.id, games.c.channel, games.c.title, games.c.rules, games.c.status, games.c.state)


class Standing(msgspec.Struct, frozen=True):
    """The latest game of a channel."""

    status: Status
    people: frozenset[int]
    turns: frozenset[int]
    """The people of whom it wants a decision now."""

    def seen_by(self, person: int) -> Json:
        return {"status": self.status, "seated": person in self.people, "turn": person in self.turns}


class Standings:
    """What is known of the channels' games; `note` has one looked at again, in the background."""

    def __init__(self, database: Database, tell: Callable[[int], None]) -> None:
        self._database = database
        self._tell = tell
        self._known: dict[int, Standing] = {}
        self._noted: set[int] = set()
        self._looking: asyncio.Task[None] | None = None

    def of(self, channel: int) -> Standing | None:
        return self._known.get(channel)

    def turns_of(self, person: int) -> int:
        """In how many games it is this person's turn."""
        return sum(person in standing.turns for standing in self._known.values())

    def note(self, channel: int) -> None:
        """Something was said in the channel: perhaps its game has gone on."""
        self._noted.add(channel)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_at_noted())

    async def _look_at_noted(self) -> None:
        while self._noted:
            noted, self._noted = self._noted, set()
            await self.look(noted)

    async def look(self, channels: Iterable[int]) -> None:
        """Reads these channels' games, and tells of those that have changed."""
        asked = list(channels)
        try:
            found = await self._database.read(lambda connection: _read(connection, asked))
        except StoreError as error:  # what is known stays: the list is a convenience
            log.warning("The games of the list could not be read", why=str(error))
            return
        for channel, standing in found.items():
            if self._known.get(channel) != standing:
                self._known[channel] = standing
                self._tell(channel)

    async def close(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait({self._looking})


def _read(connection: Connection, channels: list[int]) -> dict[int, Standing]:
    if not inspect(connection).has_table(games.name):  # no bot has ever played here
        return {}
    query = select(*_GAMES).where(games.c.channel.in_(channels)).order_by(games.c.id)
    latest = {row["channel"]: row for row in connection.execute(query).mappings()}
    numbers = [row["id"] for row in latest.values()]
    sitting: dict[int, dict[int, int | None]] = {}
    where = seats.c.game.in_(numbers)
    for game, seat, user in connection.execute(select(seats.c.game, seats.c.seat, seats.c.user).where(where)):
        sitting.setdefault(game, {})[seat] = user
    return {channel: _standing(row, sitting.get(row["id"], {})) for channel, row in latest.items()}


def _standing(row: RowMapping, sitting: dict[int, int | None]) -> Standing:
    people = frozenset(user for user in sitting.values() if user is not None)
    turns = {sitting.get(seat) for seat in _to_act(row)}
    return Standing(row["status"], people, frozenset(user for user in turns if user is not None))


def _to_act(row: RowMapping) -> list[int]:
    """The seats that owe a decision; none where this program cannot say."""
    if row["status"] != "running" or row["state"] is None:
        return []
    try:
        found = title(row["title"], row["rules"])
        state: Any = msgspec.json.decode(row["state"], type=found.state_type)
    except (EngineError, msgspec.MsgspecError):
        return []
    return [decision.seat for decision in found.to_act(state)]
