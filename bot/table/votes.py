"""What anybody who plays may ask of the table: more time, another owner in the place of an absent one, calling it off.

Not for seats (`handover.py`, `substitutes.py`) and not for how a yes is given: `consent.py`.
"""

from typing import Literal

from bot.errors import Refused
from bot.store.hosted_game import HostedGame, Objects
from bot.store.requests import CallOff, MoreTime, NewOwner, Request
from bot.table import requests
from bot.table.agreement import missing
from bot.table.presence import DAY, is_present
from bot.table.seats import end

Wish = Literal["time", "owner", "off"]


def ask(hosted: HostedGame, by: int, wish: Wish, user: int | None, now: float) -> Objects:
    """At once where nobody else is needed; else those who are there have a day to agree."""
    hosted.placed()
    hosted.seat_of(by)
    hosted.heard_of(by, now)
    requests.sweep(hosted, now)
    what = _what(hosted, by, wish, user, now)
    if not missing(hosted, Request(0, by, what, (by,)), now):
        do(hosted, what, by, (), now)
        return requests.outcome("done")
    requests.check_new(hosted, what)
    requests.put(hosted, by, what)
    return requests.outcome("asked")


def _what(hosted: HostedGame, by: int, wish: Wish, user: int | None, now: float) -> MoreTime | NewOwner | CallOff:
    until = now + DAY
    match wish:
        case "time":
            hosted.playing()
            if hosted.header.pace is None:
                raise Refused(
                    "No clock runs in game {number}: everybody has all the time there is.", number=hosted.number
                )
            return MoreTime(hosted.version, until)
        case "owner":
            owner, taker = hosted.header.owner, by if user is None else user
            if taker not in hosted.people():
                raise Refused("This person has no seat in game {number}.", number=hosted.number)
            if taker == owner:
                raise Refused("Game {number} is in the hands of this person already.", number=hosted.number)
            if by != owner and is_present(hosted, owner, now):
                raise Refused(
                    "The person who opened game {number} is there; only they can hand it over.", number=hosted.number
                )
            return NewOwner(taker, until)
    return CallOff(until)


def do(hosted: HostedGame, what: MoreTime | NewOwner | CallOff, by: int, agreed: tuple[int, ...], now: float) -> None:
    """It is agreed; `by` asked for it."""
    match what:
        case MoreTime():
            hosted.given_time |= hosted.owed()
            hosted.tell("channel", "moretime", by=by, agreed=agreed)
        case NewOwner(user=user):
            hosted.header.owner = user
            requests.overtake(hosted, lambda request: isinstance(request.what, NewOwner))
            hosted.tell("channel", "newowner", user=user, by=by, agreed=agreed)
        case CallOff():
            end(hosted, now, by, agreed=agreed)
