"""What a seat is told that offers wait for: who offers what, and what is asked for it.

Not for words, and not for the decisions of one's own turn: hand, board and choices say what those need.
"""

from engine.bohn.views import BohnView, OfferView
from engine.values import Note


def prompt(view: BohnView) -> list[Note]:
    """BH-20.10: the terms, which all know (BH-9.13), from the side of whoever answers."""
    if view.seat is None or all(decision.seat != view.seat for decision in view.decisions):
        return []
    return [_told(view, offer) for offer in view.offers if offer.target == view.seat]


def _told(view: BohnView, offer: OfferView) -> Note:
    terms, active = offer.terms, view.active
    fields: dict[str, object] = {"number": offer.number, "by": offer.maker, "give": terms.give, "take": terms.take}
    if terms.invite and active is not None:
        invited = offer.target if offer.maker == active else offer.maker
        fields |= {"invited": invited, "town": view.merchants[active].town}
    return Note("offer", {"buy": terms.buy, "invited": None, "town": None} | fields)
