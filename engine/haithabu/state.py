"""What changes in Haithabu, and who owes which decision.

Not for rules: structs, and the few facts that can be read off them without knowing one.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from engine.haithabu.board import LETTERS, SEATINGS, VILLAGES, Seating
from engine.values import Decision, Options, State

Phase = Literal["trap", "run", "reset", "over"]


class HaithabuOptions(Options, frozen=True):
    traps: bool = False


def variants() -> Iterator[tuple[int, Options]]:
    """Every number of seats, without traps and with them (HB-2.1, HB-12.1)."""
    for seats in SEATINGS:
        for traps in (False, True):
            yield seats, HaithabuOptions(traps=traps)


class Latest(msgspec.Struct, frozen=True):
    """The latest run, for those who look at the board; no rule depends on it."""

    runner: str
    origin: str
    destination: str
    over: str
    put: str
    sprung: bool = False


class HaithabuState(State):
    """A position (HB-1.9). Spaces by short id; bridges by letter, `open` in alphabetical order.

    `author` is the seat that owes the first note, or wrote the one that counts; `note` is a letter, `none`, or empty.
    While a victim decides its `reset`, `lifted` names the runner; it is listed where it came from.
    """

    traps: bool
    phase: Phase
    first: int
    active: int
    round: int
    runners: tuple[tuple[str, ...], ...]
    open: str = LETTERS
    loads: tuple[int, ...] = ()
    quiet: int = 0
    passes: int = 0
    latest: Latest | None = None
    author: int | None = None
    note: str = ""
    sprung: str = ""
    """The letters of all traps sprung so far, in their order."""
    lifted: str = ""
    seed: str = ""
    """Kept with traps only: a trap named for an absent seat is drawn (HB-16.5)."""


def decisions(state: HaithabuState) -> tuple[Decision, ...]:
    """The seat that owes a decision, and its kind (section 16); nobody when the game is over."""
    if state.phase == "over":
        return ()
    if state.phase == "trap":
        assert state.author is not None
        return (Decision(state.author, "trap"),)
    return (Decision(state.active, state.phase),)


def seating(state: HaithabuState) -> Seating:
    return SEATINGS[len(state.runners)]


def home_name(seats: int, seat: int) -> str:
    return VILLAGES[SEATINGS[seats].homes[seat]]
