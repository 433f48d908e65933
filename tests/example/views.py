"""What each seat may see of a game of Nim: everything but the secret heaps of others (NI-1.3).

Not for pictures.
"""

from copy import copy

import msgspec

from engine.chance import Stream
from engine.values import View
from tests.example.actions import HEAPS
from tests.example.state import NimState, Phase, active, decisions, left


class Private(msgspec.Struct, frozen=True):
    bonus: str


class NimView(View, frozen=True, kw_only=True):
    phase: Phase
    heaps: tuple[int, ...]
    taken: tuple[tuple[int, ...], ...]
    revealed: tuple[str, ...]
    """The secret heaps, when the game is over."""
    private: Private | None


def view(state: NimState, seat: int | None) -> NimView:
    over, seats = state.phase == "over", len(state.taken)
    return NimView(
        seat=seat,
        seats=seats,
        round=1 + (state.turn - over) // seats,
        active=active(state),
        decisions=decisions(state),
        phase=state.phase,
        heaps=left(state),
        taken=state.taken,
        revealed=state.bonus if over else (),
        private=None if seat is None else Private(state.bonus[seat]),
    )


def resample(state: NimState, seat: int | None, stream: Stream) -> NimState:
    if state.phase == "over":
        return state
    new = copy(state)
    drawn = [stream.choice(HEAPS) for _ in state.bonus]
    new.bonus = tuple(own if other == seat else drawn[other] for other, own in enumerate(state.bonus))
    return new
