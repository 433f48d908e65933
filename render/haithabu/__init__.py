"""The painter of Haithabu.

Not for rules; it is found by the title's key.
"""

from engine.values import View
from render.haithabu.board import arms, board, preview
from render.haithabu.choices import choices
from render.haithabu.hand import hand


def marks(_: View) -> dict[str, str]:
    """The picture writes every word as the commands do."""
    return {}


__all__ = ["arms", "board", "choices", "hand", "marks", "preview"]
