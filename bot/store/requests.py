"""What is asked of a table and needs the yes of others, and the calls for substitutes that came of it: how it is kept.

Not for who must agree or what a yes leads to: `bot.table`.
"""

from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType


class GoBack(msgspec.Struct, frozen=True, tag="back"):
    """To go back to version `to`; it stands as long as nothing is decided after version `made_on`."""

    to: int
    made_on: int


class GiveSeat(msgspec.Struct, frozen=True, tag="seat"):
    """That a person, or without one a computer, gets a seat; it stands until a moment."""

    seat: int
    user: int | None
    until: float
    holder: int | UnsetType | None = UNSET
    """Who has the seat when it is asked for, None for a computer; older programs did not write it down."""
    host: bool = False
    """Whether a moderator asks for it, in the place of the owner."""


class Substitute(msgspec.Struct, frozen=True, tag="substitute"):
    """That anybody may be called to take a seat; the request stands until a moment, the call then until it is taken."""

    seat: int
    until: float
    holder: int | None
    """Who has the seat when it is asked for, None for a computer."""
    host: bool = False


class MoreTime(msgspec.Struct, frozen=True, tag="time"):
    """That all who are waited for have their whole time anew; it stands until a moment, and while nothing is decided
    after version `made_on`."""

    made_on: int
    until: float


class NewOwner(msgspec.Struct, frozen=True, tag="owner"):
    """That somebody who plays may do from now on what whoever opened the game could; it stands until a moment."""

    user: int
    until: float


class CallOff(msgspec.Struct, frozen=True, tag="off"):
    """To end the game without a result; it stands until a moment."""

    until: float


What = GoBack | GiveSeat | Substitute | MoreTime | NewOwner | CallOff


class Request(msgspec.Struct, frozen=True):
    """Something that needs the yes of others: who asked for what, and who has agreed so far (the asker, to begin with).

    Its number is the revision of the game that it led to; 0 is a proposal of release 0.1.0, which knew one at a time.
    """

    number: int
    by: int
    what: What
    agreed: tuple[int, ...] = ()


class Vacancy(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call for a substitute: who asked for it and who agreed. Its number is the revision of the game it led to."""

    number: int
    by: int
    agreed: tuple[int, ...] = ()
    host: bool = False


def until_of(what: What) -> float | None:
    """When a request comes to its end by itself."""
    return None if isinstance(what, GoBack) else what.until


def people_of(request: Request) -> set[int]:
    """Whoever has made a request, has agreed to it, or is to get the seat or the game it is about."""
    what = request.what
    taker = {what.user} if isinstance(what, GiveSeat | NewOwner) and what.user is not None else set[int]()
    return {request.by, *request.agreed} | taker


def concerns(request: Request, user: int) -> bool:
    return user in people_of(request)


def without(vacancies: dict[int, Vacancy], user: int, nobody: int) -> dict[int, Vacancy]:
    """The same calls when somebody is forgotten who asked for them or agreed."""
    return {
        seat: Vacancy(one.number, nobody if one.by == user else one.by, _others(one.agreed, user), one.host)
        for seat, one in vacancies.items()
    }


def _others(people: Iterable[int], user: int) -> tuple[int, ...]:
    return tuple(one for one in people if one != user)
