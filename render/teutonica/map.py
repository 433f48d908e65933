"""The layer of a board of Hansa Teutonica that never changes: chart, roads, empty spaces, plaques, offices, honours.

Not for pieces: `board.py` puts them on a copy.
"""

from collections.abc import Collection
from functools import lru_cache

from PIL import Image

from engine.teutonica.board import City, Route
from render.canvas import Point, Sheet, Sketch
from render.chart import CHARTS, draw_chart, draw_neat_line
from render.look import WIDTH
from render.teutonica.layout import PITCH, SPACE_RADIUS, Layout, layout_of
from render.teutonica.names import LETTERS, province_letters, route_numbers
from render.teutonica.provinces import LETTER, OUTER, Land
from render.teutonica.sprites import PRIVILEGE_INK, draw_ability, draw_office
from render.theme import INK, PRIVILEGES, THEMES, Theme, ThemeName

BELOW = 33
"""From the frame to the end of the layer."""


def honour_places(layout: Layout) -> list[tuple[float, float]]:
    left, top, right, _ = layout.honours
    middle = (left + right) / 2
    return [(middle + (number - 1.5) * PITCH, top + 42) for number in range(len(layout.board.honour_points))]


@lru_cache(maxsize=6)
def base(board_id: str, theme_name: ThemeName, scale: float, division: str = "") -> Image.Image:
    """Not to be drawn on: take a copy. It has provinces with a division of the land, but no route numbers."""
    theme, layout = THEMES[theme_name], layout_of(board_id)
    sketch = Sketch(WIDTH, layout.frame.bottom + BELOW, scale, 2, theme.page)
    draw_chart(sketch, CHARTS[board_id], layout.frame, theme)
    draw_neat_line(sketch, layout.frame, theme)
    letters = province_letters(board_id, division)
    if letters:
        _draw_borders(sketch, layout.land, theme, cut=OUTER not in letters)
    _draw_roads(sketch, layout, theme)
    for city in layout.board.cities:
        _draw_city(sketch, layout, city, theme)
    _draw_honours(sketch, layout, theme)
    sheet = Sheet(sketch.layer(), scale)
    _write(sheet, layout, theme)
    for province, letter in letters.items():
        x, y = layout.land.places[province]
        sheet.text(x + LETTER, y, letter, "serif_bold", 30, theme.sea_text, "mm")
    return sheet.image


def _draw_borders(sketch: Sketch, land: Land, theme: Theme, *, cut: bool) -> None:
    """Soldiers are dashed: no road, but a border the pawn may cross. Thin lines end provinces at the frame."""
    for line in land.cuts if cut else ():
        sketch.line(line, theme.line, 2)
    for line in land.soldiers:
        sketch.dashes(line, theme.ink, 3, 11, 8)


def _draw_roads(sketch: Sketch, layout: Layout, theme: Theme) -> None:
    for path in layout.paths.values():
        sketch.line(path, theme.road, 9)
    for route in layout.board.routes:
        if route.region in layout.board.region_points:
            sketch.dashes(layout.paths[route.id], theme.road_fill, 5, 9, 7)
        else:
            sketch.line(layout.paths[route.id], theme.road_fill, 5)
    for route in layout.board.routes:
        for (x, y), ship in zip(layout.spaces[route.id], route.ships, strict=True):
            if ship:
                sketch.circle(x, y, SPACE_RADIUS + 1, fill=theme.road_fill, edge=theme.ink, width=2)
                sketch.circle(x, y, 14, edge=theme.ink, width=1.4)
            else:
                sketch.circle(x, y, SPACE_RADIUS, fill=theme.road_fill, edge=theme.road, width=2)


def _draw_city(sketch: Sketch, layout: Layout, city: City, theme: Theme) -> None:
    left, top, right, _ = plaque = layout.plaques[city.id]
    if city.id in layout.tabs:
        tab = layout.tabs[city.id]
        middle = tab.box[1] + 13 if tab.above else tab.box[3] - 14
        sketch.box(tab.box, fill=theme.slot, edge=theme.edge, width=1.6, radius=6)
        draw_ability(sketch, city.upgrades[0], tab.box[0] + 20, middle, theme.ink)
    sketch.box(plaque, fill=theme.plaque, edge=theme.edge, width=1.6, radius=7)
    if city.index in layout.board.connection:
        for side, edge in ((-1, left), (1, right)):
            x, y = edge - side * 8, top + 18
            sketch.polygon([(x - side * 12, y - 8), (x - side * 12, y + 8), (x, y)], theme.ink)
    for place, office in zip(layout.offices[city.id], city.offices, strict=True):
        draw_office(sketch, theme, place, office.colour, office.kind == "M", coin=bool(office.points))
    if city.independent:
        _draw_no_office(sketch, ((left + right) / 2, top + 51), theme)


def _draw_no_office(sketch: Sketch, at: Point, theme: Theme) -> None:
    """An independent city has a row, but no office in it that anybody could found (HT-16.3)."""
    (x, y), half = at, 15
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    sketch.dashes([*corners, corners[0]], theme.line, 2, 6, 4)


def _draw_honours(sketch: Sketch, layout: Layout, theme: Theme) -> None:
    sketch.box(layout.honours, fill=theme.plaque, edge=theme.edge, width=1.6, radius=7)
    edge = theme.ink if theme.name == "day" else theme.faint
    for (x, y), colour in zip(honour_places(layout), PRIVILEGES, strict=True):
        sketch.circle(x, y, 15, fill=colour, edge=edge, width=2)


def _write(sheet: Sheet, layout: Layout, theme: Theme) -> None:
    """All words of the layer, at their final size."""
    board = layout.board
    for name, x, y in CHARTS[board.id].names:
        at = layout.frame.at(x, y)
        sheet.text(at[0], at[1] + 18, name, "serif_italic", 24, theme.sea_text, "ms")
    for route in board.routes:
        _write_route(sheet, layout, route, theme)
    for city in board.cities:
        left, top, right, _ = layout.plaques[city.id]
        sheet.text((left + right) / 2, top + 25.5, city.name, "serif", 25, theme.ink, "ms")
        if city.id in layout.tabs:
            tab = layout.tabs[city.id]
            middle = tab.box[1] + 13 if tab.above else tab.box[3] - 14
            sheet.text(tab.box[0] + 36, middle, tab.label, "sans_semibold", 20, theme.ink, "lm")
        for (x, y), office in zip(layout.offices[city.id], city.offices, strict=True):
            if office.points:
                sheet.text(x, y + 4, str(office.points), "sans_bold", 17, INK, "mm")
    for (x, y), points, ink in zip(honour_places(layout), board.honour_points, PRIVILEGE_INK, strict=True):
        sheet.text(x, y, str(points), "sans_bold", 18, ink, "mm")


def _write_route(sheet: Sheet, layout: Layout, route: Route, theme: Theme) -> None:
    for (x, y), letter in zip(layout.spaces[route.id], LETTERS, strict=False):
        sheet.text(x, y, letter, "sans_semibold", 19, theme.faint, "mm")


def write_numbers(sheet: Sheet, layout: Layout, theme: Theme, large: Collection[str]) -> None:
    """The numbers of the routes, but for those that are written large."""
    for route, number in route_numbers(layout.board.id).items():
        if route not in large:
            sheet.text(*layout.numbers[route], str(number), "sans_semibold", 20, theme.ink, "mm")
