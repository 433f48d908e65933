"""Why a decision is not allowed: every refusal with its clause and a sentence for the player.

Not for lists of what is allowed: `legal` makes those, and the two must agree.
"""

from collections.abc import Callable
from typing import Any

from engine.errors import Illegal, NotYourDecision
from engine.teutonica import actions as act
from engine.teutonica.actions import TeutonicaAction, is_whole
from engine.teutonica.board import Board
from engine.teutonica.checks.gains import (
    check_buy,
    check_create,
    check_deploy,
    check_develop,
    check_found,
    check_lay,
    check_pawn,
    check_use,
)
from engine.teutonica.checks.pieces import (
    check_add,
    check_displace,
    check_done,
    check_lift,
    check_place,
    check_put,
    check_recruit,
    check_relocate,
    check_take,
)
from engine.teutonica.state import TeutonicaState, board_of, prompted

VERBS_OF = {
    "pawn0": (act.Pawn,),
    "act": (
        act.Recruit,
        act.Place,
        act.Displace,
        act.Lift,
        act.Create,
        act.Use,
        act.Buy,
        act.Pawn,
        act.End,
    ),
    "move": (act.Lift, act.Put, act.Done),
    "respond": (act.Relocate, act.Add, act.Done),
    "along": (act.Take,),
    "perm": (act.Lift, act.Develop, act.Found, act.Deploy, act.Skip),
    "lay": (act.Lay,),
}
"""HT-25.1."""


def check(state: TeutonicaState, seat: int, action: TeutonicaAction) -> None:
    """Raises Illegal or NotYourDecision unless the seat may decide this now."""
    if state.phase == "over":
        raise NotYourDecision("HT-19.5", "The game is over.")
    if isinstance(action, act.Standing):
        _standing(state, seat, action)
        return
    if prompted(state) != seat:
        raise NotYourDecision("HT-25.2", "Another seat has to decide now.")
    if not isinstance(action, VERBS_OF[state.phase]):
        raise NotYourDecision("HT-25.1", "This cannot be decided now; the game waits for something else of you.")
    if not is_whole(action):
        raise Illegal("HT-26.1", "Something is missing in this decision, or too much of it.")
    _CHECKS[type(action)](state, board_of(state), seat, action)


def _standing(state: TeutonicaState, seat: int, action: act.Standing) -> None:
    player = state.players[seat]
    if "recruit_along" not in player.tiles:
        raise NotYourDecision(
            "HT-25.4", "Only the owner of the tile “{tile}” gives standing orders.", tile="recruit_along"
        )
    if state.phase == "along":
        raise Illegal("HT-25.4", "Answer the recruit first; a standing order can be changed afterwards.")
    if player.standing == action.order:
        raise Illegal("HT-25.4", "That is your standing order already.")


def _always(state: TeutonicaState, board: Board, seat: int, action: TeutonicaAction) -> None:
    """`end` in ACT, `skip` in PERM and an offered `take none` need nothing (HT-4.7, HT-16.7)."""


_CHECKS: dict[type[Any], Callable[[TeutonicaState, Board, int, Any], None]] = {
    act.Recruit: check_recruit,
    act.Place: check_place,
    act.Displace: check_displace,
    act.Relocate: check_relocate,
    act.Add: check_add,
    act.Done: check_done,
    act.Lift: check_lift,
    act.Put: check_put,
    act.Create: check_create,
    act.Use: check_use,
    act.Found: check_found,
    act.Develop: check_develop,
    act.Deploy: check_deploy,
    act.Skip: _always,
    act.Buy: check_buy,
    act.Take: check_take,
    act.Pawn: check_pawn,
    act.End: _always,
    act.Lay: check_lay,
}
