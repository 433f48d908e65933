"""The drawn map of Bohn Hansa: positions keep the true compass order, links do not cross, boxes do not overlap.

Not for rules: nothing here matters to a game without a picture.
"""

import math
from itertools import combinations
from typing import Any

import data

Point = tuple[float, float]
Box = tuple[float, float, float, float]

MAP: Any = data.load_json("bohn/board.json")
PLACES: dict[str, Point] = {town["id"]: (town["x"], town["y"]) for town in MAP["towns"]}
LINKS = [(link["a"], link["b"]) for link in MAP["links"]]


def test_towns_keep_their_compass_order() -> None:
    for one, other in combinations(MAP["towns"], 2):
        assert (one["lon"] - other["lon"]) * (one["x"] - other["x"]) > 0
        assert (one["lat"] - other["lat"]) * (one["y"] - other["y"]) < 0
        assert math.dist(PLACES[one["id"]], PLACES[other["id"]]) >= 120
        assert one["initial"] != other["initial"]


def side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def test_links_do_not_cross() -> None:
    assert len({frozenset(link) for link in LINKS}) == len(LINKS)
    for one, other in combinations(LINKS, 2):
        if set(one) & set(other):
            continue
        (a, b), (c, d) = ((PLACES[start], PLACES[end]) for start, end in (one, other))
        assert not (side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0)


def distance_to_line(point: Point, a: Point, b: Point) -> float:
    along = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / math.dist(a, b) ** 2
    along = max(0.0, min(1.0, along))
    return math.dist(point, (a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])))


def test_links_keep_clear_of_other_towns() -> None:
    for start, end in LINKS:
        for town, place in PLACES.items():
            if town not in (start, end):
                assert distance_to_line(place, PLACES[start], PLACES[end]) >= 60


def boxes() -> list[Box]:
    found: list[Box] = []
    for town in MAP["towns"]:
        width, label = 11 * len(town["name"]) + 10, town["label"]
        found.append((label["x"] - width / 2, label["y"] - 13, label["x"] + width / 2, label["y"] + 13))
        found.append((town["x"] - 20, town["y"] - 20, town["x"] + 20, town["y"] + 20))
    for box in (*(town["beanometer"]["box"] for town in MAP["towns"]), *MAP["card_areas"].values()):
        found.append((box["x"], box["y"], box["x"] + box["w"], box["y"] + box["h"]))
    return found


def test_nothing_overlaps() -> None:
    for left, top, right, bottom in boxes():
        assert left >= 0
        assert top >= 0
        assert max(right, bottom) <= 1000
    for one, other in combinations(boxes(), 2):
        assert not (one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3])
