"""How a game of Hansa goes: setup, and what each decision does.

Not for what is legal (`legal.py`) or why something is not (`checks.py`): here an action is carried out as it is.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

from engine.chance import shuffled
from engine.hansa import events
from engine.hansa.actions import (
    Buy,
    Discard,
    End,
    Establish,
    HansaAction,
    Lose,
    Place,
    Refill,
    Sail,
    Sell,
    Skip,
    Standing,
    fewest_first,
    in_order,
)  # fmt: skip
from engine.hansa.board import BOARD, COLOURS, NO_MARKER
from engine.hansa.scoring import result
from engine.hansa.state import (
    LIMIT,
    NO_LEADER,
    STALL_ROUNDS,
    HansaState,
    is_triggered,
    leader_of,
    loss_choices,
    reserve,
    seats_of,
)  # fmt: skip
from engine.tuples import put, without
from engine.values import Event, Setup

INCOME = 3
Play = Callable[[HansaState, int, Any, list[Event]], None]


# ---- setup (section 2)


def start(setup: Setup) -> tuple[HansaState, list[Event]]:
    boxed_count = BOARD.boxed_colours(setup.seats)
    boxed = in_colour_order(shuffled(setup.seed, "boxed colours", COLOURS)[:boxed_count])
    markers = [face for colour in COLOURS if colour not in boxed for face in BOARD.markers(colour)]
    state, log = deal(setup.seats, boxed, shuffled(setup.seed, "markers", markers))
    if getattr(setup.options, "extra", False):
        state.opener = NO_LEADER
    return state, log


def in_colour_order(colours: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(colours, key=COLOURS.index))


def deal(seats: int, boxed: tuple[str, ...], sequence: tuple[str, ...]) -> tuple[HansaState, list[Event]]:
    """HA-2.3 to HA-2.6: slots in slot order, the rest in piles, ship, booths and talers."""
    count = len(BOARD.slot_names)
    nothing = ("",) * seats
    state = HansaState(
        phase="place",
        round=1,
        active=0,
        boxed=boxed,
        supply=sequence[count:],
        slots=sequence[:count],
        ship=BOARD.start,
        stay_used=False,
        talers=(BOARD.raw.setup.start_talers,) * seats,
        booths=((0,) * seats,) * len(BOARD.ports),
        face_up=((),) * seats,
        sold=((),) * seats,
        removed=(),
        open_loss=nothing,
        answers=nothing,
        standing=(False,) * seats,
        idle_rounds=0,
        moved=False,
    )
    dealt = [events.Deal(slot, face) for slot, face in zip(BOARD.slot_names, state.slots, strict=True)]
    return state, [events.SetUp(seats, boxed), *dealt]


# ---- what a decision does


def play(state: HansaState, seat: int, action: HansaAction) -> tuple[HansaState, list[Event]]:
    new = copy(state)
    log: list[Event] = []
    _PLAYS[type(action)](new, seat, action, log)
    return new, log


def _place(state: HansaState, seat: int, action: Place, log: list[Event]) -> None:
    """HA-3.2, HA-3.4."""
    _move_booths(state, seat, action.port, BOARD.raw.setup.booths_per_initial_placement, log)
    state.active = (seat + 1) % seats_of(state)
    if state.active == 0:
        state.round += 1
        if state.round > BOARD.raw.setup.initial_placements:
            state.round = 1
            _begin_turn(state, log)


def _begin_turn(state: HansaState, log: list[Event]) -> None:
    """HA-5.1, and phase 2 as far as it needs no decision (HA-6.2 to HA-6.4)."""
    seat = state.active
    state.talers = put(state.talers, seat, state.talers[seat] + INCOME)
    log.append(events.Income(seat, INCOME))
    state.stay_used = False
    empty = state.slots.count(NO_MARKER)
    if not empty or not state.supply:
        state.phase = "act"
    elif empty < len(state.slots):
        state.phase = "refill"
    else:
        log.append(events.ForcedRefill(seat))
        _fill(state, seat, log)


def _refill(state: HansaState, seat: int, _: Refill, log: list[Event]) -> None:
    _fill(state, seat, log)


def _fill(state: HansaState, seat: int, log: list[Event]) -> None:
    """HA-6.5 to HA-6.8, HA-13.1."""
    _pay(state, seat, NO_LEADER, log)
    was_triggered = is_triggered(state)
    slots = list(state.slots)
    empty = [slot for slot, face in enumerate(slots) if face == NO_MARKER]
    for slot, face in zip(empty, state.supply, strict=False):
        slots[slot] = face
        log.append(events.Draw(BOARD.slot_names[slot], face))
    state.slots = tuple(slots)
    state.supply = state.supply[len(empty) :]
    state.moved = True
    state.phase = "act"
    if is_triggered(state) and not was_triggered:
        log.append(events.LastRound(seat))
        if state.opener == NO_LEADER:
            state.opener = seat


def _skip(state: HansaState, seat: int, _: Skip, log: list[Event]) -> None:
    state.phase = "act"


def _sail(state: HansaState, seat: int, action: Sail, log: list[Event]) -> None:
    """HA-7.2, HA-7.6."""
    _pay(state, seat, NO_LEADER, log)
    state.ship = action.port
    state.stay_used = False


def _buy(state: HansaState, seat: int, action: Buy, log: list[Event]) -> None:
    """HA-8.1 to HA-8.6."""
    here = BOARD.index[state.ship]
    leader = leader_of(state.booths[here])
    if leader != seat:
        _pay(state, seat, leader, log)
    slot = next(slot for slot in BOARD.slots_of[here] if state.slots[slot] == action.face)
    state.slots = put(state.slots, slot, NO_MARKER)
    state.face_up = put(state.face_up, seat, in_order((*state.face_up[seat], action.face)))
    _use_stay(state)


def _establish(state: HansaState, seat: int, action: Establish, log: list[Event]) -> None:
    """HA-9.2."""
    _take(state, seat, action.face)
    _move_booths(state, seat, state.ship, min(int(action.face[1]), reserve(state, seat)), log)
    _use_stay(state)


def _sell(state: HansaState, seat: int, action: Sell, log: list[Event]) -> None:
    """HA-10.3, HA-11."""
    state.face_up = put(state.face_up, seat, without(state.face_up[seat], *action.faces))
    state.sold = put(state.sold, seat, in_order((*state.sold[seat], *action.faces)))
    _move_booths(state, seat, state.ship, -1, log)
    _use_stay(state)
    choices = loss_choices(state, seat, action.faces)
    for loser in _clockwise(state, seat):
        for colour in dict.fromkeys(face[0] for face in action.faces):
            held = [face for face in state.face_up[loser] if face[0] == colour]
            if held and choices[loser] != colour:
                _lose_marker(state, loser, held[0], log)
    if any(choices):
        state.phase = "loss"
        state.open_loss = choices
        state.answers = tuple(_standing_answer(state, loser) for loser in range(seats_of(state)))
        _close_losses(state, log)


def _standing_answer(state: HansaState, seat: int) -> str:
    """HA-18.4."""
    if not state.standing[seat] or not state.open_loss[seat]:
        return ""
    return min((face for face in state.face_up[seat] if face[0] == state.open_loss[seat]), key=fewest_first)


def _lose(state: HansaState, seat: int, action: Lose, log: list[Event]) -> None:
    state.answers = put(state.answers, seat, action.face)
    _close_losses(state, log)


def _close_losses(state: HansaState, log: list[Event]) -> None:
    """HA-11.4: when the last answer is in, all take effect together."""
    if any(colour and not answer for colour, answer in zip(state.open_loss, state.answers, strict=True)):
        return
    for seat in _clockwise(state, state.active):
        if state.answers[seat]:
            _lose_marker(state, seat, state.answers[seat], log)
    state.open_loss = state.answers = ("",) * seats_of(state)
    state.phase = "act"


def _end(state: HansaState, seat: int, _: End, log: list[Event]) -> None:
    """HA-12.1, HA-12.2."""
    surplus = state.talers[seat] - LIMIT
    if surplus > 0:
        state.talers = put(state.talers, seat, LIMIT)
        log.append(events.Tax(seat, surplus))
    face_up = state.face_up[seat]
    if len(face_up) <= LIMIT:
        _end_turn(state, log)
    elif len(set(face_up)) == 1:
        gone = face_up[LIMIT:]
        log.append(events.Discarded(seat, gone))
        _take(state, seat, *gone)
        _end_turn(state, log)
    else:
        state.phase = "tax"


def _discard(state: HansaState, seat: int, action: Discard, log: list[Event]) -> None:
    _take(state, seat, *action.faces)
    _end_turn(state, log)


def _end_turn(state: HansaState, log: list[Event]) -> None:
    """HA-12.5, HA-13.2, HA-13.4."""
    if state.active < seats_of(state) - 1:
        state.active += 1
        _begin_turn(state, log)
        return
    state.idle_rounds = 0 if state.moved else state.idle_rounds + 1
    if is_triggered(state) or state.idle_rounds == STALL_ROUNDS:
        _finish(state, log)
        return
    state.moved = False
    state.round += 1
    state.active = 0
    _begin_turn(state, log)


def _finish(state: HansaState, log: list[Event]) -> None:
    state.phase = "over"
    state.stay_used = False
    ranking = result(state)
    assert ranking is not None
    log.append(events.Over())
    for rank in sorted(ranking.ranking, key=lambda rank: rank.seat):
        log.append(events.Score(rank.seat, rank.total, *rank.tie_break))
    log.extend(events.Winner(seat) for seat in sorted(ranking.winners))


def _standing(state: HansaState, seat: int, action: Standing, log: list[Event]) -> None:
    state.standing = put(state.standing, seat, action.order == "fewest")


# ---- parts


def _pay(state: HansaState, seat: int, to: int, log: list[Event]) -> None:
    """One taler, to a seat or (NO_LEADER) to the bank."""
    state.talers = put(state.talers, seat, state.talers[seat] - 1)
    if to != NO_LEADER:
        state.talers = put(state.talers, to, state.talers[to] + 1)
    log.append(events.Pay(seat, None if to == NO_LEADER else to, 1))


def _move_booths(state: HansaState, seat: int, port: str, change: int, log: list[Event]) -> None:
    index = BOARD.index[port]
    booths = state.booths[index]
    state.booths = put(state.booths, index, put(booths, seat, booths[seat] + change))
    log.append(events.Booths(seat, port, change))


def _take(state: HansaState, seat: int, *faces: str) -> None:
    """Face-up markers go to removed."""
    state.face_up = put(state.face_up, seat, without(state.face_up[seat], *faces))
    state.removed = (*state.removed, *faces)


def _lose_marker(state: HansaState, seat: int, face: str, log: list[Event]) -> None:
    _take(state, seat, face)
    log.append(events.Lost(seat, face))


def _use_stay(state: HansaState) -> None:
    state.stay_used = True
    state.moved = True


def _clockwise(state: HansaState, seat: int) -> list[int]:
    """The other seats, from this one's left on."""
    seats = seats_of(state)
    return [(seat + step) % seats for step in range(1, seats)]


_PLAYS: dict[type[HansaAction], Play] = {
    Place: _place, Refill: _refill, Skip: _skip, Sail: _sail, Buy: _buy, Establish: _establish, Sell: _sell,
    Lose: _lose, End: _end, Discard: _discard, Standing: _standing,
}  # fmt: skip
