"""Why an offer or an answer to one is not allowed (sections 9 to 11).

Not for what `legal` lists. A part of a deal is what one seat has to do in it; a part is checked here and nowhere else.
"""

from collections import Counter as Count

from engine.bohn.actions import (
    NUMBERS,
    OFFERS_PER_TURN,
    Accept,
    Counter,
    Decline,
    Propose,
    Withdraw,
    kind_of,
    seat_named,
    tokens_in_order,
)
from engine.bohn.board import SPACES, TOLL_CARD, TOLL_INVITED
from engine.bohn.board.beans import Beans, holds, in_kind_order, without
from engine.bohn.board.tolls import toll_on
from engine.bohn.state import BohnState, Merchant, Offer, Terms, must_invite, other_of, pile_at, price_of
from engine.errors import Illegal, NotYourDecision

OPEN_PER_PARTNER = 3
"""Host limit: open offers of one maker to one target (BH-9.12)."""


def _check_offer_time(state: BohnState) -> None:
    if state.phase != "trade":
        raise Illegal("BH-9.3", "Offers are made and answered only while the active seat trades.")


def check_propose(state: BohnState, seat: int, action: Propose) -> None:
    _check_offer_time(state)
    target = seat_named(action.target)
    if target >= len(state.merchants) or target == seat:
        raise Illegal("BH-9.2", "{target} is no partner for your offer.", target=action.target)
    if state.active not in (seat, target):
        raise Illegal("BH-9.1", "Every deal is between the active seat and one other seat.")
    _check_new_offer(state, offer_made(action, action.number, seat, target))


def _check_new_offer(state: BohnState, offer: Offer) -> None:
    """The rest of what BH-9.3 and the host limits ask of an offer between the active seat and another."""
    terms = offer.terms
    if state.offered[offer.maker] >= OFFERS_PER_TURN:
        raise Illegal("BH-9.12", "A seat makes at most {limit} offers in a turn.", limit=OFFERS_PER_TURN)
    if offer.number != next_number(state):
        raise Illegal("BH-21.1", "The next offer has the number {number}.", number=next_number(state) or "–")
    same = sum(other.maker == offer.maker and other.target == offer.target for other in state.offers)
    if same >= OPEN_PER_PARTNER:
        raise Illegal("BH-9.12", "You already have {count} open offers to this seat.", count=same)
    other = other_of(state, offer)
    if terms.invite and not must_invite(state, other):
        raise Illegal("BH-10.1", "A seat that is already in the town cannot be invited.")
    if must_invite(state, other) and not terms.invite:
        raise Illegal("BH-9.3", "A deal with a seat in another town needs an invitation.")
    if not (terms.invite or terms.give or terms.take):
        raise Illegal("BH-9.3", "An offer must invite, give or take something.")
    if terms.buy and offer.maker != state.active:
        raise Illegal("BH-9.2", "Only the active seat can buy beans for a deal.")
    check_part(state, offer.maker, offer, offer.drop, offer.pay)


def _offer_to(state: BohnState, seat: int, number: str) -> Offer:
    """The open offer of this number that the seat may answer."""
    _check_offer_time(state)
    mine = [offer for offer in state.offers if offer.target == seat]
    if not mine:
        raise NotYourDecision("BH-9.6", "No offer to you is open.")
    for offer in mine:
        if offer.number == number:
            return offer
    raise Illegal("BH-9.6", "{number} is no open offer to you.", number=number)


def check_counter(state: BohnState, seat: int, action: Counter) -> None:
    answered = _offer_to(state, seat, action.number)
    _check_new_offer(state, offer_made(action, action.new, seat, answered.maker))


def check_accept(state: BohnState, seat: int, action: Accept) -> None:
    offer = _offer_to(state, seat, action.number)
    check_part(state, seat, offer, in_kind_order(action.drop), in_kind_order(action.pay))


def check_decline(state: BohnState, seat: int, action: Decline) -> None:
    _offer_to(state, seat, action.number)


def check_withdraw(state: BohnState, seat: int, action: Withdraw) -> None:
    _check_offer_time(state)
    if not any(offer.maker == seat and offer.number == action.number for offer in state.offers):
        raise Illegal("BH-9.6", "{number} is no open offer of yours.", number=action.number)


# ---- an offer


def next_number(state: BohnState) -> str | None:
    """The number of the next offer of the turn; None when the limits of BH-9.12 leave none."""
    made = sum(state.offered)
    return NUMBERS[made] if made < len(NUMBERS) else None


def offer_made(action: Propose | Counter, number: str, maker: int, target: int) -> Offer:
    """The offer an action describes, its lists in order."""
    return Offer(
        number=number,
        maker=maker,
        target=target,
        terms=Terms(
            invite=bool(action.invite),
            buy=tokens_in_order(action.buy),
            give=in_kind_order(action.give),
            take=in_kind_order(action.take),
        ),
        drop=in_kind_order(action.drop),
        pay=in_kind_order(action.pay),
    )


def obstacle(state: BohnState, offer: Offer) -> str | None:
    """Why the host withdraws an open offer now (BH-9.5), in one word; None if it stands."""
    if offer.terms.invite != must_invite(state, other_of(state, offer)):
        return "invite"
    try:
        check_part(state, offer.maker, offer, offer.drop, offer.pay)
    except Illegal:
        return "terms"
    return None


# ---- the parts of a deal


def check_tokens(state: BohnState, tokens: tuple[str, ...]) -> None:
    """The tokens lie on their squares and the active seat can pay for all of them (BH-12.1)."""
    total = 0
    for token, count in Count(tokens).items():
        kind, _, square = token.partition("@")
        pile = pile_at(state, square)
        if pile is None or pile.kind != kind or pile.count < count:
            raise Illegal(
                "BH-12.1", "Square {square} does not hold {count} {kind}.", square=square, count=count, kind=kind
            )
        total += count * price_of(state, kind)
    talers = state.merchants[state.active].talers
    if total > talers:
        raise Illegal("BH-12.1", "That costs {price} talers; there are {talers}.", price=total, talers=talers)


def drops_needed(beans: int, buy: int, give: int, take: int) -> int:
    """How many beans must be dropped so that neither purchases nor exchange pass the limit (BH-11.3)."""
    return max(0, beans + buy - SPACES, beans + buy - give + take - SPACES)


def _check_drop(beans: Beans, given: Beans, drop: Beans, needed: int) -> None:
    if len(drop) != needed:
        raise Illegal("BH-11.4", "Exactly {needed} beans must be dropped, not {count}.", needed=needed, count=len(drop))
    if not holds(without(beans, given), drop):
        raise Illegal("BH-11.4", "Only beans held before and not given in the same deal can be dropped.")


def _check_active_part(state: BohnState, buy: tuple[str, ...], give: Beans, take: Beans, drop: Beans) -> None:
    """Whether the active seat could carry out its part now (BH-9.3): purchases, beans, limit."""
    bought = tuple(map(kind_of, buy))
    if not holds(give, bought):
        raise Illegal("BH-9.3", "Every bean bought for a deal must also be given in it.")
    if buy:
        check_tokens(state, buy)
    beans, own = state.merchants[state.active].beans, without(give, bought)
    if not holds(beans, own):
        raise Illegal("BH-9.3", "The active seat does not hold all the beans it would give.")
    _check_drop(beans, own, drop, drops_needed(len(beans), len(buy), len(give), len(take)))


def ways_to_come(merchant: Merchant) -> tuple[Beans, ...]:
    """The bean payments among which an invited seat must choose; a single one is no choice (BH-10.2, BH-6.5)."""
    if merchant.hand[0] != TOLL_CARD:
        return ((),)
    return toll_on(merchant.talers, merchant.beans, TOLL_INVITED).ways


def _payment_named(merchant: Merchant, invite: bool, pay: Beans) -> Beans:
    """The beans the toll takes from an invited seat; Illegal if `pay` is missing or superfluous (BH-9.7)."""
    ways = ways_to_come(merchant) if invite else ((),)
    if len(ways) > 1 and not pay:
        raise Illegal("BH-9.7", "The toll leaves a choice of beans: say which ones you pay.")
    if not pay:
        return ways[0]
    by_credit = invite and len(ways) == 1 and toll_on(merchant.talers, merchant.beans, TOLL_INVITED).credit
    if pay not in ways or by_credit:
        raise Illegal("BH-9.7", "This payment does not fit the toll.")
    return pay


def _check_other_part(merchant: Merchant, invite: bool, give: Beans, take: Beans, drop: Beans, pay: Beans) -> None:
    """Whether the seat that is not active could carry out its part now: toll, beans, limit."""
    beans = without(merchant.beans, _payment_named(merchant, invite, pay))
    if not holds(beans, give):
        raise Illegal("BH-9.3", "The seat does not hold all the beans it would give, toll paid.")
    _check_drop(beans, give, drop, drops_needed(len(beans), 0, len(give), len(take)))


def check_part(state: BohnState, seat: int, offer: Offer, drop: Beans, pay: Beans) -> None:
    """Whether the seat, maker or target, could carry out its part of the offer now, with these private terms."""
    terms = offer.terms
    give, take = (terms.give, terms.take) if seat == offer.maker else (terms.take, terms.give)
    if seat != state.active:
        _check_other_part(state.merchants[seat], terms.invite, give, take, drop, pay)
        return
    if pay:
        raise Illegal("BH-9.7", "Only an invited seat pays a toll.")
    _check_active_part(state, terms.buy if seat == offer.maker else (), give, take, drop)
