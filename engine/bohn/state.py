"""What changes: the position of a game of Bohn Hansa, what follows from it at once, and who owes which decision.

Not for what a seat may do. Supply and bank are not kept; they follow from the rest.
"""

from collections import Counter
from functools import cache, lru_cache
from typing import Literal

import msgspec

from engine.bohn.board import CONTRACT, KINDS, TOKENS, TOWN, TOWN_INDEX
from engine.bohn.board.beans import Beans, holds
from engine.tuples import put
from engine.values import Decision, State

Phase = Literal["open", "start", "toll", "trade", "final", "last", "over"]
"""The states of BH-20.1, in small letters."""
Standing = Literal["open", "closed"]

# The structs of a state hold words, numbers and each other, never a cycle: the collector need not track them (gc).


class Pile(msgspec.Struct, frozen=True, gc=False):
    """Tokens of one kind on one square of a beanometer (BH-1.5)."""

    kind: str
    count: int


class Beanometer(msgspec.Struct, frozen=True, gc=False):
    """The squares of a town from the bottom up; None is an empty square."""

    town: str
    squares: tuple[Pile | None, ...]

    @property
    def filled(self) -> int:
        """How many squares lie below the lowest empty one."""
        return self.squares.index(None) if None in self.squares else len(self.squares)


class Merchant(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one seat. `beans` are in kind order, `hand` has the front card first.

    `answer` is the sealed answer of OPEN and LAST, `sale` what the final sale of beans brought. Cards of the seven that
    lie neither in `hand` nor on the `table` are removed for ever. `town` is empty until the opening.
    """

    town: str
    talers: int
    beans: tuple[str, ...]
    hand: tuple[str, ...]
    table: tuple[str, ...] = ()
    pending: tuple[str, ...] = ()
    credit: int = 0
    standing: Standing = "open"
    answer: tuple[str, ...] | None = None
    sale: int = 0


class Terms(msgspec.Struct, frozen=True, gc=False):
    """The public terms of an offer (BH-9.2), as its maker speaks: `give` are the maker's beans, `take` the target's."""

    invite: bool
    buy: tuple[str, ...]
    give: tuple[str, ...]
    take: tuple[str, ...]


class Offer(msgspec.Struct, frozen=True, gc=False):
    """An open offer: its terms, and the private terms of its maker."""

    number: str
    maker: int
    target: int
    terms: Terms
    drop: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()


class BohnState(State):
    """A position. Decks have their top card first; `offered` counts the offers each seat made in this turn.

    `active` is 0 during the opening and the last seat after the last turn. `late` are the harvest cards that came from
    the reserve, `due` is what remains to be paid in TOLL, `prices` the price list of TRADE in the order of the town's
    kinds, `missing` the missing kinds bought in this turn.
    """

    seed: str
    phase: Phase
    turn: int
    active: int
    merchants: tuple[Merchant, ...]
    beanometers: tuple[Beanometer, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    pile: tuple[str, ...]
    reserve: tuple[str, ...]
    offered: tuple[int, ...]
    spent: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    trigger: int | None = None
    due: int = 0
    prices: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    shuffles: int = 0

    def beanometer(self, town: str) -> Beanometer:
        return self.beanometers[TOWN_INDEX[town]]

    def update(self, seat: int, **changes: object) -> None:
        """Replaces fields of a merchant. Only for a copy that an action is being played on."""
        self.merchants = put(self.merchants, seat, msgspec.structs.replace(self.merchants[seat], **changes))

    def update_squares(self, town: str, squares: tuple[Pile | None, ...]) -> None:
        """Replaces the squares of a town. Only for a copy that an action is being played on."""
        self.beanometers = put(self.beanometers, TOWN_INDEX[town], Beanometer(town, squares))


def supply_of(state: BohnState) -> dict[str, int]:
    """The tokens that are on no board and no beanometer (BH-1.3)."""
    out: Counter[str] = Counter()
    for merchant in state.merchants:
        out.update(merchant.beans)
    for beanometer in state.beanometers:
        for pile in beanometer.squares:
            if pile is not None:
                out[pile.kind] += pile.count
    return {kind: TOKENS[kind] - out[kind] for kind in KINDS}


def price_of(state: BohnState, kind: str) -> int:
    """The list price of a kind that the active seat's town sells."""
    town = TOWN[state.merchants[state.active].town]
    return state.prices[town.sells.index(kind)]


def pile_at(state: BohnState, square: str) -> Pile | None:
    """The pile on a square of the active seat's town; None if the square is empty or the town has none such."""
    squares = state.beanometer(state.merchants[state.active].town).squares
    return squares[int(square) - 1] if int(square) <= len(squares) else None


def is_missing(state: BohnState, kind: str) -> bool:
    """Whether no token of the kind is on any beanometer or board (BH-12.4)."""
    return not any(kind in merchant.beans for merchant in state.merchants) and not any(
        pile is not None and pile.kind == kind for beanometer in state.beanometers for pile in beanometer.squares
    )


def dealt_to(merchant: Merchant) -> tuple[str, ...]:
    """The three contracts a seat opens with."""
    return tuple(card for card in merchant.hand if card in CONTRACT)


def fulfillable(merchant: Merchant) -> tuple[str, ...]:
    """The contracts of hand and table that the seat's town and beans allow (BH-14.1)."""
    return _fulfillable(merchant.hand + merchant.table, merchant.town, merchant.beans)


@lru_cache(maxsize=1 << 14)
def _fulfillable(cards: tuple[str, ...], town: str, beans: Beans) -> tuple[str, ...]:
    contracts = [CONTRACT[card] for card in cards if card in CONTRACT]
    return tuple(each.id for each in contracts if each.town == town and holds(beans, each.beans))


def can_draw(state: BohnState) -> bool:
    return bool(state.deck or state.discards)


def eight_are_placed(state: BohnState) -> bool:
    """Whether every card that was in the draw pile at setup is placed: none in the pile, none pending (BH-15.1)."""
    return not state.pile and all(card in state.late for merchant in state.merchants for card in merchant.pending)


def must_invite(state: BohnState, seat: int) -> bool:
    """Whether the seat stands in another town than the active one (BH-9.3)."""
    return state.merchants[seat].town != state.merchants[state.active].town


def other_of(state: BohnState, offer: Offer) -> int:
    """The seat of an offer that is not active."""
    return offer.target if offer.maker == state.active else offer.maker


def unanswered(state: BohnState) -> tuple[int, ...]:
    """The seats whose sealed answer is still missing in OPEN or LAST."""
    return tuple(
        seat
        for seat, merchant in enumerate(state.merchants)
        if merchant.answer is None and (state.phase == "open" or fulfillable(merchant))
    )


def decisions(state: BohnState) -> tuple[Decision, ...]:
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
