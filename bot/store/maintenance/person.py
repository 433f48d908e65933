"""All that is stored of a person, as plain values: for whoever asks what that is.

Not for forgetting it: `forget.py`.
"""

import msgspec
from sqlalchemy import Connection, Select, or_, select

from bot.store.database import Database
from bot.store.maintenance.forget import (
    ATTENDANCE,
    LOBBY,
    REQUESTS,
    SKETCHED,
    letters_about,
    mentions,
    named_in,
    sketches_of,
)
from bot.store.requests import concerns
from bot.store.schema import games, invitations, moves, results, seats, user_settings

Plain = list[dict[str, object]]


async def told_of(database: Database, user: int) -> dict[str, object]:
    return await database.still(lambda connection: _told_of(connection, user))


def _told_of(connection: Connection, user: int) -> dict[str, object]:
    settings = connection.execute(select(user_settings.c.settings).where(user_settings.c.user == user)).scalar()
    game = (games.c.id.label("game"), games.c.title, games.c.status, games.c.guild, games.c.channel)
    times = (games.c.opened_at, games.c.started_at, games.c.ended_at)
    seated = select(*game, *times, seats.c.seat, seats.c.resigned.is_not(None).label("left_to_a_computer"))
    mine = or_(seats.c.user == user, seats.c.resigned == user)
    decided = select(moves.c.game, moves.c.number, moves.c.text, moves.c.host, moves.c.at).join(
        seats, (seats.c.game == moves.c.game) & (seats.c.seat == moves.c.seat)
    )
    return {
        "user": user,
        "settings": None if settings is None else msgspec.json.decode(settings),
        "seats": _rows(connection, seated.join(seats, seats.c.game == games.c.id).where(mine).order_by(games.c.id)),
        "opened": _rows(connection, select(*game).where(games.c.owner == user).order_by(games.c.id)),
        "decisions": _rows(connection, decided.where(mine).order_by(moves.c.game, moves.c.number)),
        "results": _rows(
            connection,
            select(results.c.game, results.c.seat, results.c.place, results.c.total, results.c.breakdown)
            .where(results.c.user == user)
            .order_by(results.c.game),
        ),
        "presence": _presence(connection, user),
        "invitations": _rows(
            connection,
            select(invitations.c.game, invitations.c.user, invitations.c.by, invitations.c.at)
            .where(or_(invitations.c.user == user, invitations.c.by == user))
            .order_by(invitations.c.id),
        ),
        "about_to_open": _sketches(connection, user),
        "letters": [
            {name: value for name, value in letter.items() if name != "id"}
            for _, letter in letters_about(connection, user)
        ],
    }


def _rows(connection: Connection, query: Select[tuple[object, ...]]) -> Plain:
    return [dict(row) for row in connection.execute(query).mappings()]


def _sketches(connection: Connection, user: int) -> list[object]:
    """Their own game that is not open yet, and those of others to which they are to be invited."""
    return [
        msgspec.json.decode(row.sketch) if row.user == user else {"invited_by": row.user}
        for row in connection.execute(sketches_of(user)).all()
        if row.user == user or user in SKETCHED.decode(row.sketch).people
    ]


def _presence(connection: Connection, user: int) -> Plain:
    """What games tell of them besides their seat: which they have had, when they last acted, what they asked for."""
    found: Plain = []
    for row in connection.execute(mentions(user)).all():
        attendance = ATTENDANCE.decode(row.attendance)
        asked = [request for request in REQUESTS.decode(row.requests) if concerns(request, user)]
        paused = attendance.paused is not None and attendance.paused.by == user
        calls = [seat for seat, one in attendance.vacant.items() if user in (one.by, *one.agreed)]
        gathers = user in named_in(LOBBY.decode(row.lobby))
        wish = attendance.wishes.get(user)
        seen = user in attendance.had or user in attendance.acted_at
        if seen or asked or paused or calls or gathers or wish is not None:
            told = {"game": row.id, "had_seat": attendance.had.get(user), "acted_at": attendance.acted_at.get(user)}
            told |= {"paused_it": True} if paused else {}
            told |= {"calls_substitutes_for": calls} if calls else {}
            told |= {"named_in_lobby": True} if gathers else {}
            told |= {} if wish is None else {"wishes": msgspec.to_builtins(wish)}
            found.append({**told, "requests": msgspec.to_builtins(asked)})
    return found
