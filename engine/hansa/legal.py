"""What a seat may do in Hansa, one entry for each choice that makes a difference.

Not for explaining refusals: `checks.py` finds the clause for an action that is not listed here.
"""

from functools import lru_cache
from itertools import combinations, product

from engine.hansa.actions import (
    BUY,
    END,
    ESTABLISH,
    FEWEST,
    LOSE,
    OFF,
    PLACE,
    REFILL,
    SAIL,
    SKIP,
    Discard,
    Establish,
    HansaAction,
    Sail,
    Sell,
)  # fmt: skip
from engine.hansa.board import BOARD, COLOURS, Faces
from engine.hansa.state import LIMIT, HansaState, leader_of, reserve

EXITS = tuple(tuple(SAIL[port] for port in exits) for exits in BOARD.exits)


def legal(state: HansaState, seat: int) -> list[HansaAction]:
    actions: list[HansaAction] = []
    phase = state.phase
    if phase == "loss":
        colour = state.open_loss[seat]
        if colour:  # also for a seat that has answered: a new answer replaces the sealed one (HA-18.5)
            return [LOSE[face] for face in dict.fromkeys(state.face_up[seat]) if face[0] == colour]
    elif seat == state.active:
        if phase == "act":
            actions = _legal_act(state, seat)
        elif phase == "refill":
            actions = [REFILL, SKIP]
        elif phase == "place":
            actions = [PLACE[port] for port in BOARD.ports if may_place(state, seat, port)]
        elif phase == "tax":
            actions = [*discards(state.face_up[seat])]
    if phase != "over":
        actions.append(OFF if state.standing[seat] else FEWEST)
    return actions


def _legal_act(state: HansaState, seat: int) -> list[HansaAction]:
    here = BOARD.index[state.ship]
    actions: list[HansaAction] = [*sails(state, seat)]
    if not state.stay_used:
        if state.talers[seat] or leader_of(state.booths[here]) == seat:
            actions += [BUY[face] for face in dict.fromkeys(faces_in(state, here))]
        face_up = state.face_up[seat]
        if face_up:
            if reserve(state, seat):
                actions += establishments(face_up)
            if len(face_up) > 1 and state.booths[here][seat]:
                actions += sales(face_up)
    actions.append(END)
    return actions


def sails(state: HansaState, seat: int) -> tuple[Sail, ...]:
    """HA-7.6: along every route from here, for a taler."""
    return EXITS[BOARD.index[state.ship]] if state.talers[seat] else ()


def faces_in(state: HansaState, port: int) -> list[str]:
    """The markers in a port, slot `a` first."""
    slots = state.slots
    return [slots[slot] for slot in BOARD.slots_of[port] if slots[slot]]


def may_place(state: HansaState, seat: int, port: str) -> bool:
    """HA-3.3."""
    return port not in BOARD.closed_to_placement and not state.booths[BOARD.index[port]][seat]


@lru_cache(maxsize=4096)
def establishments(face_up: Faces) -> tuple[Establish, ...]:
    """HA-9.1: one for each distinct face."""
    return tuple(ESTABLISH[face] for face in dict.fromkeys(face_up))


@lru_cache(maxsize=4096)
def sales(face_up: Faces) -> tuple[Sell, ...]:
    """HA-10.1, HA-10.2: for each colour nothing or any two or more; at least one colour."""
    by_colour = [[face for face in face_up if face[0] == colour] for colour in COLOURS]
    choices = [[(), *_parts(faces, range(2, len(faces) + 1))] for faces in by_colour if len(faces) > 1]
    return tuple(Sell(tuple(face for part in parts for face in part)) for parts in product(*choices) if any(parts))


@lru_cache(maxsize=4096)
def discards(face_up: Faces) -> tuple[Discard, ...]:
    """HA-12.2: every different choice of as many as there are too many."""
    surplus = len(face_up) - LIMIT
    return tuple(Discard(faces) for faces in _parts(list(face_up), range(surplus, surplus + 1)))


def _parts(faces: list[str], sizes: range) -> list[Faces]:
    """The distinguishable parts of these sizes (HA-1.2: equal faces make no two options)."""
    return [part for size in sizes for part in dict.fromkeys(combinations(faces, size))]
