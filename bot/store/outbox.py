"""The rows of letters: which are due, who is sending which, what became of them.

Not for sending: `bot.courier` does that. Not for writing letters: a command's transaction does that.
"""

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.orm import aliased

from bot.store.database import Database
from bot.store.games import letter_row
from bot.store.schema import outbox
from bot.store.sheet import Draft


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


_earlier = aliased(outbox)
_queued = outbox.c.status == "queued"
_free = or_(outbox.c.claimed_until.is_(None), outbox.c.claimed_until <= bindparam("now"))
_first = ~(
    select(_earlier.c.id)
    .where(
        _earlier.c.game == outbox.c.game,
        _earlier.c.target == outbox.c.target,
        _earlier.c.status == "queued",
        _earlier.c.id < outbox.c.id,
    )
    .exists()
)
_DUE = (
    select(outbox)
    .where(_queued, outbox.c.due <= bindparam("now"), _free, _first)
    .order_by(outbox.c.due, outbox.c.id)
    .limit(bindparam("count"))
    .with_for_update(skip_locked=True, of=outbox)
)
_CLAIM = (
    update(outbox)
    .where(outbox.c.id.in_(bindparam("numbers", expanding=True)))
    .values(claimed_by=bindparam("owner"), claimed_until=bindparam("until"), attempts=outbox.c.attempts + 1)
)
_wake = func.coalesce(outbox.c.claimed_until, outbox.c.due)
_NEXT = select(func.min(_wake)).where(_queued, _first)


class Outbox:
    """The queue. Only the first queued letter of a game and target can be claimed: that keeps them in order."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, owner: str, now: float, lease: float, count: int) -> list[Letter]:
        """Letters that are due, now the owner's until the lease runs out; nobody else gets them before."""
        return await self._database.write(lambda connection: _claim(connection, owner, now, now + lease, count))

    async def next_due(self) -> float | None:
        """When the next letter can be claimed; one that is being sent counts from the end of its lease."""
        return await self._database.read(lambda connection: connection.execute(_NEXT).scalar())

    async def delivered(self, letter: Letter, receipt: str | None, now: float) -> None:
        values = {"status": "delivered", "receipt": receipt, "closed_at": now}
        await self._database.write(lambda connection: _change(connection, letter, values))

    async def given_up(self, letter: Letter, reason: str, now: float, instead: Draft | None = None) -> None:
        """It will not be tried again; `instead`, if any, is queued in the same transaction."""
        values = {"status": "given up", "reason": reason, "closed_at": now}
        rows = [] if instead is None else [letter_row(letter.game, instead, now)]
        await self._database.write(lambda connection: _change(connection, letter, values, rows))

    async def postpone(self, letter: Letter, reason: str, due: float) -> None:
        await self._database.write(lambda connection: _change(connection, letter, {"due": due, "reason": reason}))

    async def forget(self, before: float) -> None:
        """Letters that were closed long ago."""
        old = delete(outbox).where(outbox.c.closed_at < before)
        await self._database.write(lambda connection: connection.execute(old))


def _claim(connection: Connection, owner: str, now: float, until: float, count: int) -> list[Letter]:
    found = connection.execute(_DUE, {"now": now, "count": count}).mappings()
    letters = [
        Letter(
            row["id"], row["game"], row["target"], row["kind"], msgspec.json.decode(row["payload"]), row["nonce"],
            row["attempts"] + 1, row["written_at"],
        )
        for row in found
    ]  # fmt: skip
    if letters:
        numbers = [letter.number for letter in letters]
        connection.execute(_CLAIM, {"numbers": numbers, "owner": owner, "until": until})
    return letters


def _change(
    connection: Connection, letter: Letter, values: Mapping[str, object], more: Sequence[dict[str, object]] = ()
) -> None:
    """Writes what became of a letter and lets go of it."""
    statement = update(outbox).where(outbox.c.id == letter.number)
    connection.execute(statement.values(claimed_by=None, claimed_until=None, **values))
    if more:
        connection.execute(insert(outbox), more)
