"""What counts in Nim (NI-3).

Not for places: `engine.ranking` finds them.
"""

from engine.ranking import Standing, ranked
from engine.values import Result
from tests.example.actions import HEAPS
from tests.example.state import NimState, active
from tests.example.views import NimView, view

LAST = 3


def standing(seen: NimView, seat: int) -> Standing:
    """NI-3.2 to NI-3.4; before the end, only what everybody knows."""
    taken, over = seen.taken[seat], seen.phase == "over"
    bonus = taken[HEAPS.index(seen.revealed[seat])] if over else 0
    return Standing({"taken": sum(taken), "bonus": bonus, "last": LAST * (over and seen.active == seat)})


def scores(seen: NimView) -> tuple[int, ...]:
    return tuple(standing(seen, seat).total for seat in range(seen.seats))


def result(state: NimState) -> Result | None:
    if state.phase != "over":
        return None
    seen = view(state, active(state))
    return ranked([standing(seen, seat) for seat in range(seen.seats)])
