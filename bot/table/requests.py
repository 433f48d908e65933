"""Requests to the table, whatever they are about: made, agreed to, declined, overtaken, lapsed.

Not for what they are about: `decisions.py` goes back, `handover.py` gives seats, `substitutes.py` calls for somebody
who takes one. `agreement.py` knows whose yes it needs, `consent.py` does what they agree to.
"""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import UnsetType

from bot.errors import Refused
from bot.store.hosted_game import Applied, HostedGame, Objects
from bot.store.requests import (
    CallOff,
    GiveSeat,
    GoBack,
    MoreTime,
    NewOwner,
    Request,
    Substitute,
    What,
    until_of,
)
from bot.table.agreement import missing

Outcome = Literal["asked", "agreed", "declined", "overtaken", "lapsed", "done"]
"""What became of a request, or of what somebody did with it; `asked`: it waits for others."""


def outcome(name: Outcome) -> Objects:
    """As it is kept with the answer to a command, so that the same command is answered the same again."""
    return ({"outcome": name},)


def outcome_of(answer: Applied) -> str:
    return str(answer.events[0]["outcome"])


def find(hosted: HostedGame, number: int | None) -> Request:
    """The request of a number; without one, the one that asks to go back."""
    for request in hosted.requests:
        if request.number == number or (number is None and isinstance(request.what, GoBack)):
            return request
    if number is None:
        raise Refused("Nobody has asked to go back, or the game went on since.")
    raise Refused("This request to the table of game {number} does not stand any more.", number=hosted.number)


def check_new(hosted: HostedGame, what: What) -> None:
    """The same is not asked twice at a time."""
    if any(_gist(request.what) == _gist(what) for request in hosted.requests):
        raise Refused("That has been asked already, and stands until it is answered.")


def _gist(what: What) -> tuple[object, ...]:
    """What it comes to, whoever asks and when."""
    match what:
        case GoBack(to=to):
            return GoBack, to
        case GiveSeat(seat=seat, user=user):
            return GiveSeat, seat, user
        case NewOwner(user=user):
            return NewOwner, user
        case Substitute(seat=seat):
            return Substitute, seat
    return (type(what),)


def put(hosted: HostedGame, by: int, what: What) -> Request:
    """A new request; whoever makes it agrees to it."""
    request = Request(hosted.revision + 1, by, what, (by,))
    hosted.requests = (*hosted.requests, request)
    hosted.tell("channel", "request", **details(request))
    return request


def agree(hosted: HostedGame, request: Request, user: int) -> Request:
    more = msgspec.structs.replace(request, agreed=(*request.agreed, user))
    hosted.requests = tuple(more if one.number == request.number else one for one in hosted.requests)
    return more


def settle(hosted: HostedGame, request: Request, name: Outcome, who: int | None = None) -> None:
    """It does not stand any more; its post is to say why."""
    hosted.requests = tuple(one for one in hosted.requests if one.number != request.number)
    hosted.tell("channel", "settled", outcome=name, who=who, **details(request))


def overtake(hosted: HostedGame, concerned: Callable[[Request], bool] = lambda _: True) -> None:
    """What makes some requests pointless has happened."""
    for request in hosted.requests:
        if concerned(request):
            settle(hosted, request, "overtaken")


def sweep(hosted: HostedGame, now: float) -> None:
    """Settles what time or play has passed by. What time has decided with a yes is for its timer to do."""
    for request in hosted.requests:
        if (name := passed(hosted, request, now)) is not None:
            settle(hosted, request, name)


def passed(hosted: HostedGame, request: Request, now: float) -> Outcome | None:
    """Why it does not stand any more, if so. At its end those count who are there: has everybody agreed of whom that
    is needed then, it is carried."""
    if isinstance(request.what, GoBack | MoreTime) and request.what.made_on != hosted.version:
        return "overtaken"
    return "lapsed" if is_over(request, now) and missing(hosted, request, now) else None


def is_over(request: Request, now: float) -> bool:
    until = until_of(request.what)
    return until is not None and now >= until


def details(request: Request) -> dict[str, object]:
    """What its posts are worded from."""
    match request.what:
        case GoBack(to=to):
            return {"request": request.number, "by": request.by, "to": to}
        case GiveSeat(seat=seat, user=user, holder=holder, until=until):
            known = {} if isinstance(holder, UnsetType) else {"holder": holder}
            return {"request": request.number, "by": request.by, "until": until, "seat": seat, "user": user, **known}
        case Substitute(seat=seat, holder=holder, until=until):
            told = {"about": "substitute", "seat": seat, "holder": holder}
            return {"request": request.number, "by": request.by, "until": until, **told}
        case NewOwner(user=user, until=until):
            return {"request": request.number, "by": request.by, "until": until, "about": "owner", "user": user}
        case MoreTime(until=until) | CallOff(until=until):
            about = "time" if isinstance(request.what, MoreTime) else "off"
            return {"request": request.number, "by": request.by, "until": until, "about": about}
