"""The rows of letters: which are due, who is sending which, what became of them.

Not for sending: `bot.courier` does that. Not for writing letters: a command's transaction does that.
"""

import msgspec
from sqlalchemy import bindparam, delete, func, insert, or_, select, update
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
        async with self._database.write() as connection:
            found = await connection.execute(_DUE, {"now": now, "count": count})
            letters = [
                Letter(
                    row["id"], row["game"], row["target"], row["kind"], msgspec.json.decode(row["payload"]),
                    row["nonce"], row["attempts"] + 1, row["written_at"],
                )
                for row in found.mappings()
            ]  # fmt: skip
            if letters:
                numbers = [letter.number for letter in letters]
                await connection.execute(_CLAIM, {"numbers": numbers, "owner": owner, "until": now + lease})
        return letters

    async def next_due(self) -> float | None:
        """When the next letter can be claimed; one that is being sent counts from the end of its lease."""
        async with self._database.read() as connection:
            due: float | None = (await connection.execute(_NEXT)).scalar()
        return due

    async def delivered(self, letter: Letter, receipt: str | None, now: float) -> None:
        await self._close(letter, now, status="delivered", receipt=receipt)

    async def given_up(self, letter: Letter, reason: str, now: float, instead: Draft | None = None) -> None:
        """It will not be tried again; `instead`, if any, is queued in the same transaction."""
        await self._close(letter, now, instead, status="given up", reason=reason)

    async def _close(self, letter: Letter, now: float, instead: Draft | None = None, **values: str | None) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(outbox)
                .where(outbox.c.id == letter.number)
                .values(closed_at=now, claimed_by=None, claimed_until=None, **values)
            )
            if instead is not None:
                await connection.execute(insert(outbox), letter_row(letter.game, instead, now))

    async def postpone(self, letter: Letter, reason: str, due: float) -> None:
        async with self._database.write() as connection:
            await connection.execute(
                update(outbox)
                .where(outbox.c.id == letter.number)
                .values(due=due, reason=reason, claimed_by=None, claimed_until=None)
            )

    async def forget(self, before: float) -> None:
        """Letters that were closed long ago."""
        async with self._database.write() as connection:
            await connection.execute(delete(outbox).where(outbox.c.closed_at < before))
