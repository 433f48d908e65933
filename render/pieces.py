"""Sprites that every title uses: arms on shields and pieces, rings, numbered flags, ticks.

Not for what belongs to one title; each is drawn once per size and theme and then pasted.
"""

import math
from functools import lru_cache
from typing import Literal

from PIL import Image

from render.canvas import Point, Sketch
from render.theme import INK, IVORY, SEATS, THEMES, TINCTURE, Colour, ThemeName

Shape = Literal["square", "disc", "shield", "booth"]
OVERSAMPLE = 6
KEY_LINE, RIM = 1.6, 2.0
OWN_LINE, OWN_GAP = 2.6, 2.0
"""Of the squares around what was moved in the turn that goes on."""


def shield_outline(size: float, inset: float) -> list[Point]:
    low, high = inset, size - inset
    side, middle = high - low, size / 2
    shoulder = low + side * 0.5
    arc = [
        (middle + (high - middle) * math.cos(angle), shoulder + side * 0.5 * math.sin(angle))
        for angle in (step / 24 * math.pi for step in range(1, 24))
    ]
    return [(low, low), (high, low), (high, shoulder), *arc, (low, shoulder)]


def booth_outline(size: float, inset: float) -> list[Point]:
    """A gabled market stall."""
    low, high = inset, size - inset
    side = high - low
    eaves, wall = low + side * 0.42, side * 0.09
    return [
        (size / 2, low), (high, eaves), (high - wall, eaves), (high - wall, high),
        (low + wall, high), (low + wall, eaves), (low, eaves),
    ]  # fmt: skip


def _body(sketch: Sketch, shape: Shape, size: float, inset: float, fill: Colour) -> None:
    if shape == "square":
        sketch.box((inset, inset, size - inset, size - inset), fill=fill, radius=(size - 2 * inset) * 0.14)
    elif shape == "disc":
        sketch.circle(size / 2, size / 2, size / 2 - inset, fill=fill)
    else:
        sketch.polygon((shield_outline if shape == "shield" else booth_outline)(size, inset), fill)


def charge(sketch: Sketch, seat: int, x: float, y: float, side: float) -> None:
    """The seat's charge in a field of this side. Charges never touch the edge, so the field reads as one colour."""
    arms = SEATS[seat]
    colour = TINCTURE[arms.tincture]
    match arms.charge:
        case "cross":
            thick, long = side * 0.105, side * 0.32
            sketch.box((x - thick, y - long, x + thick, y + long), fill=colour)
            sketch.box((x - long, y - thick, x + long, y + thick), fill=colour)
        case "roundel":
            sketch.circle(x, y, side * 0.235, fill=colour)
        case "chevron":
            thick, long, top, fall = side * 0.24, side * 0.36, y - side * 0.27, side * 0.33
            right = [(x + long, top + fall), (x + long, top + fall + thick)]
            left = [(x - long, top + fall + thick), (x - long, top + fall)]
            sketch.polygon([(x, top), *right, (x, top + thick), *left], colour)
        case "bend":
            long, thick = side * 0.33, side * 0.15
            sketch.polygon(
                [
                    (x - long, y + long - thick), (x - long, y + long), (x - long + thick, y + long),
                    (x + long, y - long + thick), (x + long, y - long), (x + long - thick, y - long),
                ],
                colour,
            )  # fmt: skip
        case "pales":
            thick, long = side * 0.085, side * 0.31
            for middle in (x - side * 0.19, x + side * 0.19):
                sketch.box((middle - thick, y - long, middle + thick, y + long), fill=colour)


@lru_cache(maxsize=1024)
def piece(seat: int, shape: Shape, size: float, scale: float, key: Colour, number: str = "") -> Image.Image:
    """A seat's piece: key line, ivory rim, field, charge. A number, if any, replaces nothing: it sits below right."""
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    _body(sketch, shape, size, 0, key)
    _body(sketch, shape, size, KEY_LINE, IVORY)
    _body(sketch, shape, size, KEY_LINE + RIM, SEATS[seat].field)
    side, middle = size - 2 * (KEY_LINE + RIM), size / 2
    if shape == "booth":
        charge(sketch, seat, middle, middle + side * 0.13, side * 0.86)
    else:
        charge(sketch, seat, middle, middle - (side * 0.05 if shape == "shield" else 0), side)
    if number:
        badge = size * 0.27
        at = size - badge
        sketch.circle(at, at, badge, fill=key)
        sketch.circle(at, at, badge - 1.4, fill=IVORY)
        sketch.text(at, at, number, "sans_bold", size * 0.44, INK)
    return sketch.sprite()


@lru_cache(maxsize=256)
def ring(
    size: float, shape: Shape, theme: ThemeName, scale: float, width: float = 4, gap: float = 4, *, own: bool = False
) -> Image.Image:
    """What just happened: a black ring with a white gap, under a piece; in one's own turn a thin square."""
    if own:
        shape, width, gap = "square", OWN_LINE, OWN_GAP
    colours, side = THEMES[theme], size + 2 * (width + gap)
    sketch = Sketch(side, side, scale, OVERSAMPLE)
    for inset, colour in ((0.0, colours.ink), (width, colours.plaque if own else colours.halo)):
        if shape == "square":
            sketch.box((inset, inset, side - inset, side - inset), fill=colour, radius=(side - 2 * inset) * 0.2)
        else:
            sketch.circle(side / 2, side / 2, side / 2 - inset, fill=colour)
    return sketch.sprite()


@lru_cache(maxsize=256)
def flag(
    text: str, theme: ThemeName, scale: float, on_page: bool = False, size: float = 24, *, own: bool = False
) -> Image.Image:
    """The number of an event, in the header and on the map: black on a disc, of the turn that goes on on a square."""
    colours, middle = THEMES[theme], size / 2
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    if own:
        sketch.box((1, 1, size - 1, size - 1), fill=colours.faint, radius=4)
        sketch.box((2.5, 2.5, size - 2.5, size - 2.5), fill=colours.page if on_page else colours.plaque, radius=2.5)
        sketch.text(middle, middle, text, "sans_semibold", 17, colours.faint)
    else:
        sketch.circle(middle, middle, middle, fill=colours.ink)
        sketch.circle(middle, middle, middle - 1.5, fill=colours.page if on_page else colours.plaque)
        sketch.text(middle, middle, text, "sans_bold", 17, colours.ink)
    return sketch.sprite()


@lru_cache(maxsize=64)
def tick(done: bool, theme: ThemeName, scale: float, size: float = 24) -> Image.Image:
    colours = THEMES[theme]
    sketch, unit = Sketch(size, size, scale, OVERSAMPLE), size / 24
    if done:
        sketch.circle(12 * unit, 12 * unit, 11 * unit, fill=colours.ink)
        points = [(6.5, 12.5), (10.5, 16.5), (17.5, 8.0)]
        sketch.line([(x * unit, y * unit) for x, y in points], colours.plaque, 2.8 * unit)
    else:
        sketch.circle(12 * unit, 12 * unit, 10 * unit, edge=colours.line, width=2 * unit)
    return sketch.sprite()


@lru_cache(maxsize=64)
def dot(size: float, fill: Colour, scale: float) -> Image.Image:
    """A plain disc: a number that is inverted, a place that was passed."""
    sketch = Sketch(size, size, scale, OVERSAMPLE)
    sketch.circle(size / 2, size / 2, size / 2, fill=fill)
    return sketch.sprite()
