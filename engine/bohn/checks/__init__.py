"""Why a decision is not allowed: each refusal names its clause and says it in a sentence.

Not for what a decision does. Nothing here changes a state; offers and their answers are checked in `deals`.
"""

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
    kind_of,
)
from engine.bohn.board import CONTRACT, CONTRACT_PRICE, ORDINARY, SPACES, TOWN, cards_for, dearest_price
from engine.bohn.board.beans import holds, in_kind_order, payments
from engine.bohn.checks.deals import (
    check_accept,
    check_counter,
    check_decline,
    check_propose,
    check_tokens,
    check_withdraw,
)
from engine.bohn.state import BohnState, Merchant, can_draw, dealt_to, fulfillable, is_missing
from engine.errors import Illegal, NotYourDecision
from engine.values import Action


def check(state: BohnState, seat: int, action: Action) -> None:
    """Raises Illegal or NotYourDecision unless the seat may do this now."""
    if not 0 <= seat < len(state.merchants):
        raise NotYourDecision("BH-1.11", "There is no such seat in this game.")
    if state.phase == "over":
        raise NotYourDecision("BH-15.9", "The game is over.")
    CHECKS[type(action)](state, seat, action)


def _check_open(state: BohnState, seat: int, action: Open) -> None:
    if state.phase != "open":
        raise NotYourDecision("BH-2.6", "The opening is over.")
    dealt = dealt_to(state.merchants[seat])
    if sorted((action.contract, action.eighth, action.ninth)) != sorted(dealt):
        raise Illegal("BH-2.6", "Name your three contracts, each of them once.")
    if CONTRACT[action.contract].payout < max(CONTRACT[card].payout for card in dealt):
        raise Illegal("BH-2.6", "The opening contract must have the highest payout of your three.")


def _check_active(state: BohnState, seat: int) -> None:
    if state.phase in ("open", "last"):
        raise NotYourDecision("BH-20.1", "It is nobody's turn now.")
    if seat != state.active:
        raise NotYourDecision("BH-4.3", "It is not your turn.")


def _check_travel(state: BohnState, seat: int, action: Travel) -> None:
    _check_active(state, seat)
    if state.phase != "start":
        raise NotYourDecision("BH-5.2", "You have travelled in this turn.")
    merchant = state.merchants[seat]
    needed = cards_for(merchant.town, action.town)
    if needed > len(merchant.hand):
        raise Illegal(
            "BH-5.4",
            "The journey needs {needed} cards; your hand has {cards}.",
            needed=needed,
            cards=len(merchant.hand),
        )


def _check_pay(state: BohnState, seat: int, action: Pay) -> None:
    _check_active(state, seat)
    if state.phase != "toll":
        raise NotYourDecision("BH-6.2", "You have no toll to pay.")
    merchant = state.merchants[seat]
    if not holds(merchant.beans, action.beans):
        raise Illegal("BH-6.2", "You do not hold all these beans.")
    if in_kind_order(action.beans) not in payments(merchant.beans, state.due):
        raise Illegal(
            "BH-6.2",
            "The beans must be worth at least {due} talers at base price, none of them superfluous.",
            due=state.due,
        )


def _check_contract_held(merchant: Merchant, card: str) -> None:
    contract = CONTRACT[card]
    if merchant.town != contract.town:
        raise Illegal("BH-14.1", "{contract} is for {town}.", contract=card, town=TOWN[contract.town].name)
    if not holds(merchant.beans, contract.beans):
        raise Illegal("BH-14.1", "You do not have the beans for {contract}.", contract=card)


def _check_fulfil(state: BohnState, seat: int, action: Fulfil) -> None:
    if seat != state.active and state.phase not in ("open", "last"):
        raise NotYourDecision("BH-14.3", "Contracts are fulfilled only in your own turn.")
    _check_active(state, seat)
    if state.phase == "toll":
        raise NotYourDecision("BH-14.1", "The toll must be paid first.")
    merchant = state.merchants[seat]
    if action.contract not in merchant.hand and action.contract not in merchant.table:
        raise Illegal("BH-14.1", "You do not hold {contract}.", contract=action.contract)
    _check_contract_held(merchant, action.contract)


def _check_buy_contract(state: BohnState, seat: int, action: BuyContract) -> None:
    if state.phase == "open":
        raise NotYourDecision("BH-14.4", "Contracts can be bought from the first turn on.")
    if state.phase == "last":
        raise NotYourDecision("BH-14.8", "No contracts can be bought after the last turn.")
    if state.phase == "toll" and seat == state.active:
        raise NotYourDecision("BH-14.4", "The toll must be paid first.")
    merchant = state.merchants[seat]
    if not 1 <= action.position <= len(merchant.hand):
        raise Illegal("BH-14.4", "Your hand has no position {position}.", position=action.position)
    if merchant.hand[action.position - 1] not in ORDINARY:
        raise Illegal("BH-14.5", "Only an ordinary travel card can be given up for a contract.")
    if merchant.talers < CONTRACT_PRICE:
        raise Illegal("BH-14.5", "A contract costs {price} talers.", price=CONTRACT_PRICE)
    if not can_draw(state):
        raise Illegal("BH-14.5", "There is no contract to draw.")


def _check_trading(state: BohnState, seat: int) -> None:
    _check_active(state, seat)
    if state.phase != "trade":
        raise NotYourDecision("BH-8.2", "You can do this only while you trade.")


def _check_buy(state: BohnState, seat: int, action: Buy) -> None:
    _check_trading(state, seat)
    merchant = state.merchants[seat]
    if action.token.endswith("@x"):
        _check_missing(state, merchant, kind_of(action.token))
    else:
        check_tokens(state, (action.token,))
    needed = len(merchant.beans) + 1 - SPACES
    if needed > 0 and not action.drop:
        raise Illegal("BH-12.1", "Your board is full: say which bean you drop.")
    if len(action.drop) != max(needed, 0):
        raise Illegal("BH-11.4", "Beans are dropped only when the board is full, and only as many as needed.")
    if not holds(merchant.beans, action.drop):
        raise Illegal("BH-11.4", "You do not hold the bean you would drop.")


def _check_missing(state: BohnState, merchant: Merchant, kind: str) -> None:
    if kind not in TOWN[merchant.town].sells:
        raise Illegal("BH-12.4", "{town} does not sell {kind}.", town=TOWN[merchant.town].name, kind=kind)
    if not is_missing(state, kind):
        raise Illegal("BH-12.4", "There still is a {kind} on a beanometer or a board.", kind=kind)
    if kind in state.missing:
        raise Illegal("BH-12.5", "A missing kind can be bought only once in a turn.")
    price = dearest_price(merchant.town, kind)
    if merchant.talers < price:
        raise Illegal("BH-12.4", "That costs {price} talers; there are {talers}.", price=price, talers=merchant.talers)


def _check_close(state: BohnState, seat: int, _: Close) -> None:
    _check_trading(state, seat)


def _check_end(state: BohnState, seat: int, _: End) -> None:
    _check_active(state, seat)
    if state.phase != "final":
        raise NotYourDecision("BH-13.4", "A turn ends only after its final phase.")


def _check_final(state: BohnState, seat: int, action: Final) -> None:
    merchant = state.merchants[seat]
    if state.phase != "last" or not fulfillable(merchant):
        raise NotYourDecision("BH-15.6", "You have no contracts to fulfil after the last turn.")
    if len(set(action.contracts)) != len(action.contracts):
        raise Illegal("BH-15.6", "A contract can be fulfilled only once.")
    needed: tuple[str, ...] = ()
    for card in action.contracts:
        if card not in merchant.hand:
            raise Illegal("BH-15.6", "You do not hold {contract}.", contract=card)
        _check_contract_held(merchant, card)
        needed += CONTRACT[card].beans
    if not holds(merchant.beans, needed):
        raise Illegal("BH-15.6", "Your beans do not suffice for all of these contracts.")


def _check_stand(state: BohnState, seat: int, action: Stand) -> None:
    if state.merchants[seat].standing == action.standing:
        raise Illegal("BH-20.5", "Your standing order is already “{standing}”.", standing=action.standing)


CHECKS: dict[type[Action], Callable[[BohnState, int, Any], None]] = {
    Open: _check_open,
    Travel: _check_travel,
    Pay: _check_pay,
    Fulfil: _check_fulfil,
    BuyContract: _check_buy_contract,
    Buy: _check_buy,
    Propose: check_propose,
    Counter: check_counter,
    Accept: check_accept,
    Decline: check_decline,
    Withdraw: check_withdraw,
    Close: _check_close,
    End: _check_end,
    Final: _check_final,
    Stand: _check_stand,
}
