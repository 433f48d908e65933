"""What never changes on the board of Hansa: where ports, plaques and lanes lie, and the layer they are drawn on once.

Not for pieces, goods or words of a position.
"""

import math
from functools import lru_cache

from PIL import Image

from engine.hansa.board import BOARD
from render.canvas import Box, Point, Sheet, Sketch
from render.chart import CHARTS, Frame, along, draw_chart, draw_neat_line, gap_to, length, overlap, spline, trim
from render.fonts import width as text_width
from render.page import MAP_INSET, MAP_TOP
from render.theme import THEMES, Colour, Theme, ThemeName
from render.words import Language, TitleWords

WIDTH, HEIGHT = 1600, 1288
FRAME = Frame(MAP_INSET, MAP_TOP, WIDTH - 2 * MAP_INSET, 920)
PLAQUE_HEIGHT, NAME_STRIP = 120, 42
TILE_WIDTH, TILE_HEIGHT, TILE_PITCH = 50, 58, 54
SMALL, LARGE = 27, (36, 34, 32, 30, 28)
"""The type of names: of all, and of those that may be chosen."""

PORTS = {port.id: port for port in BOARD.raw.ports}
PLACES = {port.id: FRAME.at(port.x, port.y) for port in BOARD.raw.ports}
LAND_ROUTES = {(route.origin, route.to) for route in BOARD.raw.routes if route.kind == "land"}
_CHART = CHARTS["hansa"]


def _lane(origin: str, to: str) -> list[Point]:
    """By the points of the chart; one that a corrected board has turned round goes the same way back."""
    points = _CHART.lanes.get(f"{origin}>{to}") or tuple(reversed(_CHART.lanes.get(f"{to}>{origin}", ())))
    between = [(FRAME.x + x * FRAME.width / 1000, FRAME.y + y * FRAME.height / 1000) for x, y in points]
    return spline([PLACES[origin], *between, PLACES[to]])


LANES = {(route.origin, route.to): _lane(route.origin, route.to) for route in BOARD.raw.routes}


def _plaque(port: str) -> Box:
    x, y = PLACES[port]
    dx, dy = _CHART.plaques[port]
    left, top = round(x + dx * FRAME.width / 1000), round(y + dy * FRAME.height / 1000)
    stalls = 34 + TILE_PITCH * PORTS[port].warehouses + 118
    return left, top, left + max(stalls, 62 + round(text_width(PORTS[port].name, "serif", 27))), top + PLAQUE_HEIGHT


SHIFTS = sorted(
    ((dx, dy) for dx in range(-640, 641, 16) for dy in range(-400, 401, 16)), key=lambda by: (math.hypot(*by), by)
)
"""How far a plaque may move where the chart did not foresee its size, or a lane: nearest first."""
PILE_HALF = 60
"""A pile of the supply with its name reaches so far."""


def _plaques() -> dict[str, Box]:
    """Where the chart has them; on a corrected board as near to that as they cover next to nothing."""
    boxes = {port: _plaque(port) for port in PORTS}
    piles = [FRAME.at(pile.x, pile.y) for pile in BOARD.raw.supply]
    taken = [(x - PILE_HALF, y - PILE_HALF, x + PILE_HALF, y + PILE_HALF) for x, y in piles]
    for port in PORTS:
        others = taken + [box for other, box in boxes.items() if other != port]
        boxes[port] = _near(boxes[port], others)
    return boxes


def _near(box: Box, others: list[Box]) -> Box:
    """The nearest place without another plaque, a pile, a port or, if there is one, a lane; else with little of one."""
    left, top, right, bottom = box
    best, least = box, math.inf
    for dx, dy in SHIFTS:
        moved = left + dx, top + dy, right + dx, bottom + dy
        if moved[0] < FRAME.x or moved[1] < FRAME.y or moved[2] > FRAME.right or moved[3] > FRAME.bottom:
            continue
        if any(overlap(moved, other) for other in others) or any(gap_to(moved, at) == 0 for at in PLACES.values()):
            continue
        hidden = max(hidden_part(lane, moved) for lane in LANES.values())
        if hidden < least:
            best, least = moved, hidden
        if not hidden:
            break
    return best


def hidden_part(lane: list[Point], box: Box) -> float:
    """How much of a lane lies under a plaque, from 0 to 1."""
    return sum(gap_to(box, point) == 0 for point in lane) / len(lane)


PLAQUES = _plaques()


def slot_middle(port: str, slot: int) -> Point:
    left, top, _, _ = PLAQUES[port]
    return left + 12 + slot * TILE_PITCH + TILE_WIDTH / 2, top + 46 + TILE_HEIGHT / 2


def _draw_lane(sketch: Sketch, lane: list[Point], colour: Colour, width: float, size: float, dashed: bool) -> None:
    """A line with a head at its end and chevrons on the way."""
    line = trim(lane, 20, 24)
    if dashed:
        sketch.dashes(line, colour, width, 12, 9)
    else:
        sketch.line(line, colour, width)
    whole = length(line)
    (x, y), angle = line[-1], along(line, whole - 8)[1]
    barb = size * 1.5
    head = [(4.0, 0.0), (-barb, -0.45), (-barb * 0.7, 0.0), (-barb, 0.45)]
    sketch.polygon([(x + far * math.cos(angle + turn), y + far * math.sin(angle + turn)) for far, turn in head], colour)
    count = max(1, round(whole / 190))
    for number in range(count):
        (x, y), angle = along(line, whole * (number + 0.5) / count)
        tip = (x + size * 0.55 * math.cos(angle), y + size * 0.55 * math.sin(angle))
        for side in (-0.75, 0.75):
            sketch.line([tip, (x - size * math.cos(angle + side), y - size * math.sin(angle + side))], colour, width)


@lru_cache(maxsize=4)
def base(theme_name: ThemeName, scale: float, language: Language) -> Image.Image:
    """Chart, lanes, ports and empty plaques. Not to be drawn on: take a copy."""
    theme = THEMES[theme_name]
    sketch = Sketch(WIDTH, HEIGHT, scale, 2, theme.page)
    draw_chart(sketch, _CHART, FRAME, theme)
    for route, lane in LANES.items():
        land = route in LAND_ROUTES
        _draw_lane(sketch, lane, theme.faint if land else theme.sea_text, 3, 9, land)
    draw_neat_line(sketch, FRAME, theme)
    for port in PORTS:
        _draw_port(sketch, port, theme)
    sheet, words = Sheet(sketch.layer(), scale), TitleWords(language, "hansa")
    for name, x, y in _CHART.names:
        sheet.text(*FRAME.at(x, y), name, "serif_italic", 28, theme.sea_text, "mm")
    for port in PORTS:
        draw_name(sheet, port, words.word("port", port), theme.ink)
    return sheet.image


def _draw_port(sketch: Sketch, port: str, theme: Theme) -> None:
    x, y = PLACES[port]
    left, top, right, bottom = PLAQUES[port]
    near = (min(max(x, left + 14), right - 14), min(max(y, top + 14), bottom - 14))
    sketch.line([(x, y), near], theme.ink, 2)
    sketch.circle(x, y, 11, fill=theme.plaque, edge=theme.ink, width=3)
    sketch.circle(x, y, 4, fill=theme.ink)
    sketch.box(PLAQUES[port], fill=theme.plaque, edge=theme.edge, width=1.6, radius=8)
    sketch.circle(left + 24, top + 23, 13, edge=theme.ink, width=1.8)
    for slot in range(PORTS[port].warehouses):
        corner = left + 12 + slot * TILE_PITCH
        box = (corner, top + 46, corner + TILE_WIDTH, top + 46 + TILE_HEIGHT)
        sketch.box(box, edge=theme.frame, width=2, radius=6)


def name_size(port: str, name: str, *, large: bool) -> int:
    """What a name is set in; a large one as large as its plaque allows."""
    left, _, right, _ = PLAQUES[port]
    room = right - left - 52
    return next((size for size in LARGE if text_width(name, "serif", size) <= room), SMALL) if large else SMALL


def draw_name(sheet: Sheet, port: str, name: str, colour: Colour, *, large: bool = False) -> float:
    """Number and name of a port; returns where the name ends."""
    left, top, _, _ = PLAQUES[port]
    sheet.text(left + 24, top + 23, str(PORTS[port].number), "sans_bold", 19, colour, "mm")
    size = name_size(port, name, large=large)
    return left + 44 + sheet.text(left + 44, top + 23 + size / 3, name, "serif", size, colour)


@lru_cache(maxsize=64)
def voyage(
    routes: tuple[tuple[str, str], ...], theme_name: ThemeName, scale: float, own: bool = False
) -> tuple[Image.Image, int, int]:
    """The lanes just sailed, black on a light ground, and where their layer's corner lies.

    Those of the turn that goes on are dashed and thinner.
    """
    theme = THEMES[theme_name]
    sketch = Sketch(WIDTH, HEIGHT, scale, 2)
    for route in routes:
        sketch.line(trim(LANES[route], 20, 24), theme.plaque, 12)
    for route in routes:
        _draw_lane(sketch, LANES[route], theme.ink, 4 if own else 6, 9 if own else 13, own)
    layer = sketch.layer()
    box = layer.getbbox() or (0, 0, 1, 1)
    return layer.crop(box), box[0], box[1]
