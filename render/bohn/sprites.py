"""The pieces that only Bohn Hansa has: beans with their motifs, wagons, and the pictures on travel cards.

Not for shields: every title has those.
"""

import math
from functools import lru_cache

from PIL import Image

from render.canvas import Point, Sketch
from render.chart import smooth
from render.pieces import OVERSAMPLE, charge
from render.theme import BEANS, FLAME, INK, IVORY, SEATS, THEMES, Colour, ThemeName


def _kidney(size: float) -> list[Point]:
    """The outline of a thick arc, tilted."""
    middle = size * 0.5
    cx, cy, ring, thick = middle - size * 0.02, size * 0.72, size * 0.285, size * 0.215
    first, last = math.radians(205), math.radians(335)

    def arc(x: float, y: float, radius: float, start: float, end: float, steps: int) -> list[Point]:
        angles = [start + (end - start) * step / steps for step in range(steps + 1)]
        return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]

    def cap(angle: float, start: float) -> list[Point]:
        x, y = cx + ring * math.cos(angle), cy + ring * math.sin(angle)
        return arc(x, y, thick, start, start + math.pi, 9)[1:-1]

    outline = arc(cx, cy, ring + thick, first, last, 14) + cap(last, last)
    outline += arc(cx, cy, max(ring - thick, size * 0.06), last, first, 14) + cap(first, first + math.pi)
    tilt = math.radians(-18)
    return [
        (
            middle + (x - middle) * math.cos(tilt) - (y - middle) * math.sin(tilt),
            middle + (x - middle) * math.sin(tilt) + (y - middle) * math.cos(tilt),
        )
        for x, y in outline
    ]


@lru_cache(maxsize=128)
def bean(kind: str, scale: float, size: float = 26) -> Image.Image:
    """A bean in its colour with its motif, so that no two are told apart by colour alone."""
    sketch = Sketch(size, size, scale, 8)
    outline = _kidney(size)
    sketch.polygon(outline, BEANS[kind])
    _draw_motif(sketch, kind, size * 0.44, size * 0.45, size)
    sketch.loop(outline, INK, max(1.3, size * 0.055))
    return sketch.sprite()


def _draw_motif(sketch: Sketch, kind: str, x: float, y: float, u: float) -> None:
    def shape(points: list[Point], colour: Colour, rounds: int = 0) -> None:
        placed = [(x + dx * u, y + dy * u) for dx, dy in points]
        sketch.polygon(smooth(placed, rounds=rounds) if rounds else placed, colour)

    match kind:
        case "blaue":
            tips = [(0.24 if tip % 2 == 0 else 0.10, -math.pi / 2 + tip * math.pi / 5) for tip in range(10)]
            shape([(far * math.cos(angle), far * math.sin(angle)) for far, angle in tips], IVORY)
        case "feuer":
            flame = [(0, -0.27), (0.13, -0.02), (0.15, 0.14), (0, 0.22), (-0.15, 0.14), (-0.13, -0.02)]
            shape([(float(dx), dy) for dx, dy in flame], FLAME, 1)
        case "sau":
            for side in (-1, 1):
                sketch.circle(x + side * u * 0.12, y + u * 0.02, u * 0.075, fill=INK)
        case "brech":
            crack = [(0.10, -0.26), (-0.08, -0.06), (0.08, 0.06), (-0.08, 0.24)]
            sketch.line([(x + dx * u, y + dy * u) for dx, dy in crack], IVORY, u * 0.085)
        case "soja":
            for side in (-1, 0, 1):
                sketch.circle(x + side * u * 0.22, y + (0.03 if side else -0.06) * u, u * 0.075, fill=IVORY)
        case "augen":
            sketch.circle(x, y, u * 0.20, fill=INK)
            sketch.circle(x + u * 0.06, y - u * 0.06, u * 0.06, fill=IVORY)
        case "rote":
            shape([(0, -0.22), (0.16, 0), (0, 0.22), (-0.16, 0)], IVORY)
        case "garten":
            shape([(-0.22, 0.16), (-0.16, -0.16), (0.22, -0.2), (0.16, 0.12)], IVORY, 2)
            sketch.line([(x - 0.26 * u, y + 0.2 * u), (x + 0.12 * u, y - 0.10 * u)], BEANS[kind], u * 0.05)


@lru_cache(maxsize=64)
def wagon(seat: int, scale: float, key: Colour, size: float = 46) -> Image.Image:
    """A covered wagon with the arms on its tilt."""
    u = size / 44
    sketch = Sketch(size, size, scale, 8)
    arch = [(22 - 18 * math.cos(step * math.pi / 10), 14 - 11 * math.sin(step * math.pi / 10)) for step in range(1, 10)]
    tilt = [(4.0, 31.0), (4.0, 14.0), *arch, (40.0, 14.0), (40.0, 31.0)]

    def grown(by: float) -> list[Point]:
        return [((22 + (x - 22) * (1 + by / 20)) * u, (18 + (y - 18) * (1 + by / 15)) * u) for x, y in tilt]

    sketch.polygon(grown(0), key)
    for x in (13, 31):
        sketch.circle(x * u, 35 * u, 8 * u, fill=key)
    sketch.polygon(grown(-1.6), IVORY)
    sketch.polygon(grown(-3.2), SEATS[seat].field)
    for x in (13, 31):
        for radius, colour in ((6.2, IVORY), (4.4, key), (1.6, IVORY)):
            sketch.circle(x * u, 35 * u, radius * u, fill=colour)
    charge(sketch, seat, 22 * u, 16.5 * u, 24 * u)
    return sketch.sprite()


@lru_cache(maxsize=8)
def empty_place(theme_name: ThemeName, scale: float) -> Image.Image:
    sketch = Sketch(26, 26, scale, OVERSAMPLE)
    sketch.circle(13, 13, 7, edge=THEMES[theme_name].frame, width=2)
    return sketch.sprite()


@lru_cache(maxsize=8)
def coins(theme_name: ThemeName, scale: float, size: float = 84) -> Image.Image:
    """The toll."""
    theme, u = THEMES[theme_name], size / 84
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    for y in (62, 50, 38, 26):
        for box, colour in (
            ((14, y - 11, 70, y + 15), theme.ink), ((14, y - 13, 70, y + 9), theme.ink),
            ((17, y - 10.5, 67, y + 6.5), theme.plaque),
        ):  # fmt: skip
            left, top, right, bottom = (value * u for value in box)
            sketch.ellipse((left, top, right, bottom), colour)
    return sketch.sprite()


@lru_cache(maxsize=8)
def sheaf(theme_name: ThemeName, scale: float, size: float = 84) -> Image.Image:
    """The harvest."""
    ink, u = THEMES[theme_name].ink, size / 84
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    for lean in (-0.62, -0.31, 0.0, 0.31, 0.62):
        x, y = 42 + 56 * math.sin(lean) * 0.62, 42 - 36 * math.cos(lean)
        stalk = [(42 - 10 * math.sin(lean), 76.0), (42 + 4 * math.sin(lean), 52.0), (x, y + 8)]
        sketch.line([(px * u, py * u) for px, py in stalk], ink, 3 * u)
        for grain in range(4):
            gx, gy = x - (x - 42) * grain * 0.1, y + 8 + grain * 7
            for side in (-1, 1):
                husk = [(gx, gy), (gx + side * 7, gy - 7), (gx + side * 4, gy - 13), (gx - side * 0.5, gy - 6)]
                sketch.polygon(smooth([(px * u, py * u) for px, py in husk], rounds=1), ink)
    sketch.line([(32 * u, 56 * u), (52 * u, 56 * u)], ink, 6 * u)
    return sketch.sprite()
