"""What changes in Haithabu, and who owes which decision.

Not for rules: structs, and the few facts that can be read off them without knowing one.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from engine.haithabu.board import LETTERS, QUIET_LIMIT, QUIET_ROUNDS, SEATINGS, VILLAGES, Seating
from engine.values import Decision, State

Phase = Literal["trap", "run", "reset", "over"]


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
    trap: Literal["stays"] | UnsetType = UNSET
    passages: Literal["open"] | UnsetType = UNSET
    passing: Literal["free"] | UnsetType = UNSET
    """The options of these names where they are not at their defaults (HB-12.6, HB-8.3, HB-9.1)."""

    @property
    def shown(self) -> str:
        """The traps that have sprung and stay, and that no run may cross (HB-12.9)."""
        return self.sprung if self.trap == "stays" else ""

    @property
    def most_quiet(self) -> int:
        """The quiet count that ends the game (HB-11.2, HB-11.6)."""
        return QUIET_ROUNDS * len(self.runners) if self.passages == "open" else QUIET_LIMIT


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
