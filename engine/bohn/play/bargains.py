"""Phase II: purchases, offers and deals (sections 8 to 12).

Not for what `legal` lists, and not for whether a seat could keep its part of a deal: `checks.deals` says that.
"""

from engine.bohn.actions import Accept
from engine.bohn.board import CONTRACT, HARVEST_CARD, TOLL_CARD, TOLL_INVITED, dearest_price
from engine.bohn.board.beans import Beans, in_kind_order, together, without
from engine.bohn.board.tolls import toll_on
from engine.bohn.checks.deals import obstacle
from engine.bohn.events import Bought, DealDone, Declined, Invited, Offered, Voided
from engine.bohn.play.journeys import draw_harvest, take_beans, take_talers
from engine.bohn.state import BohnState, Offer, Pile, other_of, price_of
from engine.tuples import put
from engine.values import Event

# ---- purchases


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


# ---- offers


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
