"""What changes in a game of Hansa, and who owes which decision.

Not for how it changes (`play.py`), nor for who may see it (`views.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from engine.hansa.board import BOARD, Faces
from engine.values import Decision, Options, State

Phase = Literal["place", "refill", "act", "loss", "tax", "over"]
NO_LEADER = -1
LIMIT = 3
"""HA-12.1, HA-12.2: talers, and face-up markers, that a seat keeps at the end of its turn."""
STALL_ROUNDS = 3
"""HA-13.4."""


class HansaOptions(Options, frozen=True):
    """HA-2.7."""

    extra: bool | UnsetType = UNSET
    later: ClassVar[Mapping[str, str | int | bool]] = {"extra": False}


def variants(seats: tuple[int, int]) -> Iterator[tuple[int, HansaOptions]]:
    """Every number of seats without the extra card, then with it."""
    for extra in (False, True):
        for count in range(seats[0], seats[1] + 1):
            yield count, HansaOptions(extra)


class HansaState(State):
    """A position. Tuples over ports and slots are in slot order, tuples over seats start with P1."""

    phase: Phase
    round: int
    """Placement rounds are 1 to 3; then rounds of turns count from 1 again."""
    active: int
    boxed: tuple[str, ...]
    supply: Faces
    """The hidden sequence, next marker first; the piles follow from its length (HA-2.4, HA-6.6)."""
    slots: tuple[str, ...]
    ship: str
    stay_used: bool
    talers: tuple[int, ...]
    booths: tuple[tuple[int, ...], ...]
    """For each port the booths of each seat; reserves are what is missing to 15."""
    face_up: tuple[Faces, ...]
    sold: tuple[Faces, ...]
    removed: Faces
    open_loss: tuple[str, ...]
    """For each seat the colour of which it must choose a marker to lose, or nothing."""
    answers: tuple[str, ...]
    """For each seat its sealed answer, or nothing (HA-11.4)."""
    standing: tuple[bool, ...]
    """For each seat whether its standing order `fewest` is on (HA-18.4)."""
    idle_rounds: int
    """Complete rounds in a row without refill, buy, establish or sell (HA-13.4)."""
    moved: bool
    """Whether this round has had one of those."""
    opener: int | UnsetType = UNSET
    """HA-14.9: who drew the first marker of the last pile, NO_LEADER before that; only with the extra card."""


@lru_cache(maxsize=4096)
def leader_of(booths: tuple[int, ...]) -> int:
    """HA-1.8: the one seat with strictly more booths than every other, or NO_LEADER."""
    most = max(booths)
    return booths.index(most) if most and booths.count(most) == 1 else NO_LEADER


def in_ports(state: HansaState, seat: int) -> int:
    """HA-14.5: booths that are in ports, whichever."""
    return sum(port[seat] for port in state.booths)


def reserve(state: HansaState, seat: int) -> int:
    """HA-1.5: booths that are in no port."""
    return BOARD.raw.components.booths_per_player - in_ports(state, seat)


def bank(state: HansaState) -> int:
    """HA-16.1: what is left of 22 talers; it may be below zero."""
    return BOARD.raw.components.talers - sum(state.talers)


def seats_of(state: HansaState) -> int:
    return len(state.talers)


def is_triggered(state: HansaState) -> bool:
    """HA-13.1: a marker of the last pile has been drawn."""
    return len(state.supply) < BOARD.pile_sizes(seats_of(state))[-1]


def opener_of(state: HansaState) -> int | None:
    """HA-14.9: who opened the last pile, where the extra card asks for it; None for nobody."""
    return None if state.opener is UNSET or state.opener == NO_LEADER else state.opener


def decisions(state: HansaState) -> tuple[Decision, ...]:
    """HA-18.1: who is prompted."""
    if state.phase == "over":
        return ()
    if state.phase == "loss":
        return tuple(
            Decision(seat, "loss") for seat, colour in enumerate(state.open_loss) if colour and not state.answers[seat]
        )
    return (Decision(state.active, state.phase),)


def loss_choices(state: HansaState, seller: int, faces: Sequence[str]) -> tuple[str, ...]:
    """HA-11.3: for each seat the colour of the sale in which it holds different faces, or nothing."""
    colours = dict.fromkeys(face[0] for face in faces)
    choices = [""] * seats_of(state)
    for seat, face_up in enumerate(state.face_up):
        for colour in colours if seat != seller else ():
            if len({face for face in face_up if face[0] == colour}) > 1:
                choices[seat] = colour
    return tuple(choices)
