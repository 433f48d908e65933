"""Contracts and the frame of the game: opening, fulfilling, buying and drawing contracts, close, end, last.

Not for journeys and not for bargains.
"""

from engine.bohn import scoring
from engine.bohn.board import CONTRACT, CONTRACT_PRICE, TRAVEL_CARDS
from engine.bohn.board.beans import value, without
from engine.bohn.events import (
    Answered,
    Closed,
    ContractBought,
    Drawn,
    Fulfilled,
    Lapsed,
    LastAsked,
    Lots,
    Opened,
    Scored,
    Shuffled,
    Sold,
    Won,
)
from engine.bohn.play.journeys import begin_turn
from engine.bohn.state import BohnState, fulfillable, unanswered
from engine.chance import shuffled
from engine.values import Event


def answer(now: BohnState, seat: int, words: tuple[str, ...], events: list[Event]) -> None:
    """Seals an answer; the last one opens all of them (BH-2.8, BH-15.6)."""
    now.update(seat, answer=words)
    events.append(Answered(seat=seat))
    if unanswered(now):
        return
    if now.phase == "open":
        _open_all(now, events)
    else:
        _fulfil_last(now, events)


def _open_all(now: BohnState, events: list[Event]) -> None:
    for seat, merchant in enumerate(now.merchants):
        assert merchant.answer is not None
        chosen, eighth, ninth = merchant.answer
        contract = CONTRACT[chosen]
        now.update(
            seat,
            town=contract.town,
            talers=contract.payout,
            beans=without(merchant.beans, contract.beans),
            hand=(*TRAVEL_CARDS, eighth, ninth),
            answer=None,
        )
        now.discards += (chosen,)
        events.append(Opened(seat=seat, contract=chosen, town=contract.town, talers=contract.payout))
    fewest = min(merchant.talers for merchant in now.merchants)
    poorest = tuple(seat for seat, merchant in enumerate(now.merchants) if merchant.talers == fewest)
    first = poorest[0]
    if len(poorest) > 1:
        first = shuffled(now.seed, "lots", poorest)[0]
        events.append(Lots(seat=first, among=poorest))
    begin_turn(now, first, events)


def fulfil(now: BohnState, seat: int, card: str, events: list[Event]) -> None:
    merchant, contract = now.merchants[seat], CONTRACT[card]
    now.update(
        seat,
        talers=merchant.talers + contract.payout,
        beans=without(merchant.beans, contract.beans),
        hand=tuple(held for held in merchant.hand if held != card),
        table=tuple(laid for laid in merchant.table if laid != card),
    )
    now.discards += (card,)
    events.append(Fulfilled(seat=seat, contract=card, payout=contract.payout))


def draw_contract(now: BohnState, seat: int, events: list[Event]) -> None:
    """The top contract to the end of the hand; an empty deck is made anew from the discards (BH-14.7)."""
    if not now.deck and now.discards:
        now.shuffles += 1
        now.deck = shuffled(now.seed, f"contracts {now.shuffles}", now.discards)
        now.discards = ()
        events.append(Shuffled())
    if not now.deck:
        return
    card, now.deck = now.deck[0], now.deck[1:]
    now.update(seat, hand=(*now.merchants[seat].hand, card))
    events.append(Drawn(seat=seat))
    events.append(Drawn(seat=seat, contract=card, audience=seat))


def buy_contract(now: BohnState, seat: int, position: int, events: list[Event]) -> None:
    merchant = now.merchants[seat]
    card = merchant.hand[position - 1]
    hand = merchant.hand[: position - 1] + merchant.hand[position:]
    now.update(seat, talers=merchant.talers - CONTRACT_PRICE, hand=hand)
    events.append(ContractBought(seat=seat))
    events.append(ContractBought(seat=seat, card=card, audience=seat))
    draw_contract(now, seat, events)


def close(now: BohnState, seat: int, events: list[Event], *, auto: bool) -> None:
    """The end of trading: offers lapse, the table is cleared, gaps close, a contract is drawn (section 13)."""
    events.extend(Lapsed(number=offer.number) for offer in now.offers)
    merchant = now.merchants[seat]
    now.discards += merchant.table
    now.update(seat, table=())
    squares = now.beanometer(merchant.town).squares
    piles = tuple(pile for pile in squares if pile is not None)
    now.update_squares(merchant.town, piles + (None,) * (len(squares) - len(piles)))
    now.phase, now.offers, now.offered = "final", (), (0,) * len(now.merchants)
    now.prices, now.missing = (), ()
    events.append(Closed(seat=seat, discarded=merchant.table))
    draw_contract(now, seat, events)
    if auto and not fulfillable(now.merchants[seat]):
        end(now, seat, events)


def end(now: BohnState, seat: int, events: list[Event]) -> None:
    """The next seat's turn, or the end when its last turn is over (BH-15.2)."""
    following = (seat + 1) % len(now.merchants)
    if following != now.trigger:
        begin_turn(now, following, events)
        return
    now.phase = "last"
    concerned = unanswered(now)
    if concerned:
        events.append(LastAsked(seats=concerned))
    else:
        _finish(now, events)


def _fulfil_last(now: BohnState, events: list[Event]) -> None:
    for seat in range(len(now.merchants)):
        for card in now.merchants[seat].answer or ():
            fulfil(now, seat, card, events)
        now.update(seat, answer=None)
    _finish(now, events)


def _finish(now: BohnState, events: list[Event]) -> None:
    """The final sale and the result (BH-15.7, BH-15.8)."""
    for seat, merchant in enumerate(now.merchants):
        sale = value(merchant.beans)
        now.update(seat, talers=merchant.talers + sale, beans=(), sale=sale)
        events.append(Sold(seat=seat, beans=merchant.beans, talers=sale))
    now.phase = "over"
    result = scoring.result(now)
    assert result is not None
    events.extend(
        Scored(seat=rank.seat, total=rank.total) for rank in sorted(result.ranking, key=lambda rank: rank.seat)
    )
    events.extend(Won(seat=seat) for seat in result.winners)
