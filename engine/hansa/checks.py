"""Why an action is not legal in Hansa: the clause and a sentence for the player.

Not for listing what is legal (`legal.py`) or for doing it (`play.py`); the generic tests hold the three together.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.errors import Illegal, NotYourDecision
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
)  # fmt: skip
from engine.hansa.board import BOARD
from engine.hansa.legal import EXITS, faces_in
from engine.hansa.state import LIMIT, HansaState, leader_of, reserve

Check = Callable[[HansaState, int, Any], None]

PHASE_OF = {Place: "place", Refill: "refill", Skip: "refill", Discard: "tax"}
"""In which phase a decision of the active seat belongs; all others belong to ACT."""


def check(state: HansaState, seat: int, action: HansaAction) -> None:
    """Raises Illegal with the clause that forbids the action here."""
    if state.phase == "over":
        raise NotYourDecision("HA-18.1", "The game is over.")
    if not isinstance(action, Lose | Standing):
        _check_turn(state, seat)
        _check_phase(state, action)
    _CHECKS[type(action)](state, seat, action)


def _check_turn(state: HansaState, seat: int) -> None:
    if state.phase == "loss":
        raise NotYourDecision("HA-11.5", "The turn waits until every seat has chosen the marker it loses.")
    if seat != state.active:
        raise NotYourDecision("HA-4.2", "It is the turn of P{active}.", active=state.active + 1)


def _check_phase(state: HansaState, action: HansaAction) -> None:
    if PHASE_OF.get(type(action), "act") == state.phase:
        return
    if state.phase == "place":
        raise Illegal("HA-3.2", "In the placement rounds you place two booths in a port.")
    if state.phase == "refill":
        raise Illegal("HA-18.2", "First say whether you refill the warehouses or skip.")
    if state.phase == "tax":
        raise Illegal("HA-12.2", "Your turn is ending: choose the markers you discard.")
    if isinstance(action, Place):
        raise Illegal("HA-3.1", "The placement rounds are over.")
    if isinstance(action, Discard):
        raise Illegal("HA-12.2", "Markers are discarded only at the end of your turn, when there are more than 3.")
    raise Illegal("HA-6.1", "The refill comes before the first decision of your turn, when slots are empty.")


def _check_place(state: HansaState, seat: int, action: Place) -> None:
    if action.port in BOARD.closed_to_placement:
        raise Illegal("HA-3.3", "No booths are placed in {port}.", port=action.port)
    if state.booths[BOARD.index[action.port]][seat]:
        raise Illegal("HA-3.3", "You have placed in {port} already.", port=action.port)


def _check_nothing(state: HansaState, seat: int, action: HansaAction) -> None:
    """The phase alone makes it legal."""


def _check_sail(state: HansaState, seat: int, action: Sail) -> None:
    if action not in EXITS[BOARD.index[state.ship]]:
        raise Illegal("HA-7.6", "No route leads from {ship} to {port}.", ship=state.ship, port=action.port)
    if not state.talers[seat]:
        raise Illegal("HA-7.6", "Sailing costs 1 taler and you have none.")


def _check_stay(state: HansaState) -> None:
    if state.stay_used:
        raise Illegal("HA-7.2", "You have had your one action in {port}; sail first.", port=state.ship)


def _check_buy(state: HansaState, seat: int, action: Buy) -> None:
    _check_stay(state)
    here = BOARD.index[state.ship]
    if action.face not in faces_in(state, here):
        raise Illegal("HA-8.1", "There is no {face} in {port}.", face=action.face, port=state.ship)
    if not state.talers[seat] and leader_of(state.booths[here]) != seat:
        raise Illegal("HA-8.2", "The marker costs 1 taler and you have none.")


def _check_establish(state: HansaState, seat: int, action: Establish) -> None:
    _check_stay(state)
    if action.face not in state.face_up[seat]:
        raise Illegal("HA-9.1", "You have no face-up {face}.", face=action.face)
    if not reserve(state, seat):
        raise Illegal("HA-9.4", "You have no booth left in your reserve.")


def _check_sell(state: HansaState, seat: int, action: Sell) -> None:
    _check_stay(state)
    if not state.booths[BOARD.index[state.ship]][seat]:
        raise Illegal("HA-10.1", "You sell only where you have a booth; you have none in {port}.", port=state.ship)
    _check_owned(state, seat, action.faces, "HA-10.1")
    colours = Counter(face[0] for face in action.faces)
    if not colours or min(colours.values()) < 2:
        raise Illegal("HA-10.1", "Sell at least two markers of every colour you sell.")


def _check_owned(state: HansaState, seat: int, faces: tuple[str, ...], clause: str) -> None:
    missing = Counter(faces) - Counter(state.face_up[seat])
    if missing:
        raise Illegal(clause, "You do not have these face-up markers: {faces}.", faces=" ".join(missing.elements()))


def _check_lose(state: HansaState, seat: int, action: Lose) -> None:
    colour = state.open_loss[seat]
    if not colour:
        raise NotYourDecision("HA-11.3", "You have no marker to choose for a loss.")
    if action.face[0] != colour or action.face not in state.face_up[seat]:
        raise Illegal("HA-11.3", "Choose one of your face-up markers of the colour sold ({colour}).", colour=colour)


def _check_discard(state: HansaState, seat: int, action: Discard) -> None:
    surplus = len(state.face_up[seat]) - LIMIT
    if len(action.faces) != surplus:
        raise Illegal("HA-12.2", "Discard exactly {count}, so that 3 are left.", count=surplus)
    _check_owned(state, seat, action.faces, "HA-12.2")


def _check_standing(state: HansaState, seat: int, action: Standing) -> None:
    if state.open_loss[seat]:
        raise Illegal("HA-18.4", "Answer the open choice first; then change your standing order.")
    if state.standing[seat] == (action.order == "fewest"):
        raise Illegal("HA-18.4", "Your standing order is like that already.")


_CHECKS: dict[type[HansaAction], Check] = {
    Place: _check_place, Refill: _check_nothing, Skip: _check_nothing, Sail: _check_sail, Buy: _check_buy,
    Establish: _check_establish, Sell: _check_sell, Lose: _check_lose, End: _check_nothing,
    Discard: _check_discard, Standing: _check_standing,
}  # fmt: skip
