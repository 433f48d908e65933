"""The painter of Hansa Teutonica.

Not for rules; it is found by the title's key.
"""

from render.teutonica.board import board, preview
from render.teutonica.card import hand


def arms(seats: int) -> tuple[int, ...]:
    return tuple(range(seats))


__all__ = ["arms", "board", "hand", "preview"]
