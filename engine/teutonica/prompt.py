"""What a seat is told that is asked in another's turn: what was done to it, where its piece may go, what it may add.

Not for words, and not for the decisions of one's own turn: board and choices say what those need.
"""

from engine.teutonica.state import KIND, OWNER, Response
from engine.teutonica.views import TeutonicaView
from engine.values import Note

MOST_ROUTES = 6
"""More routes than that are a free choice, and not named."""


def prompt(view: TeutonicaView) -> list[Note]:
    """HT-25.8: from what all know."""
    if view.seat is None or all(decision.seat != view.seat for decision in view.decisions):
        return []
    if view.phase == "respond" and view.response is not None:
        return [*_displaced(view, view.response), *_additions(view, view.response)]
    if view.phase == "along":
        stock = view.players[view.seat].stock
        return [Note("along", {"by": view.active, "traders": stock.traders, "merchants": stock.merchants})]
    return []


def _displaced(view: TeutonicaView, response: Response) -> list[Note]:
    """What is still to be placed: who displaced it, and the routes it may go to (HT-8.6)."""
    if not response.piece:
        return []
    told = Note("displaced", {"by": view.active, "kind": KIND[response.piece], "route": response.route})
    if len(view.refuges) > MOST_ROUTES:
        return [told, Note("many_refuges", {"count": len(view.refuges)})]
    return [told, Note("refuges", {"routes": view.refuges})]


def _additions(view: TeutonicaView, response: Response) -> list[Note]:
    """How many pieces may be added, and from where (HT-8.2, HT-8.3)."""
    if not response.more:
        return []
    player = view.players[response.victim]
    for name, pieces in (("add_from_stock", player.stock), ("add_from_supply", player.supply)):
        if pieces:
            fields = {"count": response.more, "traders": pieces.traders, "merchants": pieces.merchants}
            return [Note(name, fields)]
    if any(OWNER.get(piece) == response.victim for road in view.roads for piece in road.pieces):
        return [Note("add_from_roads", {"count": response.more})]
    return []
