"""How much room a board of Hansa Teutonica has for black signs: discs on spaces, and large numbers of routes.

Not for drawing, and not for what is on the board anyway: `layout.py` says where that lies.
"""

import math
from functools import cache

from render.canvas import Box, Point
from render.chart import gap_to
from render.targets import DISC, TEXT, WORST, Weighed, boxed, covered, tag_size
from render.teutonica.layout import SPACE_RADIUS, Layout, layout_of, space_at
from render.teutonica.names import marks

SMALLEST = 36
"""Of discs."""
SHIFTS = sorted(
    ((float(dx), float(dy)) for dx in range(-48, 49, 6) for dy in range(-48, 49, 6)), key=lambda by: math.hypot(*by)
)
"""How far a large number may lie from where the small one is."""
DRIFT = 2.0
"""What a step away costs, beside a square unit covered."""
NEAR = 110


@cache
def disc_sizes(board_id: str) -> dict[str, float]:
    """How large the disc of each space may be without lying on another space or a name."""
    layout, sizes = layout_of(board_id), {}
    places = {space: space_at(layout, space) for space in layout.board.spaces}
    for space, at in places.items():
        nearest = min(math.dist(at, other) for name, other in places.items() if name != space)
        sizes[space] = float(min(DISC, max(SMALLEST, nearest + 2)))
    return sizes


def standing(layout: Layout) -> list[Weighed]:
    """What is on every board of this kind: plaques, tabs, and numbers, which matter more."""
    plaques = [*layout.plaques.values(), *(tab.box for tab in layout.tabs.values()), layout.honours]
    signs: list[Weighed] = [(box, 3.0) for box in plaques]
    return signs + [(boxed(at, (32, 24)), 6.0) for at in layout.numbers.values()]


@cache
def number_places(board_id: str) -> dict[str, Point]:
    """The middle of each route's large number: over the small one, where it covers as little as may be."""
    layout, words = layout_of(board_id), marks(board_id)
    spaces = [(boxed(at, (2 * SPACE_RADIUS, 2 * SPACE_RADIUS)), 6.0) for at in _all_spaces(layout)]
    signs = [(boxed(at, (38, 38)), 4.0) for at in layout.markers.values()]
    fixed: list[Weighed] = [*standing(layout)[: -len(layout.numbers)], *spaces, *signs]
    found: dict[str, Point] = {}
    for route, (x, y) in layout.numbers.items():
        size = tag_size(words[route], TEXT)
        laid = [(boxed(at, tag_size(words[other], TEXT)), WORST) for other, at in found.items()]
        small = [(boxed(at, (24, 20)), 6.0) for other, at in layout.numbers.items() if other not in (route, *found)]
        close = [each for each in (*fixed, *laid, *small) if gap_to(each[0], (x, y)) < NEAR]
        found[route] = _best((x, y), size, close, layout.frame.box)
    return found


def _best(at: Point, size: Point, close: list[Weighed], frame: Box) -> Point:
    """The first place that covers nothing, else the one that covers least."""
    best, least = at, math.inf
    for dx, dy in SHIFTS:
        place = at[0] + dx, at[1] + dy
        cost = covered(boxed(place, size), close, frame) + DRIFT * math.hypot(dx, dy)
        if cost < least:
            best, least = place, cost
        if cost <= DRIFT * math.hypot(dx, dy):
            break
    return best


def _all_spaces(layout: Layout) -> list[Point]:
    return [at for places in layout.spaces.values() for at in places]
