"""The pieces that only Hansa has: goods markers and the ship.

Not for booths and shields: every title has those.
"""

from functools import lru_cache

from PIL import Image

from render.canvas import Point, Sketch
from render.chart import smooth
from render.pieces import OVERSAMPLE
from render.theme import GOODS, INK, IVORY, THEMES, TILE, ThemeName

_DARK = "KBRG"
"""Colours on which the hoops of a barrel are ivory."""
_HOOP = 5 / 23
"""How far from the middle of a barrel its hoops are, as part of its height."""


def draw_barrel(sketch: Sketch, colour: str, at: Point, wide: float, high: float, unit: float) -> None:
    """A barrel with two hoops; `unit` is how thick its lines are, 1 where it is one of three on a marker."""
    x, y = at
    hoop = IVORY if colour in _DARK else INK
    staves = [(-0.36, -0.5), (0.36, -0.5), (0.5, 0.0), (0.36, 0.5), (-0.36, 0.5), (-0.5, 0.0)]
    barrel = smooth([(x + dx * wide, y + dy * high) for dx, dy in staves], rounds=1)
    sketch.polygon(barrel, GOODS[colour])
    sketch.loop(barrel, INK, 1.4 * unit)
    for dy in (-_HOOP * high, _HOOP * high):
        sketch.line([(x - wide * 0.42, y + dy), (x + wide * 0.42, y + dy)], hoop, 1.3 * unit)


@lru_cache(maxsize=256)
def goods(face: str, mark: str, scale: float, width: float = 50) -> Image.Image:
    """A goods marker: its barrels in their colour, and its mark."""
    unit = width / 50
    height = 58 * unit
    sketch = Sketch(width, height, scale, OVERSAMPLE)
    sketch.box((0, 0, width, height), fill=INK, radius=7 * unit)
    sketch.box((1.6, 1.6, width - 1.6, height - 1.6), fill=TILE, radius=5.5 * unit)
    count = int(face[1])
    wide, high, middle = 12.5 * unit, 23 * unit, 18.5 * unit
    first = width / 2 - (count - 1) * (wide + 2 * unit) / 2
    for number in range(count):
        x = first + number * (wide + 2 * unit)
        draw_barrel(sketch, face[0], (x, middle), wide, high, unit)
    sketch.text(width / 2, height - 13.5 * unit, mark, "sans_bold", 21 * unit, INK)
    return sketch.sprite()


def _scaled(points: list[Point], unit: float) -> list[Point]:
    return [(x * unit, y * unit) for x, y in points]


@lru_cache(maxsize=16)
def ship(scale: float, size: float = 84) -> Image.Image:
    """A cog under sail."""
    unit = size / 92
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    keel = [(8, 56), (14, 58), (34, 60), (58, 60), (76, 58), (84, 52), (80, 68), (72, 80), (46, 83), (22, 80), (12, 68)]
    hull = smooth(_scaled([(float(x), float(y)) for x, y in keel], unit))
    cloth = [(24.0, 18.0), (70.0, 18.0), (74.0, 36.0), (70.0, 52.0), (24.0, 52.0), (28.0, 36.0)]
    sail = smooth(_scaled(cloth, unit), rounds=1)
    for outline, width in ((hull, 7), (sail, 8)):
        sketch.loop(outline, IVORY, width * unit)
    sketch.line(_scaled([(47, 6), (47, 62)], unit), IVORY, 9 * unit)
    sketch.polygon(hull, INK)
    sketch.line(_scaled([(47, 8), (47, 60)], unit), INK, 3.5 * unit)
    sketch.polygon(sail, "#FCFCFC")
    sketch.polygon(_scaled([(26, 34), (73, 34), (73, 41), (26.5, 41)], unit), INK)
    sketch.loop(sail, INK, 2.4 * unit)
    sketch.polygon(_scaled([(47, 6), (62, 10), (47, 14)], unit), INK)
    sketch.line(_scaled([(12, 66), (80, 66)], unit), IVORY, 1.6 * unit)
    return sketch.sprite()


@lru_cache(maxsize=16)
def pile(count: int, theme_name: ThemeName, scale: float) -> Image.Image:
    """A face-down pile with its size; an empty one is an outline."""
    theme = THEMES[theme_name]
    sketch = Sketch(72, 66, scale, OVERSAMPLE)
    if not count:
        sketch.box((9, 9, 63, 57), edge=theme.faint, width=2, radius=7)
        return sketch.sprite()
    for layer in range(3 if count > 2 else count):
        shift = 4 - layer * 4
        sketch.box(
            (9 + shift, 9 + shift, 63 + shift, 57 + shift), fill=theme.plaque, edge=theme.edge, width=2, radius=7
        )
    return sketch.sprite()
