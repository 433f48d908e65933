"""What a seat is offered: journeys with the cards they play, offers by partner and beans, answers by terms.

Not for legality: `legal` has that, and nothing here goes beyond it. Numbers of offers are never asked for.
"""

from collections.abc import Iterator, Sequence

from engine.bohn.actions import (
    SEATS,
    VERBS,
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
    Withdraw,
)
from engine.bohn.board import ORDINARY, cards_for
from engine.bohn.legal import legal
from engine.bohn.state import BohnState, Offer
from engine.choices import single
from engine.values import Action, Choice, Param, Whole

_INVITE, _GIVE = Param("invite", "invite", optional=True), Param("give", "kind", many=True, optional=True)
_TAKE, _BUY = Param("take", "kind", many=True, optional=True), Param("buy", "square", many=True, optional=True)
_OWN_TERMS = (_INVITE, _BUY, _GIVE, _TAKE)
_MAKER = Param("maker", "seat")
_THEIR_TERMS = (
    _MAKER,
    Param("gets", "kind", many=True, optional=True),
    Param("costs", "kind", many=True, optional=True),
)
"""An offer as its target reads it: from whom, what it would get, what it would give for that."""

WHOLES = (
    Whole("journey", (Param("town", "town"), Param("cards", "cards"), Param("laid", "card", many=True, optional=True))),
    Whole(
        "agree",
        (
            *_THEIR_TERMS,
            _INVITE,
            Param("drop", "kind", many=True, optional=True),
            Param("pay", "kind", many=True, optional=True),
        ),
    ),
    Whole("refuse", _THEIR_TERMS),
    Whole("reply", (*_THEIR_TERMS, *_OWN_TERMS)),
    Whole("exchange", (Param("partner", "seat"), _INVITE, _GIVE, _TAKE)),
    Whole("exchange_two", (Param("partner", "seat"), _INVITE, _GIVE, _TAKE)),
    Whole("exchange_bought", (Param("partner", "seat"), *_OWN_TERMS)),
    Whole("recall", (Param("partner", "seat"), _GIVE, _TAKE)),
)
_VERB_OF = {verb.action: verb for verb in VERBS}
_SINGLE = (Open, Pay, Fulfil, Buy, BuyContract, End, Final)
"""Decisions that are asked for as their verbs declare."""
_ORDER: Sequence[type[Action]] = (
    Open,
    Accept,
    Decline,
    Counter,
    Travel,
    Pay,
    Fulfil,
    Final,
    Buy,
    Propose,
    Withdraw,
    BuyContract,
    Close,
    End,
)
"""Answers come first, what ends something last."""


def choices(state: BohnState, seat: int) -> list[Choice]:
    """What `legal` lists, standing orders left out: those are no answer to anything."""
    offered = dict[type[Action], list[BohnAction]]()
    for action in legal(state, seat):
        offered.setdefault(type(action), []).append(action)
    found = dict[tuple[str, tuple[str, ...]], Choice]()
    for kind in _ORDER:
        for choice in _of_kind(state, seat, kind, offered.get(kind, ())):
            found.setdefault((choice.name, choice.values), choice)  # of offers with equal terms the oldest
    return list(found.values())


def _of_kind(state: BohnState, seat: int, kind: type[Action], actions: Sequence[BohnAction]) -> Iterator[Choice]:
    if kind in _SINGLE:
        yield from (single(_VERB_OF[kind], action) for action in actions)
    elif kind is Travel:
        yield from _journeys(state, seat, actions)
    elif kind is Propose:
        yield from sorted(map(_offer, actions), key=lambda choice: _OFFERS.index(choice.name))
    elif kind is Close:  # BH-13.4: ending the turn with it first, since there is seldom anything to do in between
        yield from (single(_VERB_OF[kind], action) for action in reversed(actions))
    else:
        offers = {offer.number: offer for offer in state.offers}
        yield from (_about_offer(action, offers) for action in actions)


# ---- journeys


def _journeys(state: BohnState, seat: int, actions: Sequence[BohnAction]) -> Iterator[Choice]:
    """BH-5.5: each with the number of its cards, and those among them that do something; the own town first."""
    merchant = state.merchants[seat]
    ways = [(cards_for(merchant.town, action.town), action) for action in actions if isinstance(action, Travel)]
    for cards, action in sorted(ways, key=lambda way: way[0]):
        laid = [card for card in merchant.hand[:cards] if card not in ORDINARY]
        yield Choice("journey", (action.town, str(cards), " ".join(laid)), (action,))


# ---- offers


_OFFERS = ("exchange", "exchange_two", "exchange_bought")


def _terms(action: Propose | Counter) -> tuple[str, str, str, str]:
    return action.invite, " ".join(action.buy), " ".join(action.give), " ".join(action.take)


def _offer(action: BohnAction) -> Choice:
    """One bean for one, or for nothing, is offered apart from the many offers of more."""
    assert isinstance(action, Propose)
    invite, buy, give, take = _terms(action)
    if buy:
        return Choice("exchange_bought", (action.target, invite, buy, give, take), (action,))
    name = "exchange_two" if len(action.give) > 1 or len(action.take) > 1 else "exchange"
    return Choice(name, (action.target, invite, give, take), (action,))


def _about_offer(action: BohnAction, offers: dict[str, Offer]) -> Choice:
    """An answer to an offer, or taking one's own back: by its terms instead of its number."""
    assert isinstance(action, Accept | Decline | Counter | Withdraw)
    offer = offers[action.number]
    terms = offer.terms
    give, take = " ".join(terms.give), " ".join(terms.take)
    theirs = (SEATS[offer.maker], give, take)
    match action:
        case Accept():
            invite = "invite" if terms.invite else ""
            return Choice("agree", (*theirs, invite, " ".join(action.drop), " ".join(action.pay)), (action,))
        case Counter():
            return Choice("reply", (*theirs, *_terms(action)), (action,))
        case Withdraw():
            return Choice("recall", (SEATS[offer.target], give, take), (action,))
    return Choice("refuse", theirs, (action,))
