"""A yes or a no to a request to the table: whose counts, and what the last yes that was missing leads to.

Not for making requests: `decisions.propose` and `handover.replace`.
"""

from bot.errors import Refused
from bot.store.hosted_game import GoBack, HostedGame, Objects, Request
from bot.table import decisions, handover, requests


def consent(hosted: HostedGame, user: int, agrees: bool, number: int | None, now: float) -> Objects:
    """The last yes does it, one no ends it. Too late, it only says so: the post may still have its buttons."""
    hosted.placed()
    request = requests.find(hosted, number)
    if isinstance(request.what, GoBack):
        hosted.playing()
    hosted.heard_of(user, now)
    late = requests.passed(hosted, request, now)
    if late is not None:
        requests.settle(hosted, request, late)
        return requests.outcome(late)
    needed = must_agree(hosted, request, now)
    withdraws = user == request.by and not agrees
    if user not in needed and not withdraws:
        _refuse(hosted, request, user)
    if not agrees:
        requests.settle(hosted, request, "declined", user)
        hosted.tell("channel", "declined", by=user)
        return requests.outcome("declined")
    if user not in request.agreed:
        request = requests.agree(hosted, request, user)
    if needed - set(request.agreed):
        return requests.outcome("asked")
    requests.settle(hosted, request, "agreed")
    _do(hosted, request, now)
    return requests.outcome("done")


def must_agree(hosted: HostedGame, request: Request, now: float) -> set[int]:
    """Everybody whose yes is needed at this moment, also those who have given it."""
    if isinstance(request.what, GoBack):
        return set(hosted.people())
    return handover.must_agree(hosted, request.what, now)


def _refuse(hosted: HostedGame, request: Request, user: int) -> None:
    if isinstance(request.what, GoBack):
        hosted.seat_of(user)
    raise Refused("That is not for you to say: others in game {number} are asked.", number=hosted.number)


def _do(hosted: HostedGame, request: Request, now: float) -> None:
    if isinstance(request.what, GoBack):
        decisions.go_back(hosted, request.what.to, now)
    else:
        others = tuple(user for user in request.agreed if user != request.by)
        handover.hand_over(hosted, request.what, request.by, others, now)
