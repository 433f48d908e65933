"""What is in the way of something else on the chart of Hansa: lanes that cross, plaques on plaques or on lanes.

Not for drawing; it is asked about boards that somebody has corrected.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise

from engine.straight_lines import cross
from render.canvas import Point
from render.chart import overlap
from render.hansa.map import FRAME, LANES, PLAQUES, hidden_part

MOST_HIDDEN = 0.25
"""Of a lane; the rest shows where it goes."""


def drawing_faults() -> list[str]:
    """One sentence each."""
    return [*_lanes(), *_plaques()]


def _lanes() -> Iterator[str]:
    for (one, first), (other, second) in combinations(LANES.items(), 2):
        if not set(one) & set(other) and _cross(first, second):
            yield f"The lanes {one[0]} → {one[1]} and {other[0]} → {other[1]} cross: the chart has no crossings."


def _cross(one: list[Point], other: list[Point]) -> bool:
    return any(cross(a, b, c, d) for a, b in pairwise(one) for c, d in pairwise(other))


def _plaques() -> Iterator[str]:
    for (one, first), (other, second) in combinations(PLAQUES.items(), 2):
        if overlap(first, second):
            yield f"The plaques of {one} and {other} lie on each other."
    for port, box in PLAQUES.items():
        if box[0] < FRAME.x or box[1] < FRAME.y or box[2] > FRAME.right or box[3] > FRAME.bottom:
            yield f"The plaque of {port} does not fit on the chart."
        for (origin, to), lane in LANES.items():
            if hidden_part(lane, box) > MOST_HIDDEN:
                yield f"The lane {origin} → {to} runs under the plaque of {port}."
