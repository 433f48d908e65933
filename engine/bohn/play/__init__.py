"""What a decision does: carries out an action that is known to be allowed, on a copy of the state; and the start.

Not for whether it is allowed. Each part of a turn has a module of its own beside this one.
"""

import copy
from collections.abc import Callable
from typing import Any

from engine.bohn.actions import (
    Accept,
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
    seat_named,
)
from engine.bohn.board.beans import in_kind_order
from engine.bohn.checks.deals import offer_made
from engine.bohn.events import Declined, Stood, Withdrawn
from engine.bohn.play import bargains, journeys, turns
from engine.bohn.play.setup import start
from engine.bohn.state import BohnState
from engine.values import Action, Event

__all__ = ["play", "start"]


def play(state: BohnState, seat: int, action: Action) -> tuple[BohnState, list[Event]]:
    now = copy.copy(state)
    events: list[Event] = []
    EFFECTS[type(action)](now, seat, action, events)
    return now, events


def _open(now: BohnState, seat: int, action: Open, events: list[Event]) -> None:
    turns.answer(now, seat, (action.contract, action.eighth, action.ninth), events)


def _final(now: BohnState, seat: int, action: Final, events: list[Event]) -> None:
    turns.answer(now, seat, tuple(sorted(action.contracts)), events)


def _travel(now: BohnState, seat: int, action: Travel, events: list[Event]) -> None:
    journeys.travel(now, seat, action.town, events)


def _pay(now: BohnState, seat: int, action: Pay, events: list[Event]) -> None:
    journeys.pay(now, seat, in_kind_order(action.beans), events)


def _fulfil(now: BohnState, seat: int, action: Fulfil, events: list[Event]) -> None:
    turns.fulfil(now, seat, action.contract, events)
    bargains.review(now, events)


def _buy_contract(now: BohnState, seat: int, action: BuyContract, events: list[Event]) -> None:
    turns.buy_contract(now, seat, action.position, events)
    bargains.review(now, events, buyer=seat)


def _buy(now: BohnState, _: int, action: Buy, events: list[Event]) -> None:
    bargains.take_token(now, action.token, events, action.drop)
    bargains.review(now, events)


def _propose(now: BohnState, seat: int, action: Propose, events: list[Event]) -> None:
    bargains.propose(now, offer_made(action, action.number, seat, seat_named(action.target)), events)


def _decline(now: BohnState, seat: int, action: Decline, events: list[Event]) -> None:
    bargains.remove_offer(now, action.number)
    events.append(Declined(number=action.number, seat=seat))


def _counter(now: BohnState, seat: int, action: Counter, events: list[Event]) -> None:
    answered = bargains.remove_offer(now, action.number)
    events.append(Declined(number=action.number, seat=seat))
    bargains.propose(now, offer_made(action, action.new, seat, answered.maker), events)


def _withdraw(now: BohnState, seat: int, action: Withdraw, events: list[Event]) -> None:
    bargains.remove_offer(now, action.number)
    events.append(Withdrawn(number=action.number, seat=seat))


def _close(now: BohnState, seat: int, action: Close, events: list[Event]) -> None:
    turns.close(now, seat, events, auto=bool(action.auto))


def _end(now: BohnState, seat: int, _: End, events: list[Event]) -> None:
    turns.end(now, seat, events)


def _stand(now: BohnState, seat: int, action: Stand, events: list[Event]) -> None:
    """`standing closed` declines what is open to the seat, too (BH-20.5)."""
    now.update(seat, standing=action.standing)
    events.append(Stood(seat=seat, standing=action.standing))
    if action.standing == "closed":
        for offer in now.offers:
            if offer.target == seat:
                events.append(Declined(number=offer.number, seat=seat, standing=True))
        now.offers = tuple(offer for offer in now.offers if offer.target != seat)


EFFECTS: dict[type[Action], Callable[[BohnState, int, Any, list[Event]], None]] = {
    Open: _open,
    Travel: _travel,
    Pay: _pay,
    Fulfil: _fulfil,
    BuyContract: _buy_contract,
    Buy: _buy,
    Propose: _propose,
    Counter: _counter,
    Accept: bargains.accept,
    Decline: _decline,
    Withdraw: _withdraw,
    Close: _close,
    End: _end,
    Final: _final,
    Stand: _stand,
}
