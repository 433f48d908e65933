"""Phase II: purchases, offers and deals (sections 8 to 12).

Not for what `legal` lists. A part of a deal is what one seat has to do in it; a part is checked here and nowhere else.
"""

from collections import Counter as Count

from engine.bohn.actions import NUMBERS, Accept, Counter, Propose, kind_of, tokens_in_order
from engine.bohn.beans import Beans, holds, in_kind_order, together, without
from engine.bohn.board import CONTRACT, HARVEST_CARD, SPACES, TOLL_CARD, TOLL_INVITED, TOWN
from engine.bohn.events import Bought, DealDone, Declined, Invited, Offered, Voided
from engine.bohn.rules.journey import draw_harvest, take_beans, take_talers, toll_on
from engine.bohn.state import BohnState, Merchant, Offer, Pile, Terms
from engine.errors import Illegal
from engine.tuples import put
from engine.values import Event

# ---- purchases


def price_of(state: BohnState, kind: str) -> int:
    """The list price of a kind that the active seat's town sells."""
    town = TOWN[state.merchants[state.active].town]
    return state.prices[town.sells.index(kind)]


def dearest_price(town: str, kind: str) -> int:
    """The price of square 1, for a missing kind (BH-12.4)."""
    return TOWN[town].ladders[TOWN[town].sells.index(kind)][0]


def pile_at(state: BohnState, square: str) -> Pile | None:
    """The pile on a square of the active seat's town; None if the square is empty or the town has none such."""
    squares = state.beanometer(state.merchants[state.active].town).squares
    return squares[int(square) - 1] if int(square) <= len(squares) else None


def is_missing(state: BohnState, kind: str) -> bool:
    """Whether no token of the kind is on any beanometer or board (BH-12.4)."""
    return not any(kind in merchant.beans for merchant in state.merchants) and not any(
        pile is not None and pile.kind == kind for beanometer in state.beanometers for pile in beanometer.squares
    )


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


def take_token(now: BohnState, token: str, events: list[Event], drop: Beans = ()) -> None:
    """One purchase of the active seat; the square it empties stays empty (BH-12.3)."""
    seat, (kind, _, square) = now.active, token.partition("@")
    merchant = now.merchants[seat]
    if square == "x":
        price = dearest_price(merchant.town, kind)
        now.missing += (kind,)
    else:
        price = price_of(now, kind)
        squares, place = now.beanometer(merchant.town).squares, int(square) - 1
        pile = squares[place]
        assert pile is not None
        now.update_squares(merchant.town, put(squares, place, Pile(kind, pile.count - 1) if pile.count > 1 else None))
    beans = together(without(merchant.beans, drop), (kind,))
    now.update(seat, talers=merchant.talers - price, beans=beans)
    events.append(Bought(seat=seat, token=token, price=price, drop=drop))


# ---- the parts of a deal


def other_of(state: BohnState, offer: Offer) -> int:
    """The seat of an offer that is not active."""
    return offer.target if offer.maker == state.active else offer.maker


def drops_needed(beans: int, buy: int, give: int, take: int) -> int:
    """How many beans must be dropped so that neither purchases nor exchange pass the limit (BH-11.3)."""
    return max(0, beans + buy - SPACES, beans + buy - give + take - SPACES)


def _check_drop(beans: Beans, given: Beans, drop: Beans, needed: int) -> None:
    if len(drop) != needed:
        raise Illegal("BH-11.4", "Exactly {needed} beans must be dropped, not {count}.", needed=needed, count=len(drop))
    if not holds(without(beans, given), drop):
        raise Illegal("BH-11.4", "Only beans held before and not given in the same deal can be dropped.")


def check_active_part(state: BohnState, buy: tuple[str, ...], give: Beans, take: Beans, drop: Beans) -> None:
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


def payment_named(merchant: Merchant, invite: bool, pay: Beans) -> Beans:
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


def check_other_part(merchant: Merchant, invite: bool, give: Beans, take: Beans, drop: Beans, pay: Beans) -> None:
    """Whether the seat that is not active could carry out its part now: toll, beans, limit."""
    beans = without(merchant.beans, payment_named(merchant, invite, pay))
    if not holds(beans, give):
        raise Illegal("BH-9.3", "The seat does not hold all the beans it would give, toll paid.")
    _check_drop(beans, give, drop, drops_needed(len(beans), 0, len(give), len(take)))


def check_part(state: BohnState, seat: int, offer: Offer, drop: Beans, pay: Beans) -> None:
    """Whether the seat, maker or target, could carry out its part of the offer now, with these private terms."""
    terms = offer.terms
    give, take = (terms.give, terms.take) if seat == offer.maker else (terms.take, terms.give)
    if seat != state.active:
        check_other_part(state.merchants[seat], terms.invite, give, take, drop, pay)
        return
    if pay:
        raise Illegal("BH-9.7", "Only an invited seat pays a toll.")
    check_active_part(state, terms.buy if seat == offer.maker else (), give, take, drop)


# ---- offers


def next_number(state: BohnState) -> str | None:
    """The number of the next offer of the turn; None when the limits of BH-9.12 leave none."""
    made = sum(state.offered)
    return NUMBERS[made] if made < len(NUMBERS) else None


def must_invite(state: BohnState, seat: int) -> bool:
    """Whether the seat stands in another town than the active one (BH-9.3)."""
    return state.merchants[seat].town != state.merchants[state.active].town


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


def propose(now: BohnState, offer: Offer, events: list[Event]) -> None:
    """Opens an offer; a target with a standing order declines at once (BH-20.5)."""
    now.offered = put(now.offered, offer.maker, now.offered[offer.maker] + 1)
    shown = Offered(number=offer.number, maker=offer.maker, target=offer.target, terms=offer.terms)
    events.append(shown)
    if offer.drop or offer.pay:
        events.append(
            Offered(
                number=offer.number,
                maker=offer.maker,
                target=offer.target,
                terms=offer.terms,
                drop=offer.drop,
                pay=offer.pay,
                audience=offer.maker,
            )
        )
    if now.merchants[offer.target].standing == "closed":
        events.append(Declined(number=offer.number, seat=offer.target, standing=True))
    else:
        now.offers += (offer,)


def remove_offer(now: BohnState, number: str) -> Offer:
    """Takes an open offer off the table."""
    offer = next(offer for offer in now.offers if offer.number == number)
    now.offers = tuple(other for other in now.offers if other is not offer)
    return offer


def obstacle(state: BohnState, offer: Offer) -> str | None:
    """Why the host withdraws an open offer now (BH-9.5), in one word; None if it stands."""
    if offer.terms.invite != must_invite(state, other_of(state, offer)):
        return "invite"
    try:
        check_part(state, offer.maker, offer, offer.drop, offer.pay)
    except Illegal:
        return "terms"
    return None


def review(now: BohnState, events: list[Event], buyer: int | None = None) -> None:
    """Withdraws the offers whose maker check fails, and those with invite of a seat that bought a contract (BH-9.5)."""
    if not now.offers:
        return
    kept = []
    for offer in now.offers:
        reason = obstacle(now, offer)
        if buyer is not None and buyer == offer.maker != now.active and offer.terms.invite:
            reason = "contract"
        if reason is None:
            kept.append(offer)
        else:
            events.append(Voided(number=offer.number, reason=reason))
    now.offers = tuple(kept)


# ---- deals


def accept(now: BohnState, seat: int, action: Accept, events: list[Event]) -> None:
    """Carries out a deal whole, in the order of BH-9.8."""
    offer = remove_offer(now, action.number)
    active, other = now.active, other_of(now, offer)
    terms = offer.terms
    private = {offer.maker: (offer.drop, offer.pay), seat: (in_kind_order(action.drop), in_kind_order(action.pay))}
    if terms.invite:
        _come(now, other, private[other][1], events)
    for each in (active, other):
        drop = private[each][0]
        if drop:
            now.update(each, beans=without(now.merchants[each].beans, drop))
    for token in terms.buy:
        take_token(now, token, events)
    given = {offer.maker: terms.give, seat: terms.take}
    for giver, taker in ((active, other), (other, active)):
        beans = without(now.merchants[giver].beans, given[giver])
        now.update(giver, beans=together(beans, given[taker]))
    events.append(
        DealDone(
            number=offer.number,
            maker=offer.maker,
            target=seat,
            terms=terms,
            maker_drop=offer.drop,
            target_drop=private[seat][0],
        )
    )
    review(now, events)


def _come(now: BohnState, seat: int, pay: Beans, events: list[Event]) -> None:
    """The invitation: the pawn moves and the front card is laid (BH-10.2)."""
    merchant = now.merchants[seat]
    front, rest = merchant.hand[0], merchant.hand[1:]
    town = now.merchants[now.active].town
    now.update(seat, town=town, hand=rest if front in CONTRACT else (*rest, front))
    events.append(Invited(seat=seat, start=merchant.town, town=town, card=front))
    if front == TOLL_CARD:
        toll = toll_on(merchant.talers, merchant.beans, TOLL_INVITED)
        take_talers(now, seat, TOLL_INVITED, toll, events)
        take_beans(now, seat, pay or toll.ways[0], toll.credit, events)
    elif front == HARVEST_CARD:
        card = draw_harvest(now, seat, events, pending=True)
        if card is not None:
            now.update(seat, pending=(*now.merchants[seat].pending, card))
    elif front in CONTRACT:
        now.discards += (front,)
