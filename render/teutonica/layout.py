"""Where everything lies on a board of Hansa Teutonica: plaques, ability tabs, roads, spaces, numbers, marker places.

Not for drawing. It is worked out once per board, so that nothing covers anything else.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

import msgspec

from engine.teutonica.board import BOARDS, Board, City, Route
from render.canvas import Box, Point
from render.chart import Frame, bend, gap_to, overlap
from render.fonts import width as text_width
from render.page import MAP_INSET, MAP_TOP
from render.teutonica.names import route_numbers
from render.teutonica.provinces import Land, land_of, steps_along

OFFICE, PITCH = 32, 37
SPACE_RADIUS = 17
MOST_PITCH = 60
FAVOUR_BOARDS = ("league_45", "league_23")
"""HT-1.1: imperial favours go with the League board."""
FAR = 90
"""A marker that lies farther than this from its road is tied to it by a line."""
_FINE = 8
"""Steps into which each stretch of a road is divided when its spaces are placed."""


class Tab(msgspec.Struct, frozen=True):
    """The ability a city develops, below its plaque or above it."""

    box: Box
    label: str
    above: bool


class Layout(msgspec.Struct, frozen=True):
    """Design units. Cities and routes by id; a space by its place on the route."""

    board: Board
    frame: Frame
    portrait: bool
    plaques: dict[str, Box]
    offices: dict[str, tuple[Point, ...]]
    tabs: dict[str, Tab]
    paths: dict[str, tuple[Point, ...]]
    spaces: dict[str, tuple[Point, ...]]
    markers: dict[str, Point]
    numbers: dict[str, Point]
    honours: Box
    favours: Box | None
    land: Land
    """How the land is divided in the game for two."""


@cache
def layout_of(board_id: str) -> Layout:
    board = BOARDS[board_id]
    portrait = board.aspect[0] < board.aspect[1]
    frame = Frame(MAP_INSET, MAP_TOP, 1190, 1345) if portrait else Frame(MAP_INSET, MAP_TOP, 1534, 980)
    places = {city.id: frame.at(city.x, city.y) for city in board.cities}
    plaques = {city.id: _plaque(board, city, places[city.id]) for city in board.cities}
    tabs = {city.id: _tab(board, city, frame, places, plaques[city.id]) for city in board.cities if city.upgrades}
    paths = {route.id: _path(board, route, frame, places) for route in board.routes}
    spaces = {route.id: _spaces(board, route, paths[route.id], plaques, tabs) for route in board.routes}
    land = land_of(board_id, frame, places)
    search = _Search(frame, plaques, tabs, paths, spaces, land)
    honours = search.near_plaque(plaques[board.honour_city], 168, 62)
    favours = search.anywhere(240, 66) if board_id in FAVOUR_BOARDS else None
    order = sorted(spaces, key=lambda route: route_numbers(board_id)[route])
    markers = {route: search.beside(route, _MARKER_TRIES) or _on_road(spaces[route]) for route in order}
    numbers = {route: search.beside(route, _NUMBER_TRIES) or _beside_first(spaces[route]) for route in order}
    return Layout(
        board=board,
        frame=frame,
        portrait=portrait,
        plaques=plaques,
        offices={city.id: _offices(city, places[city.id]) for city in board.cities},
        tabs=tabs,
        paths=paths,
        spaces=spaces,
        markers=markers,
        numbers=numbers,
        honours=honours,
        favours=favours,
        land=land,
    )


def _plaque(board: Board, city: City, place: Point) -> Box:
    x, y = place
    name = text_width(city.name, "serif", 25) + (44 if city.index in board.connection else 0)
    wide = 2 * round(max(name + 20, len(city.offices) * PITCH + 14) / 2)
    high = 72 if city.offices or city.independent else 40
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _offices(city: City, place: Point) -> tuple[Point, ...]:
    x, y = place
    count = len(city.offices)
    return tuple((round(x + (number - (count - 1) / 2) * PITCH), y + 15) for number in range(count))


def _tab(board: Board, city: City, frame: Frame, places: dict[str, Point], plaque: Box) -> Tab:
    """On the side where fewer roads leave."""
    left, top, right, bottom = plaque
    half_wide, half_high = (right - left) / 2, 36
    leaving = {"above": 0.0, "below": 0.0}
    for number in city.routes:
        route = board.routes[number]
        other = board.cities[next(end for end in route.ends if end != city.index)]
        towards = frame.at(*route.via) if route.via else places[other.id]
        dx, dy = towards[0] - places[city.id][0], towards[1] - places[city.id][1]
        steep = abs(dy) * half_wide > abs(dx) * half_high
        leaving["below" if dy > 0 else "above"] += 1 if steep else 0.4
    label = " / ".join(ability.capitalize() for ability in city.upgrades)
    half = (text_width(label, "sans_semibold", 20) + 46) / 2
    middle = (left + right) / 2
    above = leaving["above"] < leaving["below"] and top - 30 > frame.y
    box = (middle - half, top - 26, middle + half, top + 8) if above else (
        middle - half, bottom - 8, middle + half, bottom + 26
    )  # fmt: skip
    return Tab(box, label, above)


def _path(board: Board, route: Route, frame: Frame, places: dict[str, Point]) -> tuple[Point, ...]:
    start, end = (places[board.cities[city].id] for city in route.ends)
    via = frame.at(*route.via) if route.via else ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return tuple(bend(start, end, via))


def _spaces(
    board: Board, route: Route, path: Sequence[Point], plaques: dict[str, Box], tabs: dict[str, Tab]
) -> tuple[Point, ...]:
    """Evenly along what is seen of the road, but never far apart."""
    ends = [board.cities[city].id for city in route.ends]
    covers = [plaques[city] for city in ends] + [tabs[city].box for city in ends if city in tabs]
    fine = [
        (a[0] + (b[0] - a[0]) * step / _FINE, a[1] + (b[1] - a[1]) * step / _FINE)
        for a, b in pairwise(path)
        for step in range(_FINE)
    ]
    seen = _longest([point if all(gap_to(box, point) > 3 for box in covers) else None for point in fine])
    distances = [0.0]
    for a, b in pairwise(seen):
        distances.append(distances[-1] + math.dist(a, b))
    count, whole = len(route.ships), distances[-1]
    step = min(whole / count, MOST_PITCH)
    first = (whole - step * (count - 1)) / 2
    chosen = []
    for number in range(count):
        wanted = first + step * number
        nearest = min(range(len(seen)), key=lambda place: abs(distances[place] - wanted))
        chosen.append((round(seen[nearest][0]), round(seen[nearest][1])))
    return tuple(chosen)


def _longest(points: Sequence[Point | None]) -> list[Point]:
    """The longest stretch without a gap: a road can peep out between a plaque and its tab."""
    runs: list[list[Point]] = [[]]
    for point in points:
        if point is None:
            runs.append([])
        else:
            runs[-1].append(point)
    return max(runs, key=len)


class _Try(msgspec.Struct, frozen=True):
    """How far to look for a place beside a road, for something of this half size, and how far from spaces."""

    half: Point
    distances: tuple[int, ...]
    clear: float


_MARKER_TRIES = (
    _Try((21, 21), (38, 42, 46, 52, 60, 68, 76, 84), 20),
    _Try((19, 19), (36, 44, 52, 60, 70, 80, 92), 18),
    _Try((21, 21), (104, 116, 128, 140, 152, 164), 19),
)
_NUMBER_TRIES = (
    _Try((12, 10), (28, 32, 36, 40, 46, 52), 28),
    _Try((12, 10), (22, 26, 30, 34, 38, 42, 46, 52), 24),
    _Try((11, 9), (18, 22, 26, 30, 34, 38, 44), 17),
)


class _Search:
    """Free places; what is found is taken."""

    def __init__(
        self,
        frame: Frame,
        plaques: dict[str, Box],
        tabs: dict[str, Tab],
        paths: dict[str, tuple[Point, ...]],
        spaces: dict[str, tuple[Point, ...]],
        land: Land,
    ) -> None:
        self._frame = frame
        self._taken = [(box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2) for box in plaques.values()]
        self._taken += [tab.box for tab in tabs.values()]
        self._circles = [point for route in spaces.values() for point in route]
        self._roads = [point for path in paths.values() for point in path[::2]]
        self._taken += land.boxes
        self._roads += [point for line in land.soldiers + land.cuts for point in steps_along(line)]
        self._spaces = spaces

    def _is_free(self, box: Box, clear: float) -> bool:
        frame = self._frame
        if box[0] < frame.x + 2 or box[1] < frame.y + 2 or box[2] > frame.right - 2 or box[3] > frame.bottom - 2:
            return False
        if any(overlap(box, other) for other in self._taken):
            return False
        if any(gap_to(box, point) < clear for point in self._circles):
            return False
        return not any(gap_to(box, point) < 4 for point in self._roads)

    def beside(self, route: str, tries: Sequence[_Try]) -> Point | None:
        """A place next to a road, near its middle; rather one that is nearer to this road than to any other."""
        for strict in (True, False):
            for attempt in tries:
                for x, y in self._candidates(self._spaces[route], attempt.distances):
                    box = (x - attempt.half[0], y - attempt.half[1], x + attempt.half[0], y + attempt.half[1])
                    if self._is_free(box, attempt.clear) and not (strict and self._nearest((x, y)) != route):
                        self._taken.append(box)
                        return round(x), round(y)
        return None

    def _nearest(self, point: Point) -> str:
        """The route with the space nearest to a point."""
        return min(self._spaces, key=lambda route: min(math.dist(space, point) for space in self._spaces[route]))

    def _candidates(self, points: tuple[Point, ...], distances: Sequence[int]) -> Iterator[Point]:
        middle = _middle(points)
        dx, dy = points[-1][0] - points[0][0], points[-1][1] - points[0][1]
        whole = math.hypot(dx, dy) or 1
        between = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
        between.sort(key=lambda point: math.dist(point, middle))
        for distance in distances:
            for x, y in (*between, *points):
                for side in (-1, 1):
                    yield x - dy / whole * distance * side, y + dx / whole * distance * side

    def near_plaque(self, plaque: Box, wide: float, high: float) -> Box:
        """A place for a strip next to a city: below, above, right or left of it, else as near as may be."""
        left, top, right, bottom = plaque
        middle = (left + right) / 2
        for shift in range(0, 200, 4):
            for slide in (0, 40, -40, 80, -80):
                for x, y in (
                    (middle - wide / 2 + slide, bottom + 8 + shift),
                    (middle - wide / 2 + slide, top - 8 - shift - high),
                    (right + 8 + shift, (top + bottom - high) / 2 + slide),
                    (left - 8 - shift - wide, (top + bottom - high) / 2 + slide),
                ):
                    box = (round(x), round(y), round(x + wide), round(y + high))
                    if self._is_free(box, SPACE_RADIUS + 4):
                        self._taken.append(box)
                        return box
        return left, bottom + 8, left + wide, bottom + 8 + high

    def anywhere(self, wide: float, high: float) -> Box:
        """The free place nearest to the south-east corner."""
        frame = self._frame
        places = [
            (x, y) for y in range(int(frame.y), int(frame.bottom), 8) for x in range(int(frame.x), int(frame.right), 8)
        ]
        places.sort(key=lambda place: math.dist(place, (frame.right, frame.bottom)))
        for x, y in places:
            box = (x, y, x + wide, y + high)
            if self._is_free(box, SPACE_RADIUS + 4):
                self._taken.append(box)
                return box
        return frame.x + 8, frame.y + 8, frame.x + 8 + wide, frame.y + 8 + high


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def space_at(layout: Layout, space: str) -> Point:
    route, slot = space.split(":")
    return layout.spaces[route][int(slot) - 1]


def tie(layout: Layout, route: str) -> tuple[Point, Point] | None:
    """The line from a marker to its road, where it had to be laid far away."""
    marker = layout.markers[route]
    space = min(layout.spaces[route], key=lambda place: math.dist(place, marker))
    return (marker, space) if math.dist(marker, space) > FAR else None


def _on_road(points: tuple[Point, ...]) -> Point:
    """Between two spaces, where there is no place beside the road."""
    (ax, ay), (bx, by) = points[len(points) // 2 - 1 : len(points) // 2 + 1]
    return round((ax + bx) / 2), round((ay + by) / 2)


def _beside_first(points: tuple[Point, ...]) -> Point:
    (ax, ay), (bx, by) = points[:2]
    step = math.dist((ax, ay), (bx, by)) or 1
    away = SPACE_RADIUS + 12
    return round(ax - (bx - ax) / step * away), round(ay - (by - ay) / step * away)
