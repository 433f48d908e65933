"""What changes in Haithabu, what each viewer may see of it, and what can be told about a change.

Not for rules: structs, and the few facts that can be read off them without knowing one.
"""

from typing import Literal

import msgspec

from engine.haithabu.board import LETTERS, SEATINGS, VILLAGES, Seating
from engine.title import Event, Options, State, View

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


# ---- events


class Began(Event, frozen=True, kw_only=True, tag="began"):
    seats: int
    first: str
    traps: bool

    def line(self) -> str:
        return f"setup n={self.seats} first={self.first} traps={'on' if self.traps else 'off'}"


class TrapperDrawn(Event, frozen=True, kw_only=True, tag="trapper"):
    home: str

    def line(self) -> str:
        return f"trapper {self.home}"


class Noted(Event, frozen=True, kw_only=True, tag="noted"):
    """A seat has written a note. Only the twin for its author has the letter, or `none`."""

    home: str
    bridge: str = "?"


class Ran(Event, frozen=True, kw_only=True, tag="ran"):
    runner: str
    origin: str
    destination: str
    over: str
    put: str


class LoadChanged(Event, frozen=True, kw_only=True, tag="load"):
    home: str
    load: int

    def line(self) -> str:
        return f"load {self.home} {self.load}"


class Finished(Event, frozen=True, kw_only=True, tag="finished"):
    runner: str

    def line(self) -> str:
        return f"home {self.runner}"


class Sprung(Event, frozen=True, kw_only=True, tag="sprung"):
    bridge: str
    runner: str

    def line(self) -> str:
        return f"sprung {self.bridge} {self.runner}"


class Returned(Event, frozen=True, kw_only=True, tag="returned"):
    runner: str
    space: str


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    home: str

    def line(self) -> str:
        return f"pass {self.home}"


class Quiet(Event, frozen=True, kw_only=True, tag="quiet"):
    count: int

    def line(self) -> str:
        return f"quiet {self.count}"


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    how: Literal["win", "stall", "blocked"]
    winner: str = ""

    def line(self) -> str:
        return f"over {self.how} {self.winner}".rstrip()


class Ranked(Event, frozen=True, kw_only=True, tag="ranked"):
    place: int
    home: str
    finished: int
    distance_left: int

    def line(self) -> str:
        return f"rank {self.place} {self.home} {self.finished} {self.distance_left}"


class TrapWas(Event, frozen=True, kw_only=True, tag="trap_was"):
    bridge: str

    def line(self) -> str:
        return f"trap was {self.bridge}"
