"""Seats that change hands in a running game: who may ask for it, who must agree, and what one may have seen before.

Not for seats before the start (`seats.py`) and not for how a yes is given (`consent.py`).
"""

from bot.errors import Refused
from bot.store.forgotten import NOBODY, digest_of
from bot.store.hosted_game import HostedGame, Objects, Seat
from bot.store.requests import GiveSeat, GoBack, Request, Substitute, concerns, without
from bot.table import notices, requests, vacancies
from bot.table.agreement import must_agree
from bot.table.presence import DAY, is_present
from bot.table.seats import end, seat_at

STAND_IN = "simple"
"""The computer player that takes over the seat of somebody who resigned."""


# ---- asking


def replace(hosted: HostedGame, by: int, number: int, user: int | None, now: float, *, host: bool = False) -> Objects:
    """A person, or without one a computer, is to have a seat: at once, or when those who must agree have agreed.

    Somebody who may manage the channel does so as a host; but not at a table they sit at, nor for themselves.
    """
    hosted.running()
    host = host and by not in hosted.people() and by != user
    seat = seat_at(hosted, number)
    hosted.heard_of(by, now)
    requests.sweep(hosted, now)
    if user is None:
        _check_dismissal(hosted, by, number, now, host=host)
    else:
        if not host:
            _check_giver(hosted, by, seat, user, now)
        check_taker(hosted, number, user, by)
    what = GiveSeat(number, user, now + DAY, seat.user, host)
    if must_agree(hosted, what, now) <= {by}:
        hand_over(hosted, what, by, (), now)
        return requests.outcome("done")
    requests.check_new(hosted, what)
    requests.overtake(hosted, lambda request: request.by == by and _is_for(request, user))
    requests.put(hosted, by, what)
    return requests.outcome("asked")


def _is_for(request: Request, user: int | None) -> bool:
    return user is not None and isinstance(request.what, GiveSeat) and request.what.user == user


def _check_giver(hosted: HostedGame, by: int, seat: Seat, user: int, now: float) -> None:
    may = by in (user, seat.user, hosted.header.owner) or _asks_about_absent(hosted, by, seat, now)
    if not may and not _stands_in(hosted, by, now):
        raise Refused(
            "Only its player or the person who opened game {number} may give that seat.", number=hosted.number
        )


def _check_dismissal(hosted: HostedGame, by: int, number: int, now: float, *, host: bool) -> None:
    seat = hosted.seats[number]
    if seat.user is None:
        raise Refused("A computer plays seat {seat} of game {number} already.", seat=number + 1, number=hosted.number)
    may = host or by in (seat.user, hosted.header.owner) or _asks_about_absent(hosted, by, seat, now)
    if not may and not _stands_in(hosted, by, now):
        raise Refused("Only the person who opened game {number} may do that.", number=hosted.number)


def _stands_in(hosted: HostedGame, by: int, now: float) -> bool:
    """Whether somebody at the table may ask for what is the owner's, who is absent."""
    return by in hosted.people() and not is_present(hosted, hosted.header.owner, now)


def _asks_about_absent(hosted: HostedGame, by: int, seat: Seat, now: float) -> bool:
    """Whether somebody at the table asks about the seat of a person who is absent; the owner, or the table, agrees."""
    return by in hosted.people() and seat.user is not None and not is_present(hosted, seat.user, now)


def check_taker(hosted: HostedGame, number: int, user: int, by: int | None = None) -> None:
    """Nobody has two seats, nor one after the other: who has seen a hand knows it."""
    if user in hosted.people() and user == by:
        raise Refused("You have a seat in game {number} already.", number=hosted.number)
    if user in hosted.people():
        raise Refused("This person has a seat in game {number} already.", number=hosted.number)
    attendance = hosted.header.attendance
    had = attendance.had.get(user, attendance.gone.get(digest_of(user), number))
    if had != number:
        raise Refused(
            "This person has had seat {seat} of game {number} and knows its secrets: no other seat is open to them.",
            seat=had + 1,
            number=hosted.number,
        )


# ---- doing it


def hand_over(hosted: HostedGame, what: GiveSeat, by: int, agreed: tuple[int, ...], now: float) -> None:
    """Everybody who must has agreed; `by` asked for it."""
    if what.user is None:
        give_to_computer(hosted, what.seat, by, agreed, now, host=what.host)
        return
    check_taker(hosted, what.seat, what.user)
    before = hosted.seats[what.seat].user
    hosted.seats[what.seat] = Seat(what.user)
    attendance = hosted.header.attendance
    attendance.had[what.user], attendance.acted_at[what.user] = what.seat, now
    if hosted.header.owner == before:
        hosted.header.owner = what.user
    _overtake(hosted, what.seat, what.user)
    vacancies.close(hosted, what.seat, "taken", what.user)
    told = {"seat": what.seat, "user": what.user, "holder": before, "by": by, "agreed": agreed}
    hosted.tell("channel", "replaced", **told, **({"host": True} if what.host else {}))
    hosted.tell(f"seat:{what.seat}", "hand")
    if what.seat in hosted.owed():
        notices.tell_taker(hosted, what.seat)


def resign(hosted: HostedGame, user: int, now: float) -> None:
    """A computer takes over, so that the others can go on; without people left the game ends."""
    hosted.running()
    give_to_computer(hosted, hosted.seat_of(user), user, (), now)


def give_to_computer(
    hosted: HostedGame, number: int, by: int, agreed: tuple[int, ...], now: float, *, host: bool = False
) -> None:
    """Its person can take it back as long as nobody else has; whom a host has shown the door must be let in again."""
    user = hosted.seats[number].user
    shown_out = host and user is not None and is_present(hosted, user, now)
    hosted.seats[number] = Seat(policy=STAND_IN, resigned=NOBODY if shown_out else user)
    _overtake(hosted, number, None)
    vacancies.close(hosted, number, "taken")
    hosted.tell("channel", "resigned", user=user, by=by, agreed=agreed, **({"host": True} if host else {}))
    people = [seat.user for seat in hosted.seats if seat.user is not None]
    if not people:
        end(hosted, now)
    elif hosted.header.owner == user:
        hosted.header.owner = people[0]


def leave_for_good(hosted: HostedGame, user: int, now: float) -> None:
    """Somebody is to be forgotten: a computer plays on for them, and nothing says who that was.

    What they asked the table for is dropped without a word, since it would have to be about them.
    """
    number = hosted.seat_of(user)
    hosted.requests = tuple(request for request in hosted.requests if not concerns(request, user))
    hosted.seats[number] = Seat(policy=STAND_IN, resigned=NOBODY)
    _overtake(hosted, number, None)
    attendance = hosted.header.attendance
    for told in (attendance.had, attendance.acted_at, attendance.wishes):
        told.pop(user, None)
    attendance.vacant = without(attendance.vacant, user, NOBODY)
    attendance.gone[digest_of(user)] = number
    hosted.tell("channel", "forgotten", seat=number)
    people = [seat.user for seat in hosted.seats if seat.user is not None]
    if not people:
        end(hosted, now)
    elif hosted.header.owner == user:
        hosted.header.owner = people[0]


def _overtake(hosted: HostedGame, number: int, user: int | None) -> None:
    """Who must agree to going back is not who was asked; and the seat, or who wanted one, is served."""

    def is_served(request: Request) -> bool:
        what = request.what
        about_it = isinstance(what, GiveSeat | Substitute) and what.seat == number
        return isinstance(what, GoBack) or about_it or _is_for(request, user)

    requests.overtake(hosted, is_served)
