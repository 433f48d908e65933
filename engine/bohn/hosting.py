"""What the host needs: answers for absent seats, what grows stale, what may be taken back, what the log hides.

Not for the record, which has every line in the order of arrival.
"""

import copy
from collections.abc import Sequence

from engine.bohn.actions import (
    Accept,
    BohnAction,
    Buy,
    BuyContract,
    Close,
    Counter,
    Decline,
    End,
    Final,
    Fulfil,
    Open,
    Pay,
    Propose,
    Stand,
    Travel,
    Withdraw,
    text,
)
from engine.bohn.board import BASE, CONTRACT, KINDS
from engine.bohn.board.beans import value
from engine.bohn.legal import finals, openings, payments_of
from engine.bohn.play.bargains import review
from engine.bohn.state import BohnState
from engine.errors import NotYourDecision
from engine.undoing import WhyFinal, cannot_undo, nothing_to_undo
from engine.values import Seat, Step

BohnStep = Step[BohnState, BohnAction]
Steps = Sequence[BohnStep]

OFFER_LINES = (Propose, Counter, Decline, Withdraw)
"""What is said about offers and moves nothing by itself (BH-20.3, BH-20.7)."""
BOUND_BY_ITSELF = (Accept, Decline, Counter, Withdraw, BuyContract, Stand, Open, Final)
"""Decisions that mean the same whatever happened since (BH-20.3)."""
SAFE_TO_UNDO = (Fulfil, Buy, Pay, Travel)


# ---- absence and staleness


def absent(state: BohnState, seat: Seat) -> BohnAction:
    """BH-20.6, and the time-out of an answer (BH-20.4)."""
    merchant, phase = state.merchants[seat], state.phase
    if phase == "open":
        return openings(merchant)[0]
    if phase == "last":
        return min(finals(merchant), key=lambda action: (-_gain(action.contracts), action.contracts))
    if seat != state.active:
        number = next((offer.number for offer in state.offers if offer.target == seat), None)
        if number is None:
            raise NotYourDecision("BH-20.4", "Nothing is asked of this seat.")
        return Decline(number)
    if phase == "start":
        return Travel(merchant.town)
    if phase == "toll":
        return min(payments_of(merchant.beans, state.due), key=_modesty)
    if phase == "final":
        return End()
    own = next((offer.number for offer in state.offers if offer.maker == seat), None)
    return Close("auto") if own is None else Withdraw(own)


def _gain(contracts: tuple[str, ...]) -> int:
    """What fulfilling brings more than selling the beans."""
    return sum(CONTRACT[card].payout - value(CONTRACT[card].beans) for card in contracts)


def _modesty(action: Pay) -> tuple[int, int, tuple[int, ...]]:
    """Least value, then fewest beans, then first in kind order (BH-20.6)."""
    return sum(BASE[kind] for kind in action.beans), len(action.beans), tuple(map(KINDS.index, action.beans))


def tolerates(action: BohnAction, since: Steps) -> bool:
    """BH-20.3: what moved nothing makes nothing stale, except that offer lines make a `close` stale."""
    if isinstance(action, BOUND_BY_ITSELF):
        return True
    passed = (Stand,) if isinstance(action, Close) else (Stand, *OFFER_LINES)
    return all(isinstance(step.action, passed) for step in since)


# ---- undo


def revocable(before: BohnState, seat: Seat, action: BohnAction, after: BohnState) -> bool:
    """Whether only own cards were shown: no harvest card was drawn (BH-20.7)."""
    undrawn = len(before.pile) + len(before.reserve) == len(after.pile) + len(after.reserve)
    return isinstance(action, SAFE_TO_UNDO) and seat == before.active and undrawn


def why_final(before: BohnState, seat: Seat, action: BohnAction, after: BohnState) -> WhyFinal:
    """The table of BH-20.7, for a decision that is not safe."""
    if after.phase == "over":
        return "over"
    match action:
        case Open() | Final():
            return "sealed" if after.phase == before.phase else "shown"
        case Accept():
            return "answered"
        case End() | Close() if after.active != seat:
            return "passed"
        case Close() if after.merchants[seat].hand == before.merchants[seat].hand:
            return "kind"
    return "shown"


def take_back(steps: Steps, state: BohnState, seat: Seat) -> tuple[int, list[BohnStep], BohnState]:
    """Passes over the seat's own offer lines: offers stay as they are now, unless they cannot (BH-20.8)."""
    place = len(steps) - 1
    while place >= 0 and _is_passed_over(steps[place], seat):
        place -= 1
    last = steps[place] if place >= 0 else None
    if last is None or last.seat != seat:
        if any(step.seat == seat and isinstance(step.action, OFFER_LINES) for step in steps[place + 1 :]):
            raise cannot_undo("BH-20.7", "offer")
        raise nothing_to_undo("BH-20.7", _has_decided(steps, seat))
    if seat != state.active or not revocable(last.before, seat, last.action, state):
        raise cannot_undo("BH-20.7", why_final(last.before, seat, last.action, state))
    now = copy.copy(last.before)
    now.offers = state.offers if now.phase == "trade" else ()
    now.offered = state.offered
    for each, merchant in enumerate(state.merchants):
        now.update(each, standing=merchant.standing)
    review(now, [])
    return place, [Step(step.seat, step.action, now, step.host) for step in steps[place + 1 :]], now


def _has_decided(steps: Steps, seat: Seat) -> bool:
    return any(step.seat == seat and not isinstance(step.action, Stand) for step in reversed(steps))


def _is_passed_over(step: BohnStep, seat: Seat) -> bool:
    """Standing orders of anybody, and the seat's own offer lines."""
    return isinstance(step.action, Stand) or (step.seat == seat and isinstance(step.action, OFFER_LINES))


# ---- the log


def log_order(steps: Steps) -> list[int]:
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


def shown(steps: Steps, index: int, viewer: Seat | None, now: BohnState) -> str | None:
    """BH-21.4: the owner reads everything, and everybody does when the game is over."""
    if _is_replaced(steps, index):
        return None
    if steps[index].seat == viewer or now.phase == "over":
        return text(steps[index].action)
    return _public(steps, index, now)


def _is_replaced(steps: Steps, index: int) -> bool:
    """Whether a later sealed answer of the same seat took the place of this one."""
    step = steps[index]
    return isinstance(step.action, Open | Final) and any(
        later.seat == step.seat and isinstance(later.action, type(step.action)) for later in steps[index + 1 :]
    )


def _public(steps: Steps, index: int, now: BohnState) -> str | None:
    """What the other seats may read of a decision while the game goes on; what they may not know is a `?`."""
    action = steps[index].action
    match action:
        case Open():
            return None if now.phase == "open" else f"open {action.contract} ? ?"
        case Final():
            return None
        case BuyContract():
            return "contract ?"
        case Counter() if not _was_carried_out(steps, index, action.new):
            return text(Counter(action.number, action.new, action.invite, action.buy, action.give, action.take))
        case Propose() if not _was_carried_out(steps, index, action.number):
            return text(Propose(action.number, action.target, action.invite, action.buy, action.give, action.take))
    return text(action)


def _was_carried_out(steps: Steps, index: int, number: str) -> bool:
    """Whether the offer made at this step was accepted later in the same turn."""
    turn = steps[index].before.turn
    return any(
        isinstance(step.action, Accept) and step.action.number == number and step.before.turn == turn
        for step in steps[index + 1 :]
    )
