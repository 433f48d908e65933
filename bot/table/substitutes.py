"""Looking for somebody who takes over a seat: asking the table, calling, taking the seat, calling nobody any more.

Not for giving a seat to somebody who is known already: `handover.py`.
"""

from bot.errors import Refused
from bot.store.hosted_game import HostedGame, Objects
from bot.store.requests import GiveSeat, Substitute, Vacancy
from bot.table import handover, requests, vacancies
from bot.table.agreement import must_agree
from bot.table.presence import DAY, is_present
from bot.table.seats import seat_at


def ask(hosted: HostedGame, by: int, number: int, now: float, *, host: bool = False) -> Objects:
    """A call at once, or when those who must agree have agreed; a moderator asks as for a seat."""
    hosted.placed()
    host = host and by not in hosted.people()
    seat = seat_at(hosted, number)
    if not host:
        hosted.seat_of(by)
        if by not in (seat.user, hosted.header.owner) and seat.user is not None and is_present(hosted, seat.user, now):
            raise Refused(
                "Only its player or the person who opened game {number} may give that seat.", number=hosted.number
            )
    hosted.heard_of(by, now)
    requests.sweep(hosted, now)
    what = Substitute(number, now + DAY, seat.user, host)
    if (vacancy := hosted.header.attendance.vacant.get(number)) is not None:
        _check_repeats(hosted, by, number, vacancy)
        vacancies.close(hosted, number, "repeated")
        vacancies.announce(hosted, what, vacancy.by, vacancy.agreed)
        return requests.outcome("done")
    if must_agree(hosted, what, now) <= {by}:
        vacancies.announce(hosted, what, by, ())
        return requests.outcome("done")
    requests.check_new(hosted, what)
    requests.put(hosted, by, what)
    return requests.outcome("asked")


def _check_repeats(hosted: HostedGame, by: int, number: int, vacancy: Vacancy) -> None:
    """Whoever wished for a call may have it posted once more."""
    if by not in (vacancy.by, *vacancy.agreed, hosted.header.owner):
        raise Refused(
            "Somebody is looked for already who takes seat {seat} of game {number}.",
            seat=number + 1,
            number=hosted.number,
        )


def seat_of_call(hosted: HostedGame, call: int) -> int:
    for seat, vacancy in hosted.header.attendance.vacant.items():
        if vacancy.number == call:
            return seat
    raise Refused("Nobody is looked for in game {number} any more by this call.", number=hosted.number)


def take(hosted: HostedGame, user: int, call: int, now: float) -> None:
    """Whoever follows the call first has the seat, and its secrets, unless they have had another one of the game."""
    hosted.placed()
    seat = seat_of_call(hosted, call)
    vacancy = hosted.header.attendance.vacant[seat]
    handover.check_taker(hosted, seat, user, user)
    what = GiveSeat(seat, user, now, hosted.seats[seat].user, vacancy.host)
    handover.hand_over(hosted, what, vacancy.by, vacancy.agreed, now)


def withdraw(hosted: HostedGame, by: int, call: int, now: float, *, host: bool = False) -> None:
    """By whoever asked for it, has the seat, or opened the game, or a moderator."""
    hosted.placed()
    seat = seat_of_call(hosted, call)
    vacancy = hosted.header.attendance.vacant[seat]
    if by not in (vacancy.by, hosted.seats[seat].user, hosted.header.owner) and not host:
        raise Refused(
            "Only who asked for it, who has the seat, or who opened game {number} may do that.", number=hosted.number
        )
    hosted.heard_of(by, now)
    vacancies.close(hosted, seat, "withdrawn", by)
