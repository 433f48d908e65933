"""Loads and saves games: one transaction per accepted command, and each interaction applied once.

Not for sending letters or firing timers: their rows are written here, in the same transaction, and read elsewhere.
"""

import secrets
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, RowMapping, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from bot.errors import LostRace
from bot.store.database import Database
from bot.store.schema import games, interactions, moves, outbox, results, seats, timers
from bot.store.sheet import Draft, Header, Lobby, Pinged, Proposal, Seat, Sheet, Snapshot
from engine.errors import BadRecord, UnknownGame
from engine.history import Game, Line
from engine.registry import title as find_title

Objects = tuple[dict[str, object], ...]
"""Events as plain values."""


class Applied(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to an accepted command, and what is kept of it for the case that the command comes again.

    `events` are those the person who gave the command may know.
    """

    game: int
    revision: int
    version: int
    status: str
    events: Objects = ()
    repeated: bool = False


_SEAT = (seats.c.user, seats.c.policy, seats.c.resigned)
_LOAD = (  # a row for each seat, or one without any
    select(games, interactions.c.answer, seats.c.seat, *_SEAT)
    .select_from(games)
    .outerjoin(interactions, interactions.c.id == bindparam("interaction"))
    .outerjoin(seats, seats.c.game == games.c.id)
    .where(games.c.id == bindparam("number"))
    .order_by(seats.c.seat)
)
_SEATS = select(*_SEAT).where(seats.c.game == bindparam("number")).order_by(seats.c.seat)
_LINES = (
    select(moves.c.seat, moves.c.text, moves.c.host)
    .where(moves.c.game == bindparam("number"), moves.c.number <= bindparam("version"))
    .order_by(moves.c.number)
)
_CHANGING = (
    "title", "rules", "options", "owner", "status", "pace", "revision", "version", "state", "base", "base_version",
    "tail", "proposal", "pinged", "started_at", "ended_at", "lobby",
)  # fmt: skip
_SAVE = (
    update(games)
    .where(games.c.id == bindparam("at_number"), games.c.revision == bindparam("at_revision"))
    .values({name: bindparam(name) for name in _CHANGING})
)
_DROP_TIMERS = delete(timers).where(
    timers.c.game == bindparam("number"), timers.c.seat.in_(bindparam("seats", expanding=True))
)
_ADD_LINES, _ADD_ANSWER, _ADD_LETTERS = insert(moves), insert(interactions), insert(outbox)


def _set_timers_by(added: "sqlite.Insert | postgresql.Insert") -> "sqlite.Insert | postgresql.Insert":
    """A seat has one timer; setting it anew also takes it from whoever was about to fire it."""
    kept = {"kind": added.excluded.kind, "due": added.excluded.due, "claimed_by": None, "claimed_until": None}
    return added.on_conflict_do_update(index_elements=[timers.c.game, timers.c.seat], set_=kept)


_SET_TIMERS = {
    "sqlite": _set_timers_by(sqlite.insert(timers)),
    "postgresql": _set_timers_by(postgresql.insert(timers)),
}
_FORGET = delete(interactions).where(interactions.c.at < bindparam("before"))
_ANSWER = select(interactions.c.answer).where(interactions.c.id == bindparam("interaction"))


class Games:
    """The games of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(
        self, number: int, interaction: str | None = None, *, whole: bool = False
    ) -> tuple[Sheet, Applied | None]:
        """The game, and the answer that was given to the interaction if it was applied before.

        `whole` replays the record from its first line, for whoever needs the entire history.
        """
        return await self._database.read(lambda connection: _load(connection, number, interaction, whole))

    async def answer_to(self, interaction: str | None) -> Applied | None:
        """What was answered to an interaction, whatever its game."""
        if interaction is None:
            return None
        return await self._database.read(lambda connection: _answer_to(connection, interaction))

    async def create(self, sheet: Sheet, interaction: str | None, now: float) -> Applied:
        """Writes a game that was not there before; its number comes with the answer."""
        try:
            return await self._database.write(lambda connection: create(connection, sheet, interaction, now))
        except IntegrityError:  # the same interaction at the same moment: the other one was first
            earlier = await self.answer_to(interaction)
            if earlier is None:
                raise
            return earlier

    async def save(self, sheet: Sheet, interaction: str | None, now: float, events: Objects = ()) -> Applied:
        """All that the command changed, or LostRace and nothing if the game was changed since it was loaded."""
        applied = Applied(sheet.number, sheet.revision + 1, sheet.version, sheet.status, events)
        values = _row(sheet, sheet.take_snapshot())
        await self._database.write(lambda connection: _save(connection, sheet, values, applied, interaction, now))
        return applied

    async def forget(self, before: float) -> None:
        """Interactions so old that they cannot come again."""
        await self._database.write(lambda connection: connection.execute(_FORGET, {"before": before}))


# ---- loading


def _load(connection: Connection, number: int, interaction: str | None, whole: bool) -> tuple[Sheet, Applied | None]:
    rows = connection.execute(_LOAD, {"number": number, "interaction": interaction}).mappings().all()
    if not rows:
        raise UnknownGame("There is no game {game}.", game=number)
    row = rows[0]
    sheet = read_sheet(
        row, [Seat(one["user"], one["policy"], one["resigned"]) for one in rows if one["seat"] is not None]
    )
    if sheet.header.started_at is not None:
        game = None if whole else sheet.snapshot.replay(sheet.title, sheet.setup())
        if game is not None:
            sheet.enter(game, sheet.snapshot.base_version)
        else:
            sheet.enter(replay(sheet, lines_of(connection, number, sheet.snapshot.version)), 0)
    sheet.mark()
    answer = row["answer"]
    return sheet, None if answer is None else _read_answer(answer)


def _answer_to(connection: Connection, interaction: str) -> Applied | None:
    answer = connection.execute(_ANSWER, {"interaction": interaction}).scalar()
    return None if answer is None else _read_answer(answer)


def seats_of(connection: Connection, number: int) -> list[Seat]:
    return [Seat(*row) for row in connection.execute(_SEATS, {"number": number})]


def lines_of(connection: Connection, number: int, version: int) -> list[Line]:
    """The first `version` lines of a game's record."""
    return [Line(*row) for row in connection.execute(_LINES, {"number": number, "version": version})]


def replay(sheet: Sheet, lines: Sequence[Line]) -> Game:
    """The game that the header and the lines tell."""
    game = Game.new(sheet.title, sheet.setup())
    for line in lines:
        game.follow(line)
    return game


def read_sheet(row: RowMapping, seated: list[Seat]) -> Sheet:
    """A row of `games`, typed; the play is not entered yet."""
    title = find_title(row["title"])
    if row["rules"] != title.rules_version:
        raise BadRecord(
            "Game {number} follows version {theirs} of the rules; this program plays version {ours}.",
            number=row["id"],
            theirs=row["rules"],
            ours=title.rules_version,
        )
    header = Header(
        row["title"], msgspec.json.decode(row["options"]), row["guild"], row["channel"], row["owner"], row["pace"],
        row["seed"], row["opened_at"], row["status"], row["started_at"], row["ended_at"],
        _LOBBY.decode(row["lobby"]),
    )  # fmt: skip
    snapshot = Snapshot(
        row["version"],
        None if row["state"] is None else row["state"].encode(),
        None if row["base"] is None else row["base"].encode(),
        row["base_version"],
        _TAIL.decode(row["tail"]),
    )
    sheet = Sheet(row["id"], row["revision"], header, seated, title, snapshot)
    sheet.pinged = _PINGED.decode(row["pinged"])
    if row["proposal"] is not None:
        sheet.proposal = msgspec.json.decode(row["proposal"], type=Proposal)
    return sheet


_TAIL = msgspec.json.Decoder(tuple[Line, ...])
_PINGED = msgspec.json.Decoder(Pinged)
_LOBBY = msgspec.json.Decoder(Lobby)
_APPLIED = msgspec.json.Decoder(Applied)


def _read_answer(text: str) -> Applied:
    return msgspec.structs.replace(_APPLIED.decode(text), repeated=True)


# ---- saving


def create(connection: Connection, sheet: Sheet, interaction: str | None, now: float) -> Applied:
    header = sheet.header
    fixed = {"guild": header.guild, "channel": header.channel, "seed": header.seed, "opened_at": header.opened_at}
    values = _row(sheet, sheet.take_snapshot()) | fixed
    sheet.number = connection.execute(insert(games).returning(games.c.id), values).scalar_one()
    sheet.seats_before = ()
    applied = Applied(sheet.number, sheet.revision + 1, sheet.version, sheet.status)
    _write_rest(connection, sheet, applied, interaction, now)
    return applied


def _save(
    connection: Connection,
    sheet: Sheet,
    values: dict[str, object],
    applied: Applied,
    interaction: str | None,
    now: float,
) -> None:
    found = connection.execute(_SAVE, values | {"at_number": sheet.number, "at_revision": sheet.revision})
    if found.rowcount != 1:
        raise LostRace("The board has moved on since you looked at it.")
    _write_rest(connection, sheet, applied, interaction, now)


def _write_rest(connection: Connection, sheet: Sheet, applied: Applied, interaction: str | None, now: float) -> None:
    number = sheet.number
    if tuple(sheet.seats) != sheet.seats_before:
        connection.execute(delete(seats).where(seats.c.game == number))
        if sheet.seats:
            connection.execute(insert(seats), [_seat(number, *pair) for pair in enumerate(sheet.seats)])
    if lines := sheet.new_lines:
        first = sheet.snapshot.version + 1
        connection.execute(_ADD_LINES, line_rows(number, first, lines, now, interaction))
    if interaction is not None:
        answer = msgspec.json.encode(applied).decode()
        connection.execute(_ADD_ANSWER, {"id": interaction, "game": number, "answer": answer, "at": now})
    if sheet.letters:
        connection.execute(_ADD_LETTERS, [letter_row(number, draft, now) for draft in sheet.letters])
    if sheet.result is not None:
        connection.execute(insert(results), _results(sheet))
    _set_timers(connection, sheet, now)


def _row(sheet: Sheet, snapshot: Snapshot) -> dict[str, object]:
    """The columns of `games` that a command can change."""
    header = sheet.header
    return {
        "title": header.title,
        "rules": sheet.title.rules_version,
        "options": msgspec.json.encode(header.options).decode(),
        "owner": header.owner,
        "status": header.status,
        "pace": header.pace,
        "revision": sheet.revision + 1,
        "proposal": None if sheet.proposal is None else msgspec.json.encode(sheet.proposal).decode(),
        "pinged": msgspec.json.encode(sheet.pinged).decode(),
        "started_at": header.started_at,
        "ended_at": header.ended_at,
        "lobby": msgspec.json.encode(header.lobby).decode(),
        **snapshot_columns(snapshot),
    }


def snapshot_columns(snapshot: Snapshot) -> dict[str, object]:
    return {
        "version": snapshot.version,
        "state": None if snapshot.state is None else snapshot.state.decode(),
        "base": None if snapshot.base is None else snapshot.base.decode(),
        "base_version": snapshot.base_version,
        "tail": msgspec.json.encode(snapshot.tail).decode(),
    }


def line_rows(
    number: int, first: int, lines: Sequence[Line], now: float, interaction: str | None
) -> list[dict[str, object]]:
    return [
        {
            "game": number,
            "number": first + index,
            "seat": line.seat,
            "text": line.text,
            "host": line.host,
            "at": now,
            "interaction": interaction,
        }
        for index, line in enumerate(lines)
    ]


def letter_row(number: int, draft: Draft, now: float) -> dict[str, object]:
    """A row of the outbox. The nonce fits Discord's 25 characters; the receiver knows a repeated letter by it."""
    return {
        "game": number,
        "target": draft.target,
        "kind": draft.kind,
        "payload": msgspec.json.encode(draft.payload).decode(),
        "nonce": secrets.token_hex(12),
        "status": "queued",
        "attempts": 0,
        "due": now,
        "written_at": now,
    }


def _seat(number: int, place: int, seat: Seat) -> dict[str, object]:
    return {"game": number, "seat": place, "user": seat.user, "policy": seat.policy, "resigned": seat.resigned}


def _results(sheet: Sheet) -> list[dict[str, object]]:
    ranking = () if sheet.result is None else sheet.result.ranking
    return [
        {
            "game": sheet.number,
            "seat": rank.seat,
            "user": sheet.seats[rank.seat].user,
            "place": rank.place,
            "total": rank.total,
            "breakdown": msgspec.json.encode(rank.breakdown).decode(),
        }
        for rank in ranking
    ]


def _set_timers(connection: Connection, sheet: Sheet, now: float) -> None:
    """A seat's timer starts when it begins to owe a decision and starts anew with each decision it makes."""
    before, after = sheet.timers_before, sheet.timers()
    new = {seat: kind for seat, kind in after.items() if before.get(seat) != kind or seat in sheet.acted}
    if old := [seat for seat in before if seat not in after]:
        connection.execute(_DROP_TIMERS, {"number": sheet.number, "seats": old})
    if new:
        rows = [timer_row(sheet, *pair, now) for pair in new.items()]
        connection.execute(_SET_TIMERS[connection.dialect.name], rows)


def timer_row(sheet: Sheet, seat: int, kind: str, now: float) -> dict[str, object]:
    pace = sheet.header.pace
    due = now if kind == "computer" or pace is None else now + pace
    return {"game": sheet.number, "seat": seat, "kind": kind, "due": due}
