"""The board of Hansa for somebody who chooses a port: those that may be chosen have a black name.

Not for the public board, nor for goods, which are chosen by their words.
"""

from collections.abc import Sequence

from engine.hansa.views import HansaView
from render.canvas import Sheet
from render.hansa.board import NAME, clocks, detail, draw_position, map_sheet, subtitle_of, told
from render.hansa.map import PORTS
from render.look import Look
from render.page import alt_text, draw_flags, draw_header
from render.targets import FEWEST, choice_alt, choice_pill, choice_subtitle


def choices(view: HansaView, kind: str, words: Sequence[str], look: Look) -> tuple[Sheet, str] | None:
    """The picture and its alt text."""
    assert view.seat is not None
    offered = [word for word in words if word in PORTS] if kind == "port" else []
    if len(offered) < FEWEST:
        return None
    sheet, pill = map_sheet(look), choice_pill(look, view.seat, "port", detail(view, look))
    subtitle = choice_subtitle(look, subtitle_of(view, look))
    events, routes = told(look)
    events = draw_header(sheet, look, NAME, subtitle, events, clocks(view, look), pill)
    draw_position(sheet, look, view, routes, offered, "")
    draw_flags(sheet, look.theme, events)
    names = [look.words.word("port", word) for word in offered]
    return sheet, alt_text(choice_alt(look, NAME, subtitle, pill, events, names))
