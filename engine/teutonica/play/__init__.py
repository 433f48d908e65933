"""What each decision of Hansa Teutonica does: a position and a legal decision in, the next position and the events out.

Not for what is allowed: `legal` lists it, `checks` says why not.
"""

from collections.abc import Callable
from copy import copy
from typing import Any

from engine.teutonica import actions as act
from engine.teutonica.actions import TeutonicaAction
from engine.teutonica.board import Board
from engine.teutonica.play import creating, markers, pieces, responding, turns
from engine.teutonica.play.changes import Events
from engine.teutonica.play.setup import start
from engine.teutonica.state import TeutonicaState, board_of

__all__ = ["play", "start"]


def play(state: TeutonicaState, seat: int, action: TeutonicaAction) -> tuple[TeutonicaState, Events]:
    """Carries out a legal decision on a copy."""
    state = copy(state)
    events: Events = []
    _PLAYS[type(action)](state, board_of(state), seat, action, events)
    return state, events


_PLAYS: dict[type[Any], Callable[[TeutonicaState, Board, int, Any, Events], None]] = {
    act.Recruit: pieces.recruit,
    act.Place: pieces.place,
    act.Displace: pieces.displace,
    act.Relocate: responding.relocate,
    act.Add: responding.add_piece,
    act.Done: pieces.done,
    act.Lift: pieces.lift,
    act.Put: pieces.put,
    act.Create: creating.create,
    act.Use: markers.use,
    act.Found: creating.found,
    act.Develop: creating.develop_privilege,
    act.Deploy: creating.deploy,
    act.Skip: creating.skip,
    act.Buy: markers.buy,
    act.Take: pieces.take,
    act.Pawn: turns.pawn,
    act.End: turns.end,
    act.Lay: turns.lay,
    act.Standing: markers.standing,
}
