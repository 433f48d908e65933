"""What a seat is told that must choose a loss in another's turn, or what it keeps at the end of its own.

Not for words, and not for other decisions: board and choices say what those need.
"""

from engine.hansa.state import LIMIT
from engine.hansa.views import HansaView
from engine.values import Note


def prompt(view: HansaView) -> list[Note]:
    """HA-18.8: from what all know."""
    seat = view.seat
    if seat is None or all(decision.seat != seat for decision in view.decisions):
        return []
    if view.phase == "loss":
        colour = view.open_loss[seat]
        faces = tuple(face for face in view.players[seat].face_up if face[0] == colour)
        return [Note("loss", {"by": view.active, "colour": colour, "faces": faces})]
    if view.phase == "tax":
        held = len(view.players[seat].face_up)
        return [Note("tax", {"held": held, "kept": LIMIT, "count": held - LIMIT})]
    return []
