"""After a sprung trap: where the lifted runner may go, and what the victim may write.

Not for springing itself, which is part of playing a run.
"""

from engine.haithabu.actions import NO_TRAP
from engine.haithabu.board import LETTERS, SEATINGS, SPACES, VILLAGE_DATA
from engine.haithabu.state import HaithabuState


def _occupied(state: HaithabuState) -> set[str]:
    """Spaces with a runner, without that of the lifted one (HB-12.4)."""
    standing = {space for runners in state.runners for space in runners}
    number = int(state.lifted[1:]) - 1
    return standing - {state.runners[state.active][number]}


def reset_spaces(state: HaithabuState) -> tuple[str, ...]:
    """Free start spaces of the runner's home, or free passage spaces there if none is (HB-12.4)."""
    village = VILLAGE_DATA[SEATINGS[len(state.runners)].homes[state.active]]
    occupied = _occupied(state)
    starts = tuple(SPACES[space] for space in village.starts if SPACES[space] not in occupied)
    return starts or tuple(SPACES[space] for space in village.passages if SPACES[space] not in occupied)


def reset_notes(state: HaithabuState) -> tuple[str, ...]:
    """Bridges without a runner after the reset, but not the one just sprung, nor one that is shown to all; or none.

    HB-12.5, HB-12.6.
    """
    barred = _occupied(state) | {state.sprung[-1], *state.shown}
    return (*(letter for letter in LETTERS if letter not in barred), NO_TRAP)
