"""What is chosen before a game of Hansa Teutonica, and what can be combined (section 1).

Not for what an option does: the clauses that it changes know that.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.errors import BadOption
from engine.values import Options

SEATS = 5


class TeutonicaOptions(Options, frozen=True):
    """HT-1.1."""

    edition: Literal["2020", "2009"] = "2020"
    board: Literal["league", "east", "britannia"] = "league"
    missions: bool = False
    favours: bool = False
    provinces: Literal["edge_closed", "literal"] = "edge_closed"
    stall: Annotated[int, msgspec.Meta(ge=0)] = 20
    tiebreak: Literal["all", "actiones"] | UnsetType = UNSET
    """HT-21.1."""
    homeless: Literal["stock", "forbidden"] | UnsetType = UNSET
    """HT-8.11."""
    later: ClassVar[Mapping[str, str | int | bool]] = {"tiebreak": "all", "homeless": "stock"}


READINGS = (
    TeutonicaOptions(tiebreak="actiones"),
    TeutonicaOptions(homeless="forbidden"),
    TeutonicaOptions(board="east", tiebreak="actiones", homeless="forbidden"),
    TeutonicaOptions(board="britannia", homeless="forbidden"),
    TeutonicaOptions(missions=True, favours=True, tiebreak="actiones", homeless="forbidden"),
)
"""The readings of HT-8.11 and HT-21.1 that are not the usual ones, on every board."""


def with_edition(seats: int, raw: Mapping[str, object]) -> Mapping[str, object]:
    """With two seats and no edition given it is the one that has rules for two."""
    return {"edition": "2009", **raw} if seats == 2 else raw


def variants() -> Iterator[tuple[int, TeutonicaOptions]]:
    """Every number of seats with every set of options that is offered for it."""
    for seats, options in product(range(2, SEATS + 1), _combinations()):
        try:
            check_options(seats, options)
        except BadOption:
            continue
        yield seats, options


def _combinations() -> Iterator[TeutonicaOptions]:
    """HT-1.1; the other readings come with some of the combinations only, as they do the same in all."""
    flags = (False, True)
    plain = [
        TeutonicaOptions(edition, board, missions, favours, provinces)
        for edition in ("2020", "2009")
        for board in ("league", "east", "britannia")
        for missions in flags
        for favours in flags
        for provinces in ("edge_closed", "literal")
    ]
    return iter([*plain, *READINGS])


def check_options(seats: int, options: Options) -> None:
    """HT-1.1 to HT-1.4: raises BadOption for what is not offered."""
    assert isinstance(options, TeutonicaOptions)
    low = 3 if options.edition == "2020" else 2
    if not low <= seats <= SEATS:
        raise BadOption(
            "The edition of {edition} is for {low} to 5 players, not {seats} (HT-1.1).",
            edition=options.edition,
            low=low,
            seats=seats,
        )
    if options.board != "league" and seats == 2:
        raise BadOption("Two players play on the League board (HT-1.1).")
    if options.board == "britannia" and options.edition == "2009":
        raise BadOption("Britannia belongs to the edition of 2020 (HT-1.1).")
    if options.missions and options.board != "league":
        raise BadOption("Mission cards go with the League board (HT-1.1).")
    if options.favours and (options.board != "league" or options.edition == "2009"):
        raise BadOption("Imperial favours go with the League board of the edition of 2020 (HT-1.1).")
    if options.provinces != "edge_closed" and seats != 2:
        raise BadOption("Provinces belong to the game for two (HT-1.1).")
    if options.edition == "2009" and options.tiebreak == "actiones":
        raise BadOption("In the edition of 2009 nothing breaks a tie, so there is no tie-break to choose (HT-1.1).")
    if options.edition == "2009" and options.homeless == "forbidden":
        raise BadOption("What becomes of a piece that fits nowhere is an option of the edition of 2020 (HT-1.1).")
    if options.stall < 0:
        raise BadOption("The number of rounds for a stall is not negative (HT-1.1).")
