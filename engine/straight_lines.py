"""Points joined by straight lines, as boards are drawn: which lines cross, which come too near to a point.

Not for curves, and not for pictures: plain numbers.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

Point = tuple[float, float]
Link = tuple[str, str]


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the lines a–b and c–d cross between their ends."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def crossings(places: Mapping[str, Point], links: Sequence[Link]) -> Iterator[tuple[Link, Link]]:
    """The pairs of links that cross."""
    for one, other in combinations(links, 2):
        if not set(one) & set(other) and cross(*(places[end] for end in (*one, *other))):
            yield one, other


def distance(point: Point, a: Point, b: Point) -> float:
    """From a point to the line a–b."""
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / (math.dist(a, b) ** 2 or 1)
    along = max(0.0, min(1.0, along))
    return math.dist(point, (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])))


def too_near(places: Mapping[str, Point], links: Sequence[Link], least: float) -> Iterator[tuple[str, Link]]:
    """The points that lie nearer than that to a link which does not end there."""
    for a, b in links:
        for name, place in places.items():
            if name not in (a, b) and distance(place, places[a], places[b]) < least:
                yield name, (a, b)


def reachable(links: Sequence[Link], start: str, *, one_way: bool = False) -> set[str]:
    """What can be reached over the links."""
    found, queue = {start}, [start]
    for here in queue:
        for a, b in links:
            ahead = b if a == here else a if b == here and not one_way else here
            if ahead not in found:
                found.add(ahead)
                queue.append(ahead)
    return found
