"""What a seat is offered: routes instead of equal spaces, several placements at once, moves from route to route.

Not for legality: `legal` has that, and nothing here goes beyond it.
"""

from collections.abc import Sequence

from engine.choices import single
from engine.teutonica import actions as act
from engine.teutonica.actions import VERBS, TeutonicaAction
from engine.teutonica.board import Board
from engine.teutonica.choices import answering, displacing, moving, placing, recruiting
from engine.teutonica.legal import legal
from engine.teutonica.state import TeutonicaState, board_of, prompted
from engine.values import Action, Choice

WHOLES = (*placing.WHOLES, *displacing.WHOLES, *moving.WHOLES, *recruiting.WHOLES, *answering.WHOLES)
_VERB_OF = {verb.action: verb for verb in VERBS}
Actions = Sequence[TeutonicaAction]
Sorted = dict[type[Action], list[TeutonicaAction]]
"""What is legal, by kind of decision."""


def choices(state: TeutonicaState, seat: int) -> list[Choice]:
    """HT-25.1, without standing orders: those are no answer to anything."""
    if prompted(state) != seat:
        return []
    offered: Sorted = {verb.action: [] for verb in VERBS}
    for action in legal(state, seat):
        offered[type(action)].append(action)
    return _LISTS[state.phase](state, board_of(state), seat, offered)


def _singles(offered: Sorted, *kinds: type[Action]) -> list[Choice]:
    """Decisions that are asked for as their verbs declare."""
    return [single(_VERB_OF[kind], action) for kind in kinds for action in offered[kind]]


def _act(state: TeutonicaState, board: Board, seat: int, offered: Sorted) -> list[Choice]:
    found = _singles(offered, act.Create)
    if offered[act.Place]:
        found += placing.choices(state, board, seat, offered[act.Place])
    found += displacing.choices(state, board, offered[act.Displace])
    if offered[act.Lift]:
        found += moving.moves(state, board, seat)
        found += moving.lifts(state, board, offered[act.Lift])
    found += recruiting.choices(offered[act.Recruit])
    return found + _singles(offered, act.Use, act.Buy, act.Pawn, act.End)


def _move(state: TeutonicaState, board: Board, seat: int, offered: Sorted) -> list[Choice]:
    found = moving.lifts(state, board, offered[act.Lift])
    if state.moving is not None and state.moving.hand:
        found += moving.puts(board, state.moving, offered[act.Put])
    return found + _singles(offered, act.Done)


def _perm(state: TeutonicaState, board: Board, seat: int, offered: Sorted) -> list[Choice]:
    found = moving.lifts(state, board, offered[act.Lift])
    found += _singles(offered, act.Develop, act.Found)
    return found + answering.deployments(board, offered[act.Deploy]) + _singles(offered, act.Skip)


def _respond(state: TeutonicaState, board: Board, seat: int, offered: Sorted) -> list[Choice]:
    found = answering.relocations(board, offered[act.Relocate])
    return found + answering.additions(state, board, offered[act.Add]) + _singles(offered, act.Done)


def _as_asked(state: TeutonicaState, board: Board, seat: int, offered: Sorted) -> list[Choice]:
    return _singles(offered, act.Pawn, act.Take, act.Lay)


_LISTS = {
    "pawn0": _as_asked,
    "act": _act,
    "move": _move,
    "respond": _respond,
    "along": _as_asked,
    "perm": _perm,
    "lay": _as_asked,
}
