"""A run tried out: the board as all would see it afterwards, and what is said of the run beforehand (HB-16.2).

Not for what the seat should know anyway: `prompt`. The secret trap is taken for absent, so that nothing tells of it.
"""

import copy

from engine.errors import Illegal
from engine.haithabu.actions import NOTHING, HaithabuAction, Run
from engine.haithabu.board import SLOTS
from engine.haithabu.checks import resolve
from engine.haithabu.play import play
from engine.haithabu.state import HaithabuState
from engine.haithabu.views import preview, view
from engine.values import Note, Trial


def trial(state: HaithabuState, seat: int, action: HaithabuAction) -> Trial:
    """Illegal where the run is, for the same reason."""
    run = resolve(state, seat, action)
    if not isinstance(run, Run):
        raise Illegal("HB-16.2", "Only a run can be tried out.")
    safe = copy.copy(state)
    safe.note = ""
    seen = preview(safe, seat, run)
    notes = [Note("tried_way", {"path": " ".join(seen.path)})]
    if seen.captured:
        notes.append(Note("tried_captures", {"letters": seen.captured}))
    if seen.load == SLOTS:
        notes.append(Note("tried_full_track"))
    elif seen.load:
        notes.append(Note("tried_load", {"load": seen.load, "distance": seen.distances[0]}))
    else:
        notes.append(Note("tried_empty_track", {"least": seen.distances[0], "most": seen.distances[-1]}))
    if state.traps and run.over != NOTHING:
        notes.append(Note("tried_trap", {"runner": run.runner}))
    after, _ = play(safe, seat, run)
    return Trial(view(after, None), tuple(notes))
