"""What a kept game must fulfil besides its record: who sits where, how it stands, numbers that can be.

Not for the play: replaying the record proves that. The doctor reports what is found here, and an import refuses it.
"""

import math
from collections.abc import Iterator
from typing import get_args

import msgspec

from bot.store.forgotten import is_former
from bot.store.games import LARGEST
from bot.store.hosted_game import Header, HostedGame, Seat, Status
from bot.store.requests import GiveSeat, GoBack, Substitute
from engine.errors import BadOption
from engine.policies import POLICIES

MISREAD = (msgspec.MsgspecError, RecursionError, TypeError, ValueError, AttributeError)
"""What reading raises where a column holds something else than we wrote; SQLite keeps any value in any column."""


def faults(hosted: HostedGame) -> list[str]:
    """What is wrong, in words that follow the game's number; the play is entered if the game has any."""
    found = _type_faults(hosted)
    if found:  # the rest relies on the types
        return found
    return [*_header_faults(hosted.header), *_status_faults(hosted), *_seat_faults(hosted), *_turn_faults(hosted)]


def _type_faults(hosted: HostedGame) -> list[str]:
    """SQLite keeps any value in any column, and a struct is not checked when it is made."""
    parts = (hosted.header, Header), (hosted.seats, list[Seat])
    if hosted.header.status not in get_args(Status):
        return [f"its status “{hosted.header.status}” is none"]
    try:
        for value, kind in parts:
            msgspec.convert(msgspec.to_builtins(value, builtin_types=(bytes,)), kind)
    except MISREAD as error:
        return [f"what is said about it cannot be read: {error}"]
    return []


def _header_faults(header: Header) -> Iterator[str]:
    if header.pace is not None and not 0 < header.pace < math.inf:
        yield "its time for a decision is not more than nothing"
    numbers = {"server": header.guild or 0, "channel": header.channel, "owner": header.owner}
    yield from (f"its {what} has no possible number" for what, number in numbers.items() if not _is_id(number))
    moments = {"opened": header.opened_at, "started": header.started_at, "ended": header.ended_at}
    yield from (f"when it {what} is no moment" for what, at in moments.items() if not math.isfinite(at or 0))
    if "\0" in header.seed:
        yield "its seed has a zero character"


def _is_id(number: int) -> bool:
    return 0 <= number <= LARGEST


def _status_faults(hosted: HostedGame) -> Iterator[str]:
    header, has_started = hosted.header, hosted.header.started_at is not None
    if has_started != hosted.has_started:
        yield "it has started but has no record" if has_started else "it has a record but never started"
    if header.status in ("running", "finished") and not has_started:
        yield f"it is {header.status} but never started"
    if header.status == "open" and has_started:
        yield "it is open but has started"
    # A table that everybody left before the start is aborted without having ended.
    may_end = {
        "open": (False,),
        "running": (False,),
        "finished": (True,),
        "aborted": (True,) if has_started else (True, False),
    }
    if (header.ended_at is not None) not in may_end[header.status]:
        yield f"it is {header.status} but has {'an' if header.ended_at is not None else 'no'} end"
    is_over = hosted.has_started and hosted.game.result() is not None
    if hosted.has_started and is_over != (header.status == "finished"):
        yield f"it is {header.status} but its record {'is' if is_over else 'is not'} played to the end"


def _seat_faults(hosted: HostedGame) -> Iterator[str]:
    for number, seat in enumerate(hosted.seats, 1):
        if (seat.user is None) == (seat.policy is None):
            yield f"seat P{number} has {'nobody' if seat.user is None else 'both a person and a computer'}"
        if seat.policy is not None and seat.policy not in POLICIES:
            yield f"seat P{number} has a computer with the unknown policy “{seat.policy}”"
        if seat.resigned is not None and seat.policy is None:
            yield f"seat P{number} was resigned but has no computer"
        forgotten = is_former(seat.user) and hosted.status not in ("open", "running")
        if not (forgotten or _is_id(seat.user or 0)) or not _is_id(seat.resigned or 0):
            yield f"seat P{number} has a person without a possible number"
    people = [seat.user for seat in hosted.seats if seat.user is not None]
    if len(people) != len(set(people)):
        yield "somebody has two of its seats"
    if not hosted.has_started:
        yield from _lobby_faults(hosted)


def _lobby_faults(hosted: HostedGame) -> Iterator[str]:
    """Of a game that has started, the number of seats and the options were proved by replaying it."""
    low, high = hosted.title.seats
    limit = hosted.header.lobby.limit
    if limit is not None and not low <= limit <= high:
        yield f"it is limited to {limit} seats, which {hosted.title.name} is not for"
    elif len(hosted.seats) > (limit or high):
        yield f"it has {len(hosted.seats)} seats, {len(hosted.seats) - (limit or high)} too many"
    if not any(_offers(hosted, count) for count in range(low, high + 1)):
        yield "its options are not offered for any number of players"


def _offers(hosted: HostedGame, count: int) -> bool:
    try:
        hosted.title.read_options(count, hosted.header.options)
    except BadOption:
        return False
    return True


def _turn_faults(hosted: HostedGame) -> Iterator[str]:
    """Who was called, and what was asked of the table."""
    seats = {*range(len(hosted.seats))}
    for request in hosted.requests:
        match request.what:
            case GoBack(to, made_on) if not 0 <= to <= made_on <= hosted.version:
                yield "it should go back to where it never was"
            case GiveSeat(seat) | Substitute(seat) if seat not in seats:
                yield "a seat that it has not is asked for"
    if not hosted.header.attendance.vacant.keys() <= seats:
        yield "somebody is called to take a seat that it has not"
    if not {*hosted.pinged.seats, *hosted.header.attendance.had.values()} <= seats:
        yield "a seat that it has not was called or taken"
