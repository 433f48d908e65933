"""A story of Haithabu in fewer sentences: a run with its tokens in one, one that a trap undid with the way home.

Not for the words: the catalogues' `stories` have them.
"""

from collections.abc import Sequence

from engine.haithabu.actions import NOTHING, Run
from engine.haithabu.events import LoadChanged, Noted, Returned, Sprung
from engine.values import Deed, Passage


def story(deeds: Sequence[Deed]) -> list[Passage]:
    """Each turn for itself; what is no run is told as it is, a way home without its run too."""
    passages = list[Passage]()
    for deed in deeds:
        last = passages[-1] if passages else None
        if last is not None and last.name == "caught" and last.seat == deed.seat:
            passages[-1] = _returned(last, deed)
        elif isinstance(deed.action, Run):
            passages.append(_ran(deed, deed.action))
        else:
            passages.append(Passage((deed,), deed.events))
    return passages


def _ran(deed: Deed, run: Run) -> Passage:
    sprung = next((event.bridge for event in deed.events if isinstance(event, Sprung)), None)
    untold = tuple(event for event in deed.events if not isinstance(event, LoadChanged | Sprung))
    if sprung:
        return Passage((deed,), untold, "caught", {"runner": run.runner, "bridge": sprung})
    fields = {
        "runner": run.runner,
        "destination": run.destination,
        "over": "" if run.over == NOTHING else run.over,
        "put": run.put,
        "load": next((event.load for event in deed.events if isinstance(event, LoadChanged)), None),
    }
    return Passage((deed,), untold, "ran", fields)


def _returned(caught: Passage, deed: Deed) -> Passage:
    """HB-12.4: where the runner goes, and that another note is written; what it says stays for its author."""
    space = next(event.space for event in deed.events if isinstance(event, Returned))
    untold = [event for event in deed.events if not isinstance(event, Returned)]
    untold = [event for event in untold if not isinstance(event, Noted) or event.audience is not None]
    return Passage((*caught.deeds, deed), (*caught.events, *untold), "returned", {**caught.fields, "space": space})
