"""What the log of a game of Bohn Hansa hides, and in which order it lists sealed answers (BH-21.4).

Not for the record, which has every line in the order of arrival.
"""

from collections.abc import Sequence

from engine.bohn.actions import Accept, BohnAction, BuyContract, Counter, Final, Open, Propose
from engine.bohn.state import BohnState
from engine.values import Step

BohnStep = Step[BohnState, BohnAction]
Steps = Sequence[BohnStep]


def order(steps: Steps) -> list[int]:
    """Sealed answers stand by seat, whatever their order of arrival."""
    sealed = [index for index, step in enumerate(steps) if isinstance(step.action, Final)]
    places = []
    for index, step in enumerate(steps):
        if isinstance(step.action, Open):
            places.append((0, step.seat, index))
        elif isinstance(step.action, Final):
            places.append((sealed[0], step.seat, index))
        else:
            places.append((index, len(step.before.merchants), index))
    return [index for _, _, index in sorted(places)]


def is_replaced(steps: Steps, index: int) -> bool:
    """Whether a later sealed answer of the same seat took the place of this one."""
    step = steps[index]
    return isinstance(step.action, Open | Final) and any(
        later.seat == step.seat and isinstance(later.action, type(step.action)) for later in steps[index + 1 :]
    )


def public(steps: Steps, index: int, now: BohnState) -> BohnAction | str | None:
    """What the other seats may read of a decision while the game goes on: the action, a text with `?`, or nothing."""
    action = steps[index].action
    match action:
        case Open():
            return None if now.phase == "open" else f"open {action.contract} ? ?"
        case Final():
            return None
        case BuyContract():
            return "contract ?"
        case Counter() if not _was_carried_out(steps, index, action.new):
            return Counter(action.number, action.new, action.invite, action.buy, action.give, action.take)
        case Propose() if not _was_carried_out(steps, index, action.number):
            return Propose(action.number, action.target, action.invite, action.buy, action.give, action.take)
    return action


def _was_carried_out(steps: Steps, index: int, number: str) -> bool:
    """Whether the offer made at this step was accepted later in the same turn."""
    turn = steps[index].before.turn
    return any(
        isinstance(step.action, Accept) and step.action.number == number and step.before.turn == turn
        for step in steps[index + 1 :]
    )
