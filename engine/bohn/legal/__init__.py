"""Everything a seat may do now.

Not for refusals. Offers are the one family listed only in part (see `offers`); `checks` accepts every valid one.
"""

from functools import cache, lru_cache

from engine.bohn.actions import (
    NUMBERS,
    POSITIONS,
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
)
from engine.bohn.board import (
    CONTRACT,
    CONTRACT_PRICE,
    CONTRACTS,
    ORDINARY,
    SPACES,
    TOWN,
    TOWNS,
    dearest_price,
    towns_within,
)
from engine.bohn.board.beans import Beans, holds, payments, selections, without
from engine.bohn.checks.deals import drops_needed, ways_to_come
from engine.bohn.legal.offers import add_offers
from engine.bohn.state import BohnState, Merchant, Offer, can_draw, dealt_to, fulfillable, is_missing

_TRAVELS = {town: Travel(town) for town in TOWNS}
_FULFILS = {card: Fulfil(card) for card in CONTRACTS}
_CONTRACT_BUYS = tuple(BuyContract(position) for position in range(1, POSITIONS + 1))
_DECLINES = {number: Decline(number) for number in NUMBERS}
_WITHDRAWALS = {number: Withdraw(number) for number in NUMBERS}
_CLOSES = (Close(), Close("auto"))
_END = End()
_STANDS = {"open": Stand("closed"), "closed": Stand("open")}


def legal(state: BohnState, seat: int) -> list[BohnAction]:
    """Everything the seat may do now; a changed standing order comes last."""
    if state.phase == "over":
        return []
    actions: list[BohnAction] = []
    merchant = state.merchants[seat]
    if state.phase == "open":
        actions += openings(merchant)
    elif state.phase == "last":
        actions += finals(merchant)
    else:
        if seat == state.active:
            _add_turn(state, merchant, actions)
        if state.phase == "trade":
            _add_answers(state, seat, actions)
        if state.phase != "toll" or seat != state.active:
            _add_contracts(state, merchant, actions)
        if state.phase == "trade":
            add_offers(state, seat, actions)
    actions.append(_STANDS[merchant.standing])
    return actions


def openings(merchant: Merchant) -> list[Open]:
    """The contracts with the highest payout, each with both orders of the others (BH-2.6)."""
    dealt = dealt_to(merchant)
    best = max(CONTRACT[card].payout for card in dealt)
    actions = []
    for card in sorted(dealt):
        if CONTRACT[card].payout == best:
            first, second = sorted(other for other in dealt if other != card)
            actions += [Open(card, first, second), Open(card, second, first)]
    return actions


def finals(merchant: Merchant) -> list[Final]:
    """Every set of contracts the seat can pay together, `final -` included (BH-15.6)."""
    possible = sorted(fulfillable(merchant))
    if not possible:
        return []
    sets: list[tuple[str, ...]] = [()]
    for card in possible:
        sets += [(*chosen, card) for chosen in sets]
    return [
        Final(chosen)
        for chosen in sets
        if holds(merchant.beans, tuple(kind for card in chosen for kind in CONTRACT[card].beans))
    ]


def _add_turn(state: BohnState, merchant: Merchant, actions: list[BohnAction]) -> None:
    if state.phase == "toll":
        actions += payments_of(merchant.beans, state.due)
        return
    if state.phase == "start":
        actions += journeys(merchant.town, len(merchant.hand))
    actions += [_FULFILS[card] for card in fulfillable(merchant)]
    if state.phase == "trade":
        _add_purchases(state, merchant, actions)
        actions += _CLOSES
    elif state.phase == "final":
        actions.append(_END)


@lru_cache(maxsize=1 << 12)
def payments_of(beans: Beans, due: int) -> tuple[Pay, ...]:
    return tuple(map(Pay, payments(beans, due)))


@cache
def journeys(town: str, cards: int) -> tuple[Travel, ...]:
    return tuple(_TRAVELS[there] for there in towns_within(town, cards))


@lru_cache(maxsize=1 << 12)
def purchases_of(token: str, beans: Beans) -> tuple[Buy, ...]:
    """The ways to buy a token: with a full board one for each kind that can be dropped (BH-12.1)."""
    if len(beans) < SPACES:
        return (Buy(token),)
    return tuple(Buy(token, drop) for drop in selections(beans, 1))


def _add_purchases(state: BohnState, merchant: Merchant, actions: list[BohnAction]) -> None:
    town, talers = TOWN[merchant.town], merchant.talers
    absent = list(town.sells)
    for square, pile in enumerate(state.beanometer(town.id).squares, 1):
        if pile is not None:
            if pile.kind in absent:
                absent.remove(pile.kind)
            if state.prices[town.sells.index(pile.kind)] <= talers:
                actions += purchases_of(f"{pile.kind}@{square}", merchant.beans)
    for kind in absent:
        if kind not in state.missing and dearest_price(town.id, kind) <= talers and is_missing(state, kind):
            actions += purchases_of(f"{kind}@x", merchant.beans)


def _add_contracts(state: BohnState, merchant: Merchant, actions: list[BohnAction]) -> None:
    if merchant.talers >= CONTRACT_PRICE and can_draw(state):
        actions += _contract_buys(merchant.hand)


@lru_cache(maxsize=1 << 14)
def _contract_buys(hand: tuple[str, ...]) -> tuple[BuyContract, ...]:
    return tuple([_CONTRACT_BUYS[place] for place, card in enumerate(hand) if card in ORDINARY])


def _add_answers(state: BohnState, seat: int, actions: list[BohnAction]) -> None:
    for offer in state.offers:
        if offer.target == seat:
            actions += acceptances(state, offer)
            actions.append(_DECLINES[offer.number])
        elif offer.maker == seat:
            actions.append(_WITHDRAWALS[offer.number])


def acceptances(state: BohnState, offer: Offer) -> list[Accept]:
    """Every way the target can accept; a payment without choice is left out of the notation (BH-9.7)."""
    seat, terms = offer.target, offer.terms
    beans = state.merchants[seat].beans
    if seat == state.active or not terms.invite:
        return [Accept(offer.number, drop) for drop in _drops(beans, terms.take, len(terms.give))]
    ways = ways_to_come(state.merchants[seat])
    return [
        Accept(offer.number, drop, way if len(ways) > 1 else ())
        for way in ways
        for drop in _drops(without(beans, way), terms.take, len(terms.give))
    ]


@lru_cache(maxsize=1 << 14)
def _drops(beans: Beans, give: Beans, take: int) -> tuple[Beans, ...]:
    """What a seat that gives and takes so much can drop: nothing where nothing must go, no way where it cannot give."""
    if not holds(beans, give):
        return ()
    return selections(without(beans, give), drops_needed(len(beans), 0, len(give), take))


def open_ended(action: BohnAction) -> bool:
    """Offers; and acceptances that name a payment, which may be left out where there is no choice (BH-9.7)."""
    return isinstance(action, Propose | Counter) or (isinstance(action, Accept) and bool(action.pay))
