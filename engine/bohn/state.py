"""What changes: the position of a game of Bohn Hansa, and what a seat or the table may see of it.

Not for rules: nothing here knows what is allowed. Supply and bank are not kept; they follow from the rest.
"""

from collections import Counter
from typing import Literal

import msgspec

from engine.bohn.board import BANK, CONTRACT, KINDS, ORDINARY, TOKENS, TOWN_INDEX
from engine.tuples import put
from engine.values import Decision, Result, State, View

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


def view_of(state: BohnState, seat: int | None, decisions: tuple[Decision, ...], result: Result | None) -> BohnView:
    """What the seat, or the table, may know (section 17)."""
    seats = len(state.merchants)
    return BohnView(
        seat=seat,
        seats=seats,
        round=(state.turn + seats - 1) // seats,
        active=state.active if state.phase in ("start", "toll", "trade", "final") else None,
        decisions=decisions,
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
        result=result,
        private=None if seat is None else _private_of(state, seat),
    )
