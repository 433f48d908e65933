"""Requests to the table, whatever they are about: made, agreed to, declined, overtaken, lapsed.

Not for what they are about: `decisions.py` goes back, `handover.py` gives seats, `consent.py` asks whoever must agree.
"""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec import UnsetType

from bot.errors import Refused
from bot.store.hosted_game import Applied, GiveSeat, GoBack, HostedGame, Objects, Request

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


def put(hosted: HostedGame, by: int, what: GoBack | GiveSeat) -> Request:
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
    """Settles what time or play has passed by."""
    for request in hosted.requests:
        if (name := passed(hosted, request, now)) is not None:
            settle(hosted, request, name)


def passed(hosted: HostedGame, request: Request, now: float) -> Outcome | None:
    """Why it does not stand any more, if so."""
    match request.what:
        case GoBack(made_on=made_on):
            return None if made_on == hosted.version else "overtaken"
        case GiveSeat(until=until):
            return None if now <= until else "lapsed"


def details(request: Request) -> dict[str, object]:
    """What its posts are worded from."""
    match request.what:
        case GoBack(to=to):
            return {"request": request.number, "by": request.by, "to": to}
        case GiveSeat(seat=seat, user=user, holder=holder):
            known = {} if isinstance(holder, UnsetType) else {"holder": holder}
            return {"request": request.number, "by": request.by, "seat": seat, "user": user, **known}
