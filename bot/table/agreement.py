"""Who must agree to what is asked of a table, and whether they have.

Not for saying yes (`consent.py`) and not for asking (`requests.py`, `handover.py`, `substitutes.py`).
"""

from bot.store.hosted_game import HostedGame
from bot.store.requests import CallOff, GiveSeat, GoBack, MoreTime, NewOwner, Request, Substitute, What, until_of
from bot.table.presence import is_present, present_people


def must_agree(hosted: HostedGame, what: What, now: float) -> set[int]:
    """The people without whose yes all stays as it is, also those who have given it."""
    match what:
        case GoBack():
            return set(hosted.people())
        case GiveSeat(user=taker):
            return _givers(hosted, what, now) | (set() if taker is None else {taker})
        case Substitute(host=True):
            return _holder(hosted, what.seat, now)
        case Substitute():
            return _owner_of_seat(hosted, what.seat, now)
        case NewOwner(user=taker):
            owner, present = hosted.header.owner, present_people(hosted, now)
            return {owner, taker} if owner in present else present | {taker}
        case MoreTime() | CallOff():
            return present_people(hosted, now)


def _givers(hosted: HostedGame, what: GiveSeat, now: float) -> set[int]:
    """Where a moderator gives a seat to somebody else, they stand for the owner, but not for somebody who is there.

    A computer may take over from anybody then: a moderator could call the whole game off.
    """
    if what.host:
        return set() if what.user is None else _holder(hosted, what.seat, now)
    seat = hosted.seats[what.seat]
    if seat.user is None and seat.resigned is not None and seat.resigned == what.user:
        return set()  # their own, and nobody else has had it since
    return _owner_of_seat(hosted, what.seat, now)


def _holder(hosted: HostedGame, number: int, now: float) -> set[int]:
    user = hosted.seats[number].user
    return {user} if user is not None and is_present(hosted, user, now) else set()


def _owner_of_seat(hosted: HostedGame, number: int, now: float) -> set[int]:
    """Somebody present gives their own seat; any other is given by the owner, or for an absent owner by all present."""
    user, present = hosted.seats[number].user, present_people(hosted, now)
    if user is not None and user in present:
        return {user}
    if hosted.header.owner in present or not present:  # where all are silent, the owner's yes is a sign of life
        return {hosted.header.owner}
    return present


def missing(hosted: HostedGame, request: Request, now: float) -> set[int]:
    """Those whose yes is still needed; who was silent until the end of a request is judged by that moment."""
    until = until_of(request.what)
    if until is not None and now < until and _is_alone(hosted, request):
        return set(hosted.people()) - set(request.agreed)
    now = now if until is None else min(now, until)
    return must_agree(hosted, request.what, now) - set(request.agreed)


def _is_alone(hosted: HostedGame, request: Request) -> bool:
    """Whether somebody wishes alone what the absent ones could not undo: those have until its end to come back."""
    return isinstance(request.what, NewOwner | CallOff) and len(
        hosted.people().keys() & set(request.agreed)
    ) == 1 < len(hosted.people())
