"""What may be taken back (HT-25.5), what the host answers for an absent seat (HT-25.6), when an order was used.

Not for taking back itself: `engine.game` does that from the history.
"""

from collections.abc import Sequence

from engine.teutonica import actions as act
from engine.teutonica.actions import DONE, END, SKIP, TeutonicaAction
from engine.teutonica.legal import legal
from engine.teutonica.state import TeutonicaState, tile_owner
from engine.title import Step


def answered_by_order(before: TeutonicaState, seat: int) -> bool:
    """Whether a recruit of the seat is answered by a standing order (HT-25.4)."""
    owner = tile_owner(before, "recruit_along")
    if owner is None or owner == seat:
        return False
    return bool(before.players[owner].stock) and before.players[owner].standing != "ask"


def revocable(before: TeutonicaState, seat: int, action: TeutonicaAction, after: TeutonicaState) -> bool:
    """The table of HT-25.5; that nobody has decided since is looked after elsewhere."""
    if after.phase == "over":
        return False
    if isinstance(action, act.End | act.Take) or (isinstance(action, act.Pawn) and action.move == "start"):
        return False
    if isinstance(action, act.Lay):
        return after.phase == "lay" and after.active == seat
    if before.phase == "respond":
        return after.phase == "respond"
    if isinstance(action, act.Recruit):
        return not answered_by_order(before, seat)
    return True


def absent(state: TeutonicaState, seat: int) -> TeutonicaAction:
    """HT-25.6. In MOVE the pieces go back where they were, which is what undoing the sequence would do on the board."""
    if state.phase == "act":
        return END
    if state.phase == "perm":
        return SKIP
    if state.phase == "along":
        return act.Take("none")
    actions = legal(state, seat)
    if state.phase == "respond":
        return next((one for one in actions if isinstance(one, act.Relocate)), DONE)
    if state.phase == "move":
        back = [one for one in actions if isinstance(one, act.Put) and one.origin == one.space]
        if back:
            return back[0]
        return DONE if DONE in actions else actions[0]
    return actions[0]


def was_used(steps: Sequence[Step[TeutonicaState, TeutonicaAction]], index: int) -> bool:
    """Whether the standing order given at this step has answered a recruit since, before it was changed."""
    owner = steps[index].seat
    for step in steps[index + 1 :]:
        if isinstance(step.action, act.Standing) and step.seat == owner:
            return False
        if isinstance(step.action, act.Recruit) and answered_by_order(step.before, step.seat):
            return True
    return False
