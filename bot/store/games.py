"""Loads and saves games: one transaction per accepted command, and each interaction applied once.

Not for sending letters or firing timers: their rows are written here, in the same transaction, and read elsewhere.
"""

import secrets
from collections.abc import Sequence

import msgspec
from sqlalchemy import BindParameter, Connection, Float, RowMapping, bindparam, case, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from bot.errors import LostRace
from bot.store.attendance import Attendance
from bot.store.database import Database
from bot.store.hosted_game import (
    TABLE,
    Applied,
    Draft,
    Header,
    HostedGame,
    Lobby,
    Objects,
    Pinged,
    Seat,
    Snapshot,
)
from bot.store.requests import Request
from bot.store.schema import games, interactions, invitations, is_queued, moves, outbox, results, seats, timers
from engine import record
from engine.errors import UnknownGame
from engine.history import Game, Line, check_length
from engine.record import Record
from engine.registry import plays
from engine.registry import title as find_title

LARGEST = 2**63 - 1
"""The largest number that a column takes."""

A_LITTLE = 0.001
"""Seconds."""

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
    .where(
        moves.c.game == bindparam("number"),
        moves.c.number > bindparam("after"),
        moves.c.number <= bindparam("version"),
    )
    .order_by(moves.c.number)
)
_CHANGING = (
    "title", "rules", "options", "guild", "channel", "owner", "status", "pace", "revision", "version", "state", "base",
    "base_version", "tail", "requests", "pinged", "started_at", "ended_at", "lobby", "attendance", "parked_at",
    "parked_for", "owed",
)  # fmt: skip
_SAVE = (
    update(games)
    .where(games.c.id == bindparam("at_number"), games.c.revision == bindparam("at_revision"))
    .values({name: bindparam(name) for name in _CHANGING})
)
_DROP_TIMERS = delete(timers).where(
    timers.c.game == bindparam("number"), timers.c.seat.in_(bindparam("seats", expanding=True))
)
_NOW: BindParameter[float] = bindparam("now", type_=Float)
_ROUSE = (
    update(outbox)
    .where(
        is_queued(outbox),
        outbox.c.game == bindparam("number"),
        outbox.c.target.in_(bindparam("targets", expanding=True)),
    )
    # Whoever is at one of them sees that it is due at another moment than when they took it, and lets it be.
    .values(due=case((outbox.c.due > _NOW, _NOW), else_=outbox.c.due - A_LITTLE))
)
_ROUSE_UNTOLD = _ROUSE.where(outbox.c.receipt.is_(None))
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

    async def load(self, number: int, interaction: str | None = None, *, whole: bool = False) -> HostedGame:
        """The game; `answered` is the answer that was given to the interaction if it was applied before.

        `whole` is with the record from its first line, for whoever needs the entire history.
        """
        if not 0 < number <= LARGEST:
            raise UnknownGame("There is no game {game}.", game=number)
        return await self._database.read(lambda connection: _load(connection, number, interaction, whole))

    async def lines(self, number: int, after: int, version: int) -> list[Line]:
        """The lines of a game's record behind the first `after`, up to `version`."""
        return await self._database.read(lambda connection: lines_of(connection, number, version, after))

    async def record(self, hosted: HostedGame) -> Record:
        """The whole record of a game that was loaded whole, secrets included."""
        if hosted.unknown_rules is None:
            return record.export(hosted.game)
        return unverified_record(hosted, await self.lines(hosted.number, 0, hosted.version))

    async def answer_to(self, interaction: str | None) -> Applied | None:
        """What was answered to an interaction, whatever its game."""
        if interaction is None:
            return None
        return await self._database.read(lambda connection: _answer_to(connection, interaction))

    async def create(self, hosted: HostedGame, interaction: str | None, now: float) -> Applied:
        """Writes a game that was not there before; its number comes with the answer."""
        try:
            return await self._database.write(lambda connection: create(connection, hosted, interaction, now))
        except IntegrityError:  # the same interaction at the same moment: the other one was first
            earlier = await self.answer_to(interaction)
            if earlier is None:
                raise
            return earlier

    async def save(self, hosted: HostedGame, interaction: str | None, now: float, events: Objects = ()) -> Applied:
        """All that the command changed, or LostRace and nothing if the game was changed since it was loaded."""
        applied = Applied(hosted.number, hosted.revision + 1, hosted.version, hosted.status, events)
        snapshot = hosted.take_snapshot()
        values = _row(hosted, snapshot, now)
        await self._database.write(lambda connection: _save(connection, hosted, values, applied, interaction, now))
        hosted.revision, hosted.snapshot, hosted.answered = applied.revision, snapshot, None
        hosted.owed_before = hosted.owed_since(now)
        hosted.mark()
        return applied

    async def forget(self, before: float) -> None:
        """Interactions so old that they cannot come again."""
        await self._database.write(lambda connection: connection.execute(_FORGET, {"before": before}))


# ---- loading


def _load(connection: Connection, number: int, interaction: str | None, whole: bool) -> HostedGame:
    rows = connection.execute(_LOAD, {"number": number, "interaction": interaction}).mappings().all()
    if not rows:
        raise UnknownGame("There is no game {game}.", game=number)
    row = rows[0]
    hosted = read_hosted_game(
        row, [Seat(one["user"], one["policy"], one["resigned"]) for one in rows if one["seat"] is not None]
    )
    if hosted.header.started_at is not None and hosted.unknown_rules is None:
        game = None if whole else hosted.snapshot.replay(hosted.title, hosted.setup())
        if game is not None:
            hosted.enter(game, hosted.snapshot.base_version)
        else:
            lines = lines_of(connection, number, hosted.snapshot.version)
            hosted.enter(Game.told(hosted.title, hosted.setup(), lines), 0)
    hosted.mark()
    if row["answer"] is not None:
        hosted.answered = _read_answer(row["answer"])
    return hosted


def _answer_to(connection: Connection, interaction: str) -> Applied | None:
    answer = connection.execute(_ANSWER, {"interaction": interaction}).scalar()
    return None if answer is None else _read_answer(answer)


def seats_of(connection: Connection, number: int) -> list[Seat]:
    return [Seat(*row) for row in connection.execute(_SEATS, {"number": number})]


def lines_of(connection: Connection, number: int, version: int, after: int = 0) -> list[Line]:
    """The first `version` lines of a game's record, without the first `after` of them."""
    given = {"number": number, "version": version, "after": after}
    return [Line(*row) for row in connection.execute(_LINES, given)]


def replay(hosted: HostedGame, lines: Sequence[Line]) -> Game:
    """The game that the header and the lines tell, every line of it proved."""
    check_length(len(lines))
    game = Game.new(hosted.title, hosted.setup())
    for line in lines:
        game.follow(line)
    return game


def unverified_record(hosted: HostedGame, lines: Sequence[Line]) -> Record:
    """The record as it was written, for a game whose rules are not known here: nobody has replayed it, so no digest."""
    header = hosted.header
    return Record(
        header.title,
        hosted.rules,
        len(hosted.seats),
        header.options,
        [str(line) for line in lines],
        commitment=hosted.commitment,
        seed=header.seed,
    )


def read_hosted_game(row: RowMapping, seated: list[Seat]) -> HostedGame:
    """A row of `games`, typed; the play is not entered yet.

    A game that has started follows the rules it was begun with; one that people still gather for gets the newest.
    """
    rules = row["rules"] if row["started_at"] is not None else None
    known = rules is None or plays(row["title"], rules)
    title = find_title(row["title"], rules if known else None)
    header = Header(
        row["title"], msgspec.json.decode(row["options"]), row["guild"], row["channel"], row["owner"], row["pace"],
        row["seed"], row["opened_at"], row["status"], row["started_at"], row["ended_at"],
        _LOBBY.decode(row["lobby"]), _ATTENDANCE.decode(row["attendance"]), row["parked_at"], row["parked_for"],
    )  # fmt: skip
    snapshot = Snapshot(
        row["version"],
        None if row["state"] is None else row["state"].encode(),
        None if row["base"] is None else row["base"].encode(),
        row["base_version"],
        _TAIL.decode(row["tail"]),
    )
    hosted = HostedGame(row["id"], row["revision"], header, seated, title, snapshot)
    hosted.unknown_rules = None if known else rules
    hosted.pinged = _PINGED.decode(row["pinged"])
    hosted.requests = _REQUESTS.decode(row["requests"])
    hosted.owed_before = read_owed(row["owed"])
    return hosted


def read_owed(text: str | None) -> dict[int, float] | None:
    return None if text is None else _OWED.decode(text)


_TAIL = msgspec.json.Decoder(tuple[Line, ...])
_PINGED = msgspec.json.Decoder(Pinged)
_LOBBY = msgspec.json.Decoder(Lobby)
_ATTENDANCE = msgspec.json.Decoder(Attendance)
_REQUESTS = msgspec.json.Decoder(tuple[Request, ...])
_OWED = msgspec.json.Decoder(dict[int, float])
_APPLIED = msgspec.json.Decoder(Applied)


def _read_answer(text: str) -> Applied:
    return msgspec.structs.replace(_APPLIED.decode(text), repeated=True)


# ---- saving


def create(connection: Connection, hosted: HostedGame, interaction: str | None, now: float) -> Applied:
    header = hosted.header
    fixed = {"seed": header.seed, "opened_at": header.opened_at}
    values = _row(hosted, hosted.take_snapshot(), now) | fixed
    hosted.number = connection.execute(insert(games).returning(games.c.id), values).scalar_one()
    hosted.seats_before = ()
    applied = Applied(hosted.number, hosted.revision + 1, hosted.version, hosted.status)
    _write_rest(connection, hosted, applied, interaction, now)
    return applied


def _save(
    connection: Connection,
    hosted: HostedGame,
    values: dict[str, object],
    applied: Applied,
    interaction: str | None,
    now: float,
) -> None:
    found = connection.execute(_SAVE, values | {"at_number": hosted.number, "at_revision": hosted.revision})
    if found.rowcount != 1:
        raise LostRace("The board has moved on since you looked at it.")
    _write_rest(connection, hosted, applied, interaction, now)


def _write_rest(
    connection: Connection, hosted: HostedGame, applied: Applied, interaction: str | None, now: float
) -> None:
    number = hosted.number
    if tuple(hosted.seats) != hosted.seats_before:
        connection.execute(delete(seats).where(seats.c.game == number))
        if hosted.seats:
            connection.execute(insert(seats), [_seat(number, *pair) for pair in enumerate(hosted.seats)])
    if lines := hosted.new_lines:
        first = hosted.snapshot.version + 1
        connection.execute(_ADD_LINES, line_rows(number, first, lines, now, interaction))
    if interaction is not None:
        answer = msgspec.json.encode(applied).decode()
        connection.execute(_ADD_ANSWER, {"id": interaction, "game": number, "answer": answer, "at": now})
    before, after = hosted.waited_before, hosted.waited_for()
    changed = {seat for seat in before.keys() | after.keys() if before.get(seat) != after.get(seat)}
    if called := sorted(changed | hosted.roused):
        rouse(connection, number, called, now)
    if hosted.letters:
        connection.execute(_ADD_LETTERS, [letter_row(number, draft, now) for draft in hosted.letters])
    if hosted.invitations:
        rows = [{"game": number, "user": one.user, "by": one.by, "at": now} for one in hosted.invitations]
        connection.execute(insert(invitations), rows)
    if hosted.result is not None:
        connection.execute(insert(results), result_rows(hosted))
    _set_timers(connection, hosted, now)


def _row(hosted: HostedGame, snapshot: Snapshot, now: float) -> dict[str, object]:
    """The columns of `games` that a command can change."""
    header, owed = hosted.header, hosted.owed_since(now)
    return {
        "title": header.title,
        "rules": hosted.rules,
        "options": msgspec.json.encode(header.options).decode(),
        "guild": header.guild,
        "channel": header.channel,
        "owner": header.owner,
        "status": header.status,
        "pace": header.pace,
        "revision": hosted.revision + 1,
        "requests": msgspec.json.encode(hosted.requests).decode(),
        "pinged": msgspec.json.encode(hosted.pinged).decode(),
        "started_at": header.started_at,
        "ended_at": header.ended_at,
        "lobby": msgspec.json.encode(header.lobby).decode(),
        "attendance": msgspec.json.encode(header.attendance).decode(),
        "parked_at": header.parked_at,
        "parked_for": header.parked_for,
        "owed": None if owed is None else msgspec.json.encode(owed).decode(),
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


def rouse(connection: Connection, number: int, called: Sequence[int], now: float, *, untold: bool = False) -> None:
    """Has the calls of these seats looked at again, whatever they wait for; or only those that have told nothing."""
    connection.execute(
        _ROUSE_UNTOLD if untold else _ROUSE,
        {"number": number, "targets": [f"call:{seat}" for seat in called], "now": now},
    )


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
        "due": now if draft.due is None else draft.due,
        "written_at": now,
    }


def _seat(number: int, place: int, seat: Seat) -> dict[str, object]:
    return {"game": number, "seat": place, "user": seat.user, "policy": seat.policy, "resigned": seat.resigned}


def result_rows(hosted: HostedGame) -> list[dict[str, object]]:
    ranking = () if hosted.result is None else hosted.result.ranking
    return [
        {
            "game": hosted.number,
            "seat": rank.seat,
            "user": hosted.seats[rank.seat].user,
            "place": rank.place,
            "total": rank.total,
            "breakdown": msgspec.json.encode(rank.breakdown).decode(),
        }
        for rank in ranking
    ]


def _set_timers(connection: Connection, hosted: HostedGame, now: float) -> None:
    """A seat's timer starts when it begins to owe a decision and starts anew with each decision it makes."""
    before, after = hosted.timers_before, hosted.timers()
    anew = hosted.acted | hosted.given_time
    new = {seat: kind for seat, kind in after.items() if before.get(seat) != kind or seat in anew}
    if TABLE in after and hosted.asked_until() != hosted.asked_before:
        new[TABLE] = after[TABLE]
    if old := [seat for seat in before if seat not in after]:
        connection.execute(_DROP_TIMERS, {"number": hosted.number, "seats": old})
    if new:
        rows = [timer_row(hosted, *pair, now) for pair in new.items()]
        connection.execute(_SET_TIMERS[connection.dialect.name], rows)


def timer_row(hosted: HostedGame, seat: int, kind: str, now: float) -> dict[str, object]:
    pace = hosted.header.pace
    due = now if kind == "computer" or pace is None else now + pace
    if seat == TABLE:
        due = hosted.asked_until() or now
    return {"game": hosted.number, "seat": seat, "kind": kind, "due": due}
