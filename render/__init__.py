"""Pictures: a view in, an image out.

Not for rules or Discord: a painter sees views only and never a state.
"""

from render.film import replay
from render.gallery import choices, colour_of, drawing_faults, hand, marks, paint, preview, score
from render.look import Picture

__all__ = ["Picture", "choices", "colour_of", "drawing_faults", "hand", "marks", "paint", "preview", "replay", "score"]
