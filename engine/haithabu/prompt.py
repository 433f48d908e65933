"""What a seat is told before it runs: its speed, how quiet it has been, and which of its runners may move, and why.

Not for words, and not for runs tried out: `views.preview` does that.
"""

from engine.haithabu.board import KIND, NUMBER, SLOTS
from engine.haithabu.views import HaithabuView
from engine.values import Note


def prompt(view: HaithabuView) -> list[Note]:
    """HB-16.2: from what all know."""
    if view.phase != "run" or view.seat is None or view.seat != view.active:
        return []
    notes = [_speed(view, view.seat), _quiet(view), _tier(view, view.seat)]
    if view.may_pass:
        notes.append(Note("may_pass"))
    if view.shown:
        notes.append(Note("shown_traps", {"letters": "".join(sorted(view.shown))}))
    return notes


def _speed(view: HaithabuView, seat: int) -> Note:
    load, reach = view.loads[seat], view.distances[seat]
    if load == SLOTS:
        return Note("full_track", {"load": load})
    if len(reach) > 1:
        return Note("empty_track", {"least": reach[0], "most": reach[-1]})
    return Note("load", {"load": load, "distance": reach[0]})


def _quiet(view: HaithabuView) -> Note:
    return Note("quiet", {"quiet": view.quiet, "left": view.most_quiet - view.quiet})


def _tier(view: HaithabuView, seat: int) -> Note:
    """The row of the table in HB-8.2 that applies, and why."""
    waiting = _standing_on(view, seat, "start", view.homes[seat])
    if view.tier == 1:
        return Note("vacate", {"runners": waiting})
    if view.tier == 2:
        clearing = "clear_or_change" if view.open_passages else "clear"
        return Note(clearing, {"runners": _standing_on(view, seat, "passage")})
    if view.tier == 3:
        return Note("vacate_to_passages", {"runners": waiting})
    return Note("cannot_clear" if view.clearing or view.vacating else "any_runner")


def _standing_on(view: HaithabuView, seat: int, kind: str, village: str = "") -> tuple[str, ...]:
    """The seat's runners on spaces of this kind, in the village if one is named."""
    return tuple(
        f"{view.homes[seat]}{number}"
        for number, space in enumerate(view.runners[seat], 1)
        if KIND[NUMBER[space]] == kind and space.startswith(village)
    )
