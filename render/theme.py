"""The colours of the house: two themes, five seats, goods, beans and privileges, from `data/art/palette.json`.

Not for drawing. Every flat colour has channels that are multiples of 4, so that the picture's palette keeps it exactly.
"""

from typing import Literal

import msgspec

import data

Colour = str
"""`#RRGGBB`, as Pillow reads it."""
ThemeName = Literal["day", "night"]


class Theme(msgspec.Struct, frozen=True):
    """What each thing is coloured when it belongs to nobody; `now` is the inverted ground that says "now"."""

    name: ThemeName
    page: Colour
    plaque: Colour
    land: Colour
    sea: Colour
    shelf: Colour
    shore: Colour
    coast: Colour
    river: Colour
    ink: Colour
    faint: Colour
    rule: Colour
    line: Colour
    slot: Colour
    sea_text: Colour
    now: Colour
    now_text: Colour
    now_faint: Colour
    halo: Colour
    rhumb: Colour
    road: Colour
    road_fill: Colour
    key: Colour
    """The outermost line of a piece."""
    edge: Colour
    """The outline of plaques and cards."""
    frame: Colour
    """The outline of panels and empty places."""


class Arms(msgspec.Struct, frozen=True):
    """How a seat is told apart, by colour and by charge; `tincture` is the colour of the charge."""

    name: str
    field: Colour
    charge: Literal["cross", "roundel", "chevron", "bend", "pales"]
    tincture: Literal["ivory", "ink"]


class Ochre(msgspec.Struct, frozen=True):
    """Common property: markers and bridge tokens."""

    plate: Colour
    grain: Colour
    rim: Colour


class _Palette(msgspec.Struct, frozen=True):
    themes: dict[ThemeName, dict[str, Colour]]
    ivory: Colour
    ink: Colour
    tile: Colour
    flame: Colour
    ochre: Ochre
    seats: tuple[Arms, ...]
    privileges: tuple[Colour, ...]
    goods: dict[str, Colour]
    beans: dict[str, Colour]
    png: dict[ThemeName, tuple[Colour, ...]]


_PALETTE = msgspec.convert(data.load_json("art/palette.json"), _Palette)

THEMES: dict[ThemeName, Theme] = {
    name: msgspec.convert({"name": name, **colours}, Theme) for name, colours in _PALETTE.themes.items()
}
IVORY, INK, TILE, FLAME = _PALETTE.ivory, _PALETTE.ink, _PALETTE.tile, _PALETTE.flame
OCHRE = _PALETTE.ochre
SEATS = _PALETTE.seats
TINCTURE = {"ivory": IVORY, "ink": INK}
PRIVILEGES = _PALETTE.privileges
GOODS = _PALETTE.goods
BEANS = _PALETTE.beans
PNG = _PALETTE.png
"""The palettes of the finished files: every named colour, then the commonest blends."""
