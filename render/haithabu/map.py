"""What never changes on the board of Haithabu: spaces, planks, villages and tracks, on a layer that is drawn once.

Not for runners and tokens.
"""

from functools import lru_cache

import msgspec
from PIL import Image

from engine import boards
from engine.haithabu.board import BOARD, short
from render.canvas import Point, Sheet, Sketch
from render.chart import CHARTS, Frame, draw_chart, draw_neat_line
from render.page import MAP_INSET, MAP_TOP
from render.pieces import OVERSAMPLE
from render.theme import INK, IVORY, OCHRE, THEMES, Theme, ThemeName

WIDTH, HEIGHT = 1240, 1504
FRAME = Frame(MAP_INSET, MAP_TOP, 1174, 1174)
KINDS = {short(space.id): space.kind for space in BOARD.spaces}
LINKS = tuple((short(a), short(b)) for a, b in BOARD.links)
ARMS = {"N": 0, "E": 3, "S": 1, "W": 2}
"""Villages keep their colours: north red, east blue, south yellow, west green."""
CENTRES: dict[str, Point] = {"N": (500, 107), "E": (893, 500), "S": (500, 893), "W": (107, 500)}
SLOT = 44


class _Slot(msgspec.Struct, frozen=True):
    label: str
    x: float
    y: float


class _Village(msgspec.Struct, frozen=True):
    id: str
    speed_track: tuple[_Slot, ...]


class _Tracks(msgspec.Struct, frozen=True):
    villages: tuple[_Village, ...]


TRACKS = {
    village.id: village.speed_track
    for village in msgspec.convert(boards.load(__name__, "haithabu/board.json"), _Tracks).villages
}


def places(frame: Frame) -> dict[str, Point]:
    """Where every space lies, by its short id."""
    return {short(space.id): frame.at(space.x, space.y) for space in BOARD.spaces}


PLACES = places(FRAME)


def steps_word(label: str) -> str:
    return label.replace("/", "–")


@lru_cache(maxsize=4)
def base(theme_name: ThemeName, scale: float) -> Image.Image:
    """Not to be drawn on: take a copy."""
    theme = THEMES[theme_name]
    sketch = Sketch(WIDTH, HEIGHT, scale, 2, theme.page)
    draw_chart(sketch, CHARTS["haithabu"], FRAME, theme)
    draw_neat_line(sketch, FRAME, theme)
    for width, colour in ((8.0, theme.road), (4.5, theme.road_fill)):
        for a, b in LINKS:
            sketch.line([PLACES[a], PLACES[b]], colour, width)
    for space, (x, y) in PLACES.items():
        _draw_space(sketch, KINDS[space], x, y, theme)
    for track in TRACKS.values():
        for slot in track:
            x, y = FRAME.at(slot.x, slot.y)
            half = SLOT / 2
            box = (x - half, y - half, x + half, y + half)
            sketch.box(box, fill=theme.plaque, edge=theme.line, width=1.6, radius=5)
    sheet = Sheet(sketch.layer(), scale)
    _write(sheet, theme)
    return sheet.image


def printed(space: str) -> str:
    """What the board writes on a space: `1` on `gm1`, `p7` on `N-p7`, the letter of a bridge."""
    return {"bridge": space, "path": space[-1]}.get(KINDS[space], space[2:])


def _draw_space(sketch: Sketch, kind: str, x: float, y: float, theme: Theme) -> None:
    match kind:
        case "path":
            sketch.circle(x, y, 15, fill=theme.road_fill, edge=theme.road, width=2)
        case "passage":
            sketch.circle(x, y, 16.5, fill=theme.slot, edge=theme.road, width=2)
        case "start":
            sketch.circle(x, y, 18, fill=theme.plaque, edge=theme.ink, width=2.4)


def _write(sheet: Sheet, theme: Theme) -> None:
    for space, (x, y) in PLACES.items():
        match KINDS[space]:
            case "path":
                sheet.text(x, y, printed(space), "sans_semibold", 19, theme.faint, "mm")
            case "passage":
                sheet.text(x, y, printed(space), "sans", 18, theme.faint, "mm")
            case "start":
                sheet.text(x, y, printed(space), "sans_semibold", 18, theme.ink, "mm")
    for track in TRACKS.values():
        for slot in track:
            sheet.text(*FRAME.at(slot.x, slot.y), steps_word(slot.label), "sans", 20, theme.faint, "mm")


@lru_cache(maxsize=128)
def bridge(letter: str, is_open: bool, theme_name: ThemeName, scale: float, size: float = 52) -> Image.Image:
    """An open bridge is planks with its letter; a bare one a dashed hole."""
    theme, u = THEMES[theme_name], size / 52
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    if is_open:
        sketch.box((4 * u, 4 * u, size - 4 * u, size - 4 * u), fill=theme.key, radius=6 * u)
        sketch.box((6 * u, 6 * u, size - 6 * u, size - 6 * u), fill=OCHRE.plate, radius=4.5 * u)
        for row in (1, 2, 3):
            sketch.line([(6 * u, (6 + row * 10) * u), (size - 6 * u, (6 + row * 10) * u)], OCHRE.grain, 1.6 * u)
        sketch.circle(size / 2, size / 2, 14.5 * u, fill=IVORY)
        sketch.text(size / 2, size / 2 - drop(letter) * u, letter, "sans_bold", 25 * u, INK)
        return sketch.sprite()
    low, high = 6 * u, size - 6 * u
    sketch.box((low, low, high, high), fill=theme.sea, radius=5 * u)
    for side in ([(low, low), (high, low)], [(high, low), (high, high)], [(high, high), (low, high)],
                 [(low, high), (low, low)]):  # fmt: skip
        sketch.dashes(side, theme.ink, 2.4 * u, 7 * u, 5 * u)
    sketch.text(size / 2, size / 2 - drop(letter) * u, letter, "sans", 25 * u, theme.ink)
    return sketch.sprite()


def drop(letter: str) -> float:
    """Small letters are centred by their own height, not by that of capitals."""
    return 5.0 if letter in "gpq" else 2.0 if letter in "acemnorsu" else 0.0


@lru_cache(maxsize=16)
def plank(scale: float, size: float) -> Image.Image:
    """A bridge token off the board."""
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    sketch.box((0, 0, size, size), fill=INK, radius=size * 0.15)
    sketch.box((2, 2, size - 2, size - 2), fill=OCHRE.plate, radius=size * 0.11)
    for row in (1, 2, 3):
        sketch.line([(2, row * size / 4), (size - 2, row * size / 4)], OCHRE.grain, 1.6)
    return sketch.sprite()


@lru_cache(maxsize=64)
def trail(
    path: tuple[str, ...], theme_name: ThemeName, scale: float, black: bool = True
) -> tuple[Image.Image, int, int]:
    """The way of the latest run, thick and black on a light ground, and where the layer's corner lies.

    Its spaces are black too, unless black spaces would mean something else.
    """
    theme = THEMES[theme_name]
    sketch = Sketch(WIDTH, HEIGHT, scale, 2)
    points = [PLACES[space] for space in path]
    for width, colour in ((15, theme.plaque), (8, theme.ink)):
        sketch.line(points, colour, width)
    for space, (x, y) in zip(path, points, strict=True):
        if KINDS[space] != "bridge" and black:
            sketch.circle(x, y, 16, fill=theme.ink)
        else:
            _draw_space(sketch, KINDS[space], x, y, theme)
    layer = sketch.layer()
    box = layer.getbbox() or (0, 0, 1, 1)
    return layer.crop(box), box[0], box[1]
