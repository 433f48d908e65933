"""Who owes a decision, and everything a seat may do now.

Not for refusals. Offers are the one family listed only in part (see `family`); `check` accepts every valid one.
"""

from functools import cache, lru_cache

from engine.bohn.actions import (
    NUMBERS,
    OFFERS_PER_TURN,
    POSITIONS,
    SEATS,
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
from engine.bohn.beans import Beans, holds, payments, selections, together, value, without
from engine.bohn.board import CONTRACT, CONTRACT_PRICE, CONTRACTS, KINDS, ORDINARY, SPACES, TOWN, TOWNS, towns_within
from engine.bohn.rules.bargain import (
    dearest_price,
    drops_needed,
    is_missing,
    must_invite,
    next_number,
    ways_to_come,
)
from engine.bohn.rules.turn import can_draw, dealt_to, fulfillable, unanswered
from engine.bohn.state import BohnState, Merchant, Offer, Phase
from engine.values import Decision

Exchange = tuple[Beans, Beans]
"""What a maker gives and takes."""
FAIR = 3
"""Listed offers with two beans on a side are worth the same to the bank, give or take so many talers."""

_TRAVELS = {town: Travel(town) for town in TOWNS}
_FULFILS = {card: Fulfil(card) for card in CONTRACTS}
_CONTRACT_BUYS = tuple(BuyContract(position) for position in range(1, POSITIONS + 1))
_DECLINES = {number: Decline(number) for number in NUMBERS}
_WITHDRAWALS = {number: Withdraw(number) for number in NUMBERS}
_CLOSES = (Close(), Close("auto"))
_END = End()
_STANDS = {"open": Stand("closed"), "closed": Stand("open")}


def to_act(state: BohnState) -> tuple[Decision, ...]:
    """Who is prompted (BH-20.1): in TRADE the active seat, and every other seat with an open offer to answer."""
    phase = state.phase
    if phase == "trade" and state.offers:
        asked = {offer.target for offer in state.offers} - {state.active}
        return (*_at_turn(state.active, phase), *(Decision(seat, "offer") for seat in sorted(asked)))
    if phase in ("open", "last"):
        return tuple(Decision(seat, phase) for seat in unanswered(state))
    if phase == "over":
        return ()
    return _at_turn(state.active, phase)


@cache
def _at_turn(seat: int, phase: Phase) -> tuple[Decision]:
    return (Decision(seat, phase),)


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
            _add_offers(state, seat, actions)
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


# ---- offers


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


@lru_cache(maxsize=1 << 14)
def family(give: Beans, take: Beans, room: bool, asked: Beans = ()) -> tuple[Exchange, ...]:
    """The exchanges that are listed, for a maker and a target who hold these beans.

    One bean for nothing, nothing for one, one for one, and up to two for two where both sides are worth about the same
    to the bank. No kind is on both sides, and a maker without room on its board gains no beans. In reply to an offer
    that asked for beans the maker gives one of those.
    """
    takes = _bags(take)
    found: list[Exchange] = []
    for bag in _bags(give):
        if asked and set(asked).isdisjoint(bag):
            continue
        listed = _LISTED[bag]
        within = takes if room else [other for other in takes if len(other) <= len(bag)]
        found += [listed[other] for other in within if other in listed]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _bags(beans: Beans) -> tuple[Beans, ...]:
    """Nothing, every one and every two of the beans."""
    return ((), *selections(beans, 1), *selections(beans, 2))


def _is_listed(give: Beans, take: Beans) -> bool:
    if len(give) < 2 and len(take) < 2:
        return give != take
    fair = bool(give and take) and abs(value(give) - value(take)) <= FAIR
    return fair and not any(kind in take for kind in give)


_LISTED: dict[Beans, dict[Beans, Exchange]] = {
    give: {take: (give, take) for take in _bags(together(KINDS, KINDS)) if _is_listed(give, take)}
    for give in _bags(together(KINDS, KINDS))
}


def _add_offers(state: BohnState, seat: int, actions: list[BohnAction]) -> None:
    """New offers and counters.

    Listed are those that need no private terms, to partners who listen and have no open offer of the seat before them;
    to a partner whose offer the seat could answer they are counters to it.
    """
    number = next_number(state)
    if number is None or state.offered[seat] >= OFFERS_PER_TURN:
        return
    at_turn = seat == state.active
    partners = [other for other in range(len(state.merchants)) if other != seat] if at_turn else [state.active]
    on_sale = _tokens_on_sale(state) if at_turn else []
    for partner in partners:
        other = partner if at_turn else seat
        between = [offer for offer in state.offers if other in (offer.maker, offer.target)] if state.offers else ()
        target = state.merchants[partner]
        if target.standing == "closed" or any(offer.maker == seat for offer in between):
            continue
        invite = "invite" if must_invite(state, other) else ""
        beans = _beans_to_give(state, seat, invite)
        if beans is None:
            continue
        room = len(beans) < SPACES
        if not between:
            _add_proposals(number, partner, invite, family(beans, target.beans, room), actions)
            for buy, give in on_sale:
                takes = _others(target.beans, give)
                actions += [Propose(number, SEATS[partner], invite, buy, give, take) for take in takes]
        for offer in between:
            old, asked = offer.number, offer.terms.take
            exchanges = family(beans, target.beans, room, asked)
            actions += [Counter(old, number, invite, (), give, take) for give, take in exchanges]
            for buy, give in on_sale:
                if not asked or give[0] in asked:
                    takes = _others(target.beans, give)
                    actions += [Counter(old, number, invite, buy, give, take) for take in takes]


def _add_proposals(
    number: str, partner: int, invite: str, exchanges: tuple[Exchange, ...], actions: list[BohnAction]
) -> None:
    word = SEATS[partner]
    if invite:
        actions.append(Propose(number, word, invite))
    actions += [Propose(number, word, invite, (), give, take) for give, take in exchanges]


def _others(beans: Beans, kind: Beans) -> list[Beans]:
    """One bean of each kind but this one."""
    return [bag for bag in selections(beans, 1) if bag != kind]


def _beans_to_give(state: BohnState, seat: int, invite: str) -> Beans | None:
    """The beans the seat can offer; None if its toll would need private terms."""
    merchant = state.merchants[seat]
    if not invite or seat == state.active:
        return merchant.beans
    ways = ways_to_come(merchant)
    return without(merchant.beans, ways[0]) if len(ways) == 1 else None


def _tokens_on_sale(state: BohnState) -> list[tuple[tuple[str], Beans]]:
    """For deals in which the active seat buys what it does not hold: the lowest token of each kind, and its kind."""
    merchant = state.merchants[state.active]
    if len(merchant.beans) == SPACES:
        return []
    town, held = TOWN[merchant.town], merchant.beans
    lowest: dict[str, int] = {}
    for square, pile in enumerate(state.beanometer(town.id).squares, 1):
        if pile is not None and pile.kind not in held:
            lowest.setdefault(pile.kind, square)
    return [
        ((f"{kind}@{square}",), (kind,))
        for kind, square in lowest.items()
        if state.prices[town.sells.index(kind)] <= merchant.talers
    ]
