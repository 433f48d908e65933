"""What never changes on the board of Bohn Hansa: towns, links and market cards, on a layer that is drawn once.

Not for beans, prices in force or wagons.
"""

import math
from functools import lru_cache

import msgspec
from PIL import Image

from engine import boards
from engine.bohn.board import DISTANCE, TOWN
from render.canvas import Box, Point, Sheet, Sketch
from render.chart import CHARTS, Frame, draw_chart, draw_neat_line, overlap
from render.fonts import width as text_width
from render.page import MAP_INSET, MAP_TOP
from render.theme import THEMES, Theme, ThemeName

WIDTH, HEIGHT = 1600, 1468
FRAME = Frame(MAP_INSET, MAP_TOP, WIDTH - 2 * MAP_INSET, 1106)
COLUMN, ROW = 45, 26
CARD_HEAD, CARD_FOOT = 66, 8
OFFERS: Box = (FRAME.right - 530, FRAME.bottom - 214, FRAME.right - 14, FRAME.bottom - 14)
"""Where open offers are listed: the corner that the board keeps for the harvest cards."""


class _Spot(msgspec.Struct, frozen=True):
    id: str
    x: float
    y: float


class _Spots(msgspec.Struct, frozen=True):
    towns: tuple[_Spot, ...]


PLACES = {
    spot.id: FRAME.at(spot.x, spot.y)
    for spot in msgspec.convert(boards.load(__name__, "bohn/board.json"), _Spots).towns
}
_CHART = CHARTS["bohn"]


def _card(town: str) -> Box:
    known = TOWN[town]
    wide = 2 * round(max(len(known.sells) * COLUMN + 14, text_width(known.name, "serif", 24) + 20) / 2)
    high = CARD_HEAD + (known.squares + 1) * ROW + CARD_FOOT
    left, top = FRAME.at(*_CHART.cards[town])
    return left, top, left + wide, top + high


CARDS = {town: _card(town) for town in TOWN}


def columns(town: str) -> list[float]:
    """The middle of the column of each kind the town sells."""
    left, _, right, _ = CARDS[town]
    count = len(TOWN[town].sells)
    return [(left + right) / 2 + (number - (count - 1) / 2) * COLUMN for number in range(count)]


def row_middle(town: str, row: int) -> float:
    """Rows count from the bottom; the one above the squares is the round field."""
    return CARDS[town][3] - CARD_FOOT - ROW * (row + 0.5)


@lru_cache(maxsize=128)
def wagon_places(town: str, count: int) -> tuple[int, tuple[Point, ...]]:
    """The size of so many wagons in a town, and where they stand: as near to it as no market card is covered."""
    size, row = (46, 2) if count < 3 else (38, 3 if count == 3 else 2)
    pitch = size + 3
    rows = -(-count // row)
    offsets = [
        (
            (place % row - (min(row, count - place // row * row) - 1) / 2) * pitch,
            (place // row - (rows - 1) / 2) * pitch,
        )
        for place in range(count)
    ]
    x, y = PLACES[town]
    half_wide, half_high = (min(row, count) * pitch + 8) / 2, (rows * pitch + 8) / 2
    shifts = sorted(
        ((dx, dy) for dx in range(-120, 121, 4) for dy in range(-120, 121, 4)),
        key=lambda shift: (math.hypot(*shift), shift),
    )
    for dx, dy in shifts:
        box = (x + dx - half_wide, y + dy - 4 - half_high, x + dx + half_wide, y + dy - 4 + half_high)
        if not any(overlap(box, card) for card in CARDS.values()):
            return size, tuple((x + dx + px, y + dy - 4 + py) for px, py in offsets)
    return size, tuple((x + px, y - 4 + py) for px, py in offsets)


def way(start: str, end: str) -> list[str]:
    """A shortest way between two towns, both included."""
    path = [start]
    while path[-1] != end:
        path.append(min(TOWN[path[-1]].links, key=lambda town: (DISTANCE[town][end], town)))
    return path


@lru_cache(maxsize=4)
def base(theme_name: ThemeName, scale: float) -> Image.Image:
    """Not to be drawn on: take a copy."""
    theme = THEMES[theme_name]
    sketch = Sketch(WIDTH, HEIGHT, scale, 2, theme.page)
    draw_chart(sketch, _CHART, FRAME, theme)
    links = sorted({tuple(sorted((town, other))) for town in TOWN for other in TOWN[town].links})
    for width, colour in ((8.0, theme.plaque), (3.5, theme.sea_text)):
        for start, end in links:
            sketch.line([PLACES[start], PLACES[end]], colour, width)
    draw_neat_line(sketch, FRAME, theme)
    for town in TOWN:
        _draw_town(sketch, town, theme)
    sheet = Sheet(sketch.layer(), scale)
    for name, x, y in _CHART.names:
        sheet.text(*FRAME.at(x, y), name, "serif_italic", 30, theme.sea_text, "mm")
    for town, (left, top, right, _) in CARDS.items():
        sheet.text((left + right) / 2, top + 26, TOWN[town].name, "serif", 24, theme.ink, "ms")
    return sheet.image


def _draw_town(sketch: Sketch, town: str, theme: Theme) -> None:
    x, y = PLACES[town]
    left, top, right, bottom = CARDS[town]
    near = (min(max(x, left + 14), right - 14), min(max(y, top + 14), bottom - 14))
    sketch.line([(x, y), near], theme.ink, 2)
    sketch.circle(x, y, 13, fill=theme.plaque, edge=theme.ink, width=3)
    sketch.circle(x, y, 5, fill=theme.ink)
    sketch.box(CARDS[town], fill=theme.plaque, edge=theme.edge, width=1.6, radius=8)
    sketch.line([(left + 8, top + 64), (right - 8, top + 64)], theme.rule, 1.6)


@lru_cache(maxsize=64)
def journey(
    towns: tuple[str, ...], theme_name: ThemeName, scale: float, own: bool = False
) -> tuple[Image.Image, int, int]:
    """A journey, thick and black, in the turn that goes on dashed and thinner; and where its layer's corner lies."""
    theme = THEMES[theme_name]
    sketch = Sketch(WIDTH, HEIGHT, scale, 2)
    points: list[Point] = [PLACES[town] for town in towns]
    sketch.line(points, theme.plaque, 14)
    if own:
        sketch.dashes(points, theme.ink, 5, 14, 9)
    else:
        sketch.line(points, theme.ink, 7)
    layer = sketch.layer()
    box = layer.getbbox() or (0, 0, 1, 1)
    return layer.crop(box), box[0], box[1]
