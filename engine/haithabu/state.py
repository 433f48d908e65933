"""What changes in Haithabu, and what each viewer may see of it.

Not for rules: structs, and the few facts that can be read off them without knowing one.
"""

from typing import Literal

import msgspec

from engine.haithabu.board import LETTERS, SEATINGS, VILLAGES, Seating
from engine.values import Options, State, View

Phase = Literal["trap", "run", "reset", "over"]


class HaithabuOptions(Options, frozen=True):
    traps: bool = False


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


def seating(state: HaithabuState) -> Seating:
    return SEATINGS[len(state.runners)]


def home_name(seats: int, seat: int) -> str:
    return VILLAGES[SEATINGS[seats].homes[seat]]


class Trail(msgspec.Struct, frozen=True):
    """The latest run as all may see it, with its canonical path (HB-13.8)."""

    runner: str
    origin: str
    destination: str
    over: str
    put: str
    sprung: bool
    path: tuple[str, ...]


class Private(msgspec.Struct, frozen=True):
    """What the viewer alone knows: the letter (or `none`) it wrote, empty if the note that counts is not its own."""

    note: str


class HaithabuView(View, frozen=True, kw_only=True):
    """All that a viewer may know. `tier` (HB-8.2) is that of the active seat, 0 when no run is due.

    `trap` is shown to all when the game is over; `author` says who wrote the note that counts, or who owes it.
    """

    traps: bool
    phase: Phase
    first: int
    homes: tuple[str, ...]
    goals: tuple[str, ...]
    runners: tuple[tuple[str, ...], ...]
    open: str
    loads: tuple[int, ...]
    distances: tuple[tuple[int, ...], ...]
    finished: tuple[int, ...]
    distance_left: tuple[int, ...]
    quiet: int
    passes: int
    tier: int
    vacating: bool
    clearing: bool
    latest: Trail | None
    author: int | None
    sprung: str
    lifted: str
    trap: str | None
    private: Private | None
