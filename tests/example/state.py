"""What changes in a game of Nim, who owes a decision, and what must always be true.

Not for how it changes: `play.py`.
"""

from typing import Literal

from engine.errors import BadState
from engine.values import Decision, State
from tests.example.actions import HEAPS

Phase = Literal["take", "over"]
COUNTERS = (9, 11, 13)
"""NI-1.2."""


class NimState(State):
    phase: Phase
    turn: int
    """Decisions so far."""
    first: int
    taken: tuple[tuple[int, ...], ...]
    """For each seat the counters it took from each heap."""
    bonus: tuple[str, ...]
    """For each seat its secret heap (NI-1.3)."""


def left(state: NimState) -> tuple[int, ...]:
    """The counters in each heap."""
    gone = (sum(column) for column in zip(*state.taken, strict=True))
    return tuple(full - taken for full, taken in zip(COUNTERS, gone, strict=True))


def active(state: NimState) -> int:
    """Whose turn it is; when the game is over, who took the last counter."""
    return (state.first + state.turn - (state.phase == "over")) % len(state.taken)


def decisions(state: NimState) -> tuple[Decision, ...]:
    return () if state.phase == "over" else (Decision(active(state), "take"),)


def audit(state: NimState) -> None:
    """I-1: counters are in a heap or with a seat, and the game is over when all heaps are empty."""
    shapes = {len(row) for row in state.taken}
    if not 2 <= len(state.taken) == len(state.bonus) <= 3 or shapes != {len(HEAPS)} or not set(state.bonus) <= {*HEAPS}:
        raise BadState("There are 2 or 3 seats, and three heaps.")
    if min(map(min, (*state.taken, left(state)))) < 0 or state.turn < 0 or not 0 <= state.first < len(state.taken):
        raise BadState("No number is negative, and the first seat is a seat.")
    if (state.phase == "over") != (not any(left(state))):
        raise BadState("The game is over when all heaps are empty, and only then.")
