"""The coordinates of the boards: nothing collides, nothing crosses, and the provinces are the faces of the drawing.

Not for how a painter draws: only for what any painter needs to be true.
"""

import math
from itertools import combinations

import pytest

from data import load_json
from engine.teutonica.board import BOARD_IDS, BOARDS, PROVINCES, Board, Route
from tests.engine.clauses import clauses

LETTER, OFFICE, HEIGHT, MARGIN = 8.6, 27, 50, 10
"""Nominal width of a letter, width of an office, height and margin of a city's box on the nominal canvas."""
CURVE = 40
Point = tuple[float, float]
Box = tuple[float, float, float, float]

each_board = pytest.mark.parametrize("name", BOARD_IDS)


def places(board: Board) -> list[Point]:
    width, height = board.aspect
    return [(city.x * width / 1000, city.y * height / 1000) for city in board.cities]


def boxes(board: Board) -> list[Box]:
    found = []
    for city, (x, y) in zip(board.cities, places(board), strict=True):
        half = (max(LETTER * len(city.name), OFFICE * max(1, len(city.offices))) + MARGIN) / 2
        found.append((x - half, y - HEIGHT / 2, x + half, y + HEIGHT / 2))
    return found


def curve(board: Board, route: Route) -> list[Point]:
    """The points of a route; `via` is a point that the curve passes through."""
    width, height = board.aspect
    (ax, ay), (bx, by) = (places(board)[city] for city in route.ends)
    cx, cy = (ax + bx) / 2, (ay + by) / 2
    if route.via is not None:
        cx, cy = 2 * route.via[0] * width / 1000 - cx, 2 * route.via[1] * height / 1000 - cy
    points = []
    for number in range(CURVE + 1):
        u = number / CURVE
        points.append(
            (
                (1 - u) ** 2 * ax + 2 * u * (1 - u) * cx + u * u * bx,
                (1 - u) ** 2 * ay + 2 * u * (1 - u) * cy + u * u * by,
            )
        )
    return points


def crossing(p: Point, q: Point, r: Point, s: Point) -> bool:
    def side(one: Point, other: Point, point: Point) -> float:
        return (other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])

    return side(p, q, r) * side(p, q, s) < 0 and side(r, s, p) * side(r, s, q) < 0


@each_board
def test_cities_lie_on_the_canvas_and_do_not_collide(name: str) -> None:
    board = BOARDS[name]
    width, height = board.aspect
    for left, top, right, bottom in boxes(board):
        assert left >= 0
        assert top >= 0
        assert right <= width
        assert bottom <= height
    for one, other in combinations(boxes(board), 2):
        assert not (one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3])


@each_board
def test_no_route_runs_through_another_city(name: str) -> None:
    board = BOARDS[name]
    for route in board.routes:
        points = curve(board, route)
        for city, box in enumerate(boxes(board)):
            if city not in route.ends:
                assert not any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points), route.id


@each_board
def test_no_two_routes_cross(name: str) -> None:
    board = BOARDS[name]
    curves = [curve(board, route) for route in board.routes]
    for one, other in combinations(curves, 2):
        near = max(min(p[0] for p in one), min(p[0] for p in other)) <= min(
            max(p[0] for p in one), max(p[0] for p in other)
        )
        if near:
            assert not any(
                crossing(one[i], one[i + 1], other[j], other[j + 1]) for i in range(CURVE) for j in range(CURVE)
            )


# ---- provinces


def edges() -> dict[str, tuple[int, int]]:
    """Routes and soldiers of the game for two."""
    board = BOARDS["league_23"]
    raw = load_json("teutonica/provinces_2p.json")
    assert isinstance(raw, dict)
    soldiers = {
        soldier["id"]: (board.city_index[soldier["a"]], board.city_index[soldier["b"]]) for soldier in raw["soldiers"]
    }
    return {route.id: route.ends for route in board.routes} | soldiers


def faces() -> list[tuple[bool, frozenset[str]]]:
    """The faces of the drawing, each with its borders; True for the one outside. Each edge is walked on both sides."""
    where = places(BOARDS["league_23"])
    around: dict[int, list[tuple[int, str]]] = {}
    for name, (a, b) in edges().items():
        around.setdefault(a, []).append((b, name))
        around.setdefault(b, []).append((a, name))
    for city, spokes in around.items():
        x, y = where[city]
        spokes.sort(key=lambda spoke: math.atan2(where[spoke[0]][1] - y, where[spoke[0]][0] - x))
    seen: set[tuple[int, str]] = set()
    found = []
    for city, spokes in around.items():
        for _, name in spokes:
            walk: list[tuple[int, str]] = []
            here, edge = city, name
            while (here, edge) not in seen:
                seen.add((here, edge))
                walk.append((here, edge))
                there = sum(edges()[edge]) - here
                ring = around[there]
                here, edge = there, ring[(ring.index((here, edge)) - 1) % len(ring)][1]
            if walk:
                points = [where[corner] for corner, _ in walk]
                area = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(points, points[1:] + points[:1], strict=True))
                found.append((area < 0, frozenset(edge for _, edge in walk)))
    assert len(found) == len(edges()) - len(around) + 2  # Euler
    return found


@clauses("HT-18.1")
def test_provinces_are_the_faces_between_routes_and_soldiers() -> None:
    inner = {borders for outside, borders in faces() if not outside}
    (outer,) = [borders for outside, borders in faces() if outside]
    assert len(inner) == 10
    raw = load_json("teutonica/provinces_2p.json")
    assert isinstance(raw, dict)
    for name, variant in raw["variants"].items():
        provinces = {
            province["id"]: frozenset(province["routes"]) | frozenset(province["soldiers"])
            for province in variant["provinces"]
        }
        assert inner <= set(provinces.values())
        outside = [borders for borders in provinces.values() if borders not in inner]
        assert frozenset().union(*outside) == outer
        assert {border["border"] for border in variant["borders"]} == set(edges())
        for border in variant["borders"]:
            assert border["provinces"] == [one for one, borders in provinces.items() if border["border"] in borders]
        if name == "edge_closed":
            assert max(map(len, provinces.values())) == 5


@clauses("HT-18.1", "HT-18.3")
@pytest.mark.parametrize("name", ["edge_closed", "literal"])
def test_the_pawn_can_reach_every_province(name: str) -> None:
    provinces = PROVINCES[name]
    reached, edge = {provinces.ids[0]}, [provinces.ids[0]]
    while edge:
        fresh = provinces.near[edge.pop()] - reached
        reached |= fresh
        edge += fresh
    assert reached == set(provinces.ids)


# ---- boards compared


def offices(name: str) -> dict[str, list[tuple[int, str, int]]]:
    return {city.id: [(one.colour, one.kind, one.points) for one in city.offices] for city in BOARDS[name].cities}


@clauses("HT-2.1")
@pytest.mark.parametrize(
    ("large", "small", "differing"),
    [
        ("league_45", "league_23", "bremen dortmund goslar goettingen kampen lueneburg stade warburg"),
        ("britannia_45", "britannia_3", "cardiff carlisle isle_of_man london"),
    ],
)
def test_the_two_sides_of_a_board_differ_where_they_should(large: str, small: str, differing: str) -> None:
    more, fewer = offices(large), offices(small)
    assert set(fewer) <= set(more)
    assert {city for city in fewer if fewer[city] != more[city]} == set(differing.split())
    lengths = {route.id: sorted(route.ships) for route in BOARDS[large].routes}
    for route in BOARDS[small].routes:
        assert lengths.get(route.id, sorted(route.ships)) == sorted(route.ships)


@clauses("HT-16.1")
def test_the_sea_is_the_shortest_way_from_luebeck_to_danzig() -> None:
    board = BOARDS["east"]

    def distance(*, by_sea: bool) -> int:
        start, goal = board.connection
        reached, steps = {start}, 0
        while goal not in reached:
            reached |= {
                city
                for route in board.routes
                if (by_sea or not any(route.ships)) and reached & set(route.ends)
                for city in route.ends
            }
            steps += 1
        return steps

    assert distance(by_sea=True) == 4
    assert distance(by_sea=False) > 4
