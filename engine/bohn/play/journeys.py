"""Phase I: the start of a turn, the journey, the toll and the harvest cards (sections 5 to 7 and BH-8.1).

Not for invitations as such; they borrow the toll and the drawing of harvest cards from here.
"""

from engine.bohn.board import CONTRACT, HARVEST, HARVEST_CARD, ORDINARY, TOLL, TOLL_CARD, TOWN, cards_for
from engine.bohn.board.beans import Beans, without
from engine.bohn.board.tolls import Toll, toll_on
from engine.bohn.events import (
    CreditGiven,
    HarvestDrawn,
    Laid,
    Placed,
    Priced,
    Skipped,
    TollInBeans,
    TollTaken,
    Travelled,
    Triggered,
    TurnBegan,
)
from engine.bohn.state import BohnState, Pile, eight_are_placed, supply_of
from engine.tuples import put
from engine.values import Event


def take_talers(now: BohnState, seat: int, amount: int, toll: Toll, events: list[Event]) -> None:
    now.update(seat, talers=now.merchants[seat].talers - toll.talers)
    events.append(TollTaken(seat=seat, amount=amount, talers=toll.talers, due=toll.due))


def take_beans(now: BohnState, seat: int, beans: Beans, credit: int, events: list[Event]) -> None:
    """The part of a toll that talers did not cover."""
    merchant = now.merchants[seat]
    now.update(seat, beans=without(merchant.beans, beans), credit=merchant.credit + credit)
    if beans:
        events.append(TollInBeans(seat=seat, beans=beans))
    if credit:
        events.append(CreditGiven(seat=seat, amount=credit))


def draw_harvest(now: BohnState, seat: int, events: list[Event], *, pending: bool) -> str | None:
    """The next harvest card: from the draw pile, then from the reserve, then none (BH-7.1)."""
    if now.pile:
        card, now.pile = now.pile[0], now.pile[1:]
    elif now.reserve:
        card, now.reserve = now.reserve[0], now.reserve[1:]
        now.late += (card,)
    else:
        return None
    events.append(HarvestDrawn(seat=seat, harvest=card, pending=pending))
    return card


def place_harvest(now: BohnState, harvest: str, events: list[Event]) -> None:
    """Carries out a harvest card, entry by entry (BH-7.2 to BH-7.6), and looks for the trigger (BH-15.1)."""
    supply = supply_of(now)
    for town, kind, count in HARVEST[harvest].entries:
        beanometer = now.beanometer(town)
        square = beanometer.filled
        tokens = min(count, supply[kind])
        if tokens == 0 or square == len(beanometer.squares):
            events.append(Skipped(town=town, kind=kind))
            continue
        pile = Pile(kind, tokens)
        supply[kind] -= tokens
        now.update_squares(town, put(beanometer.squares, square, pile))
        events.append(Placed(town=town, pile=pile, square=square + 1))
    now.spent += (harvest,)
    if now.trigger is None and eight_are_placed(now):
        now.trigger = now.active
        events.append(Triggered(seat=now.active))


def begin_turn(now: BohnState, seat: int, events: list[Event]) -> None:
    """START: the pending harvest cards of the seat are placed before anything else (BH-5.1)."""
    now.phase, now.active, now.turn = "start", seat, now.turn + 1
    events.append(TurnBegan(seat=seat, turn=now.turn, last=now.trigger is not None))
    while pending := now.merchants[seat].pending:
        now.update(seat, pending=pending[1:])
        place_harvest(now, pending[0], events)


def travel(now: BohnState, seat: int, town: str, events: list[Event]) -> None:
    """Lays the cards, moves the pawn, and stops in TOLL if the seat has to choose a payment."""
    merchant = now.merchants[seat]
    count = cards_for(merchant.town, town)
    laid = merchant.hand[:count]
    now.update(seat, town=town, hand=merchant.hand[count:], table=laid)
    events.append(Travelled(seat=seat, start=merchant.town, town=town))
    events.append(Laid(seat=seat, cards=laid))
    if TOLL_CARD in laid:
        toll = toll_on(merchant.talers, merchant.beans, TOLL)
        take_talers(now, seat, TOLL, toll, events)
        if len(toll.ways) > 1:
            now.phase, now.due = "toll", toll.due
            return
        take_beans(now, seat, toll.ways[0], toll.credit, events)
    _arrive(now, seat, events)


def pay(now: BohnState, seat: int, beans: Beans, events: list[Event]) -> None:
    """The chosen payment ends TOLL."""
    now.due = 0
    take_beans(now, seat, beans, 0, events)
    _arrive(now, seat, events)


def _arrive(now: BohnState, seat: int, events: list[Event]) -> None:
    """The toll is paid; Nachschub, then the other cards, then TRADE with its price list (BH-5.7, BH-8.1)."""
    laid = now.merchants[seat].table
    if HARVEST_CARD in laid:
        card = draw_harvest(now, seat, events, pending=False)
        if card is not None:
            place_harvest(now, card, events)
    merchant = now.merchants[seat]
    back = (*(card for card in (TOLL_CARD, HARVEST_CARD) if card in laid), *(card for card in laid if card in ORDINARY))
    now.update(seat, hand=merchant.hand + back, table=tuple(card for card in laid if card in CONTRACT))
    now.phase = "trade"
    town = TOWN[merchant.town]
    now.prices = town.prices(now.beanometer(town.id).filled)
    events.append(Priced(town=town.id, kinds=town.sells, prices=now.prices))
