"""What the log of a game of Hansa hides, and in which order it lists sealed answers (HA-19.1, HA-19.4).

Not for the record, which has every line in the order of arrival.
"""

from collections.abc import Sequence

from engine.hansa.actions import HansaAction, Lose, Sell, Standing
from engine.hansa.rules import loss_choices
from engine.hansa.state import HansaState
from engine.values import Step

Steps = Sequence[Step[HansaState, HansaAction]]


def order(steps: Steps) -> list[int]:
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


def is_hidden(steps: Steps, index: int, now: HansaState) -> bool:
    """Whether a decision is still unknown to the other seats."""
    action = steps[index].action
    if isinstance(action, Lose):
        return _is_sealed(steps, index, now)
    return isinstance(action, Standing) and not _is_used(steps, index, now)


def is_replaced(steps: Steps, index: int) -> bool:
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
