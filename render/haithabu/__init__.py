"""The painter of Haithabu.

Not for rules; it is found by the title's key.
"""

from render.haithabu.board import arms, board, preview
from render.haithabu.card import hand

__all__ = ["arms", "board", "hand", "preview"]
