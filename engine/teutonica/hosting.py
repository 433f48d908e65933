"""What the host answers for an absent seat (HT-25.6), what may be taken back (HT-25.5), what the log hides (HT-26.1).

Not for taking back itself: `engine.history` does that from the history.
"""

from collections.abc import Callable, Sequence

from engine.teutonica import actions as act
from engine.teutonica.actions import DONE, END, SKIP, TeutonicaAction
from engine.teutonica.legal import legal
from engine.teutonica.state import TeutonicaState, board_of, own_spaces, tile_owner
from engine.undoing import WhyFinal
from engine.values import Step

Steps = Sequence[Step[TeutonicaState, TeutonicaAction]]


def absent(state: TeutonicaState, seat: int) -> TeutonicaAction:
    """HT-25.6."""
    if state.phase == "act":
        return END
    if state.phase == "perm":
        return SKIP
    if state.phase == "along":
        return act.Take("none")
    actions = legal(state, seat)
    if state.phase == "respond":
        return next((one for one in actions if isinstance(one, act.Relocate)), DONE)
    return _put_back(state, seat, actions) if state.phase == "move" else actions[0]


def _put_back(state: TeutonicaState, seat: int, actions: Sequence[TeutonicaAction]) -> TeutonicaAction:
    """Every piece goes where it came from; a marker of 2009 that has to remove something takes an own piece first."""
    for action in actions:
        if isinstance(action, act.Put) and action.origin == action.space:
            return action
    if DONE in actions:
        return DONE
    board = board_of(state)
    own = [act.Lift(board.spaces[space]) for space in own_spaces(state, board, seat)]
    return next((action for action in actions if action in own), actions[0])


def revocable(before: TeutonicaState, seat: int, action: TeutonicaAction, after: TeutonicaState) -> bool:
    """HT-25.5, as the seat can foresee it: a standing order may answer a recruit that another seat may join."""
    if after.phase == "over":
        return False
    if isinstance(action, act.Take | act.Standing) or (isinstance(action, act.Pawn) and action.move == "start"):
        return False
    if isinstance(action, act.End):  # with a marker on the plate new ones are turned up
        return not before.players[seat].plate
    if before.phase == "respond":
        return after.phase == "respond"
    if isinstance(action, act.Recruit):
        return _may_join(before, seat) is None
    return True


def undoable(before: TeutonicaState, seat: int, action: TeutonicaAction, after: TeutonicaState) -> bool:
    """The table of HT-25.5; that nobody has decided since is looked after elsewhere."""
    if isinstance(action, act.Recruit) and after.phase != "over":
        return not _answered_by_order(before, seat)
    return revocable(before, seat, action, after)


def why_final(before: TeutonicaState, seat: int, action: TeutonicaAction, after: TeutonicaState) -> WhyFinal:
    """The table of HT-25.5, for a decision that is not safe."""
    if after.phase == "over":
        return "over"
    if isinstance(action, act.Recruit):
        return "answered"
    return "shown" if isinstance(action, act.End) else "passed"


def _may_join(before: TeutonicaState, seat: int) -> int | None:
    """Who may recruit along with the seat, if anybody."""
    owner = tile_owner(before, "recruit_along")
    return None if owner is None or owner == seat or not before.players[owner].stock else owner


def _answered_by_order(before: TeutonicaState, seat: int) -> bool:
    """Whether a recruit of the seat is answered by a standing order (HT-25.4)."""
    owner = _may_join(before, seat)
    return owner is not None and before.players[owner].standing != "ask"


def shown(
    steps: Steps, index: int, viewer: int | None, now: TeutonicaState, text: Callable[[TeutonicaAction], str]
) -> str | None:
    """HT-22.2, HT-26.1: a standing order is its owner's secret until it is first used."""
    step = steps[index]
    secret = isinstance(step.action, act.Standing) and viewer != step.seat and now.phase != "over"
    return None if secret and not _was_used(steps, index) else text(step.action)


def _was_used(steps: Steps, index: int) -> bool:
    """Whether the standing order given at this step has answered a recruit since, before it was changed."""
    owner = steps[index].seat
    for step in steps[index + 1 :]:
        if isinstance(step.action, act.Standing) and step.seat == owner:
            return False
        if isinstance(step.action, act.Recruit) and _answered_by_order(step.before, step.seat):
            return True
    return False
