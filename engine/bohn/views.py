"""What a seat, or the table, may know of a position (section 17), and `resample`: another one it cannot tell from it.

Not for probabilities: every draw of `resample` is possible, not all are equally likely.
"""

import copy
from collections.abc import Iterator, Sequence

import msgspec

from engine.bohn.board import BANK, CONTRACT, HARVEST_CARD, ORDINARY, TOLL_CARD, TRAVEL_CARDS
from engine.bohn.board.beans import Beans, holds, selections
from engine.bohn.checks.deals import check_part, ways_to_come
from engine.bohn.legal import finals, openings
from engine.bohn.scoring import result
from engine.bohn.state import (
    Beanometer,
    BohnState,
    Merchant,
    Offer,
    Phase,
    Standing,
    Terms,
    dealt_to,
    decisions,
    fulfillable,
    supply_of,
)
from engine.chance import Stream
from engine.errors import Illegal
from engine.values import Result, View

TRIES = 20
"""How often `resample` deals the hidden contracts anew before it leaves them as they are."""


class MerchantView(msgspec.Struct, frozen=True):
    """What everybody knows of a seat: all but which cards it holds, and their order (BH-17.2, BH-17.4)."""

    town: str
    talers: int
    credit: int
    beans: tuple[str, ...]
    cards: int
    contracts: int
    ordinary: int
    table: tuple[str, ...]
    pending: tuple[str, ...]
    standing: Standing
    sale: int


class OfferView(msgspec.Struct, frozen=True):
    """What everybody knows of an open offer (BH-9.13)."""

    number: str
    maker: int
    target: int
    terms: Terms


class PrivateTerms(msgspec.Struct, frozen=True):
    """The private terms of an open offer of the viewer."""

    number: str
    drop: tuple[str, ...]
    pay: tuple[str, ...]


class Private(msgspec.Struct, frozen=True):
    """What only the viewer knows: the hand in its order, the sealed answer, the private terms of own offers."""

    hand: tuple[str, ...]
    answer: tuple[str, ...] | None
    terms: tuple[PrivateTerms, ...]


class BohnView(View, frozen=True, kw_only=True):
    """The table as one seat, or everybody, sees it; decks are sizes only."""

    phase: Phase
    turn: int
    merchants: tuple[MerchantView, ...]
    beanometers: tuple[Beanometer, ...]
    supply: dict[str, int]
    bank: int
    deck: int
    discards: tuple[str, ...]
    pile: int
    reserve: int
    spent: tuple[str, ...]
    trigger: int | None
    due: int
    prices: tuple[int, ...]
    missing: tuple[str, ...]
    offers: tuple[OfferView, ...]
    offered: tuple[int, ...]
    shuffles: int
    result: Result | None
    private: Private | None


def _merchant_seen(merchant: Merchant) -> MerchantView:
    return MerchantView(
        town=merchant.town,
        talers=merchant.talers,
        credit=merchant.credit,
        beans=merchant.beans,
        cards=len(merchant.hand),
        contracts=sum(card in CONTRACT for card in merchant.hand),
        ordinary=sum(card in ORDINARY for card in merchant.hand),
        table=merchant.table,
        pending=merchant.pending,
        standing=merchant.standing,
        sale=merchant.sale,
    )


def _private_of(state: BohnState, seat: int) -> Private:
    merchant = state.merchants[seat]
    terms = tuple(PrivateTerms(offer.number, offer.drop, offer.pay) for offer in state.offers if offer.maker == seat)
    return Private(merchant.hand, merchant.answer, terms)


def view(state: BohnState, seat: int | None) -> BohnView:
    """What the seat, or the table, may know (section 17)."""
    seats = len(state.merchants)
    return BohnView(
        seat=seat,
        seats=seats,
        round=(state.turn + seats - 1) // seats,
        active=state.active if state.phase in ("start", "toll", "trade", "final") else None,
        decisions=decisions(state),
        phase=state.phase,
        turn=state.turn,
        merchants=tuple(map(_merchant_seen, state.merchants)),
        beanometers=state.beanometers,
        supply=supply_of(state),
        bank=BANK - sum(merchant.talers for merchant in state.merchants),
        deck=len(state.deck),
        discards=state.discards,
        pile=len(state.pile),
        reserve=len(state.reserve),
        spent=state.spent,
        trigger=state.trigger,
        due=state.due,
        prices=state.prices,
        missing=state.missing,
        offers=tuple(OfferView(offer.number, offer.maker, offer.target, offer.terms) for offer in state.offers),
        offered=state.offered,
        shuffles=state.shuffles,
        result=result(state),
        private=None if seat is None else _private_of(state, seat),
    )


# ---- another state


def resample(state: BohnState, seat: int | None, stream: Stream) -> BohnState:
    """Everything that section 17 hides from the viewer drawn anew."""
    now = copy.copy(state)
    now.seed = f"{stream.below(1 << 64):016x}"
    harvests = stream.shuffled(sorted(state.pile + state.reserve))
    now.pile, now.reserve = harvests[: len(state.pile)], harvests[len(state.pile) :]
    others = [other for other in range(len(state.merchants)) if other != seat]
    dealt = next((deal for _ in range(TRIES) if (deal := _deal(state, others, stream)) is not None), None)
    if dealt is not None:
        hands, now.deck = dealt
        for other, contracts in zip(others, hands, strict=True):
            _redraw_hand(now, other, contracts, stream)
    for other in others:
        _redraw_answer(now, other, stream)
    return now


def _deal(state: BohnState, others: Sequence[int], stream: Stream) -> tuple[list[list[str]], tuple[str, ...]] | None:
    """New contracts for the hands the viewer cannot see, and the deck that is left; None if the draw came out badly.

    In LAST everybody sees who is asked, so a seat that can fulfil something must be able to, and no other (BH-15.6).
    """
    hidden = [card for other in others for card in dealt_to(state.merchants[other])]
    pool = list(stream.shuffled(sorted((*state.deck, *hidden))))
    hands = []
    for other in others:
        merchant = state.merchants[other]
        cards: list[str] = []
        allowed = pool
        if state.phase == "last":
            possible = [card for card in pool if _fits(merchant, card)]
            if fulfillable(merchant):
                if not possible:
                    return None
                cards.append(possible[0])
            else:
                allowed = [card for card in pool if card not in possible]
        cards += [card for card in allowed if card not in cards][: len(dealt_to(merchant)) - len(cards)]
        if len(cards) < len(dealt_to(merchant)):
            return None
        pool = [card for card in pool if card not in cards]
        hands.append(cards)
    return hands, tuple(pool)


def _fits(merchant: Merchant, card: str) -> bool:
    return CONTRACT[card].town == merchant.town and holds(merchant.beans, CONTRACT[card].beans)


def _redraw_hand(now: BohnState, seat: int, contracts: Sequence[str], stream: Stream) -> None:
    """A hand of the same size and make-up, in any order that the seat's own open offers allow."""
    merchant = now.merchants[seat]
    if now.phase == "open":
        now.update(seat, hand=(*TRAVEL_CARDS, *contracts))
        return
    count = sum(card in ORDINARY for card in merchant.hand)
    ordinary = [card for card in TRAVEL_CARDS if card in ORDINARY and card not in merchant.table]
    special = [card for card in (TOLL_CARD, HARVEST_CARD) if card in merchant.hand]
    hand = stream.shuffled((*contracts, *special, *stream.shuffled(ordinary)[:count]))
    place = 0
    while not _redraw_terms(_with_front(now, seat, hand, place), seat, stream):
        place += 1  # some card can stand in front: the kind of the true front card is among them


def _with_front(now: BohnState, seat: int, hand: tuple[str, ...], place: int) -> BohnState:
    now.update(seat, hand=(hand[place], *hand[:place], *hand[place + 1 :]))
    return now


def _redraw_terms(now: BohnState, seat: int, stream: Stream) -> bool:
    """New private terms for the open offers of the seat; False if its hand allows none."""
    redrawn = {}
    for offer in now.offers:
        if offer.maker == seat:
            possible = tuple(private_terms(now, offer))
            if not possible:
                return False
            drop, pay = stream.choice(possible)
            redrawn[offer.number] = msgspec.structs.replace(offer, drop=drop, pay=pay)
    now.offers = tuple(redrawn.get(offer.number, offer) for offer in now.offers)
    return True


def private_terms(state: BohnState, offer: Offer) -> Iterator[tuple[Beans, Beans]]:
    """Every pair of private terms, drop and pay, with which the maker's part of the offer holds."""
    merchant = state.merchants[offer.maker]
    invited = offer.maker != state.active and offer.terms.invite
    ways = ways_to_come(merchant) if invited else ((),)
    for pay in ways if len(ways) > 1 else ((),):
        for count in range(len(merchant.beans) + 1):
            for drop in selections(merchant.beans, count):
                try:
                    check_part(state, offer.maker, offer, drop, pay)
                except Illegal:
                    continue
                yield drop, pay


def _redraw_answer(now: BohnState, seat: int, stream: Stream) -> None:
    merchant = now.merchants[seat]
    if merchant.answer is None:
        return
    if now.phase == "open":
        action = stream.choice(openings(merchant))
        now.update(seat, answer=(action.contract, action.eighth, action.ninth))
    else:
        now.update(seat, answer=stream.choice(finals(merchant)).contracts)
