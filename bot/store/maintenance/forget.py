"""Makes a database forget a person: what only concerns them goes, what others played with them loses their number.

Not for their seats in games that go on: `bot.table.retention` gives those to computers first. Not for who asks for it.
"""

from collections.abc import Iterator, Sequence

import msgspec
from sqlalchemy import Connection, Select, Update, delete, or_, select, update

from bot.errors import LostRace
from bot.store.attendance import Attendance
from bot.store.database import Database
from bot.store.forgotten import NOBODY, digest_of, former, is_former, note
from bot.store.hosted_game import TABLE, Lobby
from bot.store.queries import LIVE
from bot.store.requests import Request, concerns, people_of, until_of, without
from bot.store.schema import games, invitations, outbox, results, seats, sketches, timers, user_settings

PEOPLE = ("user", "by", "who", "agreed", "holder", "people")
"""The fields of letters that hold people."""
RECEIPTS = ("hand", "call", "next")
"""The kinds of letters whose receipt holds a person, in its third place."""
LISTED = ("order", "invited", "declined")
"""The fields of lobbies that do."""
BATCH = 500

ATTENDANCE = msgspec.json.Decoder(Attendance)
LOBBY = msgspec.json.Decoder(Lobby)
REQUESTS = msgspec.json.Decoder(tuple[Request, ...])


class Sketched(msgspec.Struct, frozen=True):
    """What is read of a game that somebody is about to open: whom they mean to invite."""

    people: tuple[int, ...] = ()


SKETCHED = msgspec.json.Decoder(Sketched)


async def live_games(database: Database, user: int) -> list[int]:
    """Where the person has a seat that matters still."""
    query = select(games.c.id).join(seats, seats.c.game == games.c.id)
    here = query.where(seats.c.user == user, games.c.status.in_(LIVE)).order_by(games.c.id)
    return await database.read(lambda connection: list(connection.execute(here).scalars()))


async def forget(database: Database, user: int, at: float) -> None:
    """In one transaction; LostRace if the person has sat down somewhere meanwhile."""
    await database.write(lambda connection: _forget(connection, user, at))


def _forget(connection: Connection, user: int, at: float) -> None:
    live = select(games.c.id).where(games.c.id == seats.c.game, games.c.status.in_(LIVE)).exists()
    if connection.execute(select(seats.c.game).where(seats.c.user == user, live)).first() is not None:
        raise LostRace("Somebody who is to be forgotten has just sat down.")
    _leave_seats(connection, user)
    connection.execute(update(results).where(results.c.user == user).values(user=None))
    connection.execute(_changed().where(games.c.owner == user).values(owner=NOBODY))
    for row in connection.execute(mentions(user)).all():
        attendance = ATTENDANCE.decode(row.attendance)
        attendance.had.pop(user, None)
        attendance.acted_at.pop(user, None)
        attendance.wishes.pop(user, None)
        if attendance.paused is not None and attendance.paused.by == user:
            attendance.paused = msgspec.structs.replace(attendance.paused, by=NOBODY)
        attendance.vacant = without(attendance.vacant, user, NOBODY)
        kept = [request for request in REQUESTS.decode(row.requests) if not concerns(request, user)]
        lobby = unnamed(LOBBY.decode(row.lobby), user)
        told = {"attendance": _text(attendance), "requests": _text(kept), "lobby": _text(lobby)}
        connection.execute(_changed().where(games.c.id == row.id).values(told))
        if all(until_of(request.what) is None for request in kept):
            connection.execute(delete(timers).where(timers.c.game == row.id, timers.c.seat == TABLE))
    numbers = [number for number, _ in letters_about(connection, user)]
    for start in range(0, len(numbers), BATCH):
        connection.execute(delete(outbox).where(outbox.c.id.in_(numbers[start : start + BATCH])))
    connection.execute(delete(user_settings).where(user_settings.c.user == user))
    connection.execute(delete(invitations).where(or_(invitations.c.user == user, invitations.c.by == user)))
    connection.execute(delete(sketches).where(sketches.c.user == user))
    _leave_sketches(connection, user)
    note(connection, {digest_of(user): at})


def _leave_seats(connection: Connection, user: int) -> None:
    for row in connection.execute(select(seats.c.game, seats.c.seat).where(seats.c.user == user)).all():
        this = update(seats).where(seats.c.game == row.game, seats.c.seat == row.seat)
        connection.execute(this.values(user=former(row.seat)))
    kept_for = select(seats.c.game).where(seats.c.resigned == user)
    connection.execute(_changed().where(games.c.id.in_(kept_for)))
    connection.execute(update(seats).where(seats.c.resigned == user).values(resigned=NOBODY))


def _leave_sketches(connection: Connection, user: int) -> None:
    """Those of others that name them; they are kept for a day, and are quickly made anew."""
    for row in connection.execute(sketches_of(user)).all():
        if user in SKETCHED.decode(row.sketch).people:
            connection.execute(delete(sketches).where(sketches.c.user == row.user))


def _changed() -> Update:
    """Whoever has loaded such a game must load it anew before it is saved."""
    return update(games).values(revision=games.c.revision + 1)


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


# ---- where somebody is mentioned


def named_in(lobby: Lobby) -> set[int]:
    """Who is to have which seat of a rematch, who was invited, who has declined."""
    return {user for user in (*lobby.order, *lobby.invited, *lobby.declined) if user is not None}


def unnamed(lobby: Lobby, user: int) -> Lobby:
    fields = {name: tuple(one for one in getattr(lobby, name) if one != user) for name in LISTED}
    return msgspec.structs.replace(lobby, **fields)


def mentions(user: int) -> Select[tuple[int, str, str, str]]:
    """The games that tell of somebody besides who has a seat; perhaps of others with such a number in theirs, too."""
    like = f"%{user}%"
    told = or_(*(column.like(like) for column in (games.c.attendance, games.c.requests, games.c.lobby)))
    return select(games.c.id, games.c.attendance, games.c.requests, games.c.lobby).where(told)


def sketches_of(user: int) -> Select[tuple[int, str]]:
    """What they, or perhaps somebody who means to invite them, are about to open."""
    mine = or_(sketches.c.user == user, sketches.c.sketch.like(f"%{user}%"))
    return select(sketches.c.user, sketches.c.sketch).where(mine)


def letters_about(connection: Connection, user: int) -> Iterator[tuple[int, dict[str, object]]]:
    """The letters that go to somebody, tell of them, or have left something of them behind: numbers and contents."""
    like, target = f"%{user}%", outbox.c.target
    query = select(outbox.c.id, outbox.c.game, outbox.c.kind, target, outbox.c.payload, outbox.c.receipt)
    found = query.where(or_(outbox.c.payload.like(like), outbox.c.receipt.like(like), target == f"user:{user}"))
    for row in connection.execute(found).mappings().all():
        payload = msgspec.json.decode(row["payload"], type=dict[str, object])
        people = [one for name in PEOPLE for one in _listed(payload.get(name))]
        if row["target"] == f"user:{user}" or user in people or user == _in_receipt(row["kind"], row["receipt"]):
            yield row["id"], dict(row)


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else [value]


def _in_receipt(kind: str, receipt: str | None) -> object:
    if kind not in RECEIPTS or receipt is None:
        return None
    held = msgspec.json.decode(receipt, type=list[object])
    return held[2] if len(held) > 2 else None


async def everybody(database: Database) -> set[int]:
    """All people of whom anything is kept."""
    return await database.read(_everybody)


def _everybody(connection: Connection) -> set[int]:
    columns = (
        *(seats.c.user, seats.c.resigned, results.c.user, games.c.owner, user_settings.c.user),
        *(sketches.c.user, invitations.c.user, invitations.c.by),
    )
    found = {user for column in columns for user in connection.execute(select(column).distinct()).scalars()}
    for attendance, requests, lobby in connection.execute(select(games.c.attendance, games.c.requests, games.c.lobby)):
        found |= named_in(LOBBY.decode(lobby))
        told = ATTENDANCE.decode(attendance)
        found |= told.had.keys() | told.acted_at.keys() | told.wishes.keys()
        found |= set() if told.paused is None else {told.paused.by}
        found |= {user for request in REQUESTS.decode(requests) for user in people_of(request)}
        found |= {user for one in told.vacant.values() for user in (one.by, *one.agreed)}
    for sketch in connection.execute(select(sketches.c.sketch)).scalars():
        found |= set(SKETCHED.decode(sketch).people)
    return {user for user in found if user is not None and user != NOBODY and not is_former(user)}
