"""What happened in fewer sentences: placements by route, moves from route to route, answers to displacements as one.

Not for words: the catalogues have a sentence for each name that is used here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.teutonica import actions as act
from engine.teutonica.actions import mix_word
from engine.teutonica.board import KINDS
from engine.teutonica.events import Displaced, Drew, Left, Moved, Relocated, Removed, Reveal
from engine.values import Action, Deed, Event, Passage

Told = tuple[str, Mapping[str, object]]
"""The name of a sentence and what fills it; no name where each decision speaks for itself."""
_ALONE: Told = ("", {})
_WITHOUT_NEWS = (Left, Drew)
"""What everybody sees when it is their turn, and what nobody sees yet."""


def story(deeds: Sequence[Deed]) -> list[Passage]:
    passages = list[Passage]()
    place = 0
    while place < len(deeds):
        run = _run(deeds, place)
        place += len(run)
        for passage in _told(run, deeds[place] if place < len(deeds) else None):
            last = passages[-1] if passages else None
            if last is not None and _swallows(last, passage):
                deeds_of_both, events = last.deeds + passage.deeds, last.events + passage.events
                passages[-1] = Passage(deeds_of_both, events, last.name, last.fields)
            else:
                passages.append(passage)
    return passages


def _swallows(last: Passage, passage: Passage) -> bool:
    """Whether the passage only says that a turn is over, which needs no sentence behind another one of that seat."""
    ends = not passage.name and isinstance(passage.deeds[0].action, act.End)
    return ends and bool(last.name) and last.seat == passage.seat


# ---- what belongs together


def _route(space: str) -> str:
    return space.partition(":")[0]


_FOLLOWERS: tuple[tuple[tuple[type[Action], ...], tuple[type[Action], ...]], ...] = (
    ((act.Lift, act.Put), (act.Lift, act.Put, act.Done)),
    ((act.Relocate, act.Add), (act.Relocate, act.Add, act.Done)),
    ((act.Deploy,), (act.Deploy, act.Skip)),
    ((act.Create,), (act.Skip,)),
)
"""What a run of decisions can begin with, and what can follow then."""


def _run(deeds: Sequence[Deed], place: int) -> tuple[Deed, ...]:
    """The decisions from this place on that are told together."""
    first = deeds[place]
    goes_on = _going_on(first.action)
    end = place + 1
    while end < len(deeds) and deeds[end].seat == first.seat and goes_on(deeds[end].action):
        end += 1
        if isinstance(first.action, act.End):  # the first marker that is laid; each other one stands for itself
            break
    return tuple(deeds[place:end])


def _going_on(first: Action | None) -> Callable[[Action | None], bool]:
    """Whether a decision belongs to the one that a run began with."""
    if isinstance(first, act.Place):
        route = _route(first.space)
        return lambda action: isinstance(action, act.Place) and _route(action.space) == route
    if isinstance(first, act.End):
        return lambda action: isinstance(action, act.Lay)
    if isinstance(first, act.Use) and first.marker == "three":
        return lambda action: isinstance(action, act.Lift | act.Put | act.Done)
    followers = next((after for begin, after in _FOLLOWERS if isinstance(first, begin)), ())
    return lambda action: isinstance(action, followers)


# ---- how it is told


def _told(run: tuple[Deed, ...], following: Deed | None) -> list[Passage]:
    """The run in one sentence, or where there is none for it decision by decision."""
    happened = _news(run)
    tell = _TELLERS.get(type(run[0].action))
    name, fields = tell(run, happened) if tell else _ALONE
    if not name:
        return [Passage((deed,), _news((deed,))) for deed in run]
    return [Passage(run, tuple(_left_to_tell(name, fields, happened, following)), name, fields)]


def _news(run: Sequence[Deed]) -> tuple[Event, ...]:
    return tuple(event for deed in run for event in deed.events if not isinstance(event, _WITHOUT_NEWS))


def _left_to_tell(
    name: str, fields: Mapping[str, object], events: Iterable[Event], following: Deed | None
) -> Iterable[Event]:
    """What the sentence does not say."""
    answered = following is not None and isinstance(following.action, act.Relocate | act.Add)
    answered = answered or any(isinstance(event, Relocated) for event in events)
    for event in events:
        said = (
            (name == "displaced" and isinstance(event, Displaced) and answered)
            or (name == "moved_together" and isinstance(event, Moved))
            or (isinstance(event, Moved) and event.origin == event.space)
            or (name == "laid" and isinstance(event, Reveal) and event.marker == fields["marker"])
        )
        if not said:
            yield event


def _mix(kinds: Sequence[str]) -> str:
    return mix_word(*(kinds.count(kind) for kind in KINDS))


def _placed(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    placed = [deed.action for deed in run if isinstance(deed.action, act.Place)]
    return "placed", {"pieces": _mix([each.kind for each in placed]), "route": _route(placed[0].space)}


def _recruited(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    action = run[0].action
    assert isinstance(action, act.Recruit)
    return "recruited", {"mix": action.mix}


def _displaced(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    action = run[0].action
    assert isinstance(action, act.Displace)
    for event in happened:
        if isinstance(event, Displaced):
            lost = {"victim": event.victim, "kind": event.kind, "route": _route(event.space)}
            return "displaced", {**lost, "by": action.kind, "pay": action.pay}
    return _ALONE


def _created(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    action = run[0].action
    assert isinstance(action, act.Create)
    return "created", {
        "route": action.route, "outcome": action.outcome, "target": action.target, "kind": action.kind,
    }  # fmt: skip


def _moved(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    seat, moves = run[0].seat, [event for event in happened if isinstance(event, Moved)]
    moves = [move for move in moves if move.origin != move.space]
    if not moves:
        back = any(isinstance(event, Moved) for event in happened)
        return ("put_back", {}) if back else _ALONE
    ways = {(_route(move.origin), _route(move.space), move.owner) for move in moves}
    if len(ways) == 1 and moves[0].owner == seat:
        origin, route, _ = ways.pop()
        return "moved_together", {"pieces": _mix([move.kind for move in moves]), "origin": origin, "route": route}
    return "moved", {"count": len(moves)}


def _removed(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    """A marker that moves or removes pieces: each of them is told behind it."""
    action = run[0].action
    told = isinstance(action, act.Use) and action.marker == "three" and len(run) > 1
    told = told and any(isinstance(event, Moved | Removed) for event in happened)
    return ("three_pieces", {}) if told else _ALONE


def _answered(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    moved = next((deed.action for deed in run if isinstance(deed.action, act.Relocate)), None)
    adds = [deed.action for deed in run if isinstance(deed.action, act.Add)]
    added = [each.source for each in adds if each.source in KINDS]
    fields: dict[str, object] = {
        "added": _mix(added),
        "sources": [_route(each.source) for each in adds if each.source not in KINDS],
        "routes": list(dict.fromkeys(_route(each.space) for each in adds)),
    }
    return ("answered", {"route": _route(moved.space), **fields}) if moved is not None else ("added", fields)


def _deployed(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    deployed = [deed.action for deed in run if isinstance(deed.action, act.Deploy)]
    routes = list(dict.fromkeys(_route(each.space) for each in deployed))
    return "deployed", {"pieces": _mix([each.kind for each in deployed]), "routes": routes}


def _laid(run: Sequence[Deed], happened: Sequence[Event]) -> Told:
    action = run[-1].action
    return ("laid", {"marker": action.marker, "route": action.route}) if isinstance(action, act.Lay) else _ALONE


_TELLERS: dict[type, Callable[[Sequence[Deed], Sequence[Event]], Told]] = {
    act.Recruit: _recruited,
    act.Place: _placed,
    act.Displace: _displaced,
    act.Relocate: _answered,
    act.Add: _answered,
    act.Lift: _moved,
    act.Put: _moved,
    act.Use: _removed,
    act.Create: _created,
    act.Deploy: _deployed,
    act.End: _laid,
    act.Lay: _laid,
}
