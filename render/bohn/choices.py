"""The board of Bohn Hansa for somebody who chooses where to travel: black names, each with the cards it costs.

Not for the public board, nor for beans and cards, which are chosen by their words.
"""

from collections.abc import Sequence
from functools import cache

import msgspec

from engine.bohn.board import DISTANCE, TOWN
from engine.bohn.views import BohnView
from render.bohn.board import NAME, clocks, draw_position, map_sheet, subtitle_of, told
from render.bohn.map import CARDS, FRAME, PLACES
from render.canvas import Box, Sheet
from render.chart import overlap
from render.look import Look
from render.page import FLAG, Flagged, alt_text, draw_flags, draw_header
from render.targets import FEWEST, choice_alt, choice_pill, choice_subtitle, draw_head

HEAD, FIGURE = 36, 32
"""Height of the black head of a card; width of the part beside it that holds the figure."""


def choices(view: BohnView, kind: str, words: Sequence[str], look: Look) -> tuple[Sheet, str] | None:
    """The picture and its alt text."""
    assert view.seat is not None
    offered = [word for word in words if word in TOWN] if kind == "town" else []
    if len(offered) < FEWEST:
        return None
    sheet, pill = map_sheet(look), choice_pill(look, view.seat, "town", look.words.text("choose"))
    subtitle = choice_subtitle(look, subtitle_of(view, look))
    events, path = told(look)
    events = draw_header(sheet, look, NAME, subtitle, events, clocks(view, look), pill)
    draw_position(sheet, look, view, path)
    costs = {town: cards_to(view, view.seat, town) for town in offered}
    for town, cost in costs.items():
        _draw_town(sheet, look, town, cost)
    draw_flags(sheet, look.theme, [_clear_of(event, offered) for event in events])
    named = [f"{TOWN[town].name} {cost}".strip() for town, cost in costs.items()]
    return sheet, alt_text(choice_alt(look, NAME, subtitle, pill, events, named))


def cards_to(view: BohnView, seat: int, town: str) -> str:
    """BH-5.3: the cards a journey takes; nothing before the opening, when the seat is nowhere yet."""
    here = view.merchants[seat].town
    return str(DISTANCE[here][town] + 1) if here else ""


@cache
def figure_box(town: str) -> Box:
    """Beside the name, on the side where it covers no other card and no town."""
    left, top, right, _ = CARDS[town]
    sides: tuple[Box, ...] = ((right, top, right + FIGURE, top + HEAD), (left - FIGURE, top, left, top + HEAD))
    others = [card for other, card in CARDS.items() if other != town]
    others += [(x - 14, y - 14, x + 14, y + 14) for x, y in PLACES.values()]
    for box in sides:
        if box[0] > FRAME.x and box[2] < FRAME.right and not any(overlap(box, other) for other in others):
            return box
    return sides[0]


def _clear_of(event: Flagged, towns: Sequence[str]) -> Flagged:
    """The flag of a market stands above its black head, not on it."""
    for left, top, right, _ in (CARDS[town] for town in towns):
        if event.at is not None and left <= event.at[0] <= right and abs(event.at[1] - top) < HEAD:
            return msgspec.structs.replace(event, at=(event.at[0], top - FLAG / 2 - 1))
    return event


def _draw_town(sheet: Sheet, look: Look, town: str, cost: str) -> None:
    theme, (left, top, right, _) = look.theme, CARDS[town]
    middle = (left + right) / 2
    if cost:
        box = figure_box(town)
        whole = (min(left, box[0]), top, max(right, box[2]), top + HEAD)
        sheet.box(whole, fill=theme.now, radius=8)
        edge = right if box[0] >= right else left
        sheet.line(edge, top + 8, edge, top + HEAD - 8, theme.now_faint, 2)
        sheet.text((box[0] + box[2]) / 2, top + HEAD / 2, cost, "sans_bold", 24, theme.now_text, "mm")
    else:
        draw_head(sheet, look, (left, top, right, top + HEAD), 8)
    sheet.text(middle, top + 26, TOWN[town].name, "serif", 24, theme.now_text, "ms")
