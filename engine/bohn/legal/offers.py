"""The offers and counters that are listed: a bounded family of those a seat could make.

Not for which offers are allowed: those are far more, and `checks.deals` accepts every one of them.
"""

from collections.abc import Sequence
from functools import lru_cache

from engine.bohn.actions import OFFERS_PER_TURN, SEATS, BohnAction, Counter, Propose
from engine.bohn.board import KINDS, SPACES, TOWN
from engine.bohn.board.beans import Beans, selections, together, value, without
from engine.bohn.checks.deals import next_number, ways_to_come
from engine.bohn.state import BohnState, Offer, must_invite

Exchange = tuple[Beans, Beans]
"""What a maker gives and takes."""
OnSale = tuple[tuple[str], Beans]
"""A token `kind@square` the active seat could buy for a deal, and its kind."""
FAIR = 3
"""Listed offers with two beans on a side are worth the same to the bank, give or take so many talers."""


def add_offers(state: BohnState, seat: int, actions: list[BohnAction]) -> None:
    """New offers and counters.

    Listed are those that need no private terms, to partners who listen and have no open offer of the seat before them;
    to a partner whose offer the seat could answer they are counters to it.
    """
    number = next_number(state)
    if number is None or state.offered[seat] >= OFFERS_PER_TURN:
        return
    on_sale = _tokens_on_sale(state) if seat == state.active else []
    for partner in _listening_partners(state, seat):
        between = _offers_between(state, seat, partner)
        if any(offer.maker == seat for offer in between):
            continue
        visitor = partner if seat == state.active else seat
        invite = "invite" if must_invite(state, visitor) else ""
        own, theirs = _beans_to_give(state, seat, invite), state.merchants[partner].beans
        if own is None:
            continue
        for offer in between:
            actions += _counters(offer, number, invite, own, theirs, on_sale)
        if not between:
            actions += _proposals(SEATS[partner], number, invite, own, theirs, on_sale)


def _listening_partners(state: BohnState, seat: int) -> list[int]:
    """Whom the seat can bargain with: the active seat with all others, and they with it (BH-9.1)."""
    partners = range(len(state.merchants)) if seat == state.active else (state.active,)
    return [other for other in partners if other != seat and state.merchants[other].standing == "open"]


def _offers_between(state: BohnState, seat: int, partner: int) -> Sequence[Offer]:
    """The open offers of the two seats to each other."""
    if not state.offers:
        return ()
    pair = {seat, partner}
    return [offer for offer in state.offers if {offer.maker, offer.target} == pair]


def _proposals(
    target: str, number: str, invite: str, own: Beans, theirs: Beans, on_sale: Sequence[OnSale]
) -> list[Propose]:
    """The new offers to a partner: the mere invitation, exchanges, and exchanges for a bean that is bought first."""
    exchanges = family(own, theirs, len(own) < SPACES)
    listed = [Propose(number, target, invite)] if invite else []
    listed += [Propose(number, target, invite, (), give, take) for give, take in exchanges]
    for buy, kind in on_sale:
        listed += [Propose(number, target, invite, buy, kind, take) for take in _others(theirs, kind)]
    return listed


def _counters(
    offer: Offer, number: str, invite: str, own: Beans, theirs: Beans, on_sale: Sequence[OnSale]
) -> list[Counter]:
    """The counters to an offer: where it asked for beans, the maker gives one of those."""
    old, asked = offer.number, offer.terms.take
    exchanges = family(own, theirs, len(own) < SPACES, asked)
    listed = [Counter(old, number, invite, (), give, take) for give, take in exchanges]
    for buy, kind in on_sale:
        if not asked or kind[0] in asked:
            listed += [Counter(old, number, invite, buy, kind, take) for take in _others(theirs, kind)]
    return listed


def _beans_to_give(state: BohnState, seat: int, invite: str) -> Beans | None:
    """The beans the seat can offer; None if its toll would need private terms."""
    merchant = state.merchants[seat]
    if not invite or seat == state.active:
        return merchant.beans
    ways = ways_to_come(merchant)
    return without(merchant.beans, ways[0]) if len(ways) == 1 else None


# ---- beans for beans


@lru_cache(maxsize=1 << 14)
def family(give: Beans, take: Beans, room: bool, asked: Beans = ()) -> tuple[Exchange, ...]:
    """The exchanges that are listed, for a maker and a target who hold these beans.

    One bean for nothing, nothing for one, one for one, and up to two for two where both sides are worth about the same
    to the bank. No kind is on both sides, and a maker without room on its board gains no beans. In reply to an offer
    that asked for beans the maker gives one of those.
    """
    takes = _bags(take)
    found: list[Exchange] = []
    for bag in _bags(give):
        if asked and set(asked).isdisjoint(bag):
            continue
        listed = _LISTED[bag]
        within = takes if room else [other for other in takes if len(other) <= len(bag)]
        found += [listed[other] for other in within if other in listed]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _bags(beans: Beans) -> tuple[Beans, ...]:
    """Nothing, every one and every two of the beans."""
    return ((), *selections(beans, 1), *selections(beans, 2))


def _is_listed(give: Beans, take: Beans) -> bool:
    if len(give) < 2 and len(take) < 2:
        return give != take
    fair = bool(give and take) and abs(value(give) - value(take)) <= FAIR
    return fair and not any(kind in take for kind in give)


_LISTED: dict[Beans, dict[Beans, Exchange]] = {
    give: {take: (give, take) for take in _bags(together(KINDS, KINDS)) if _is_listed(give, take)}
    for give in _bags(together(KINDS, KINDS))
}


# ---- a bought bean for a bean


def _tokens_on_sale(state: BohnState) -> list[OnSale]:
    """For deals in which the active seat buys what it does not hold: the lowest token of each kind, and its kind."""
    merchant = state.merchants[state.active]
    if len(merchant.beans) == SPACES:
        return []
    town, held = TOWN[merchant.town], merchant.beans
    lowest: dict[str, int] = {}
    for square, pile in enumerate(state.beanometer(town.id).squares, 1):
        if pile is not None and pile.kind not in held:
            lowest.setdefault(pile.kind, square)
    return [
        ((f"{kind}@{square}",), (kind,))
        for kind, square in lowest.items()
        if state.prices[town.sells.index(kind)] <= merchant.talers
    ]


def _others(beans: Beans, kind: Beans) -> list[Beans]:
    """One bean of each kind but this one."""
    return [bag for bag in selections(beans, 1) if bag != kind]
