"""What a seat of Bohn Hansa can make of its cards and beans: the best course of its next turns, as if it were alone.

Not for which decision to take now: `search` compares what its decisions leave for the plan. It reads a view only.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from engine.bohn.board import (
    BASE,
    CONTRACT,
    DISTANCE,
    HARVEST_CARD,
    ORDINARY,
    SPACES,
    TOLL,
    TOLL_CARD,
    TOWN,
    TOWNS,
    Contract,
)
from engine.bohn.board.beans import Beans, holds, together, value, without
from engine.bohn.board.tolls import toll_on
from engine.bohn.views import BohnView
from engine.budget import Budget

OVER = 0.3
"""With fewer turns left than this the seat has none any more."""
LONGEST_WAY = 4
"""Links of a journey that is planned, at most."""
LEAF_SHARES = (0.8, 0.56, 0.39, 0.27, 0.19, 0.13)
"""How much of the best contract, the second best … counts that lies behind the horizon."""
HARVESTED = 0.45
"""Turns by which a harvest card brings the end nearer."""

Bought = tuple[tuple[str, str], ...]
"""The town and kind of each bean that the plan has bought so far: each token is there once."""
Cards = tuple[str, ...]


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of `data/players/bohn.json`; all that is worth something is in talers."""

    bean: float
    """A bean against what the bank pays for it at the end."""
    later: float
    """A gain of the turn after against the same one now: or the computer waits in town."""
    rate: float
    """Harvest cards for each round."""
    missing: float
    """Behind the horizon, how likely a contract stays with each bean that is missing…"""
    link: float
    """…and with each link to its town."""
    bait: float
    """What a partner gains at base price from an offer of ours, at least."""
    margin: float
    """The least gain for which a deal is made."""
    contract: float
    """The least gain for which a contract is bought."""
    patience: int
    """Offers of ours in a turn."""


class Plan:
    """One look ahead. What was worked out for equal hands, beans and talers is remembered."""

    def __init__(self, view: BohnView, weights: Weights, depth: int, budget: Budget) -> None:
        self.weights, self.depth, self._budget = weights, depth, budget
        self.ending = view.trigger is not None
        self.turns = _turns_left(view, weights)
        self.sale = {each.town: _on_sale(view, each.town) for each in view.beanometers}
        """By town and kind the price and how many there are."""
        self._known: dict[tuple[object, ...], float] = {}

    # ---- whole turns

    def start(
        self, town: str, hand: Cards, beans: Beans, talers: int, turns: float, depth: int, bought: Bought = ()
    ) -> float:
        """The most that can be had from the start of an own turn, this one counted."""
        if turns <= OVER or depth <= 0 or self._budget.is_over:
            return self._leaf(town, hand, beans, talers, turns)
        key = (town, hand, beans, talers, round(turns, 1), depth, bought)
        if (known := self._known.get(key)) is not None:
            return known
        self._budget.spend()
        beans, talers, done = fulfilled(town, hand, beans, talers)
        hand = less(hand, done)
        best = max(
            (
                self.journey(town, there, hand, beans, talers, turns, depth, bought)
                for there in self._destinations(town, hand, beans, depth)
            ),
            default=self._leaf(town, hand, beans, talers, turns),
        )
        self._known[key] = best
        return best

    def _destinations(self, town: str, hand: Cards, beans: Beans, depth: int) -> list[str]:
        """Now anywhere; later to where a contract can nearly be fulfilled, or what it lacks is near."""
        reach = min(len(hand) - 1, LONGEST_WAY)
        if depth >= self.depth:
            return [there for there in TOWNS if DISTANCE[town][there] <= reach]
        there, lacking = {town}, set[str]()
        for contract in contracts(hand):
            missing = [kind for kind in contract.beans if kind not in beans]
            if len(missing) <= 1:
                there.add(contract.town)
            lacking.update(missing)
        there |= {other for other in TOWNS if DISTANCE[town][other] < 3 and not lacking.isdisjoint(self.sale[other])}
        return [other for other in TOWNS if other in there and DISTANCE[town][other] <= reach]

    def journey(
        self,
        town: str,
        there: str,
        hand: Cards,
        beans: Beans,
        talers: int,
        turns: float,
        depth: int,
        bought: Bought = (),
    ) -> float:
        """The cards are laid, the toll is paid, and what is on the table can be fulfilled there."""
        count = DISTANCE[town][there] + 1
        laid, kept = hand[:count], hand[count:]
        if TOLL_CARD in laid:
            toll = toll_on(talers, beans, TOLL)
            talers -= toll.talers + 2 * toll.credit
            if toll.due:
                beans = without(beans, min(toll.ways, key=value))
        back = (*(card for card in (TOLL_CARD, HARVEST_CARD) if card in laid), *(c for c in laid if c in ORDINARY))
        table = tuple(card for card in laid if card in CONTRACT)
        nearer = HARVESTED if HARVEST_CARD in laid and not self.ending else 0.0
        return self.trade(there, kept + back, table, beans, talers, turns - nearer, depth, bought)

    def trade(
        self,
        town: str,
        hand: Cards,
        table: Cards,
        beans: Beans,
        talers: int,
        turns: float,
        depth: int,
        bought: Bought = (),
    ) -> float:
        """The most that can be had from trading in the town on; what lies on the table is lost behind it."""
        beans, talers, done = fulfilled(town, hand + table, beans, talers)
        hand, table = less(hand, done), less(table, done)
        return max(
            self.after(town, hand, table, then, left, turns, depth, more)
            for then, left, more in self.purchases(town, hand + table, beans, talers, bought, turns)
        )

    def after(
        self, town: str, hand: Cards, table: Cards, beans: Beans, talers: int, turns: float, depth: int, bought: Bought
    ) -> float:
        """What a turn comes to when nothing is bought any more: what is owned counts now, the rest a little less."""
        beans, talers, done = fulfilled(town, hand + table, beans, talers)
        later = self.start(town, less(hand, done), beans, talers, turns - 1, depth - 1, bought)
        now = talers + self._bean(turns - 1) * value(beans)
        return now + self.weights.later * (later - now)

    # ---- purchases

    def purchases(
        self, town: str, cards: Cards, beans: Beans, talers: int, bought: Bought, turns: float
    ) -> Iterator[tuple[Beans, int, Bought]]:
        """Nothing; what contracts lack; what is cheaper than the bank pays for it, too."""
        yield beans, talers, bought
        lacking, spare = wanted(cards, beans)
        then, left, more = beans, talers, bought
        for kind in lacking:
            price, count = self.sale[town].get(kind, (0, 0))
            if price > left or more.count((town, kind)) >= count:
                continue
            if len(then) == SPACES:
                if not spare:
                    continue
                drop = (min(spare, key=BASE.__getitem__),)
                then, spare = without(then, drop), without(spare, drop)
            then, left, more = together(then, (kind,)), left - price, (*more, (town, kind))
        if more != bought:
            yield then, left, more
        before = more
        for kind, (price, count) in sorted(self.sale[town].items(), key=lambda item: item[1][0] - BASE[item[0]]):
            worth = BASE[kind] * self._bean(turns - 1) - 0.3
            while price < worth and price <= left and len(then) < SPACES and more.count((town, kind)) < count:
                then, left, more = together(then, (kind,)), left - price, (*more, (town, kind))
        if more != before:
            yield then, left, more

    def _bean(self, turns: float) -> float:
        return 1.0 if turns <= OVER else self.weights.bean

    # ---- behind the horizon

    def _leaf(self, town: str, hand: Cards, beans: Beans, talers: int, turns: float) -> float:
        total, left = talers + self._bean(turns) * value(beans), beans
        if turns <= OVER:
            here = [contract for contract in contracts(hand) if contract.town == town]
            for contract in here:
                if holds(left, contract.beans):
                    total += contract.payout - value(contract.beans)
                    left = without(left, contract.beans)
            return total
        gains = []
        for contract in contracts(hand):
            missing = 0
            for kind in contract.beans:
                if kind in left:
                    left = without(left, (kind,))
                else:
                    missing += 1
            likely = self.weights.missing**missing * self.weights.link ** DISTANCE[town][contract.town]
            gains.append((contract.payout - value(contract.beans)) * likely)
        gains.sort(reverse=True)
        return total + min(1.0, turns / 2) * sum(share * gain for share, gain in zip(LEAF_SHARES, gains, strict=False))


def contracts(cards: Iterable[str]) -> list[Contract]:
    """Those among the cards, the best paid first."""
    return sorted((CONTRACT[card] for card in cards if card in CONTRACT), key=lambda contract: -contract.payout)


def less(cards: Cards, done: Sequence[str]) -> Cards:
    return tuple(card for card in cards if card not in done) if done else cards


def fulfilled(town: str, cards: Cards, beans: Beans, talers: int) -> tuple[Beans, int, list[str]]:
    """Beans and talers after all contracts that can be fulfilled in the town, the most profitable first."""
    done = []
    here = [CONTRACT[card] for card in cards if card in CONTRACT and CONTRACT[card].town == town]
    for contract in sorted(here, key=lambda contract: value(contract.beans) - contract.payout):
        if holds(beans, contract.beans):
            beans, talers = without(beans, contract.beans), talers + contract.payout
            done.append(contract.id)
    return beans, talers, done


def wanted(cards: Cards, beans: Beans) -> tuple[list[str], Beans]:
    """The kinds that the contracts among the cards lack, and the beans that none of them needs."""
    lacking, spare = [], beans
    for contract in contracts(cards):
        for kind in contract.beans:
            if kind in spare:
                spare = without(spare, (kind,))
            else:
                lacking.append(kind)
    return lacking, spare


def _on_sale(view: BohnView, town: str) -> dict[str, tuple[int, int]]:
    beanometer = next(each for each in view.beanometers if each.town == town)
    sells, prices = TOWN[town].sells, TOWN[town].prices(beanometer.filled)
    found: dict[str, tuple[int, int]] = {}
    for pile in beanometer.squares:
        if pile is not None:
            count = found.get(pile.kind, (0, 0))[1]
            found[pile.kind] = (prices[sells.index(pile.kind)], count + pile.count)
    return found


def _turns_left(view: BohnView, weights: Weights) -> float:
    """Own turns, the running one counted; after the trigger those are known."""
    if view.trigger is None:
        pending = sum(len(merchant.pending) for merchant in view.merchants)
        return 1 + (view.pile + pending) / weights.rate
    assert view.seat is not None
    if view.active is None:
        return 0.0
    mine, now = ((seat - view.trigger) % view.seats for seat in (view.seat, view.active))
    return 1.0 if mine >= now else 0.0
