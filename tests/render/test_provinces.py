"""The provinces of the game for two can be read off the map: each letter lies in its own land and covers nothing.

Not for how they look. The outlines here are worked out from the borders in the data file, letters are placed by hand.
"""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise, product

import msgspec
import pytest

import data
from bot.texts import texts
from engine.teutonica.board import BOARDS, PROVINCES
from render.canvas import Box, Point
from render.chart import CHARTS, Frame, gap_to, overlap
from render.teutonica import marks
from render.teutonica.layout import SPACE_RADIUS, layout_of
from render.teutonica.names import province_letters
from render.teutonica.provinces import OUTER, steps_along
from render.words import LANGUAGES, Language, TitleWords
from tests.engine.walks import VARIANTS, Variant
from tests.render.test_layout import inside, square

BOARD = BOARDS["league_23"]
LAYOUT = layout_of(BOARD.id)
LAND = LAYOUT.land
DIVISIONS = tuple(PROVINCES)
Edge = tuple[str, str, tuple[Point, ...]]


class Soldier(msgspec.Struct):
    id: str
    a: str
    b: str


class Border(msgspec.Struct):
    border: str
    provinces: tuple[str, ...]


class Division(msgspec.Struct):
    borders: tuple[Border, ...]


class File(msgspec.Struct):
    soldiers: tuple[Soldier, ...]
    variants: dict[str, Division]


FILE = msgspec.convert(data.load_json("teutonica/provinces_2p.json"), File)


def chains(division: str) -> dict[str, list[Edge]]:
    """The borders of each province one after the other: a ring, or a way from frame to frame."""
    cities = {city.id: LAYOUT.frame.at(city.x, city.y) for city in BOARD.cities}
    edges: dict[str, Edge] = {
        route.id: (BOARD.cities[route.ends[0]].id, BOARD.cities[route.ends[1]].id, LAYOUT.paths[route.id])
        for route in BOARD.routes
    }
    edges |= {each.id: (each.a, each.b, (cities[each.a], cities[each.b])) for each in FILE.soldiers}
    around: dict[str, list[Edge]] = {}
    for border in FILE.variants[division].borders:
        for province in border.provinces if len(border.provinces) > 1 else ():
            around.setdefault(province, []).append(edges[border.border])
    return {province: in_a_row(found) for province, found in around.items() if province != OUTER}


def in_a_row(edges: list[Edge]) -> list[Edge]:
    cities = [city for edge in edges for city in edge[:2]]
    here = next((city for city in cities if cities.count(city) == 1), cities[0])
    left, row = list(edges), []
    while left:
        edge = next(edge for edge in left if here in edge[:2])
        left.remove(edge)
        start, end, points = edge
        row.append(edge if start == here else (end, start, points[::-1]))
        here = row[-1][1]
    return row


def open_ends(chain: list[Edge]) -> tuple[str, ...]:
    first, last = chain[0][0], chain[-1][1]
    return () if first == last else (first, last)


def area(chain: list[Edge]) -> tuple[Point, ...]:
    """The outline of a province; one that reaches the frame is closed by the stretch of it that has no other cut."""
    outline = tuple(point for _, _, points in chain for point in points)
    if not open_ends(chain):
        return outline
    ends = dict(zip(CHARTS[BOARD.id].cuts, (end for _, end in LAND.cuts), strict=True))
    first, last = (ends[city] for city in open_ends(chain))
    others = [end for end in ends.values() if end not in (first, last)]
    back = stretch(LAYOUT.frame, last, first)
    if any(between(walked(LAYOUT.frame, last), walked(LAYOUT.frame, first), walked(LAYOUT.frame, o)) for o in others):
        back = stretch(LAYOUT.frame, first, last)[::-1]
    return (*outline, *back)


def walked(frame: Frame, point: Point) -> float:
    """How far round the frame a point of it lies, clockwise from the upper left corner."""
    x, y = point
    if y == frame.y:
        return x - frame.x
    if x == frame.right:
        return frame.width + y - frame.y
    if y == frame.bottom:
        return frame.width + frame.height + frame.right - x
    return 2 * frame.width + frame.height + frame.bottom - y


def between(start: float, end: float, point: float) -> bool:
    """Whether a point is passed on the way round from start to end."""
    return start < point < end if start < end else point > start or point < end


def stretch(frame: Frame, start: Point, end: Point) -> tuple[Point, ...]:
    """The frame from one point of it to another, clockwise."""
    low, high = walked(frame, start), walked(frame, end)
    corners = [(frame.x, frame.y), (frame.right, frame.y), (frame.right, frame.bottom), (frame.x, frame.bottom)]
    around = 2 * (frame.width + frame.height)
    steps = [0.0, frame.width, frame.width + frame.height, 2 * frame.width + frame.height]
    passed = [((step - low) % around, corner) for step, corner in zip(steps, corners, strict=True)
              if between(low, high, step)]  # fmt: skip
    return (start, *(corner for _, corner in sorted(passed)), end)


def holds(outline: Sequence[Point], point: Point) -> bool:
    """Whether a ray to the right crosses the outline an odd number of times."""
    x, y = point
    odd = False
    for (x0, y0), (x1, y1) in pairwise((*outline, outline[0])):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            odd = not odd
    return odd


@pytest.mark.parametrize("division", DIVISIONS)
def test_each_letter_and_the_pawn_beside_it_lie_in_their_province_alone(division: str) -> None:
    outlines = {province: area(chain) for province, chain in chains(division).items()}
    for province, letter in province_letters(BOARD.id, division).items():
        x, y = LAND.places[province]
        for corner in product((x - 30, x, x + 30), (y - 20, y, y + 20)):
            held = [each for each, outline in outlines.items() if holds(outline, corner)]
            assert held == ([] if province == OUTER else [province]), letter


def test_the_lines_to_the_frame_are_those_that_close_a_province() -> None:
    ends = {city for division in DIVISIONS for chain in chains(division).values() for city in open_ends(chain)}
    assert set(CHARTS[BOARD.id].cuts) == ends
    assert len(LAND.soldiers) == len(FILE.soldiers)


SPACES = [place for places in LAYOUT.spaces.values() for place in places]


def signs() -> list[Box]:
    """What is written or laid on the map besides provinces and spaces."""
    numbers = [(x - 11, y - 9, x + 11, y + 9) for x, y in LAYOUT.numbers.values()]
    laid = [square(place, 19) for place in LAYOUT.markers.values()]
    return [*numbers, *laid, *(tab.box for tab in LAYOUT.tabs.values()), LAYOUT.honours]


def test_a_letter_covers_nothing() -> None:
    taken = [*signs(), *LAYOUT.plaques.values()]
    assert not [pair for pair in combinations(LAND.boxes, 2) if overlap(*pair)]
    for box in LAND.boxes:
        assert inside(box, LAYOUT.frame)
        assert not any(overlap(box, other) for other in taken)
        assert all(gap_to(box, place) > SPACE_RADIUS for place in SPACES)
        assert LAYOUT.favours is None or not overlap(box, LAYOUT.favours)
        assert all(gap_to(box, point) > 4 for path in LAYOUT.paths.values() for point in path)


def test_soldiers_and_lines_to_the_frame_cross_no_word() -> None:
    names = list(LAYOUT.plaques.values())
    for line in LAND.soldiers + LAND.cuts:
        seen = [point for point in steps_along(line) if all(gap_to(plaque, point) for plaque in names)]
        assert len(seen) > 1
        own = [plaque for plaque in names if any(gap_to(plaque, end) == 0 for end in line)]
        tabs = [tab.box for tab in LAYOUT.tabs.values() if any(overlap(tab.box, plaque) for plaque in own)]
        assert all(math.dist(place, point) > SPACE_RADIUS for place in SPACES for point in seen)
        for box in (*signs(), *LAND.boxes):
            assert box in tabs or all(gap_to(box, point) > 0 for point in seen)


@pytest.mark.parametrize("division", DIVISIONS)
def test_every_province_can_be_typed_as_it_is_written(division: str) -> None:
    variant = next(v for v in VARIANTS if v.key == "teutonica" and getattr(v.options, "provinces", "") == division
                   and v.seats == 2)  # fmt: skip
    game = variant.game("typed")
    written = marks(game.title.view(game.state, None))
    letters = [written[province] for province in PROVINCES[division].ids]
    assert sorted(letters) == [chr(ord("A") + number) for number in range(len(letters))]
    assert len(set(written.values())) == len(written)


def test_games_for_more_have_no_provinces() -> None:
    variants: list[Variant] = [v for v in VARIANTS if v.key == "teutonica" and v.seats > 2]
    for variant in variants[::7]:
        game = variant.game("typed")
        assert not set(marks(game.title.view(game.state, None))) & set(PROVINCES["edge_closed"].ids)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_and_messages_call_a_province_alike(language: Language) -> None:
    variant = next(v for v in VARIANTS if v.key == "teutonica" and v.seats == 2)
    game = variant.game("named")
    written = marks(game.title.view(game.state, None))
    words = TitleWords(language, "teutonica", written)
    for province in filter(written.get, PROVINCES["edge_closed"].ids):
        spoken = texts(language).marked(written).word(game.title, "province", province)
        assert words.text("did.pawn", province=province).endswith(spoken)
        assert spoken.startswith(f"{written[province]} · ")


def test_letters_go_in_reading_order() -> None:
    places = [LAND.places[province] for province in province_letters(BOARD.id, "edge_closed")]
    assert all(after[1] - before[1] > -math.ceil(LAYOUT.frame.height / 7) for before, after in pairwise(places))
