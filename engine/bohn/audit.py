"""The invariants a single state can show (section 23), for loaded states and for tests.

Not for what only two states together can show, like the order of a hand.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.bohn.actions import NUMBERS, OFFERS_PER_TURN, WORDS
from engine.bohn.board import (
    CONTRACT,
    CONTRACTS,
    DEALT,
    EIGHT,
    HARVESTS,
    KINDS,
    MOST_SEATS,
    SPACES,
    TOLL,
    TOLL_CARD,
    TOWN,
    TOWNS,
    TRAVEL_CARDS,
)
from engine.bohn.board.beans import in_kind_order, payments, value
from engine.bohn.checks.deals import OPEN_PER_PARTNER, obstacle
from engine.bohn.state import BohnState, Merchant, Offer, dealt_to, eight_are_placed, fulfillable, supply_of
from engine.errors import BadState

LEAST_SEATS = 3
MOST = 1_000_000
"""No number in a state is larger; it keeps sums small when a state is edited by hand."""


def audit(state: BohnState) -> None:
    """Raises BadState with the first invariant that is broken; later checks rely on earlier ones."""
    _audit_frame(state)
    for seat, merchant in enumerate(state.merchants):
        _audit_merchant(state, seat, merchant)
    _audit_beans(state)
    _audit_contracts(state)
    _audit_harvests(state)
    _audit_trading(state)
    _audit_phase(state)
    _audit_offers(state)


def _audit_frame(state: BohnState) -> None:
    seats = len(state.merchants)
    if not LEAST_SEATS <= seats <= MOST_SEATS:
        raise BadState("A game has three to five seats, not {seats} (BH-1.11).", seats=seats)
    if not 0 <= state.active < seats:
        raise BadState("The active seat is not at the table.")
    if not 0 <= state.turn <= MOST or not 0 <= state.shuffles <= MOST:
        raise BadState("A counter is out of range.")
    if (state.turn == 0) != (state.phase == "open"):
        raise BadState("Turns are counted from the opening on (BH-20.1).")
    if state.trigger is not None and not 0 <= state.trigger < seats:
        raise BadState("The triggering seat is not at the table.")
    if len(state.offered) != seats or not all(0 <= made <= OFFERS_PER_TURN for made in state.offered):
        raise BadState("Every seat makes 0 to {most} offers in a turn (BH-9.12).", most=OFFERS_PER_TURN)


def _unknown(words: Iterable[str], known: Sequence[str]) -> str | None:
    return next((word for word in words if word not in known), None)


def _audit_merchant(state: BohnState, seat: int, merchant: Merchant) -> None:
    who = f"P{seat + 1}"
    if merchant.town not in TOWN and not (state.phase == "open" and merchant.town == ""):
        raise BadState("{who} is in no town.", who=who)
    if not all(0 <= amount <= MOST for amount in (merchant.talers, merchant.credit, merchant.sale)):
        raise BadState("{who} has an impossible amount of talers or credit (I-4, I-6).", who=who)
    if (unknown := _unknown(merchant.beans, KINDS)) is not None:
        raise BadState("{who} has an unknown bean, “{word}”.", who=who, word=unknown)
    if len(merchant.beans) > SPACES:
        raise BadState("{who} has more than {spaces} beans (I-2).", who=who, spaces=SPACES)
    if merchant.beans != in_kind_order(merchant.beans):
        raise BadState("The beans of {who} are not in kind order (BH-1.2).", who=who)
    if (unknown := _unknown(merchant.hand + merchant.table, TRAVEL_CARDS + CONTRACTS)) is not None:
        raise BadState("{who} has an unknown card, “{word}”.", who=who, word=unknown)
    travel = Counter(card for card in merchant.hand + merchant.table if card not in CONTRACT)
    if any(count > 1 for count in travel.values()):
        raise BadState("{who} has a travel card twice (I-10).", who=who)
    if any(card not in travel for card in TRAVEL_CARDS[1:3]):
        raise BadState("{who} lacks Zo or Na, which are never removed (I-10).", who=who)
    in_toll = state.phase == "toll" and seat == state.active
    if not in_toll and any(card not in CONTRACT for card in merchant.table):
        raise BadState("A travel card lies on the table of {who} (I-10).", who=who)
    if merchant.table and not (seat == state.active and state.phase in ("toll", "trade")):
        raise BadState("A contract lies on the table of {who} outside its journey and trade (I-11).", who=who)
    if merchant.sale and state.phase != "over":
        raise BadState("{who} has sold its beans before the end (BH-15.7).", who=who)
    if merchant.answer is not None and state.phase not in ("open", "last"):
        raise BadState("{who} has a sealed answer to no question.", who=who)


def _audit_beans(state: BohnState) -> None:
    if tuple(beanometer.town for beanometer in state.beanometers) != TOWNS:
        raise BadState("There is one beanometer for each town, in their order (BH-1.4).")
    for beanometer in state.beanometers:
        town = TOWN[beanometer.town]
        if len(beanometer.squares) != town.squares:
            raise BadState("{town} has {squares} squares (BH-1.4).", town=town.id, squares=town.squares)
        for pile in beanometer.squares:
            if pile is not None and (pile.kind not in town.sells or not 1 <= pile.count <= MOST):
                raise BadState("A square of {town} holds what cannot lie there (I-3).", town=town.id)
        trading = state.phase == "trade" and state.merchants[state.active].town == town.id
        if any(pile is not None for pile in beanometer.squares[beanometer.filled :]) and not trading:
            raise BadState("The beanometer of {town} has a gap (I-3).", town=town.id)
    for kind, left in supply_of(state).items():
        if left < 0:
            raise BadState("There are {extra} {kind} too many (I-1).", extra=-left, kind=kind)


def _audit_contracts(state: BohnState) -> None:
    places = [state.deck, state.discards, *(merchant.hand + merchant.table for merchant in state.merchants)]
    found = Counter(card for place in places for card in place if card not in TRAVEL_CARDS)
    if sum(found.values()) != len(CONTRACTS) or any(found[card] != 1 for card in CONTRACTS):
        raise BadState("Each of the {count} contracts is in one place (I-11).", count=len(CONTRACTS))
    if any(card in TRAVEL_CARDS for card in state.deck + state.discards):
        raise BadState("A travel card lies among the contracts (I-10).")


def _audit_harvests(state: BohnState) -> None:
    pending = tuple(card for merchant in state.merchants for card in merchant.pending)
    if sorted(state.pile + state.reserve + pending + state.spent) != sorted(HARVESTS):
        raise BadState("Each of the {count} harvest cards is in one place (I-12).", count=len(HARVESTS))
    if len(state.pile) > EIGHT or len(state.reserve) + len(state.late) != len(HARVESTS) - EIGHT:
        raise BadState("Two harvest cards are or were the reserve (BH-2.4).")
    if len(set(state.late)) != len(state.late) or any(card not in pending + state.spent for card in state.late):
        raise BadState("A card of the reserve is not where it was drawn to (I-12).")
    if state.late and state.pile:
        raise BadState("The reserve was touched while the draw pile had cards (I-12).")
    if (state.trigger is not None) != eight_are_placed(state):
        raise BadState("The trigger is set exactly when the eight cards are placed (I-13).")


def _audit_trading(state: BohnState) -> None:
    town = TOWN.get(state.merchants[state.active].town)
    if state.phase != "trade":
        if state.prices or state.missing or state.offers:
            raise BadState("Prices, missing kinds and offers belong to TRADE (I-16, I-17).")
    elif town is not None:
        squares = state.beanometer(town.id).squares
        highest = max((place for place, pile in enumerate(squares, 1) if pile is not None), default=0)
        if state.prices not in [town.prices(level) for level in range(highest, town.squares + 1)]:
            raise BadState("The price list is none of {town}'s that fits its piles (I-16).", town=town.id)
        if len(set(state.missing)) != len(state.missing) or any(kind not in town.sells for kind in state.missing):
            raise BadState("A missing kind was bought twice, or where it is not sold (BH-12.5).")
    if state.phase not in ("start", "toll", "trade") and any(state.offered):
        raise BadState("Offers are counted only until trading ends (BH-21.1).")
    _audit_toll(state)


def _audit_toll(state: BohnState) -> None:
    merchant = state.merchants[state.active]
    if state.phase != "toll":
        if state.due:
            raise BadState("A toll is due outside TOLL (BH-6.2).")
        return
    if TOLL_CARD not in merchant.table or merchant.talers or not 1 <= state.due <= TOLL:
        raise BadState("In TOLL the Zoll lies on the table, all talers are paid and a rest is due (BH-6.2).")
    if value(merchant.beans) < state.due or len(payments(merchant.beans, state.due)) < 2:
        raise BadState("In TOLL there is a choice of payments (BH-6.2).")


def _audit_phase(state: BohnState) -> None:
    if state.phase == "open":
        _audit_opening(state)
    if state.phase in ("last", "over") and (
        state.trigger is None or (state.active + 1) % len(state.merchants) != state.trigger
    ):
        raise BadState("The game ends with the turn of the triggering seat's right neighbour (I-14).")
    if state.phase == "last":
        for seat, merchant in enumerate(state.merchants):
            _audit_final_answer(seat, merchant)
        if not any(merchant.answer is None and fulfillable(merchant) for merchant in state.merchants):
            raise BadState("In LAST an answer is missing (BH-15.6).")
    if state.phase == "over" and any(merchant.beans for merchant in state.merchants):
        raise BadState("At the end all beans are sold (BH-15.7).")


def _audit_opening(state: BohnState) -> None:
    for seat, merchant in enumerate(state.merchants):
        who = f"P{seat + 1}"
        dealt = dealt_to(merchant)
        if merchant.hand != TRAVEL_CARDS + dealt or len(dealt) != DEALT:
            raise BadState("{who} does not hold the seven travel cards and three contracts (BH-2.5).", who=who)
        if (merchant.town, merchant.talers, merchant.credit, merchant.pending) != ("", 0, 0, ()):
            raise BadState("{who} has moved before the opening (BH-2.7).", who=who)
        if merchant.beans != KINDS:
            raise BadState("{who} does not have one bean of each kind (BH-2.2).", who=who)
        if merchant.answer is not None and (
            sorted(merchant.answer) != sorted(dealt)
            or CONTRACT[merchant.answer[0]].payout < max(CONTRACT[card].payout for card in dealt)
        ):
            raise BadState("The sealed opening of {who} is not allowed (BH-2.6).", who=who)
    if all(merchant.answer is not None for merchant in state.merchants):
        raise BadState("In OPEN an answer is missing (BH-2.8).")
    if state.active or any(state.offered) or state.spent:
        raise BadState("Something happened before the opening.")


def _audit_final_answer(seat: int, merchant: Merchant) -> None:
    if merchant.answer is None:
        return
    who, possible = f"P{seat + 1}", fulfillable(merchant)
    needed = Counter(kind for card in merchant.answer if card in CONTRACT for kind in CONTRACT[card].beans)
    held = Counter(merchant.beans)
    if (
        not possible
        or any(card not in possible for card in merchant.answer)
        or len(set(merchant.answer)) != len(merchant.answer)
        or any(held[kind] < count for kind, count in needed.items())
    ):
        raise BadState("The sealed final answer of {who} is not allowed (BH-15.6).", who=who)


def _audit_offers(state: BohnState) -> None:
    seats = range(len(state.merchants))
    numbers = [offer.number for offer in state.offers]
    if len(set(numbers)) != len(numbers) or any(number not in NUMBERS[: sum(state.offered)] for number in numbers):
        raise BadState("Offers are numbered from #1 in each turn (BH-21.1).")
    pairs = Counter((offer.maker, offer.target) for offer in state.offers)
    if any(count > OPEN_PER_PARTNER for count in pairs.values()):
        raise BadState("There are more than {most} open offers between two seats (BH-9.12).", most=OPEN_PER_PARTNER)
    for maker, count in Counter(offer.maker for offer in state.offers).items():
        if maker in seats and count > state.offered[maker]:
            raise BadState("P{maker} has more offers open than it made (BH-9.12).", maker=maker + 1)
    for offer in state.offers:
        if offer.maker not in seats or offer.target not in seats or offer.maker == offer.target:
            raise BadState("Offer {number} is between no two seats.", number=offer.number)
        if state.active not in (offer.maker, offer.target):
            raise BadState("Offer {number} is not with the active seat (I-17).", number=offer.number)
        _audit_offer(state, offer)


def _audit_offer(state: BohnState, offer: Offer) -> None:
    terms = offer.terms
    lists = (terms.give, terms.take, offer.drop, offer.pay)
    if any(_unknown(beans, KINDS) is not None for beans in lists) or any(
        in_kind_order(beans) != beans for beans in lists
    ):
        raise BadState("Offer {number} names unknown beans, or not in kind order.", number=offer.number)
    if any(token not in WORDS["square"] for token in terms.buy) or (terms.buy and offer.maker != state.active):
        raise BadState("Offer {number} buys what cannot be bought for it (BH-9.2).", number=offer.number)
    if not (terms.invite or terms.give or terms.take):
        raise BadState("Offer {number} is empty (BH-9.3).", number=offer.number)
    if state.merchants[offer.target].standing == "closed":
        raise BadState("Offer {number} is open to a seat that declines everything (BH-20.5).", number=offer.number)
    if obstacle(state, offer) is not None:
        raise BadState("The maker of offer {number} could not keep its part (I-17).", number=offer.number)
