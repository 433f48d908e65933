"""The painter of Bohn Hansa.

Not for rules; it is found by the title's key.
"""

from render.bohn.board import board, preview
from render.bohn.card import hand


def arms(seats: int) -> tuple[int, ...]:
    return tuple(range(seats))


__all__ = ["arms", "board", "hand", "preview"]
