"""The rows of letters: which are due, who is sending which, what became of them.

Not for sending: `bot.workers.outbox` does that. Not for writing letters: a command's transaction does that.
"""

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, RowMapping, delete, insert, select, update

from bot.store.database import Database
from bot.store.games import letter_row
from bot.store.hosted_game import Draft
from bot.store.leases import Leases
from bot.store.schema import games, is_queued, outbox


class Letter(msgspec.Struct, frozen=True):
    """A letter to be sent. `nonce` is the same at every attempt, so that a receiver can recognise a repetition."""

    number: int
    game: int
    target: str
    kind: str
    payload: dict[str, object]
    nonce: str
    attempts: int
    written_at: float

    def number_of(self, field: str) -> int:
        """A number that the letter holds: a version, a seat, a person."""
        value = self.payload[field]
        assert isinstance(value, int)
        return value


class Outbox:
    """The queue. Only the first queued letter of a game and target can be claimed: that keeps them in order."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.leases = Leases(database, outbox, is_queued, queue=("game", "target"))
        self.next_due = self.leases.next_due

    async def claim(self, owner: str, now: float, lease: float, count: int) -> list[Letter]:
        return [_letter(row) for row in await self.leases.claim(owner, now, lease, count)]

    async def delivered(self, letter: Letter, receipt: str | None, now: float) -> None:
        values = {"status": "delivered", "receipt": receipt, "closed_at": now}
        await self._database.write(lambda connection: _change(connection, letter, values))

    async def given_up(self, letter: Letter, reason: str, now: float, instead: Draft | None = None) -> None:
        """It will not be tried again; `instead`, if any, is queued in the same transaction."""
        values = {"status": "given up", "reason": reason, "closed_at": now}
        rows = [] if instead is None else [letter_row(letter.game, instead, now)]
        await self._database.write(lambda connection: _change(connection, letter, values, rows))

    async def postpone(
        self, letter: Letter, reason: str, due: float, meanwhile: Sequence[Draft] = (), now: float = 0.0
    ) -> None:
        """It will be tried again, and those behind it not before; `meanwhile` are letters to write since it is late."""
        values = {"due": due, "reason": reason}
        rows = [letter_row(letter.game, draft, now) for draft in meanwhile]

        def work(connection: Connection) -> None:
            behind = is_queued(outbox), outbox.c.game == letter.game, outbox.c.target == letter.target
            later = update(outbox).where(*behind, outbox.c.id > letter.number, outbox.c.due < due).values(due=due)
            connection.execute(later)  # what cannot be sent yet is not looked at again and again
            _change(connection, letter, values, rows)

        await self._database.write(work)

    async def hurry(self, channel: int, now: float) -> None:
        """What was postponed in a channel is due at once: it may be open again."""
        there = select(games.c.id).where(games.c.channel == channel)
        late = is_queued(outbox), outbox.c.target == "channel", outbox.c.game.in_(there), outbox.c.due > now
        await self._database.write(lambda connection: connection.execute(update(outbox).where(*late).values(due=now)))

    async def forget(self, before: float) -> None:
        """Letters that were closed long ago."""
        old = delete(outbox).where(outbox.c.closed_at < before)
        await self._database.write(lambda connection: connection.execute(old))


def _letter(row: RowMapping) -> Letter:
    return Letter(
        number=row["id"],
        game=row["game"],
        target=row["target"],
        kind=row["kind"],
        payload=msgspec.json.decode(row["payload"]),
        nonce=row["nonce"],
        attempts=row["attempts"] + 1,
        written_at=row["written_at"],
    )


def _change(
    connection: Connection, letter: Letter, values: Mapping[str, object], more: Sequence[dict[str, object]] = ()
) -> None:
    """Writes what became of a letter and lets go of it."""
    statement = update(outbox).where(outbox.c.id == letter.number)
    connection.execute(statement.values(claimed_by=None, claimed_until=None, **values))
    if more:
        connection.execute(insert(outbox), more)
