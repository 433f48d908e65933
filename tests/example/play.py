"""How a game of Nim begins, what a seat may do, and what that does.

Not for why something is refused: the contract's own `check` says that it is not in the list.
"""

from copy import copy

from engine.chance import Stream
from engine.values import Event, Setup
from tests.example.actions import HEAPS, MOST, Take
from tests.example.events import Emptied, Over
from tests.example.state import NimState, active, left


def start(setup: Setup) -> tuple[NimState, list[Event]]:
    """NI-1."""
    stream = Stream(setup.seed, "setup")
    nothing = ((0,) * len(HEAPS),) * setup.seats
    bonus = tuple(stream.choice(HEAPS) for _ in range(setup.seats))
    return NimState("take", 0, stream.below(setup.seats), nothing, bonus), []


def legal(state: NimState, seat: int) -> list[Take]:
    """NI-2.1."""
    if state.phase == "over" or seat != active(state):
        return []
    heaps = zip(HEAPS, left(state), strict=True)
    return [Take(heap, count) for heap, counters in heaps for count in range(1, min(MOST, counters) + 1)]


def play(state: NimState, seat: int, action: Take) -> tuple[NimState, list[Event]]:
    """NI-2.1, NI-3.1."""
    new, heap = copy(state), HEAPS.index(action.heap)
    own = [count + action.count * (place == heap) for place, count in enumerate(state.taken[seat])]
    new.taken = (*state.taken[:seat], tuple(own), *state.taken[seat + 1 :])
    new.turn += 1
    events: list[Event] = [] if left(new)[heap] else [Emptied(heap=action.heap)]
    if not any(left(new)):
        new.phase = "over"
        events.append(Over(seat=seat))
    return new, events
