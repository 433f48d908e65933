"""A city of Hansa Teutonica in a position: its offices, also those that came with markers, within the plaque it has.

Not for the empty plaque: `map.py` keeps that.
"""

from typing import Literal

from engine.teutonica.state import KIND, OWNER
from engine.teutonica.views import CityView
from render.canvas import Point, Sheet
from render.look import Look
from render.pieces import piece
from render.teutonica.layout import OFFICE, Layout
from render.teutonica.sprites import privilege

EXTRA_PITCH, EXTRA_OFFICE = 33, 30
"""Offices move closer together when an extra one joins them, and become smaller."""
SMALLEST = 20
"""Offices that would be smaller than this lie on one another, like cards in a hand."""
ROW = 51
"""From the top of a plaque to the middle of its offices."""
INSET = 6


def shape_of(kind: str) -> Literal["disc", "square"]:
    return "disc" if kind == "M" else "square"


def office_row(layout: Layout, city: CityView) -> tuple[list[Point], float]:
    """Where the offices of a row lie, extra ones first, and how large they are; never beyond the plaque."""
    printed, extras = layout.offices[city.city], _extras(city)
    if not extras:
        return list(printed), OFFICE
    left, top, right, _ = layout.plaques[city.city]
    count, room = extras + len(printed), right - left - 2 * INSET
    size = min(EXTRA_OFFICE, max(SMALLEST, room // count - 2))
    pitch = min(EXTRA_PITCH, (room - size) / max(1, count - 1))
    middle = (left + right) / 2
    return [(round(middle + (place - (count - 1) / 2) * pitch), top + ROW) for place in range(count)], size


def _extras(city: CityView) -> int:
    return sum(word.endswith("x") for word in city.offices)


def draw_city(sheet: Sheet, look: Look, layout: Layout, city: CityView) -> None:
    """A full city has a thick frame; an independent one is full with its first office (HT-16.3)."""
    theme, plaque = look.theme, layout.plaques[city.city]
    known = layout.board.cities[layout.board.city_index[city.city]]
    (places, size), extras = office_row(layout, city), _extras(city)
    if extras:
        _draw_printed(sheet, look, layout, city, extras)
    if len(city.offices) - extras == len(known.offices) and city.offices:
        sheet.box(plaque, edge=theme.ink, width=4, radius=7)
    for word, (x, y) in zip(city.offices, places, strict=False):
        wide = size + (2 if KIND[word] == "M" else 0) + (0 if extras else 2)
        sheet.put(piece(OWNER[word], shape_of(KIND[word]), wide, sheet.scale, theme.key), x, y)


def _draw_printed(sheet: Sheet, look: Look, layout: Layout, city: CityView, extras: int) -> None:
    """The printed offices once more, where and as large as they are beside extra ones."""
    theme, (left, top, right, bottom) = look.theme, layout.plaques[city.city]
    known = layout.board.cities[layout.board.city_index[city.city]]
    places, size = office_row(layout, city)
    sheet.box((left + 4, top + 34, right - 6, bottom - 6), fill=theme.plaque)
    for (x, y), office in zip(places[extras:], known.offices, strict=True):
        sprite = privilege(
            office.colour, theme.name, sheet.scale, size, merchant=office.kind == "M", points=office.points
        )
        sheet.put(sprite, x, y)
