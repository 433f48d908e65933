"""The rows of letters: which are due, who is sending which, what became of them, and which wait for a better moment.

Not for sending: `bot.workers.outbox` does that. Not for writing letters: a command's transaction does that.
"""

import secrets
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, RowMapping, case, delete, insert, select, update

from bot.store.database import Database
from bot.store.games import A_LITTLE, letter_row, rouse
from bot.store.hosted_game import Draft
from bot.store.leases import Leases
from bot.store.schema import games, is_queued, outbox, seats


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
    due: float = 0.0
    receipt: str | None = None
    """What it has left behind so far, of a letter that goes on."""

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

    async def delivered(
        self,
        letter: Letter,
        receipt: str | None,
        now: float,
        *,
        more: Sequence[Draft] = (),
        called: Sequence[int] = (),
    ) -> None:
        """It was sent; `more` are letters that follow from it, `called` seats whose calls are to be looked at now."""
        values = {"status": "delivered", "receipt": receipt, "closed_at": now}
        rows = [letter_row(letter.game, draft, now) for draft in more]

        def work(connection: Connection) -> None:
            _change(connection, letter, values, rows)
            if called:
                rouse(connection, letter.game, called, now, untold=True)

        await self._database.write(work)

    async def put_off(
        self, letter: Letter, until: float, receipt: str | None, now: float, others: Mapping[int, str] | None = None
    ) -> None:
        """It goes on at another moment, unless it was roused meanwhile; the next thing it says is a new one.

        Without a receipt, what it has left behind stays. `others` are letters whose words went out with these: their
        receipts, by number.
        """
        column = outbox.c
        values: dict[str, object] = {
            "due": case((column.due == letter.due, until), else_=column.due),
            "attempts": 0,
            "reason": None,
            "nonce": _nonce(),
            **({} if receipt is None else {"receipt": receipt}),
        }

        def work(connection: Connection) -> None:
            _change(connection, letter, values)
            for number, told in (others or {}).items():
                this = update(outbox).where(column.id == number, is_queued(outbox))
                connection.execute(this.values(receipt=told, due=now - A_LITTLE, nonce=_nonce()))

        await self._database.write(work)

    async def given_up(self, letter: Letter, reason: str, now: float, instead: Draft | None = None) -> None:
        """It will not be tried again; `instead`, if any, is queued in the same transaction."""
        values = {"status": "given up", "reason": reason, "closed_at": now}
        rows = [] if instead is None else [letter_row(letter.game, instead, now)]
        await self._database.write(lambda connection: _change(connection, letter, values, rows))

    async def postpone(
        self, letter: Letter, reason: str, due: float, called: Sequence[int] = (), now: float = 0.0
    ) -> None:
        """It will be tried again, and those behind it not before; `called` are seats whose calls cannot wait for it."""
        values = {"due": due, "reason": reason}

        def work(connection: Connection) -> None:
            behind = is_queued(outbox), outbox.c.game == letter.game, outbox.c.target == letter.target
            later = update(outbox).where(*behind, outbox.c.id > letter.number, outbox.c.due < due).values(due=due)
            connection.execute(later)  # what cannot be sent yet is not looked at again and again
            _change(connection, letter, values)
            rouse(connection, letter.game, called, now)

        await self._database.write(work)

    async def hurry(self, channel: int, now: float) -> None:
        """What was postponed in a channel is due at once: it may be open again."""
        there = select(games.c.id).where(games.c.channel == channel)
        late = is_queued(outbox), outbox.c.target == "channel", outbox.c.game.in_(there), outbox.c.due > now
        await self._database.write(lambda connection: connection.execute(update(outbox).where(*late).values(due=now)))

    async def rouse(self, user: int, now: float) -> None:
        """The calls of somebody are looked at again in all their games: they have chosen something else."""

        def work(connection: Connection) -> None:
            mine = select(seats.c.game, seats.c.seat).join(games, games.c.id == seats.c.game)
            for row in connection.execute(mine.where(seats.c.user == user, games.c.status == "running")).all():
                rouse(connection, row.game, [row.seat], now)

        await self._database.write(work)

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
        due=row["due"],
        receipt=row["receipt"],
    )


def _nonce() -> str:
    """Discord knows a repetition by it, so what is said anew gets a new one."""
    return secrets.token_hex(12)


def _change(
    connection: Connection, letter: Letter, values: Mapping[str, object], more: Sequence[dict[str, object]] = ()
) -> None:
    """Writes what became of a letter and lets go of it."""
    statement = update(outbox).where(outbox.c.id == letter.number)
    connection.execute(statement.values(claimed_by=None, claimed_until=None, **values))
    if more:
        connection.execute(insert(outbox), more)
