"""What happened in fewer sentences: journeys, purchases together, and offers as far as anything came of them.

Not for words: the catalogues have a sentence for each name that is used here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from engine.bohn.actions import (
    SEATS,
    Accept,
    Buy,
    Close,
    Counter,
    Decline,
    End,
    Fulfil,
    Pay,
    Propose,
    Travel,
    Withdraw,
    kind_of,
)
from engine.bohn.events import (
    Answered,
    Bought,
    Closed,
    Declined,
    Drawn,
    Fulfilled,
    Laid,
    Lapsed,
    Offered,
    Placed,
    Priced,
    Skipped,
    Travelled,
    TurnBegan,
    Voided,
    Withdrawn,
)
from engine.values import Action, Deed, Event, Passage

Told = tuple[str, Mapping[str, object]]
"""The name of a sentence and what fills it; no name where each decision speaks for itself."""
_ALONE: Told = ("", {})
Fate = Literal["open", "deal", "vain"]
OPEN: Fate = "open"
VAIN: Fate = "vain"
_SAID = (Travelled, Laid, Priced, Bought, Fulfilled, Closed, Offered, Declined, Withdrawn, Voided, Lapsed)
"""What the sentences say themselves, and offers that are gone."""
_RUNS: Mapping[type[Action], tuple[type[Action], ...]] = {
    Travel: (Pay,),
    Buy: (Buy,),
    Fulfil: (Fulfil,),
    Decline: (Decline,),
    Withdraw: (Withdraw,),
    Close: (End,),
}
"""What is told together with what came before it."""


def story(deeds: Sequence[Deed]) -> list[Passage]:
    passages, makers, place = list[Passage](), dict[str, int](), 0
    while place < len(deeds):
        parts, fates = _bargaining(deeds, place), {VAIN}
        if not parts:
            parts = [_run(deeds, place)]
            fates = {_fate(deeds, place + each) for each in range(len(parts[0]))}
        for run in parts:
            _note_makers(run, makers)
            passage = _passage(run, makers, fates)
            last = passages[-1] if passages else None
            if last is not None and _swallows(last, passage, makers):
                passages[-1] = Passage(last.deeds + run, last.events + passage.events, last.name, last.fields)
            else:
                passages.append(passage)
        place += sum(map(len, parts))
    return passages


def _swallows(last: Passage, passage: Passage, makers: Mapping[str, int]) -> bool:
    """Whether a sentence before it says it too: that trading or a turn is over, that an offer came to nothing."""
    if not last.name:
        return False
    if passage.name == "declined":
        return all(isinstance(deed.action, Decline) and deed.action.number in makers for deed in passage.deeds)
    ends = isinstance(passage.deeds[0].action, Close | End) and not passage.fields.get("discarded")
    return ends and last.seat == passage.seat


# ---- what belongs together


def _bargaining(deeds: Sequence[Deed], place: int) -> list[tuple[Deed, ...]]:
    """What a seat buys from this place on, and the offers that came to nothing meanwhile: both at once, or neither.

    Each is told together: such an offer changes nothing, so that nobody needs to know what was bought before it.
    """
    seat, numbers = deeds[place].seat, set[str]()
    bought, offered = list[Deed](), list[Deed]()
    for later, deed in enumerate(deeds[place:], place):
        match deed.action:
            case Buy() if deed.seat == seat:
                bought.append(deed)
            case Propose(number) if deed.seat == seat and _fate(deeds, later) == VAIN:
                numbers.add(number)
                offered.append(deed)
            case Withdraw(number) | Decline(number) if number in numbers:
                offered.append(deed)
            case _:
                break
    if not offered:
        return []
    parts = [tuple(bought), tuple(offered)]
    return [part for part in (parts if isinstance(deeds[place].action, Buy) else parts[::-1]) if part]


def _run(deeds: Sequence[Deed], place: int) -> tuple[Deed, ...]:
    """The decisions from this place on that are told together."""
    first = deeds[place]
    is_offer = isinstance(first.action, Propose | Counter)
    settled = is_offer and _fate(deeds, place) != OPEN
    followers = _RUNS.get(type(first.action), ()) if first.action is not None else ()
    end = place + 1
    while end < len(deeds) and deeds[end].seat == first.seat:
        same = isinstance(deeds[end].action, followers)
        if not same and not (settled and isinstance(deeds[end].action, Propose) and _fate(deeds, end) != OPEN):
            break
        end += 1
    return tuple(deeds[place:end])


def _fate(deeds: Sequence[Deed], place: int) -> Fate:
    """What has become of the offer made here, if one is, at the end of the story."""
    action = deeds[place].action
    if not isinstance(action, Propose | Counter):
        return OPEN
    number = action.number if isinstance(action, Propose) else action.new
    for later, deed in enumerate(deeds[place:]):
        if isinstance(deed.action, Accept) and deed.action.number == number:
            return "deal"
        answered = later > 0 and isinstance(deed.action, Decline | Withdraw | Counter) and deed.action.number == number
        if answered or any(_ends(event, number) for event in deed.events):
            return VAIN
    return OPEN


def _ends(event: Event, number: str) -> bool:
    """Whether the offer is gone with the event: itself, or all offers of the turn (BH-9.11)."""
    if isinstance(event, Declined | Voided | Lapsed):
        return event.number == number
    return isinstance(event, Closed | TurnBegan)


def _note_makers(run: Sequence[Deed], makers: dict[str, int]) -> None:
    """Who made which offer of the turn; numbers begin anew in each."""
    for deed in run:
        for event in deed.events:
            if isinstance(event, TurnBegan):
                makers.clear()
            elif isinstance(event, Offered):
                makers[event.number] = event.maker


# ---- how it is told


class Scene(NamedTuple):
    """Some decisions, what came of them, and of offers who made them and what became of those made here."""

    run: Sequence[Deed]
    happened: Sequence[Event]
    makers: Mapping[str, int]
    fates: set[Fate]


def _passage(run: tuple[Deed, ...], makers: Mapping[str, int], fates: set[Fate]) -> Passage:
    happened = [event for deed in run for event in deed.events]
    tell = _TELLERS.get(type(run[0].action))
    name, fields = tell(Scene(run, happened, makers, fates)) if tell else _ALONE
    left = tuple(event for event in happened if not _is_said(name, event))
    if not name:
        known = any(not isinstance(event, Answered | Priced) for event in happened)
        if run[0].action is None and not known:
            return Passage(run, (), "sealed")
    return Passage(run, left, name, fields)


def _is_said(name: str, event: Event) -> bool:
    if isinstance(event, Lapsed | Voided | Priced):
        return True
    if isinstance(event, TurnBegan):
        return not event.last
    if isinstance(event, Drawn):
        return name == "closed" and event.contract is None
    if isinstance(event, Placed | Skipped):
        return name in ("travelled", "stayed")
    return bool(name) and isinstance(event, _SAID)


def _travelled(scene: Scene) -> Told:
    action = scene.run[0].action
    assert isinstance(action, Travel)
    start = next((event.start for event in scene.happened if isinstance(event, Travelled)), "")
    cards = [card for event in scene.happened if isinstance(event, Laid) for card in event.cards]
    towns = list(dict.fromkeys(event.town for event in scene.happened if isinstance(event, Placed)))
    return "stayed" if start == action.town else "travelled", {"town": action.town, "cards": cards, "towns": towns}


def _bought(scene: Scene) -> Told:
    bought = [event for event in scene.happened if isinstance(event, Bought)]
    fields = {
        "beans": [kind_of(event.token) for event in bought],
        "talers": sum(event.price for event in bought),
        "drop": [kind for event in bought for kind in event.drop],
    }
    return ("bought", fields) if bought else _ALONE


def _fulfilled(scene: Scene) -> Told:
    return "fulfilled", {"contracts": [deed.action.contract for deed in scene.run if isinstance(deed.action, Fulfil)]}


def _offered(scene: Scene) -> Told:
    offers = [event for event in scene.happened if isinstance(event, Offered) and event.audience is None]
    if not offers:
        return _ALONE
    if scene.fates == {OPEN}:
        terms = offers[0].terms
        name = "countered" if isinstance(scene.run[0].action, Counter) else "offered"
        return name, {
            "target": offers[0].target,
            "invite": terms.invite,
            "buy": list(terms.buy),
            "give": list(terms.give),
            "take": list(terms.take),
        }
    targets = list(dict.fromkeys(offer.target for offer in offers))
    return "offers_in_vain" if scene.fates == {VAIN} else "offers_made", {"count": len(offers), "targets": targets}


def _declined(scene: Scene) -> Told:
    numbers = [deed.action.number for deed in scene.run if isinstance(deed.action, Decline)]
    known = [scene.makers[number] for number in numbers if number in scene.makers]
    return "declined", {"makers": list(dict.fromkeys(SEATS[maker] for maker in known))}


def _withdrawn(scene: Scene) -> Told:
    return "withdrawn", {"count": len(scene.run)}


def _closed(scene: Scene) -> Told:
    discarded = [card for event in scene.happened if isinstance(event, Closed) for card in event.discarded]
    return "closed", {"discarded": discarded}


_TELLERS: Mapping[type, Callable[[Scene], Told]] = {
    Travel: _travelled,
    Buy: _bought,
    Fulfil: _fulfilled,
    Propose: _offered,
    Counter: _offered,
    Decline: _declined,
    Withdraw: _withdrawn,
    Close: _closed,
}
