"""The painter of Bohn Hansa.

Not for rules; it is found by the title's key.
"""

from engine.values import View
from render.bohn.board import board, preview
from render.bohn.choices import choices
from render.bohn.drawing import drawing_faults
from render.bohn.hand import hand


def arms(seats: int) -> tuple[int, ...]:
    return tuple(range(seats))


def marks(_: View) -> dict[str, str]:
    """The picture writes every word as the commands do."""
    return {}


__all__ = ["arms", "board", "choices", "drawing_faults", "hand", "marks", "preview"]
