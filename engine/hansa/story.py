"""A story of Hansa in fewer sentences: each turn in one, or a few where somebody sells.

Not for the words: the catalogues' `stories` have them, and their words of the kind `step` what a sentence lists.
"""

from collections import Counter
from collections.abc import Sequence

from engine.hansa import events
from engine.hansa.actions import Buy, Discard, End, Establish, Lose, Refill, Sail, Sell, Skip
from engine.values import Deed, Event, Passage

STAGES = 3
"""Ports of one step at most: whoever sails farther takes another step."""

_SAID = events.Draw | events.Booths | events.Tax | events.Discarded
"""What the sentence of a turn says, and the goods that are drawn, which the board shows."""


def story(deeds: Sequence[Deed]) -> list[Passage]:
    return [_told(part) for part in _parts(deeds)]


# ---- what is told together


def _parts(deeds: Sequence[Deed]) -> list[tuple[Deed, ...]]:
    parts = list[tuple[Deed, ...]]()
    for deed in deeds:
        if parts and _belongs_to(parts[-1], deed):
            parts[-1] += (deed,)
        else:
            parts.append((deed,))
    return parts


def _belongs_to(part: tuple[Deed, ...], deed: Deed) -> bool:
    """Whether it is told with those before it; a sentence lists nothing twice, or its order would be lost."""
    if deed.seat != part[-1].seat:
        return False
    match part[-1].action, deed.action:
        case (None, None | Lose()) | (Sell(), End()) | (End(), Discard()):
            return True
        case Refill() | Skip() | Sail() | Buy() | Establish(), Sail() | Buy() | Establish() | Sell() | End():
            return deed.action not in [earlier.action for earlier in part]
    return False


# ---- how it is told


def _told(part: tuple[Deed, ...]) -> Passage:
    """A placement and an answer to a sale are told as they are."""
    match part[-1].action:
        case None:
            return Passage(part, _news(part), "sealed")
        case Refill() | Skip() | Sail() | Buy() | Establish() | Sell() | End() | Discard():
            return _turn(part)
    return Passage(part, _news(part))


def _news(part: tuple[Deed, ...]) -> tuple[Event, ...]:
    """What happened; that each turn begins with its income goes without saying (HA-5.1)."""
    return tuple(event for deed in part for event in deed.events if not isinstance(event, events.Income))


def _turn(part: tuple[Deed, ...]) -> Passage:
    news = _news(part)
    fields: dict[str, object] = {
        "discarded": _discarded(part),
        "returned": sum(event.talers for event in news if isinstance(event, events.Tax)) or None,
    }
    untold = (*_payments(news), *(event for event in news if not isinstance(event, _SAID | events.Pay)))
    for deed in part:
        if isinstance(deed.action, Sell):
            fields |= {"steps": _steps(part), "faces": deed.action.faces, "points": _points(deed.action)}
            return Passage(part, untold, "sold", fields | {"port": _booths(deed).port})
    return Passage(part, untold, "turn", fields | {"steps": _steps(part) or _nothing(part)})


def _payments(news: Sequence[Event]) -> list[events.Pay]:
    """What other seats were paid, each in one sum; what the bank gets goes without saying."""
    sums = Counter[tuple[int, int]]()
    for event in news:
        if isinstance(event, events.Pay) and event.to is not None:
            sums[event.seat, event.to] += event.talers
    return [events.Pay(seat, to, talers) for (seat, to), talers in sums.items()]


def _points(sale: Sell) -> int:
    """HA-14.2."""
    return sum(1 + int(face[1]) for face in sale.faces)


def _discarded(part: tuple[Deed, ...]) -> tuple[str, ...]:
    """What the limit of markers has cost, by a decision or without one (HA-12.2)."""
    faces = [deed.action.faces for deed in part if isinstance(deed.action, Discard)]
    faces += [event.faces for deed in part for event in deed.events if isinstance(event, events.Discarded)]
    return tuple(face for several in faces for face in several)


def _nothing(part: tuple[Deed, ...]) -> tuple[str, ...]:
    return ("skip",) if all(isinstance(deed.action, Skip) for deed in part) else ("end",)


# ---- steps: what somebody does one after the other, each as a word of the catalogues


def _steps(part: tuple[Deed, ...]) -> tuple[str, ...]:
    steps, way = list[str](), list[str]()
    for deed in part:
        if isinstance(deed.action, Sail):
            way.append(deed.action.port)
        elif step := _step(deed):
            steps += [*_stages(way), step]
            way = []
    return (*steps, *_stages(way))


def _stages(way: Sequence[str]) -> list[str]:
    """Sails that follow each other, some ports at a time."""
    return [" ".join(("sail", *way[first : first + STAGES])) for first in range(0, len(way), STAGES)]


def _step(deed: Deed) -> str:
    """Nothing for what is told otherwise: sales, and the end of a turn."""
    match deed.action:
        case Refill():
            return f"refill {sum(isinstance(event, events.Draw) for event in deed.events)}"
        case Buy(face):
            return f"buy {face}"
        case Establish(face):
            built = _booths(deed)
            return f"build {face} {built.port} {built.change}"
    return ""


def _booths(deed: Deed) -> events.Booths:
    """What a booth action did; everybody knows of it."""
    return next(event for event in deed.events if isinstance(event, events.Booths))
