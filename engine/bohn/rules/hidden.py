"""Another state that a viewer cannot tell from this one: everything section 17 hides from it drawn anew.

Not for probabilities: every draw is possible, not all are equally likely.
"""

import copy
from collections.abc import Iterator, Sequence

import msgspec

from engine.bohn.beans import Beans, holds, selections
from engine.bohn.board import CONTRACT, HARVEST_CARD, ORDINARY, TOLL_CARD, TRAVEL_CARDS
from engine.bohn.rules.bargain import check_part, ways_to_come
from engine.bohn.rules.choices import finals, openings
from engine.bohn.rules.turn import dealt_to, fulfillable
from engine.bohn.state import BohnState, Merchant, Offer
from engine.chance import Stream
from engine.errors import Illegal

TRIES = 20


def resample(state: BohnState, seat: int | None, stream: Stream) -> BohnState:
    now = copy.copy(state)
    now.seed = f"{stream.below(1 << 64):016x}"
    harvests = stream.shuffled(state.pile + state.reserve)
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
    pool = list(stream.shuffled((*state.deck, *hidden)))
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
    for place in range(len(hand)):  # some card can stand in front: the kind of the true front card is among them
        now.update(seat, hand=(hand[place], *hand[:place], *hand[place + 1 :]))
        if _redraw_terms(now, seat, stream):
            return


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
