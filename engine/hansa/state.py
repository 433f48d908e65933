"""What changes in a game of Hansa, who may see what of it, and what must always be true of it.

Not for how it changes: `rules.py` does that.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import msgspec

from engine.errors import BadState
from engine.hansa.board import BOARD, COLOURS, FACE_ORDER, NO_MARKER
from engine.values import Decision, State, View

Phase = Literal["place", "refill", "act", "loss", "tax", "over"]
Faces = tuple[str, ...]
NO_LEADER = -1
LIMIT = 3
"""HA-12.1, HA-12.2: talers, and face-up markers, that a seat keeps at the end of its turn."""
STALL_ROUNDS = 3
"""HA-13.4."""


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


class SeatView(msgspec.Struct, frozen=True):
    """What everybody knows of a seat."""

    talers: int
    reserve: int
    in_ports: int
    face_up: Faces
    sold: Faces


class PortView(msgspec.Struct, frozen=True):
    """A port as it lies on the table; empty slots show nothing."""

    id: str
    slots: tuple[str, ...]
    booths: tuple[int, ...]
    leader: int | None


class Private(msgspec.Struct, frozen=True):
    """What only the viewer knows (HA-15.4)."""

    standing: bool
    answer: str | None


class HansaView(View, frozen=True, kw_only=True):
    phase: Phase
    boxed: tuple[str, ...]
    piles: tuple[int, ...]
    ship: str
    stay_used: bool
    ports: tuple[PortView, ...]
    players: tuple[SeatView, ...]
    removed: Faces
    bank: int
    open_loss: tuple[str, ...]
    last_round: bool
    idle_rounds: int
    private: Private | None


@lru_cache(maxsize=4096)
def leader_of(booths: tuple[int, ...]) -> int:
    """HA-1.8: the one seat with strictly more booths than every other, or NO_LEADER."""
    most = max(booths)
    return booths.index(most) if most and booths.count(most) == 1 else NO_LEADER


def reserve(state: HansaState, seat: int) -> int:
    """HA-1.5: booths that are in no port."""
    return BOARD.raw.components.booths_per_player - sum(port[seat] for port in state.booths)


def bank(state: HansaState) -> int:
    """HA-16.1: what is left of 22 talers; it may be below zero."""
    return BOARD.raw.components.talers - sum(state.talers)


def seats_of(state: HansaState) -> int:
    return len(state.talers)


def is_triggered(state: HansaState) -> bool:
    """HA-13.1: a marker of the last pile has been drawn."""
    return len(state.supply) < BOARD.pile_sizes(seats_of(state))[-1]


def decisions(state: HansaState) -> tuple[Decision, ...]:
    """HA-18.1: who is prompted."""
    if state.phase == "over":
        return ()
    if state.phase == "loss":
        return tuple(
            Decision(seat, "loss") for seat, colour in enumerate(state.open_loss) if colour and not state.answers[seat]
        )
    return (Decision(state.active, state.phase),)


def view(state: HansaState, seat: int | None) -> HansaView:
    """HA-15: all but the order of the supply, sealed answers and standing orders is public."""
    in_ports = tuple(map(sum, zip(*state.booths, strict=True)))
    return HansaView(
        seat=seat,
        seats=seats_of(state),
        round=state.round,
        active=None if state.phase == "over" else state.active,
        decisions=decisions(state),
        phase=state.phase,
        boxed=state.boxed,
        piles=BOARD.piles_left(seats_of(state), len(state.supply)),
        ship=state.ship,
        stay_used=state.stay_used,
        ports=tuple(_port_view(state, index) for index in range(len(BOARD.ports))),
        players=tuple(
            SeatView(talers, BOARD.raw.components.booths_per_player - placed, placed, face_up, sold)
            for talers, placed, face_up, sold in zip(state.talers, in_ports, state.face_up, state.sold, strict=True)
        ),
        removed=state.removed,
        bank=bank(state),
        open_loss=state.open_loss,
        last_round=is_triggered(state),
        idle_rounds=state.idle_rounds,
        private=None if seat is None else Private(state.standing[seat], state.answers[seat] or None),
    )


def _port_view(state: HansaState, index: int) -> PortView:
    leader = leader_of(state.booths[index])
    return PortView(
        id=BOARD.ports[index],
        slots=tuple(state.slots[slot] for slot in BOARD.slots_of[index]),
        booths=state.booths[index],
        leader=None if leader == NO_LEADER else leader,
    )


# ---- invariants (section 21)


def audit(state: HansaState) -> None:
    """Raises BadState for the first invariant that does not hold."""
    _audit_shape(state)
    _audit_markers(state)
    _audit_booths_and_talers(state)
    _audit_phase(state)
    _audit_losses(state)


def _need(holds: bool, reason: str) -> None:
    if not holds:
        raise BadState(reason)


def _audit_shape(state: HansaState) -> None:
    seats = seats_of(state)
    _need(2 <= seats <= 4, "There are 2 to 4 seats (HA-2.1).")
    per_seat: Iterable[tuple[object, ...]] = (
        state.face_up, state.sold, state.open_loss, state.answers, state.standing, *state.booths,
    )  # fmt: skip
    _need(all(len(part) == seats for part in per_seat), "Every list over seats is as long as the talers.")
    _need(len(state.booths) == len(BOARD.ports), "There are booths for each of the nine ports.")
    _need(len(state.slots) == len(BOARD.slot_names), "There are 14 slots (HA-1.9).")
    _need(0 <= state.active < seats, "The active seat is one of the seats.")
    _need(state.ship in BOARD.index, "The ship is in a port (HA-1.7).")
    _need(state.idle_rounds >= 0, "Idle rounds are not negative.")


def _audit_markers(state: HansaState) -> None:
    """I-1, I-2, I-10, I-16."""
    _need(
        len(state.boxed) == BOARD.boxed_colours(seats_of(state)) and len(set(state.boxed)) == len(state.boxed),
        "The number of boxed colours follows from the number of seats (I-2).",
    )
    _need(set(state.boxed) <= set(COLOURS), "Boxed are colours (I-2).")
    zones = [state.supply, state.removed, *state.face_up, *state.sold]
    found = Counter(face for zone in zones for face in zone)
    found.update(face for face in state.slots if face != NO_MARKER)
    wanted = Counter(face for colour in COLOURS if colour not in state.boxed for face in BOARD.markers(colour))
    _need(found == wanted, "The markers in all zones are the 4, 5 and 4 of each colour in play (I-1).")
    for zone in (*state.face_up, *state.sold):
        _need(list(zone) == sorted(zone, key=FACE_ORDER.__getitem__), "Markers of a seat stand in colour order.")
    _need(len(state.supply) <= sum(BOARD.pile_sizes(seats_of(state))), "The supply is not larger than after setup.")


def _audit_booths_and_talers(state: HansaState) -> None:
    """I-3, I-4."""
    seats = range(seats_of(state))
    _need(all(count >= 0 for port in state.booths for count in port), "No port has fewer than 0 booths (I-3).")
    _need(all(reserve(state, seat) >= 0 for seat in seats), "A seat has 15 booths in all (I-3).")
    _need(all(talers >= 0 for talers in state.talers), "No seat has fewer than 0 talers (I-4).")


def _audit_phase(state: HansaState) -> None:
    """I-13 and what belongs to a single phase."""
    _need(state.round >= 1, "Rounds count from 1 (HA-1.11).")
    if state.phase == "place":
        _audit_placement(state)
    most = LIMIT + len(state.slots)  # what a turn may begin with, and no slot is filled during it
    _need(len(state.face_up[state.active]) <= most, "No turn leads to more than 17 face-up markers.")
    ended = is_triggered(state) or state.idle_rounds >= STALL_ROUNDS
    if state.phase == "over":
        _need(ended and state.active == seats_of(state) - 1, "A game ends only as HA-13 says.")
    else:
        _need(state.idle_rounds < STALL_ROUNDS, "The third idle round ends the game (HA-13.4).")
    for seat, face_up in enumerate(state.face_up):
        limited = seat != state.active or state.phase in ("refill", "over")
        _need(not limited or len(face_up) <= LIMIT, "A seat that is not active has at most 3 face-up markers (I-13).")
    if state.phase == "tax":
        _need(len(state.face_up[state.active]) > LIMIT, "The marker tax needs more than 3 face-up markers (HA-12.2).")
        _need(len(set(state.face_up[state.active])) > 1, "A tax without a choice is automatic (HA-17).")
        _need(state.talers[state.active] <= LIMIT, "Talers are taxed before markers (HA-12.1).")
    if state.phase == "refill":
        empty = state.slots.count(NO_MARKER)
        _need(bool(state.supply) and 0 < empty < len(state.slots), "A refill must be possible and not forced (HA-6.2).")
        _need(state.talers[state.active] >= 3, "After income a seat has at least 3 talers (I-14).")
    _need(not state.stay_used or state.phase in ("act", "loss", "tax", "over"), "A stay is used in phase 3 only.")


def _audit_placement(state: HansaState) -> None:
    """HA-3: everything that follows from round and seat during the placement rounds."""
    _need(state.round <= BOARD.raw.setup.initial_placements, "There are three placement rounds (HA-3.1).")
    for seat in range(seats_of(state)):
        done = state.round - 1 + (seat < state.active)
        placed = sorted(port[seat] for port in state.booths if port[seat])
        _need(placed == [2] * done, "During placement a seat has 2 booths in a port for each round (HA-3.4).")
    _need(not any(any(state.booths[BOARD.index[port]]) for port in BOARD.closed_to_placement), "Copenhagen is closed.")
    untouched = NO_MARKER not in state.slots and not state.removed and not any(state.face_up) and not any(state.sold)
    start_talers = all(talers == BOARD.raw.setup.start_talers for talers in state.talers)
    _need(untouched and start_talers and state.ship == BOARD.start, "Nothing but booths moves during placement (HA-3).")
    _need(state.idle_rounds == 0 and not state.moved, "No rounds are counted during placement.")


def _audit_losses(state: HansaState) -> None:
    """HA-11.3: open choices are real ones, answers fit them, and at least one is missing."""
    if state.phase != "loss":
        _need(not any(state.open_loss) and not any(state.answers), "Loss choices are open only in LOSS (HA-11.5).")
        return
    for seat, colour in enumerate(state.open_loss):
        faces = {face for face in state.face_up[seat] if face[0] == colour}
        if colour:
            _need(seat != state.active and len(faces) > 1, "A loss choice has two faces or more (HA-11.3).")
        answer = state.answers[seat]
        _need(not answer or answer in faces, "A sealed answer is one of the faces to choose from (HA-11.3).")
    _need(bool(decisions(state)), "In LOSS at least one choice is open (HA-11.4).")
    _need(state.stay_used, "The sale used the stay (HA-7.2).")
    _need(state.moved, "The sale counts as movement in the round (HA-13.4).")
