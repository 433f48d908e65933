"""The painter of Hansa Teutonica.

Not for rules; it is found by the title's key.
"""

from engine.teutonica.views import TeutonicaView
from render.teutonica import names
from render.teutonica.board import board, preview
from render.teutonica.choices import choices
from render.teutonica.hand import hand


def arms(seats: int) -> tuple[int, ...]:
    return tuple(range(seats))


def marks(view: TeutonicaView) -> dict[str, str]:
    """Routes, spaces and provinces are written shorter on the map than in the record."""
    return names.marks(view.board, names.division_of(view.seats, view.options))


__all__ = ["arms", "board", "choices", "hand", "marks", "preview"]
