"""Where the numbered flags of the latest decisions stand on a board of Hansa Teutonica: where they cover least.

Not for what was decided: `told.py` says that.
"""

from functools import cache

from render.canvas import Box, Point
from render.chart import shared
from render.page import FLAG
from render.teutonica.layout import SPACE_RADIUS, Layout, layout_of, space_at

_CORNERS = ((1, -1), (1, 1), (-1, -1), (-1, 1))
_SIDES = ((0, -1), (0, 1), (1, 0), (-1, 0))


@cache
def of_space(board_id: str, space: str) -> tuple[Point, ...]:
    """Places for the flag of a space, the best first."""
    layout = layout_of(board_id)
    return _around(layout, space_at(layout, space), 21, 28)


@cache
def of_route(board_id: str, route: str) -> tuple[Point, ...]:
    layout = layout_of(board_id)
    points = layout.spaces[route]
    return _around(layout, points[len(points) // 2], 22, 29)


@cache
def of_marker(board_id: str, route: str) -> tuple[Point, ...]:
    """At the edge of the marker itself, of which it may hide a little."""
    layout = layout_of(board_id)
    return _around(layout, layout.markers[route], 19, 27)


@cache
def of_city(board_id: str, city: str) -> tuple[Point, ...]:
    layout = layout_of(board_id)
    left, top, right, bottom = layout.plaques[city]
    middle = (left + right) / 2
    corners = [(right + 2, top - 2), (left - 2, top - 2), (right + 2, bottom - 2), (left - 2, bottom - 2)]
    return _sorted(layout, (*corners, (right - 26, top - 6), (left + 26, top - 6), (middle, top - 8)))


def of_province(board_id: str, province: str) -> tuple[Point, ...]:
    """Beside the pawn, within the room that is kept for it."""
    x, y = layout_of(board_id).land.places[province]
    return ((x + 32, y - 18), (x + 32, y + 18))


def _around(layout: Layout, at: Point, corner: float, side: float) -> tuple[Point, ...]:
    """The corners of something, then its sides."""
    x, y = at
    places = [(x + dx * corner, y + dy * corner) for dx, dy in _CORNERS]
    places += [(x + dx * side, y + dy * side) for dx, dy in _SIDES]
    return _sorted(layout, tuple(places))


def _sorted(layout: Layout, places: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(sorted(places, key=lambda place: _covered(layout, place)))


def _covered(layout: Layout, place: Point) -> float:
    """How much a flag hides here, words and markers above all."""
    x, y = place
    half, frame = FLAG / 2, layout.frame
    box = (x - half, y - half, x + half, y + half)
    inside = frame.x < box[0] and frame.y < box[1] and box[2] < frame.right and box[3] < frame.bottom
    return sum(weight * shared(box, other) for other, weight in _signs(layout.board.id)) + (0 if inside else 1e6)


@cache
def _signs(board_id: str) -> tuple[tuple[Box, float], ...]:
    """What a flag should not cover, and how much that matters."""
    layout = layout_of(board_id)
    inner = SPACE_RADIUS - 3
    signs: list[tuple[Box, float]] = [((x - 13, y - 10, x + 13, y + 10), 100.0) for x, y in layout.numbers.values()]
    signs += [((x - 18, y - 18, x + 18, y + 18), 40.0) for x, y in layout.markers.values()]
    signs += [(box, 40.0) for box in (*layout.land.boxes, layout.honours)]
    signs += [(tab.box, 10.0) for tab in layout.tabs.values()]
    signs += [((box[0] + 10, box[1], box[2] - 10, box[3]), 10.0) for box in layout.plaques.values()]
    spaces = [place for places in layout.spaces.values() for place in places]
    return (*signs, *(((x - inner, y - inner, x + inner, y + inner), 4.0) for x, y in spaces))
