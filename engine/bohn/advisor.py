"""The `simple` computer player: values every action by what its seat would own afterwards, and takes the best.

Not for rules: whatever it is offered is allowed, and it sees no more than its view.
"""

from collections.abc import Iterable, Sequence

from engine.bohn.actions import (
    Accept,
    BohnAction,
    Buy,
    BuyContract,
    Close,
    Counter,
    Decline,
    End,
    Final,
    Fulfil,
    Open,
    Pay,
    Propose,
    Travel,
    kind_of,
)
from engine.bohn.board import (
    BASE,
    CONTRACT,
    DISTANCE,
    ORDINARY,
    SPACES,
    TOLL,
    TOLL_CARD,
    TOLL_INVITED,
    TOWN,
    dearest_price,
)
from engine.bohn.board.beans import Beans, holds, payments, together, value, without
from engine.bohn.state import Terms
from engine.bohn.views import BohnView
from engine.chance import Stream

PER_MISSING_BEAN = 0.7
"""How likely a contract stays with each bean that is still missing."""
PER_LINK = 0.88
"""How likely a contract stays with each link to its town."""
CARD_COST = 1.2
"""What each card of a journey costs in time."""
WORTHWHILE = 1.0
"""The least gain for which an offer is accepted or a bean is bought, in talers."""
BAIT = 1.0
"""What a partner gains at base price from an offer of ours, at least."""
PATIENCE = 4
"""Offers of ours in a turn; no seat talks for ever."""
RICH = 30
"""Talers from which on a contract may be bought."""


def advise(view: BohnView, actions: Sequence[BohnAction], stream: Stream) -> BohnAction:
    """The action worth most; among equals chance decides."""
    mind = _Mind(view)
    worth = [mind.worth(action) for action in actions]
    best = max(worth)
    return stream.choice([action for action, each in zip(actions, worth, strict=True) if each == best])


class _Mind:
    """One look at a view: what the seat owns, and what each action would change about it, in talers."""

    def __init__(self, view: BohnView) -> None:
        assert view.seat is not None
        assert view.private is not None
        self.view = view
        self.seat = view.seat
        self.me = view.merchants[view.seat]
        self.hand = view.private.hand
        self.contracts = tuple(card for card in self.hand + self.me.table if card in CONTRACT)
        self.active = view.active == view.seat
        self.now = self._prospects(self.me.beans, self.contracts, self.me.town) if self.me.town else 0.0

    def worth(self, action: BohnAction) -> float:
        """Doing nothing is worth nothing; what must be done first is worth a thousand more."""
        match action:
            case Fulfil(contract):
                return 1000.0 + CONTRACT[contract].payout - value(CONTRACT[contract].beans)
            case Open(contract, eighth, ninth):
                rest = without(self.me.beans, CONTRACT[contract].beans)
                return self._prospects(rest, (eighth, ninth), CONTRACT[contract].town) + CONTRACT[ninth].payout / 100
            case Final(contracts):
                return float(sum(CONTRACT[card].payout - value(CONTRACT[card].beans) for card in contracts))
            case Travel(town):
                return self._journey(town)
            case Pay(beans):
                return self._prospects(without(self.me.beans, beans), self.contracts, self.me.town) - value(beans)
            case Buy(token, drop):
                return self._purchase(token, drop)
            case Accept(number, drop, pay):
                return self._acceptance(number, drop, pay)
            case Propose() | Counter():
                return self._proposal(action)
            case BuyContract(position):
                return self._new_contract(position)
            case Decline():
                return 0.5
            case Close(auto):
                return 0.2 if auto else 0.1
            case End():
                return 0.1
        return -1.0

    # ---- what beans and contracts are worth

    def _prospects(self, beans: Beans, contracts: Iterable[str], town: str) -> float:
        """The beans at base price, and what the contracts may bring beyond that, each with its likelihood."""
        total, left = float(value(beans)), beans
        for card in sorted(contracts, key=_payout, reverse=True):
            contract = CONTRACT[card]
            missing = 0
            for kind in contract.beans:
                if kind in left:
                    left = without(left, (kind,))
                else:
                    missing += 1
            gain = contract.payout - value(contract.beans)
            total += gain * self._likelihood(missing, DISTANCE[town][contract.town])
        return total

    def _likelihood(self, missing: int, links: int) -> float:
        """In the last round nobody goes far any more."""
        if self.view.trigger is None:
            return float(PER_MISSING_BEAN**missing * PER_LINK**links)
        if links:
            return 0.05 if self.active and self.view.phase != "start" else 0.15
        return (0.9, 0.4, 0.1, 0.0)[missing]

    def _price(self, town: str, kind: str) -> int:
        """What a kind costs in a town now, by its beanometer."""
        beanometer = next(each for each in self.view.beanometers if each.town == town)
        return TOWN[town].prices(beanometer.filled)[TOWN[town].sells.index(kind)]

    # ---- journeys

    def _journey(self, town: str) -> float:
        count = DISTANCE[self.me.town][town] + 1
        laid, kept = self.hand[:count], self.hand[count:]
        talers, beans = self._after_toll(TOLL if TOLL_CARD in laid else 0)
        gain = talers - self.me.talers - CARD_COST * count
        cards = [card for card in laid + kept if card in CONTRACT]
        for card in sorted(cards, key=_payout, reverse=True):
            contract = CONTRACT[card]
            if contract.town == town and holds(beans, contract.beans):
                beans = without(beans, contract.beans)
                talers += contract.payout
                gain += contract.payout
                cards.remove(card)
        staying = [card for card in cards if card in kept or CONTRACT[card].town == town]
        talers, beans, spent = self._after_shopping(town, talers, beans, staying)
        return gain - spent + self._prospects(beans, staying, town)

    def _after_toll(self, toll: int) -> tuple[int, Beans]:
        """Talers and beans after a toll, paid with the cheapest beans if talers do not suffice."""
        beans, due = self.me.beans, toll - self.me.talers
        if due <= 0:
            return self.me.talers - toll, beans
        if value(beans) < due:
            return -2 * (due - value(beans)), ()
        return 0, without(beans, min(payments(beans, due), key=value))

    def _after_shopping(self, town: str, talers: int, beans: Beans, cards: Sequence[str]) -> tuple[int, Beans, int]:
        """What the seat would own after buying there what its contracts lack."""
        spent = 0
        wanted = [kind for card in cards for kind in CONTRACT[card].beans]
        beanometer = next(each for each in self.view.beanometers if each.town == town)
        for pile in beanometer.squares:
            if pile is None:
                continue
            price = self._price(town, pile.kind)
            for _ in range(pile.count):
                lacking = wanted.count(pile.kind) > beans.count(pile.kind)
                if price > talers or len(beans) == SPACES or not (lacking or price < BASE[pile.kind]):
                    break
                beans = together(beans, (pile.kind,))
                talers -= price
                spent += price
        return talers, beans, spent

    # ---- purchases and deals

    def _purchase(self, token: str, drop: Beans) -> float:
        kind, _, square = token.partition("@")
        town = self.me.town
        listed = self.view.prices[TOWN[town].sells.index(kind)]
        price = dearest_price(town, kind) if square == "x" else listed
        beans = together(without(self.me.beans, drop), (kind,))
        gain = self._prospects(beans, self.contracts, town) - self.now - price
        return 100.0 + gain if gain >= WORTHWHILE else -1.0

    def _new_contract(self, position: int) -> float:
        """A contract for a rich seat without one, as long as there is time to fulfil it; the hindmost card goes."""
        ready = not self.contracts and self.me.talers >= RICH and self.me.ordinary > 3
        if not ready or self.view.trigger is not None or self.view.phase not in ("trade", "final") or not self.active:
            return -1.0
        hindmost = max(place for place, card in enumerate(self.hand, 1) if card in ORDINARY)
        return 50.0 if position == hindmost else -1.0

    def _acceptance(self, number: str, drop: Beans, pay: Beans) -> float:
        terms = next(offer.terms for offer in self.view.offers if offer.number == number)
        gain = self._deal(terms, give=terms.take, take=terms.give, drop=drop, pay=pay)
        return 500.0 + gain if gain >= WORTHWHILE else -1.0

    def _proposal(self, action: Propose | Counter) -> float:
        """Worth trying when both sides gain, the partner by what anybody can see: the base prices."""
        made = self.view.offered[self.seat]
        if made >= PATIENCE or any(offer.maker == self.seat for offer in self.view.offers):
            return -1.0
        bait = value(action.give) - value(action.take)
        if bait < BAIT or not action.take:
            return -1.0
        terms = Terms(bool(action.invite), action.buy, action.give, action.take)
        gain = self._deal(terms, give=action.give, take=action.take, drop=(), pay=())
        if gain < WORTHWHILE:
            return -1.0
        return 300.0 + gain - self._said(action) if isinstance(action, Propose) else 250.0 + gain

    def _said(self, action: Propose) -> float:
        """After each offer of this turn the next one looks elsewhere: other beans first."""
        made = self.view.offered[self.seat]
        return float(made * (sum(map(ord, "".join(action.take))) % 7)) if made else 0.0

    def _deal(self, terms: Terms, give: Beans, take: Beans, drop: Beans, pay: Beans) -> float:
        """What the seat's side of a deal brings."""
        bought = tuple(map(kind_of, terms.buy)) if self.active else ()
        cost = float(sum(self.view.prices[TOWN[self.me.town].sells.index(kind)] for kind in bought))
        beans, town, contracts = self.me.beans, self.me.town, self.contracts
        if terms.invite and not self.active:
            assert self.view.active is not None
            town = self.view.merchants[self.view.active].town
            front = self.hand[0]
            cost += CARD_COST
            if front == TOLL_CARD:
                talers, beans = self._after_toll(TOLL_INVITED)
                beans = without(self.me.beans, pay) if pay else beans
                cost += self.me.talers - talers
            contracts = tuple(card for card in contracts if card != front)
        beans = together(beans, bought)
        if not holds(beans, together(give, drop)):
            return -100.0
        beans = together(without(beans, together(give, drop)), take)
        return self._prospects(beans, contracts, town) - self.now - cost


def _payout(card: str) -> int:
    return CONTRACT[card].payout
