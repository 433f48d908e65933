"""The painter of Hansa.

Not for rules; it is found by the title's key.
"""

from render.hansa.board import board, preview
from render.hansa.card import hand


def arms(seats: int) -> tuple[int, ...]:
    return tuple(range(seats))


__all__ = ["arms", "board", "hand", "preview"]
