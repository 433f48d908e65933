"""Hosting a game of Hansa: answers for absent seats, what may be taken back, what the log hides (sections 18, 19).

Not for the record, which has every line in the order of arrival.
"""

from collections.abc import Callable, Sequence

from engine.hansa.actions import (
    END,
    LOSE,
    SKIP,
    Buy,
    Discard,
    End,
    Establish,
    HansaAction,
    Lose,
    Place,
    Sail,
    Sell,
    Skip,
    Standing,
    fewest_first,
    in_order,
)  # fmt: skip
from engine.hansa.legal import legal
from engine.hansa.state import LIMIT, HansaState, loss_choices
from engine.undoing import WhyFinal
from engine.values import Step

Steps = Sequence[Step[HansaState, HansaAction]]


def absent(state: HansaState, seat: int) -> HansaAction:
    """HA-18.6."""
    face_up = sorted(state.face_up[seat], key=fewest_first)
    match state.phase:
        case "place":
            return legal(state, seat)[0]
        case "refill":
            return SKIP
        case "loss":
            return LOSE[next(face for face in face_up if face[0] == state.open_loss[seat])]
        case "tax":
            return Discard(in_order(face_up[: len(face_up) - LIMIT]))
    return END


def revocable(before: HansaState, seat: int, action: HansaAction, after: HansaState) -> bool:
    """HA-18.5, as the seat can foresee it: a standing order may answer whoever has to choose what it loses."""
    if isinstance(action, Sell):
        return not any(loss_choices(before, seat, action.faces))
    if isinstance(action, Place | End | Discard):  # the next turn may begin with a forced refill (HA-6.3)
        return after.phase != "over" and len(after.supply) == len(before.supply)
    return isinstance(action, Skip | Sail | Buy | Establish)


def undoable(before: HansaState, seat: int, action: HansaAction, after: HansaState) -> bool:
    """HA-18.5, the table: also a sale that no standing order has answered."""
    if isinstance(action, Sell):
        choices = loss_choices(before, seat, action.faces)
        return not any(colour and order for colour, order in zip(choices, before.standing, strict=True))
    return revocable(before, seat, action, after)


def why_final(before: HansaState, seat: int, action: HansaAction, after: HansaState) -> WhyFinal:
    """HA-18.5, the table, for a decision that is not safe."""
    if after.phase == "over":
        return "over"
    match action:
        case Sell():
            return "answered"
        case Lose():
            return "sealed" if after.phase == "loss" else "passed"
    return "shown"


def tolerates(action: HansaAction, since: Steps) -> bool:
    """HA-18.7: standing orders make no decision stale, other answers to the same sale make no answer stale."""
    if isinstance(action, Lose):
        return all(isinstance(step.action, Lose | Standing) for step in since)
    return all(isinstance(step.action, Standing) for step in since)


# ---- the log (HA-19.1, HA-19.4)


def log_order(steps: Steps) -> list[int]:
    """Answers to a sale stand clockwise from the seller's left, whatever their order of arrival."""
    sale, places = 0, []
    for index, step in enumerate(steps):
        if isinstance(step.action, Lose):
            distance = (step.seat - step.before.active) % len(step.before.talers)
            places.append((sale, distance, index))
        else:
            sale = index
            places.append((index, 0, index))
    return [index for _, _, index in sorted(places)]


def shown(
    steps: Steps, index: int, viewer: int | None, now: HansaState, text: Callable[[HansaAction], str]
) -> str | None:
    """The text of a decision; None if a later answer took its place, or while the viewer may not know it."""
    step = steps[index]
    hidden = viewer != step.seat and _is_hidden(steps, index, now)
    return None if hidden or _is_replaced(steps, index) else text(step.action)


def _is_hidden(steps: Steps, index: int, now: HansaState) -> bool:
    """Whether a decision is still unknown to the other seats."""
    action = steps[index].action
    if isinstance(action, Lose):
        return _is_sealed(steps, index, now)
    return isinstance(action, Standing) and not _is_used(steps, index, now)


def _is_replaced(steps: Steps, index: int) -> bool:
    """Whether a later answer of the same seat to the same sale took the place of this one."""
    seat = steps[index].seat
    return isinstance(steps[index].action, Lose) and any(
        isinstance(step.action, Lose) and step.seat == seat for step in _answers_after(steps, index)
    )


def _answers_after(steps: Steps, index: int) -> Steps:
    """The steps that follow without ending the waiting for answers."""
    end = index + 1
    while end < len(steps) and isinstance(steps[end].action, Lose | Standing):
        end += 1
    return steps[index + 1 : end]


def _is_sealed(steps: Steps, index: int, now: HansaState) -> bool:
    """Whether the sale that this step makes or answers still waits for answers."""
    return now.phase == "loss" and len(_answers_after(steps, index)) == len(steps) - index - 1


def _is_used(steps: Steps, index: int, now: HansaState) -> bool:
    """HA-19.1: a standing order is listed from its first use on, or when the game is over."""
    if now.phase == "over":
        return True
    seat = steps[index].seat
    for place in range(index + 1, len(steps)):
        step = steps[place]
        if isinstance(step.action, Standing) and step.seat == seat:
            return False
        if isinstance(step.action, Sell) and loss_choices(step.before, step.seat, step.action.faces)[seat]:
            return not _is_sealed(steps, place, now)
    return False
