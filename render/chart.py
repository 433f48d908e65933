"""The map under every board: sea, shelf, coast, rivers and the neat line around it; and the curves they are made of.

Not for anything that belongs to a game: towns and roads are the painters' business.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

import data
from render.canvas import Box, Point, Sketch
from render.theme import Theme

Line = tuple[Point, ...]
SHELF, SHORE = 36, 16
NEAT_LINE, MINUTE = 7, 40


class Chart(msgspec.Struct, frozen=True):
    """A coast in the board's own 0 … 1000 units; what lies outside is off the canvas on purpose."""

    land: tuple[Line, ...]
    lakes: tuple[Line, ...] = ()
    rivers: tuple[Line, ...] = ()
    names: tuple[tuple[str, float, float], ...] = ()
    rhumb: Point | None = None
    """Where the faint lines of the compass meet."""
    lanes: dict[str, Line] = {}
    plaques: dict[str, Point] = {}
    cards: dict[str, Point] = {}
    provinces: dict[str, Point] = {}
    """Where the letters of provinces stand."""
    cuts: tuple[str, ...] = ()
    """Cities from which the border of a province goes on to the frame."""


CHARTS = msgspec.convert(data.load_json("art/charts.json"), dict[str, Chart])


class Frame(msgspec.Struct, frozen=True):
    """Where the map lies on the picture."""

    x: float
    y: float
    width: float
    height: float

    def at(self, x: float, y: float) -> Point:
        """Whole design units for a place in board units."""
        return round(self.x + x * self.width / 1000), round(self.y + y * self.height / 1000)

    @property
    def box(self) -> Box:
        return self.x, self.y, self.right, self.bottom

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


def smooth(points: Sequence[Point], *, closed: bool = True, rounds: int = 2) -> list[Point]:
    """Corner cutting after Chaikin."""
    curve = list(points)
    for _ in range(rounds):
        pairs = list(pairwise(curve)) + ([(curve[-1], curve[0])] if closed else [])
        cut: list[Point] = [] if closed else [curve[0]]
        for (ax, ay), (bx, by) in pairs:
            cut.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            cut.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        curve = cut if closed else [*cut, curve[-1]]
    return curve


def spline(points: Sequence[Point], steps: int = 16) -> list[Point]:
    """A curve after Catmull and Rom that goes through all points."""
    padded = [points[0], *points, points[-1]]
    curve = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(steps):
            t = step / steps
            curve.append((_catmull(ax, bx, cx, dx, t), _catmull(ay, by, cy, dy, t)))
    return [*curve, points[-1]]


def _catmull(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


def bend(start: Point, end: Point, via: Point, steps: int = 60) -> list[Point]:
    """A quadratic curve from start to end through `via` at its middle."""
    control = tuple(2 * v - (a + b) / 2 for a, b, v in zip(start, end, via, strict=True))
    curve = []
    for step in range(steps + 1):
        t = step / steps
        x, y = ((1 - t) ** 2 * a + 2 * t * (1 - t) * c + t * t * b for a, c, b in zip(start, control, end, strict=True))
        curve.append((x, y))
    return curve


def length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], distance: float) -> tuple[Point, float]:
    """The point at this distance along a line, and the direction there."""
    done = 0.0
    angle = 0.0
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if step:
            angle = math.atan2(b[1] - a[1], b[0] - a[0])
            if done + step >= distance:
                part = (distance - done) / step
                return (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part), angle
        done += step
    return points[-1], angle


def trim(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """The line without its first and last stretch."""
    whole, done, inner = length(points), 0.0, []
    for a, b in pairwise(points):
        if start <= done <= whole - end:
            inner.append(a)
        done += math.dist(a, b)
    return [along(points, start)[0], *inner, along(points, whole - end)[0]]


def draw_chart(sketch: Sketch, chart: Chart, frame: Frame, theme: Theme) -> None:
    """Sea, rhumb lines, shelf, shore, land, rivers, lakes, coast line, in this order, within the frame."""
    part = Sketch(frame.width, frame.height, sketch.zoom, 1, theme.sea)

    def place(line: Line) -> list[Point]:
        return [(x * frame.width / 1000, y * frame.height / 1000) for x, y in line]

    if chart.rhumb is not None:
        _draw_rhumb(part, place((chart.rhumb,))[0], theme)
    coasts = [smooth(place(line)) for line in chart.land]
    for width, colour in ((SHELF, theme.shelf), (SHORE, theme.shore)):
        for coast in coasts:
            part.loop(coast, colour, width)
            for x, y in coast[::3]:
                part.circle(x, y, width / 2, fill=colour)
    for coast in coasts:
        part.polygon(coast, theme.land)
    for river in chart.rivers:
        part.line(smooth(place(river), closed=False, rounds=3), theme.river, 5)
    for lake in chart.lakes:
        shore = smooth(place(lake))
        part.polygon(shore, theme.shelf)
        part.loop(shore, theme.coast, 1.5)
    for coast in coasts:
        part.loop(coast, theme.coast, 2)
    sketch.image.paste(part.image, (round(frame.x * sketch.zoom), round(frame.y * sketch.zoom)))


def _draw_rhumb(part: Sketch, centre: Point, theme: Theme) -> None:
    for number in range(32):
        angle = number * math.pi / 16
        end = (centre[0] + 3000 * math.cos(angle), centre[1] + 3000 * math.sin(angle))
        part.line([centre, end], theme.rhumb, 1.5 if number % 4 == 0 else 1)


def draw_neat_line(sketch: Sketch, frame: Frame, theme: Theme) -> None:
    """The border of a sea chart: a double rule with dark and light minutes."""
    wide, x0, y0, x1, y1 = NEAT_LINE, frame.x, frame.y, frame.right, frame.bottom
    sketch.box((x0 - wide - 2, y0 - wide - 2, x1 + wide + 2, y1 + wide + 2), edge=theme.ink, width=1.5)
    sketch.box((x0 - 1, y0 - 1, x1 + 1, y1 + 1), edge=theme.ink, width=1.5)
    for near, far, dark in _minutes(x0, x1):
        for top in (y0 - wide - 0.5, y1 + 1):
            sketch.box((near, top, far, top + wide - 0.5), fill=theme.ink if dark else theme.page)
    for near, far, dark in _minutes(y0, y1):
        for left in (x0 - wide - 0.5, x1 + 1):
            sketch.box((left, near, left + wide - 0.5, far), fill=theme.ink if dark else theme.page)


def _minutes(start: float, end: float) -> Iterator[tuple[float, float, bool]]:
    count = max(2, round((end - start) / MINUTE / 2) * 2)
    for number in range(count):
        yield start + (end - start) * number / count, start + (end - start) * (number + 1) / count, number % 2 == 1


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def shared(one: Box, other: Box) -> float:
    """The area two boxes have in common."""
    wide, high = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def gap_to(box: Box, point: Point) -> float:
    """How far a point lies from a box; 0 inside."""
    x, y = point
    return math.hypot(max(box[0] - x, 0, x - box[2]), max(box[1] - y, 0, y - box[3]))
