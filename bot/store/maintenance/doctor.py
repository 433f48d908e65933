"""Proves for every game that its record replays to its snapshot, and mends the snapshot and the timers where not.

Not for mending records: they are the truth, so a record that cannot be played is only reported.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, RowMapping, bindparam, delete, insert, select, update

from bot.errors import StoreDamaged
from bot.store.database import DAMAGED, Database
from bot.store.games import read_hosted_game, result_rows, seats_of, snapshot_columns, timer_row
from bot.store.hosted_game import HostedGame
from bot.store.maintenance.carry_over import carry_over, game_under_newest_rules
from bot.store.maintenance.soundness import MISREAD, faults
from bot.store.schema import games, moves, results, seats, timers
from engine.errors import EngineError
from engine.history import Game, Line

_RECORD = (
    select(moves.c.number, moves.c.seat, moves.c.text, moves.c.host)
    .where(moves.c.game == bindparam("number"))
    .order_by(moves.c.number)
)
_PLACES = select(seats.c.seat).where(seats.c.game == bindparam("number")).order_by(seats.c.seat)
_RESULTS = select(results.c.seat, results.c.place, results.c.total).where(results.c.game == bindparam("number"))


_COUNTERS = ("revision", "version", "base_version")


class _Unreadable(Exception):
    """So wrong that nothing else can be said about the game."""


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
    if database.is_sqlite:
        await database.still(_check_file)
    numbers = await database.read(lambda connection: list(connection.execute(select(games.c.id)).scalars()))
    lines, findings = 0, list[Finding]()
    for number in numbers:
        run = database.write if repair else database.still
        count, found = await run(lambda connection, number=number: _examine(connection, number, now, repair))  # type: ignore[misc]
        lines += count
        findings += found
    return Checkup(len(numbers), lines, tuple(findings))


def _check_file(connection: Connection) -> None:
    """SQLite notices damage only where it happens to read, so it is asked to look at every page."""
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise StoreDamaged(DAMAGED)


def _examine(connection: Connection, number: int, now: float, repair: bool) -> tuple[int, list[Finding]]:
    query = select(games).where(games.c.id == number)
    row = connection.execute(query.with_for_update() if repair else query).mappings().first()
    if row is None:  # deleted since the list was made
        return 0, []
    record = connection.execute(_RECORD, {"number": number}).mappings().all()
    try:
        hosted = _read(connection, row)
        if hosted.header.started_at is None and not record:
            return 0, [Finding(number, what, False) for what in faults(hosted)]
        if hosted.unknown_rules is not None:
            return len(record), _examine_kept(connection, hosted, _lines(record), now, repair)
        base = _replay(hosted, record)
    except _Unreadable as error:
        return len(record), [Finding(number, str(error), False)]
    incurable = [*faults(hosted), *_examine_results(connection, hosted)]
    found = [Finding(number, what, False) for what in incurable]
    if hosted.header.started_at is None:
        return len(record), found
    repair = repair and not incurable  # what would be written relies on the rest
    wrong = _compare(hosted, base)
    found += [Finding(number, what, repair) for what in wrong]
    if wrong and repair:
        columns = snapshot_columns(hosted.take_snapshot_anew())
        connection.execute(update(games).where(games.c.id == number).values(revision=hosted.revision + 1, **columns))
    return len(record), found + _examine_timers(connection, hosted, now, repair)


def _read(connection: Connection, row: RowMapping) -> HostedGame:
    number = row["id"]
    if (places := list(connection.execute(_PLACES, {"number": number}).scalars())) != list(range(len(places))):
        raise _Unreadable("its seats have a gap")
    try:
        if not all(isinstance(row[name], int) for name in _COUNTERS) or row["revision"] < 1:
            raise _Unreadable("its revision or its versions are none")
        if not isinstance(row["rules"], str):
            raise _Unreadable("the version of its rules is none")
        return read_hosted_game(row, seats_of(connection, number))
    except EngineError as error:
        raise _Unreadable(f"it cannot be played: {error}") from None
    except MISREAD as error:
        raise _Unreadable(f"what is said about it cannot be read: {error}") from None


def _lines(record: Sequence[RowMapping]) -> list[Line]:
    if [row["number"] for row in record] != list(range(1, len(record) + 1)):
        raise _Unreadable("its record has a gap")
    return [msgspec.convert(row, Line) for row in record]


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


def _replay(hosted: HostedGame, record: Sequence[RowMapping]) -> bytes | None:
    """Enters the play that the record tells; returns the position at which the snapshot should have its base."""
    if [row["number"] for row in record] != list(range(1, len(record) + 1)):
        raise _Unreadable("its record has a gap")
    base, wanted, title = None, hosted.snapshot.base_version, hosted.title
    try:
        game = Game.new(title, hosted.setup())
        for version, row in enumerate(record):
            base = title.encode(game.state) if version == wanted else base
            game.follow(msgspec.convert(row, Line))
    except EngineError as error:
        raise _Unreadable(f"its record cannot be played: {error}") from None
    except MISREAD as error:
        raise _Unreadable(f"its record cannot be read: {error}") from None
    hosted.enter(game, 0)
    return title.encode(game.state) if wanted == len(record) else base


def _leads_there(hosted: HostedGame, base: bytes | None) -> bool:
    """Whether base and tail are the record's own; after going back, whether they lead to its position."""
    snapshot = hosted.snapshot
    if any(line.seat is None for line in snapshot.tail):
        return snapshot.replay(hosted.title, hosted.setup()) is not None
    return (snapshot.base, snapshot.tail) == (base, tuple(hosted.game.lines[snapshot.base_version :]))


def _compare(hosted: HostedGame, base: bytes | None) -> list[str]:
    """The snapshot with what the record has led to."""
    snapshot, game = hosted.snapshot, hosted.game
    if snapshot.version != game.version:
        return [f"its snapshot is of version {snapshot.version}, its record has {game.version} lines"]
    if snapshot.state != hosted.title.encode(game.state):
        return ["its snapshot is not what its record replays to"]
    if snapshot.base is not None and not _leads_there(hosted, base):
        return ["the base of its snapshot does not lead to it"]
    return []


def _examine_results(connection: Connection, hosted: HostedGame) -> list[str]:
    hosted.result = hosted.game.result() if hosted.status == "finished" else None
    wanted = {(row["seat"], row["place"], row["total"]) for row in result_rows(hosted)}
    kept = {(*row,) for row in connection.execute(_RESULTS, {"number": hosted.number})}
    return [] if kept == wanted else ["the result that is kept is not what its record comes to"]


def _examine_timers(connection: Connection, hosted: HostedGame, now: float, repair: bool) -> list[Finding]:
    rows = connection.execute(select(timers.c.seat, timers.c.kind).where(timers.c.game == hosted.number))
    if {row.seat: row.kind for row in rows} == (wanted := hosted.timers()):
        return []
    if repair:
        connection.execute(delete(timers).where(timers.c.game == hosted.number))
        if wanted:
            connection.execute(insert(timers), [timer_row(hosted, *pair, now) for pair in wanted.items()])
    return [Finding(hosted.number, "its timers are not those its position needs", repair)]
