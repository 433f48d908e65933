"""The board of Hansa for somebody who chooses a port: those that may be chosen have a black name.

Not for the public board, nor for goods, which are chosen by their words.
"""

from collections.abc import Mapping, Sequence

from engine.hansa.views import HansaView
from render.canvas import Point
from render.close_up import Pointed, Spot
from render.crops import around
from render.hansa.board import NAME, detail, draw_position, map_sheet, subtitle_of, told
from render.hansa.map import FRAME, PLACES, PLAQUES, PORTS, name_size
from render.look import Look
from render.targets import FEWEST, boxed, choice_pill

DOT: Point = (30, 30)
"""The room of a port on the coast."""


def choices(view: HansaView, places: Mapping[str, Sequence[str]], look: Look) -> Pointed | None:
    """The map with black names."""
    assert view.seat is not None
    offered = [word for word in dict.fromkeys(places.get("port", ())) if word in PORTS]
    if len(offered) < FEWEST:
        return None
    sheet, pill = map_sheet(look), choice_pill(look, view.seat, ["port"], detail(view, look))
    _, routes = told(look)
    draw_position(sheet, look, view, routes, offered, "", large=True)
    names = {port: look.words.word("port", port) for port in offered}
    spots = tuple(
        Spot(around(PLAQUES[port], boxed(PLACES[port], DOT)), name, name_size(port, name, large=True))
        for port, name in names.items()
    )
    return Pointed(sheet, FRAME.box, NAME, subtitle_of(view, look), pill, spots)
