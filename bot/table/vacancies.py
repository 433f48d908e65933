"""Calls for substitutes that stand: opened, and closed when a seat is taken or nobody is looked for any more.

Not for who may ask for one or take the seat: `substitutes.py`.
"""

from typing import Literal

from bot.store.hosted_game import HostedGame
from bot.store.requests import Substitute, Vacancy

Closed = Literal["taken", "withdrawn", "repeated", "returned", "over"]
"""Somebody has the seat; nobody is to take it; the call is posted anew; its player decided something; the game is
over."""


def announce(hosted: HostedGame, what: Substitute, by: int, agreed: tuple[int, ...]) -> None:
    """Everybody who must has agreed."""
    vacancy = Vacancy(hosted.revision + 1, by, agreed, what.host)
    hosted.header.attendance.vacant[what.seat] = vacancy
    told = {"request": vacancy.number, "seat": what.seat, "holder": hosted.seats[what.seat].user}
    hosted.tell("channel", "vacancy", **told, by=by, agreed=agreed, **({"host": True} if what.host else {}))


def close(hosted: HostedGame, seat: int, outcome: Closed, who: int | None = None) -> None:
    """If there is such a call; its post is to say why."""
    vacancy = hosted.header.attendance.vacant.pop(seat, None)
    if vacancy is not None:
        told = {} if who is None else {"who": who}
        hosted.tell("channel", "filled", request=vacancy.number, seat=seat, outcome=outcome, **told)


def close_all(hosted: HostedGame) -> None:
    """Nobody has a seat to give any more."""
    for seat in sorted(hosted.header.attendance.vacant):
        close(hosted, seat, "over")


def returned(hosted: HostedGame, user: int) -> None:
    """Somebody for whom others look for a substitute has decided something: they are not needed any more."""
    seat = hosted.people().get(user)
    vacancy = None if seat is None else hosted.header.attendance.vacant.get(seat)
    if seat is not None and vacancy is not None and user not in (vacancy.by, *vacancy.agreed):
        close(hosted, seat, "returned", user)
