"""One game in one file and back, for the host: to look into it, or to move it to another server.

Not for players: the file holds the seed and every hand. What they may have is `Table.export`, when the game is over.
"""

from typing import Literal

import msgspec

from bot.errors import BadBackup
from bot.store.attendance import Attendance
from bot.store.database import Database
from bot.store.games import Games, create
from bot.store.hosted_game import Applied, Header, HostedGame, Seat, Snapshot
from bot.store.maintenance.soundness import MISREAD, faults
from engine import record
from engine.errors import EngineError
from engine.record import Record
from engine.registry import title as find_title

LARGEST_PARCEL = 1 << 26
"""Bytes. The longest games have some hundred thousand."""


class Parcel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game with its seats and its record; without a record it has not started."""

    header: Header
    seats: list[Seat]
    record: Record | None
    format: Literal[1] = 1


async def export_game(database: Database, number: int) -> bytes:
    kept = Games(database)
    try:
        hosted = await kept.load(number, whole=True)
    except MISREAD:
        raise BadBackup(f"What is kept of game {number} cannot be read; the doctor says more.") from None
    told = await kept.record(hosted) if hosted.has_started else None
    return msgspec.json.format(msgspec.json.encode(Parcel(hosted.header, hosted.seats, told)), indent=2) + b"\n"


async def import_game(database: Database, data: bytes, now: float) -> Applied:
    """The game under a new number, at the same position; nobody is told, its timers run from now."""
    try:
        hosted = _unpack(msgspec.json.decode(data, type=Parcel))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadBackup(f"This is no game of Kontor: {error}.") from None
    except EngineError as error:
        raise BadBackup(f"This game cannot be played on here: {error}") from None
    if wrong := faults(hosted):
        raise BadBackup(f"This game cannot be taken: {'; '.join(wrong)}.")
    return await database.write(lambda connection: create(connection, hosted, None, now))


def _unpack(parcel: Parcel) -> HostedGame:
    header = parcel.header
    title = find_title(header.title, None if parcel.record is None else parcel.record.rules)
    hosted = HostedGame(0, 0, header, parcel.seats, title, Snapshot())
    if parcel.record is None:
        return hosted
    told = parcel.record
    if (told.title, told.seats, told.seed, told.options) != (
        header.title,
        len(parcel.seats),
        header.seed,
        msgspec.to_builtins(hosted.setup().options),
    ):
        raise BadBackup("The record is not of the game that the header names.")
    if not header.attendance.had:  # release 0.1.0 did not write it down
        known = {seat.user or seat.resigned: number for number, seat in enumerate(parcel.seats)}
        header.attendance = Attendance({user: number for user, number in known.items() if user is not None})
    hosted.enter(record.replay(told), 0)
    if header.status == "finished":
        hosted.result = hosted.game.result()
    return hosted
