"""A board of Hansa Teutonica for somebody who chooses: black spaces, route numbers and city names.

Not for the public board, nor for abilities, colours and markers, which are chosen by their words.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache

import msgspec

from engine.teutonica.board import BOARDS
from engine.teutonica.views import TeutonicaView
from render.canvas import Box, Sheet
from render.close_up import Pointed, Spot
from render.crops import around
from render.look import Look
from render.targets import (
    DISC,
    FEW,
    FEWEST,
    TEXT,
    WORST,
    Weighed,
    boxed,
    choice_pill,
    draw_head,
    draw_tags,
    tag,
    tag_size,
    target,
)
from render.teutonica.board import NAME, detail, draw_position, map_sheet
from render.teutonica.layout import SPACE_RADIUS, Layout, layout_of, space_at
from render.teutonica.names import division_of, letter_of, marks, province_letters, route_numbers, route_of
from render.teutonica.provinces import HALF, LETTER
from render.teutonica.room import disc_sizes, number_places, standing
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
PROVINCE_DISC = 40
HEAD = 34
"""Height of a plaque's name."""
CITY_TEXT = 25
PIECE = 19
"""Half a merchant."""


class _Offered(msgspec.Struct, frozen=True):
    """The words that have a place on the board, in reading order; `many` spaces are shown by their routes."""

    spaces: list[str]
    routes: list[str]
    cities: list[str]
    provinces: list[str]

    @property
    def many(self) -> bool:
        return len(self.spaces) > FEW

    @property
    def of_spaces(self) -> list[str]:
        """The routes of the spaces."""
        return list(dict.fromkeys(map(route_of, self.spaces)))

    def sorts(self, occupied: Sequence[str]) -> list[str]:
        """What the head of the picture speaks of."""
        space = "on_route" if self.many else "piece" if list(occupied) == self.spaces else "space"
        words = {space: self.spaces, "route": self.routes, "city": self.cities, "province": self.provinces}
        return [sort for sort, some in words.items() if some]


def choices(view: TeutonicaView, places: Mapping[str, Sequence[str]], look: Look) -> Pointed | None:
    """The map with black places."""
    assert view.seat is not None
    layout, division = layout_of(view.board), division_of(view.seats, view.options)
    offered = _offered(view.board, division, places)
    if sum(map(len, (offered.spaces, offered.routes, offered.cities, offered.provinces))) < FEWEST:
        return None
    sheet = map_sheet(layout, look, division)
    sheet.busy = layout.portrait
    draw_position(sheet, look, layout, view, told(layout, look), {*offered.routes, *offered.of_spaces})
    occupied = [space for space in offered.spaces if _holds_piece(view, space)]
    spots = [_draw_city(sheet, look, layout, city) for city in offered.cities]
    spots += [_draw_province(sheet, look, layout, division, province) for province in offered.provinces]
    coarse = offered.of_spaces if offered.many else []
    for route in _sorted({*offered.routes, *coarse}, view.board, division):
        names = [route] if route in offered.routes else []
        names += [space for space in offered.spaces if offered.many and space.startswith(f"{route}:")]
        spots.append(_draw_route(sheet, look, layout, route, names))
    if not offered.many:
        spots += _draw_spaces(sheet, look, layout, offered, occupied, _taken(layout, view))
    pill = choice_pill(look, view.seat, offered.sorts(occupied), detail(view, look))
    return Pointed(sheet, layout.frame.box, NAME, look.words.text("round", round=view.round), pill, tuple(spots))


def _offered(board_id: str, division: str, places: Mapping[str, Sequence[str]]) -> _Offered:
    found: dict[str, set[str]] = {sort: set() for sort in KINDS.values()}
    for kind, words in places.items():
        if sort := KINDS.get(kind):
            found[sort] |= words_on(board_id, sort, division).intersection(words)
    ordered = {sort: _sorted(words, board_id, division) for sort, words in found.items()}
    return _Offered(ordered["space"], ordered["route"], ordered["city"], ordered["province"])


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


def _sorted(words: Collection[str], board_id: str, division: str) -> list[str]:
    """Spaces and routes by their numbers on the picture, provinces by their letters, cities by name."""
    numbers, letters = route_numbers(board_id), province_letters(board_id, division)
    return sorted(words, key=lambda word: (numbers.get(word.partition(":")[0], 0), letters.get(word, word)))


def _holds_piece(view: TeutonicaView, space: str) -> bool:
    route, slot = space.split(":")
    return bool(view.roads[BOARDS[view.board].route_index[route]].pieces[int(slot) - 1])


def _draw_spaces(
    sheet: Sheet, look: Look, layout: Layout, offered: _Offered, occupied: Sequence[str], taken: Sequence[Weighed]
) -> list[Spot]:
    """Letters: on discs where a space is free, on tags beside pieces, which stay as they are; and the routes' numbers.

    A letter in the middle of a map is large enough for a phone where the whole word would cover its neighbours.
    """
    board_id, frame, theme = layout.board.id, layout.frame.box, look.theme.name
    places = {space: space_at(layout, space) for space in offered.spaces}
    for space, at in places.items():
        if space not in occupied:
            sheet.put(target(letter_of(space), theme, sheet.scale, disc_sizes(board_id)[space]), *at)
    numbers = {
        route: _draw_number(sheet, look, layout, route, light=route not in offered.routes)
        for route in offered.of_spaces
    }
    covered = [*taken, *((box, WORST) for box in numbers.values())]
    tags = draw_tags(sheet, look, [(letter_of(s), places[s], float(PIECE)) for s in occupied], covered, frame)
    beside = dict(zip(occupied, tags, strict=True))
    return [
        Spot(
            around(boxed(at, (DISC, DISC)), beside.get(space, boxed(at, (1, 1))), numbers[route_of(space)]), name, TEXT
        )
        for space, at in places.items()
        for name in (marks(board_id)[space],)
    ]


def _taken(layout: Layout, view: TeutonicaView) -> list[Weighed]:
    """What a tag should not cover: pieces and words least of all, then plaques, then empty spaces."""
    taken = list(standing(layout))
    for road in view.roads:
        spaces = zip(layout.spaces[road.route], road.pieces, strict=True)
        taken += [(boxed(at, (2 * SPACE_RADIUS, 2 * SPACE_RADIUS)), 6.0 if word else 2.0) for at, word in spaces]
        taken += [(boxed(layout.markers[road.route], (42, 42)), 4.0)] if road.marker else []
    return taken


def _draw_number(sheet: Sheet, look: Look, layout: Layout, route: str, *, light: bool) -> Box:
    """The number of a route, large; a light one only says where the spaces are. Returns where it is."""
    word, at = marks(layout.board.id)[route], number_places(layout.board.id)[route]
    sheet.put(tag(word, look.theme.name, sheet.scale, light=light), *at)
    return boxed(at, tag_size(word))


def _draw_route(sheet: Sheet, look: Look, layout: Layout, route: str, words: Sequence[str]) -> Spot:
    """The black number of a route, which may stand for its spaces."""
    written = marks(layout.board.id)
    number = _draw_number(sheet, look, layout, route, light=False)
    spaces = (boxed(at, (DISC, DISC)) for at in layout.spaces[route])
    return Spot(around(number, *spaces), ", ".join(written[word] for word in words), TEXT)


def _draw_province(sheet: Sheet, look: Look, layout: Layout, division: str, province: str) -> Spot:
    letter, (x, y) = province_letters(layout.board.id, division)[province], layout.land.places[province]
    sheet.put(target(letter, look.theme.name, sheet.scale, PROVINCE_DISC), x + LETTER, y)
    return Spot(boxed((x, y), (2 * HALF[0], 2 * HALF[1])), letter, TEXT)


def _draw_city(sheet: Sheet, look: Look, layout: Layout, city: str) -> Spot:
    theme, (left, top, right, bottom) = look.theme, layout.plaques[city]
    known = layout.board.cities[layout.board.city_index[city]]
    draw_head(sheet, look, (left, top, right, min(top + HEAD, bottom)), whole=bottom - top <= HEAD + 8)
    if known.index in layout.board.connection:
        for side, edge in ((-1, left), (1, right)):
            sheet.put(link_head(side, theme.now_text, sheet.scale), edge - side * 14, top + 18)
    sheet.text((left + right) / 2, top + 25.5, known.name, "serif", CITY_TEXT, theme.now_text, "ms")
    return Spot(layout.plaques[city], look.words.word("city", city), CITY_TEXT)
