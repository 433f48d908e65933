"""The board of Bohn Hansa for somebody who chooses where to travel: black names, each with the cards it costs.

Not for the public board, nor for beans and cards, which are chosen by their words.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from engine.bohn.board import DISTANCE, TOWN
from engine.bohn.views import BohnView
from render.bohn.board import NAME, draw_position, map_sheet, subtitle_of, told
from render.bohn.map import CARDS, FRAME, PLACES
from render.canvas import Box, Sheet
from render.chart import overlap
from render.close_up import Pointed, Spot
from render.crops import around
from render.fonts import width as text_width
from render.look import Look
from render.targets import FEWEST, boxed, choice_pill

HEAD, FIGURE = 36, 32
"""Height of the black head of a card; width of the part beside it that holds the figure."""
SIZES = (30, 28, 27, 26)
"""The type of a name, as large as its card allows."""
FIGURE_TEXT = 27


def choices(view: BohnView, places: Mapping[str, Sequence[str]], look: Look) -> Pointed | None:
    """The map with black names."""
    assert view.seat is not None
    offered = [word for word in dict.fromkeys(places.get("town", ())) if word in TOWN]
    if len(offered) < FEWEST:
        return None
    sheet, pill = map_sheet(look), choice_pill(look, view.seat, ["town"], look.words.text("choose"))
    _, journeys = told(look)
    draw_position(sheet, look, view, journeys)
    spots = []
    for town in offered:
        cost = cards_to(view, view.seat, town)
        head = _draw_town(sheet, look, town, cost)
        box = around(CARDS[town], head, boxed(PLACES[town], (30, 30)))
        spots.append(Spot(box, f"{TOWN[town].name} {cost}".strip(), name_size(town)))
    return Pointed(sheet, FRAME.box, NAME, subtitle_of(view, look), pill, tuple(spots))


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


@cache
def name_size(town: str) -> int:
    left, _, right, _ = CARDS[town]
    fitting = (size for size in SIZES if text_width(TOWN[town].name, "serif", size) <= right - left - 8)
    return next(fitting, SIZES[-1])


def _draw_town(sheet: Sheet, look: Look, town: str, cost: str) -> Box:
    """The black head of a market card, with the figure beside the name; returns where it is."""
    theme, (left, top, right, _) = look.theme, CARDS[town]
    figure = figure_box(town)
    whole = (min(left, figure[0]), top, max(right, figure[2]), top + HEAD) if cost else (left, top, right, top + HEAD)
    sheet.box(whole, fill=theme.now, radius=8)
    if cost:
        edge = right if figure[0] >= right else left
        sheet.line(edge, top + 8, edge, top + HEAD - 8, theme.now_faint, 2)
        sheet.text((figure[0] + figure[2]) / 2, top + HEAD / 2, cost, "sans_bold", FIGURE_TEXT, theme.now_text, "mm")
    middle, size = (left + right) / 2, name_size(town)
    sheet.text(middle, top + HEAD / 2 + size / 3, TOWN[town].name, "serif", size, theme.now_text, "ms")
    return whole
