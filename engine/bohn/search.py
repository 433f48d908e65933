"""The computer players of Bohn Hansa that look ahead: each decision by what it leaves for the plan of the next turns.

Not for the plan itself. It is handed a position drawn for its seat, and looks at nothing but the seat's view of it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeVar

import msgspec

import data
from engine.bohn.actions import (
    Accept,
    BohnAction,
    Buy,
    BuyContract,
    Close,
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
    CONTRACT,
    CONTRACT_PRICE,
    CONTRACTS,
    SPACES,
    TOLL_CARD,
    TOLL_INVITED,
    TOWN,
    TRAVEL_CARDS,
    dearest_price,
)
from engine.bohn.board.beans import Beans, holds, together, value, without
from engine.bohn.board.tolls import toll_on
from engine.bohn.plan import Plan, Weights, wanted
from engine.bohn.state import Terms
from engine.bohn.views import BohnView
from engine.budget import Budget
from engine.chance import Stream

LAST_TURNS = 1.5
"""With fewer turns than this no contract is bought any more."""
DRAWS = 8
"""Contracts that are tried for the one that would be drawn."""
HAGGLE = 0.3
"""A purchase must be better by this than none."""
ACCEPTED = {False: 0.8, True: 0.5}
"""How likely a good offer is accepted, without and with an invitation."""
GENEROUS = 2

Kind = TypeVar("Kind", bound=BohnAction)


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many own turns are planned."""

    turns: int


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    made_by: str
    weights: Weights
    levels: dict[str, Level]


@cache
def players() -> Players:
    return msgspec.convert(data.load_json("players/bohn.json"), Players)


def think(view: BohnView, actions: Sequence[BohnAction], level: str, stream: Stream, budget: Budget) -> BohnAction:
    """One of the actions, by the phase it is for."""
    mind = _Mind(view, actions, players().levels[level].turns, stream, budget)
    if view.phase == "open":
        return mind.opening()
    if view.phase == "last":
        return max(mind.those(Final), key=lambda final: sum(map(_gain, final.contracts)))
    if view.active != view.seat:
        return mind.reply()
    if profitable := mind.those(Fulfil):
        return max(profitable, key=lambda action: _gain(action.contract))
    return {"start": mind.departure, "toll": mind.payment, "trade": mind.deal, "final": mind.close_of_turn}[
        view.phase
    ]()


def _gain(card: str) -> int:
    return CONTRACT[card].payout - value(CONTRACT[card].beans)


class _Mind:
    """One decision: the view, what may be done, and the plan that everything is measured by."""

    def __init__(
        self, view: BohnView, actions: Sequence[BohnAction], depth: int, stream: Stream, budget: Budget
    ) -> None:
        assert view.seat is not None
        assert view.private is not None
        self.view, self.actions, self.depth, self.stream, self.budget = view, actions, depth, stream, budget
        self.seat = view.seat
        self.me = view.merchants[view.seat]
        self.hand = view.private.hand
        self.weights = players().weights
        self.plan = Plan(view, self.weights, depth, budget)
        self.turns = self.plan.turns

    def those(self, kind: type[Kind]) -> list[Kind]:
        return [action for action in self.actions if isinstance(action, kind)]

    # ---- the own turn

    def opening(self) -> BohnAction:
        def worth(action: Open) -> float:
            contract = CONTRACT[action.contract]
            hand, beans = (*TRAVEL_CARDS, action.eighth, action.ninth), without(self.me.beans, contract.beans)
            return self.plan.start(contract.town, hand, beans, contract.payout, self.turns, self.depth)

        return max(self.those(Open), key=worth)

    def departure(self) -> BohnAction:
        me = self.me
        return max(
            self.those(Travel),
            key=lambda action: self.plan.journey(
                me.town, action.town, self.hand, me.beans, me.talers, self.turns, self.depth
            ),
        )

    def payment(self) -> BohnAction:
        return max(self.those(Pay), key=lambda action: self._traded(without(self.me.beans, action.beans)))

    def deal(self) -> BohnAction:
        """A good purchase or acceptance at once, an offer while nothing is bought, at last the first of a shopping."""
        now = self._kept(self.me.beans, self.me.talers)
        shopping = self._traded(self.me.beans)
        best, chosen = now, None
        for action, worth in self._gains_here():
            least = HAGGLE if isinstance(action, Buy) else self.weights.margin
            if worth > best + least:
                best, chosen = worth, action
        if isinstance(chosen, Accept):
            return chosen
        if (offer := self._offer(max(best, shopping))) is not None:
            return offer
        if chosen is not None:
            return chosen
        if shopping > now + HAGGLE and (first := self._first_purchase()) is not None:
            return first
        closes = self.those(Close)
        return next((action for action in closes if not action.auto), closes[0])

    def _kept(self, beans: Beans, talers: int) -> float:
        """What the turn comes to if nothing more is bought."""
        me = self.me
        return self.plan.after(me.town, self.hand, me.table, beans, talers, self.turns, self.depth, ())

    def _traded(self, beans: Beans, talers: int | None = None) -> float:
        """The same with all the shopping that is worth it."""
        me = self.me
        left = me.talers if talers is None else talers
        return self.plan.trade(me.town, self.hand, me.table, beans, left, self.turns, self.depth)

    def _gains_here(self) -> Iterator[tuple[Buy | Accept, float]]:
        """Purchases and acceptances, each with what the turn comes to with it alone."""
        for action in self.actions:
            if isinstance(action, Buy):
                beans = together(without(self.me.beans, action.drop), (kind_of(action.token),))
                yield action, self._kept(beans, self.me.talers - self._price(action.token))
            elif isinstance(action, Accept):
                terms = self._terms(action.number)
                gone = together(terms.take, action.drop)
                if holds(self.me.beans, gone):
                    yield action, self._kept(together(without(self.me.beans, gone), terms.give), self.me.talers)

    def _price(self, token: str) -> int:
        kind, _, square = token.partition("@")
        town = self.me.town
        return dearest_price(town, kind) if square == "x" else self.view.prices[TOWN[town].sells.index(kind)]

    def _first_purchase(self) -> BohnAction | None:
        """Of the best shopping; with a full board what is dropped is what is missed least."""
        me, plan = self.me, self.plan
        ways = plan.purchases(me.town, self.hand + me.table, me.beans, me.talers, (), self.turns)
        best = max(
            ways,
            key=lambda way: plan.after(me.town, self.hand, me.table, way[0], way[1], self.turns, self.depth, way[2]),
        )
        for _, kind in best[2]:
            offered = [action for action in self.those(Buy) if kind_of(action.token) == kind]
            if offered:
                return max(
                    offered,
                    key=lambda action: self._kept(
                        together(without(me.beans, action.drop), (kind_of(action.token),)),
                        me.talers - self._price(action.token),
                    ),
                )
        return None

    # ---- offers

    def _offer(self, base: float) -> BohnAction | None:
        """What both sides gain from, the partner by what anybody can see.

        After each offer of the turn that came to nothing the next best one is made.
        """
        made = self.view.offered[self.seat]
        if made >= self.weights.patience or any(offer.maker == self.seat for offer in self.view.offers):
            return None
        lacking = set(wanted(self.hand + self.me.table, self.me.beans)[0])
        promising = []
        for action in self.those(Propose):
            bait = value(action.give) - value(action.take)
            if bait < self.weights.bait or not action.take or (bait > 3 and lacking.isdisjoint(action.take)):
                continue
            if self.budget.is_over:
                break
            gain = self._offered(action) - base
            if gain > self.weights.margin:
                invites = bool(action.invite)
                likely = ACCEPTED[invites] * (1.0 if bait >= GENEROUS + invites else 0.8)
                promising.append((gain * likely, action))
        promising.sort(key=lambda each: -each[0])
        return promising[made][1] if made < len(promising) else None

    def _offered(self, action: Propose) -> float:
        """What the turn comes to if the offer is accepted."""
        bought = tuple(map(kind_of, action.buy))
        beans = together(self.me.beans, bought)
        if not holds(beans, action.give):
            return -1.0
        beans = together(without(beans, action.give), action.take)
        if len(beans) > SPACES:
            return -1.0
        return self._traded(beans, self.me.talers - sum(map(self._price, action.buy)))

    def _terms(self, number: str) -> Terms:
        return next(offer.terms for offer in self.view.offers if offer.number == number)

    def reply(self) -> BohnAction:
        """To an offer in somebody else's turn: accepted where the own next turns are better with it."""
        me = self.me
        now = self.plan.start(me.town, self.hand, me.beans, me.talers, self.turns, self.depth - 1)
        best, chosen = now + self.weights.margin, None
        for action in self.those(Accept):
            worth = self._accepted(action)
            if worth is not None and worth > best:
                best, chosen = worth, action
        if chosen is not None:
            return chosen
        return next(iter(self.those(Decline)), self.actions[0])

    def _accepted(self, action: Accept) -> float | None:
        me, terms = self.me, self._terms(action.number)
        town, hand, talers, beans = me.town, self.hand, me.talers, me.beans
        if terms.invite:
            assert self.view.active is not None
            town, front, hand = self.view.merchants[self.view.active].town, hand[0], hand[1:]
            if front not in CONTRACT:
                hand = (*hand, front)
            if front == TOLL_CARD:
                toll = toll_on(talers, beans, TOLL_INVITED)
                talers -= toll.talers + 2 * toll.credit
                paid = action.pay or toll.ways[0]
                beans = without(beans, paid) if holds(beans, paid) else beans
        gone = together(terms.take, action.drop)
        if not holds(beans, gone):
            return None
        beans = together(without(beans, gone), terms.give)
        return self.plan.start(town, hand, beans, talers, self.turns, self.depth - 1)

    # ---- the end of the turn

    def close_of_turn(self) -> BohnAction:
        return self._new_contract() or next(iter(self.those(End)), self.actions[-1])

    def _new_contract(self) -> BohnAction | None:
        """The hindmost card for a contract, if what might be drawn is worth it on average."""
        buys, turns, me = self.those(BuyContract), self.turns - 1, self.me
        if not buys or turns <= LAST_TURNS - 1:
            return None
        chosen = max(buys, key=lambda action: action.position)
        known = {*self.view.discards, *self.hand}
        drawn = self.stream.shuffled(card for card in CONTRACTS if card not in known)[:DRAWS]
        if not drawn:
            return None
        hand = self.hand[: chosen.position - 1] + self.hand[chosen.position :]
        left = me.talers - CONTRACT_PRICE
        now = self.plan.start(me.town, self.hand, me.beans, me.talers, turns, 2)
        then = [self.plan.start(me.town, (*hand, card), me.beans, left, turns, 2) for card in drawn]
        return chosen if sum(then) / len(then) > now + self.weights.contract else None
