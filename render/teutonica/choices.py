"""A board of Hansa Teutonica for somebody who chooses: black spaces, route numbers and city names.

Not for the public board, nor for abilities, colours and markers, which are chosen by their words.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache

from engine.teutonica.board import BOARDS
from engine.teutonica.views import TeutonicaView
from render.canvas import Box, Point, Sheet
from render.chart import gap_to, overlap
from render.look import Look
from render.page import alt_text, draw_flags, draw_header
from render.targets import (
    DISC,
    FEW,
    FEWEST,
    Weighed,
    choice_alt,
    choice_pill,
    choice_subtitle,
    draw_head,
    draw_tags,
    tag,
    tag_width,
    target,
)
from render.teutonica.board import NAME, clocks, detail, draw_position, map_sheet
from render.teutonica.layout import SPACE_RADIUS, Layout, layout_of, space_at
from render.teutonica.names import division_of, marks, province_letters, route_numbers
from render.teutonica.provinces import LETTER
from render.teutonica.sprites import link_head
from render.teutonica.told import told

KINDS = {
    "space": "space",
    "source": "space",
    "route": "route",
    "city": "city",
    "target": "city",
    "use_target": "city",
    "province": "province",
}
"""Which sort of place the words of a parameter have; those of other kinds have none."""
SMALLEST, PROVINCE_DISC = 36, 40
HEAD = 34
"""Height of a plaque's name."""
PIECE = 19
"""Half a merchant."""


def choices(view: TeutonicaView, kind: str, words: Sequence[str], look: Look) -> tuple[Sheet, str] | None:
    """The picture and its alt text."""
    assert view.seat is not None
    layout, sort = layout_of(view.board), KINDS.get(kind, "")
    division = division_of(view.seats, view.options)
    known = words_on(view.board, sort, division)
    offered = sorted((word for word in words if word in known), key=_reading_order(view.board, division))
    if len(offered) < FEWEST:
        return None
    occupied = [space for space in offered if sort == "space" and _holds_piece(view, space)]
    what = "on_route" if sort == "space" and len(offered) > FEW else "piece" if occupied == offered else sort
    sheet, pill = map_sheet(layout, look, division), choice_pill(look, view.seat, what, detail(view, look))
    sheet.busy = layout.portrait
    subtitle = choice_subtitle(look, look.words.text("round", round=view.round))
    happened = told(layout, look)
    shown = [one.event for one in happened]
    running = [] if layout.portrait else clocks(view, look)  # a narrow header has no room for them
    events = draw_header(sheet, look, NAME, subtitle, shown, running, pill)
    draw_position(sheet, look, layout, view, happened)
    draw_flags(sheet, look.theme, events)
    match what:
        case "city":
            for city in offered:
                _draw_city(sheet, look, layout, city)
        case "province":
            for province in offered:
                _draw_province(sheet, look, layout, division, province)
        case "route" | "on_route":
            for route in dict.fromkeys(word.partition(":")[0] for word in offered):
                _draw_route(sheet, look, layout, route)
        case _:
            _draw_spaces(sheet, look, layout, view, offered)
    named = [look.words.marks.get(word) or look.words.word(sort, word) for word in offered]
    return sheet, alt_text(choice_alt(look, NAME, subtitle, pill, events, named))


@cache
def words_on(board_id: str, sort: str, division: str = "") -> frozenset[str]:
    """The words of a sort that have a place on this board."""
    board = BOARDS[board_id]
    match sort:
        case "space":
            return frozenset(board.spaces)
        case "route":
            return frozenset(board.route_index)
        case "city":
            return frozenset(board.city_index)
        case "province":
            return frozenset(province_letters(board_id, division))
    return frozenset()


def _reading_order(board_id: str, division: str) -> Callable[[str], tuple[int, str]]:
    """Spaces and routes by their numbers on the picture, provinces by their letters, cities by name."""
    numbers, letters = route_numbers(board_id), province_letters(board_id, division)
    return lambda word: (numbers.get(word.partition(":")[0], 0), letters.get(word, word))


def _holds_piece(view: TeutonicaView, space: str) -> bool:
    route, slot = space.split(":")
    return bool(view.roads[BOARDS[view.board].route_index[route]].pieces[int(slot) - 1])


@cache
def disc_sizes(board_id: str) -> dict[str, float]:
    """How large the disc of each space may be without lying on another space or a name."""
    layout, sizes = layout_of(board_id), {}
    places = {space: space_at(layout, space) for space in layout.board.spaces}
    for space, at in places.items():
        nearest = min(math.dist(at, other) for name, other in places.items() if name != space)
        sizes[space] = float(min(DISC, max(SMALLEST, nearest + 2)))
    return sizes


def _draw_spaces(sheet: Sheet, look: Look, layout: Layout, view: TeutonicaView, spaces: Sequence[str]) -> None:
    """Discs on free spaces; a piece stays as it is, with a tag."""
    board_id, words = layout.board.id, marks(layout.board.id)
    tags = []
    for space in spaces:
        at = space_at(layout, space)
        if _holds_piece(view, space):
            tags.append((words[space], at, float(PIECE)))
        else:
            size = disc_sizes(board_id)[space]
            sheet.put(target(words[space], look.theme.name, sheet.scale, size), *at)
    frame = layout.frame
    draw_tags(sheet, look, tags, _taken(layout, view), (frame.x, frame.y, frame.right, frame.bottom))


def _taken(layout: Layout, view: TeutonicaView) -> list[Weighed]:
    """What a tag should not cover: pieces and words least of all, then plaques, then empty spaces."""
    plaques = [*layout.plaques.values(), *(tab.box for tab in layout.tabs.values()), layout.honours]
    taken: list[Weighed] = [(box, 3.0) for box in plaques]
    for road in view.roads:
        spaces = zip(layout.spaces[road.route], road.pieces, strict=True)
        taken += [(_square(at, SPACE_RADIUS), 6.0 if word else 2.0) for at, word in spaces]
        taken += [(_square(layout.markers[road.route], 21), 4.0)] if road.marker else []
    return taken + [((x - 16, y - 12, x + 16, y + 12), 6.0) for x, y in layout.numbers.values()]


def _square(at: Point, half: float) -> Box:
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


@cache
def number_size(board_id: str, route: str) -> float:
    """How large the black number of a route may be without covering a space or a plaque."""
    layout = layout_of(board_id)
    spaces = [place for places in layout.spaces.values() for place in places]
    word, (x, y) = marks(board_id)[route], layout.numbers[route]
    for text in (26.0, 24.0, 22.0, 20.0):
        wide, high = tag_width(word, text) / 2, number_height(text) / 2
        box = (x - wide, y - high, x + wide, y + high)
        free = not any(overlap(box, plaque) for plaque in layout.plaques.values())
        if free and all(gap_to(box, place) >= SPACE_RADIUS for place in spaces):
            return text
    return 18.0


def number_height(text: float) -> float:
    return text + 8


def _draw_route(sheet: Sheet, look: Look, layout: Layout, route: str) -> None:
    board_id = layout.board.id
    text = number_size(board_id, route)
    sign = tag(marks(board_id)[route], look.theme.name, sheet.scale, text, number_height(text))
    sheet.put(sign, *layout.numbers[route])


def _draw_province(sheet: Sheet, look: Look, layout: Layout, division: str, province: str) -> None:
    letter, (x, y) = province_letters(layout.board.id, division)[province], layout.land.places[province]
    sheet.put(target(letter, look.theme.name, sheet.scale, PROVINCE_DISC), x + LETTER, y)


def _draw_city(sheet: Sheet, look: Look, layout: Layout, city: str) -> None:
    theme, (left, top, right, bottom) = look.theme, layout.plaques[city]
    known = layout.board.cities[layout.board.city_index[city]]
    draw_head(sheet, look, (left, top, right, min(top + HEAD, bottom)), whole=bottom - top <= HEAD + 8)
    if known.index in layout.board.connection:
        for side, edge in ((-1, left), (1, right)):
            sheet.put(link_head(side, theme.now_text, sheet.scale), edge - side * 14, top + 18)
    sheet.text((left + right) / 2, top + 25.5, known.name, "serif", 25, theme.now_text, "ms")
