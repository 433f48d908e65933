"""Proves for every game that its record replays to its snapshot, and mends the snapshot and the timers where not.

Not for mending records: they are the truth, so a record that cannot be played is only reported.
"""

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from bot.store.database import Database
from bot.store.games import read_hosted_game, replay, seats_of, snapshot_columns, timer_row
from bot.store.hosted_game import HostedGame
from bot.store.maintenance.carry_over import carry_over, game_under_newest_rules
from bot.store.schema import games, moves, timers
from engine.errors import EngineError
from engine.history import Line


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it should be."""

    game: int
    what: str
    repaired: bool


class Checkup(msgspec.Struct, frozen=True):
    games: int
    lines: int
    findings: tuple[Finding, ...]


async def examine(database: Database, now: float, *, repair: bool = False) -> Checkup:
    """All games, one after the other, so that a running bot hardly notices."""
    numbers = await database.read(lambda connection: list(connection.execute(select(games.c.id)).scalars()))
    lines, findings = 0, list[Finding]()
    for number in numbers:
        run = database.write if repair else database.still
        count, found = await run(lambda connection, number=number: _examine(connection, number, now, repair))  # type: ignore[misc]
        lines += count
        findings += found
    return Checkup(len(numbers), lines, tuple(findings))


def _examine(connection: Connection, number: int, now: float, repair: bool) -> tuple[int, list[Finding]]:
    query = select(games).where(games.c.id == number)
    row = connection.execute(query.with_for_update() if repair else query).mappings().first()
    if row is None:  # deleted since the list was made
        return 0, []
    record = _record(connection, number)
    try:
        hosted = read_hosted_game(row, seats_of(connection, number))
        if hosted.header.started_at is None:
            return 0, [Finding(number, "has a record but never started", False)] if record else []
        if [place for place, _ in record] != list(range(1, len(record) + 1)):
            return len(record), [Finding(number, "its record has a gap", False)]
        lines = [line for _, line in record]
        if hosted.unknown_rules is not None:
            return len(record), _examine_kept(connection, hosted, lines, now, repair)
        game = replay(hosted, lines)
    except EngineError as error:
        return len(record), [Finding(number, f"its record cannot be played: {error}", False)]
    wrong = _compare(hosted, len(record), hosted.title.encode(game.state))
    hosted.enter(game, 0)
    faults = [Finding(number, what, repair) for what in wrong]
    if wrong and repair:
        columns = snapshot_columns(hosted.take_snapshot_anew())
        connection.execute(update(games).where(games.c.id == number).values(revision=hosted.revision + 1, **columns))
    return len(record), faults + _examine_timers(connection, hosted, now, repair)


def _examine_kept(
    connection: Connection, hosted: HostedGame, lines: list[Line], now: float, repair: bool
) -> list[Finding]:
    """A game whose rules are not known here: it can be carried over, or it is left as it is."""
    theirs, ours = hosted.rules, ", ".join(hosted.title.versions)
    what = f"it follows version {theirs} of the rules of {hosted.title.name}; this program plays version {ours}"
    game = game_under_newest_rules(hosted, lines)
    if game is None:
        return [Finding(hosted.number, f"{what}, so it is kept as it is", False)]
    if repair:
        carry_over(connection, hosted, game, now)
        _examine_timers(connection, hosted, now, repair)
    newest = hosted.title.rules_version
    return [Finding(hosted.number, f"{what}, but its record can be played under version {newest}", repair)]


def _record(connection: Connection, number: int) -> list[tuple[int, Line]]:
    rows = connection.execute(
        select(moves.c.number, moves.c.seat, moves.c.text, moves.c.host)
        .where(moves.c.game == number)
        .order_by(moves.c.number)
    )
    return [(place, Line(*line)) for place, *line in rows]


def _compare(hosted: HostedGame, version: int, state: bytes) -> list[str]:
    snapshot = hosted.snapshot
    if snapshot.version != version:
        return [f"its snapshot is of version {snapshot.version}, its record has {version} lines"]
    if snapshot.state != state:
        return ["its snapshot is not what its record replays to"]
    if snapshot.base is not None and snapshot.replay(hosted.title, hosted.setup()) is None:
        return ["the base of its snapshot does not lead to it"]
    return []


def _examine_timers(connection: Connection, hosted: HostedGame, now: float, repair: bool) -> list[Finding]:
    rows = connection.execute(select(timers.c.seat, timers.c.kind).where(timers.c.game == hosted.number))
    if {row.seat: row.kind for row in rows} == (wanted := hosted.timers()):
        return []
    if repair:
        connection.execute(delete(timers).where(timers.c.game == hosted.number))
        if wanted:
            connection.execute(insert(timers), [timer_row(hosted, *pair, now) for pair in wanted.items()])
    return [Finding(hosted.number, "its timers are not those its position needs", repair)]
