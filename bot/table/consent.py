"""A yes or a no to a request to the table, and what the last yes that was missing, or the end of its time, leads to.

Not for making requests (`decisions.propose`, `handover.replace`, `substitutes.ask`, `votes.ask`), nor for whose yes is
needed: `agreement.py`.
"""

from bot.errors import Refused
from bot.store.hosted_game import HostedGame, Objects
from bot.store.requests import GiveSeat, GoBack, Request, Substitute
from bot.table import decisions, handover, requests, vacancies, votes
from bot.table.agreement import missing, must_agree


def consent(hosted: HostedGame, user: int, agrees: bool, number: int | None, now: float) -> Objects:
    """The last yes does it, one no ends it. Too late, it only says so: the post may still have its buttons."""
    hosted.placed()
    request = requests.find(hosted, number)
    if isinstance(request.what, GoBack):
        hosted.playing()
    if requests.is_over(request, now):  # whoever presses now has no part in it
        return requests.outcome("lapsed" if _end(hosted, request, now) == "lapsed" else "overtaken")
    hosted.heard_of(user, now)
    late = requests.passed(hosted, request, now)
    if late is not None:
        requests.settle(hosted, request, late)
        return requests.outcome(late)
    withdraws = user == request.by and not agrees
    if user not in must_agree(hosted, request.what, now) and not withdraws:
        _refuse(hosted, request, user)
    if not agrees:
        requests.settle(hosted, request, "declined", user)
        hosted.tell("channel", "declined", by=user)
        return requests.outcome("declined")
    if user not in request.agreed:
        request = requests.agree(hosted, request, user)
    if missing(hosted, request, now):
        return requests.outcome("asked")
    _carry(hosted, request, now)
    return requests.outcome("done")


def end_requests(hosted: HostedGame, now: float) -> None:
    """Those whose time is over: done, if of those who are there nobody's yes is missing."""
    for number in [request.number for request in hosted.requests if requests.is_over(request, now)]:
        for request in hosted.requests:  # what came of one may have overtaken another
            if request.number == number:
                _end(hosted, request, now)


def _end(hosted: HostedGame, request: Request, now: float) -> requests.Outcome:
    if missing(hosted, request, now):
        requests.settle(hosted, request, "lapsed")
        return "lapsed"
    _carry(hosted, request, now)
    return "done"


def _refuse(hosted: HostedGame, request: Request, user: int) -> None:
    if isinstance(request.what, GoBack):
        hosted.seat_of(user)
    raise Refused("That is not for you to say: others in game {number} are asked.", number=hosted.number)


def _carry(hosted: HostedGame, request: Request, now: float) -> None:
    """It is agreed, and done."""
    requests.settle(hosted, request, "agreed")
    what, others = request.what, tuple(user for user in request.agreed if user != request.by)
    match what:
        case GoBack(to=to):
            decisions.go_back(hosted, to, now)
        case GiveSeat():
            handover.hand_over(hosted, what, request.by, others, now)
        case Substitute():
            vacancies.announce(hosted, what, request.by, others)
        case _:
            votes.do(hosted, what, request.by, others, now)
