"""What must always be true of a single state of Hansa (section 21).

Not for what a decision may change: the tests walk whole games for that.
"""

from collections import Counter
from collections.abc import Iterable

from msgspec import UNSET

from engine.errors import BadState
from engine.hansa.board import BOARD, COLOURS, FACE_ORDER, NO_MARKER
from engine.hansa.state import LIMIT, STALL_ROUNDS, HansaState, decisions, is_triggered, opener_of, reserve, seats_of


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
    opener = opener_of(state)
    opened = state.opener is UNSET or (opener is not None) == is_triggered(state)
    _need(opened, "With the extra card the last pile has an opener once it is open (HA-14.9).")
    _need(opener is None or 0 <= opener < seats_of(state), "A seat has opened the last pile (HA-14.9).")
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
