"""The signs that only Hansa Teutonica has: bonus markers, permanent bonuses, favours, ability icons, office slots.

Not for the seats' own pieces: every title has those.
"""

import math
from functools import lru_cache

from PIL import Image

from render.canvas import Point, Sketch
from render.pieces import OVERSAMPLE
from render.theme import INK, IVORY, OCHRE, PRIVILEGES, THEMES, Colour, Theme, ThemeName

_PIPS: tuple[tuple[Point, ...], ...] = (
    ((0, 0),),
    ((-1, 0), (1, 0)),
    ((-1, 0.6), (1, 0.6), (0, -0.9)),
    ((-1, -1), (1, -1), (-1, 1), (1, 1)),
)
PRIVILEGE_INK = (INK, INK, INK, IVORY)


def draw_office(
    sketch: Sketch, theme: Theme, at: Point, colour: int, merchant: bool, size: float = 32, coin: bool = False
) -> None:
    """An office to be had: the shape says which piece, colour and pips which privilege; a coin pushes the pips up."""
    x, y = at
    half = size / 2
    edge = theme.ink if theme.name == "day" else theme.faint
    if merchant:
        sketch.circle(x, y, half, fill=PRIVILEGES[colour], edge=edge, width=2)
    else:
        box = (x - half + 1, y - half + 1, x + half - 1, y + half - 1)
        sketch.box(box, fill=PRIVILEGES[colour], edge=edge, width=2, radius=4)
    rise = size * 0.3 if coin else 0
    for dx, dy in _PIPS[colour]:
        sketch.circle(x + dx * size * 0.156, y + dy * size * 0.156 - rise, size * 0.084, fill=PRIVILEGE_INK[colour])
    if coin:
        sketch.circle(x, y + size / 8, size * 0.328, fill=INK)
        sketch.circle(x, y + size / 8, size * 0.281, fill=OCHRE.plate)


@lru_cache(maxsize=64)
def privilege(
    colour: int,
    theme: ThemeName,
    scale: float,
    size: float = 26,
    ringed: bool = False,
    merchant: bool = False,
    points: int = 0,
) -> Image.Image:
    """A privilege for desks, legends and offices that moved; ringed when it is the one in force."""
    side = size + (6 if ringed else 0)
    sketch = Sketch(side, side, scale, OVERSAMPLE)
    if ringed:
        sketch.box((0, 0, side, side), fill=THEMES[theme].now, radius=5)
    draw_office(sketch, THEMES[theme], (side / 2, side / 2), colour, merchant, size, coin=bool(points))
    if points:
        sketch.text(side / 2, side / 2 + size / 8, str(points), "sans_bold", size * 0.53, INK)
    return sketch.sprite()


def draw_ability(sketch: Sketch, ability: str, x: float, y: float, colour: Colour, r: float = 9) -> None:
    """The icon of an ability."""
    match ability:
        case "clavis":
            sketch.circle(x - r * 0.45, y, r * 0.5, edge=colour, width=2.6)
            sketch.line([(x, y), (x + r, y)], colour, 2.8)
            for tooth, depth in ((0.9, 0.5), (0.45, 0.42)):
                sketch.line([(x + r * tooth, y), (x + r * tooth, y + r * depth)], colour, 2.6)
        case "actiones":
            for side in (-1, 1):
                foot = y + side * r * 0.9
                sketch.polygon([(x - r * 0.65, foot), (x + r * 0.65, foot), (x, y)], colour)
                sketch.line([(x - r * 0.8, foot), (x + r * 0.8, foot)], colour, 2.4)
        case "privilegium":
            sketch.box((x - r * 0.55, y - r * 0.9, x + r * 0.75, y + r * 0.6), edge=colour, width=2.4, radius=2)
            sketch.circle(x - r * 0.3, y + r * 0.6, r * 0.36, fill=colour)
            for line in (-0.5, -0.1):
                sketch.line([(x - r * 0.2, y + r * line), (x + r * 0.45, y + r * line)], colour, 2)
        case "liber":
            page = [(0.0, -0.55), (-1.0, -0.8), (-1.0, 0.55), (0.0, 0.8)]
            sketch.polygon([(x + dx * r, y + dy * r) for dx, dy in page], colour)
            sketch.line([(x - dx * r, y + dy * r) for dx, dy in page], colour, 2.4)
        case "bursa":
            bag = [(-0.35, -0.35), (0.35, -0.35), (0.9, 0.4), (0.6, 0.95), (-0.6, 0.95), (-0.9, 0.4)]
            tie = [(-0.3, -0.45), (-0.6, -0.95), (0.0, -0.75), (0.6, -0.95), (0.3, -0.45)]
            for shape in (bag, tie):
                sketch.polygon([(x + dx * r, y + dy * r) for dx, dy in shape], colour)


def _octagon(middle: float, radius: float) -> list[Point]:
    corners = [math.pi / 8 + number * math.pi / 4 for number in range(8)]
    return [(middle + radius * 1.04 * math.cos(a), middle + radius * 1.04 * math.sin(a)) for a in corners]


@lru_cache(maxsize=128)
def marker(kind: str, theme_name: ThemeName, scale: float, size: float = 42, used: bool = False) -> Image.Image:
    """A bonus marker; `?` is one that nobody has seen. Used ones are hollow."""
    theme = THEMES[theme_name]
    sketch, middle = Sketch(size, size, scale, OVERSAMPLE), size / 2
    radius = middle - 0.5
    if used:
        sketch.polygon(_octagon(middle, radius - 0.8), theme.line)
        sketch.polygon(_octagon(middle, radius - 2.8), theme.plaque)
    else:
        sketch.polygon(_octagon(middle, radius - 0.8), theme.key)
        sketch.polygon(_octagon(middle, radius - 2.6), OCHRE.rim)
        sketch.polygon(_octagon(middle, radius - 4.4), OCHRE.plate)
    _draw_sign(sketch, kind, middle, size / 42, theme.faint if used else INK)
    return sketch.sprite()


@lru_cache(maxsize=64)
def plate(kind: str, theme_name: ThemeName, scale: float, size: float = 42) -> Image.Image:
    """A permanent bonus: the same ochre, but square."""
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    for inset, colour in ((1.0, THEMES[theme_name].key), (2.8, OCHRE.rim), (4.6, OCHRE.plate)):
        sketch.box((inset, inset, size - inset, size - inset), fill=colour, radius=4)
    _draw_sign(sketch, kind, size / 2, size / 42, INK)
    return sketch.sprite()


def _draw_sign(sketch: Sketch, kind: str, c: float, u: float, ink: Colour) -> None:
    """What a marker or plate does; `c` is its middle, `u` its unit."""
    match kind:
        case "actions_3" | "actions_4":
            sketch.text(c, c, f"+{kind[-1]}", "sans_bold", 20 * u, ink)
        case "upgrade":
            arrow = [(0, -11), (-9, 0), (-3.5, 0), (-3.5, 10), (3.5, 10), (3.5, 0), (9, 0)]
            sketch.polygon([(c + x * u, c + y * u) for x, y in arrow], ink)
        case "swap_offices":
            for side, y in ((1, -4.5 * u), (-1, 4.5 * u)):
                _arrow(sketch, (c - side * 10 * u, c + y), (c + side * 11 * u, c + y), u, ink)
        case "extra_office":
            sketch.box((c - 10 * u, c - 4 * u, c + 3 * u, c + 9 * u), edge=ink, width=2.4 * u, radius=2 * u)
            sketch.line([(c + 7 * u, c - 12 * u), (c + 7 * u, c - 2 * u)], ink, 2.6 * u)
            sketch.line([(c + 2 * u, c - 7 * u), (c + 12 * u, c - 7 * u)], ink, 2.6 * u)
        case "three_pieces":
            _squares(sketch, c, u, ((-7, 4), (7, 4), (0, -7)), ink)
        case "place_two":
            _squares(sketch, c, u, ((-6.5, 6), (6.5, 6)), ink)
            sketch.text(c, c - 7 * u, "+", "sans_bold", 22 * u, ink)
        case "move_two":
            _squares(sketch, c, u, ((-6.5, 6), (6.5, 6)), ink)
            _arrow(sketch, (c - 11 * u, c - 7 * u), (c + 12 * u, c - 7 * u), u, ink)
        case "independent_office":
            gable = [(0, -12), (11, -2), (8, -2), (8, 11), (-8, 11), (-8, -2), (-11, -2)]
            sketch.polygon([(c + x * u, c + y * u) for x, y in gable], ink)
        case "privilege":
            draw_ability(sketch, "privilegium", c, c, ink, 12 * u)
        case _:
            sketch.text(c, c, "?", "sans_bold", 22 * u, ink)


def _squares(sketch: Sketch, c: float, u: float, places: tuple[Point, ...], ink: Colour) -> None:
    for x, y in places:
        sketch.box((c + (x - 4.5) * u, c + (y - 4.5) * u, c + (x + 4.5) * u, c + (y + 4.5) * u), fill=ink, radius=1)


def _arrow(sketch: Sketch, start: Point, end: Point, u: float, ink: Colour) -> None:
    """A level arrow."""
    side = 1 if end[0] > start[0] else -1
    sketch.line([start, (end[0] - side * 6 * u, end[1])], ink, 2.6 * u)
    sketch.polygon([end, (end[0] - side * 7 * u, end[1] - 4.5 * u), (end[0] - side * 7 * u, end[1] + 4.5 * u)], ink)


FAVOUR_SIGNS = {
    "relocate_anywhere": "→",
    "extra_action": "+1",
    "recruit_along": "&",
    "extra_compensation": "2",
    "city_control": "4",
    "full_abilities": "7",
}


@lru_cache(maxsize=32)
def favour(tile: str, theme_name: ThemeName, scale: float, size: float = 34) -> Image.Image:
    """An imperial favour: an ochre shield with a short sign."""
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    for inset, colour in ((0.5, THEMES[theme_name].key), (2.2, OCHRE.rim), (3.8, OCHRE.plate)):
        edge = size - inset
        point = [(inset, inset), (edge, inset), (edge, size * 0.62), (size / 2, edge), (inset, size * 0.62)]
        sketch.polygon(point, colour)
    sketch.text(size / 2, size * 0.42, FAVOUR_SIGNS[tile], "sans_bold", size * 0.5, INK)
    return sketch.sprite()


@lru_cache(maxsize=8)
def link_sign(theme_name: ThemeName, scale: float) -> Image.Image:
    """The two arrowheads beside the names of the cities that are to be linked."""
    sketch = Sketch(40, 20, scale, OVERSAMPLE)
    sketch.polygon([(14, 2), (14, 18), (2, 10)], THEMES[theme_name].ink)
    sketch.polygon([(26, 2), (26, 18), (38, 10)], THEMES[theme_name].ink)
    return sketch.sprite()


@lru_cache(maxsize=16)
def link_head(side: int, colour: Colour, scale: float) -> Image.Image:
    """One arrowhead of such a city's name, pointing left (-1) or right (1)."""
    sketch = Sketch(12, 16, scale, OVERSAMPLE)
    base, tip = (12.0, 0.0) if side < 0 else (0.0, 12.0)
    sketch.polygon([(base, 0), (base, 16), (tip, 8)], colour)
    return sketch.sprite()


@lru_cache(maxsize=8)
def pawn(theme_name: ThemeName, scale: float, size: float = 44) -> Image.Image:
    """The pawn of the game for two."""
    theme, u = THEMES[theme_name], size / 44
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    for grow, colour in ((2.2, theme.key), (0.6, OCHRE.rim), (-1.0, OCHRE.plate)):
        sketch.circle(22 * u, 13 * u, (9 + grow) * u, fill=colour)
        body = [(22 - 6 - grow, 18), (22 + 6 + grow, 18), (22 + 13 + grow, 40 + grow), (22 - 13 - grow, 40 + grow)]
        sketch.polygon([(x * u, y * u) for x, y in body], colour)
    return sketch.sprite()
