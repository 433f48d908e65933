"""Nothing lies on anything else: plaques, spaces, numbers, markers, cards and wagons, on every board.

Not for how they are drawn.
"""

import math
from itertools import combinations, pairwise

import pytest
from PIL import ImageChops

from engine.bohn.board import MOST_SEATS, TOWN
from engine.teutonica.board import BOARD_IDS, BOARDS, MARKER_COUNTS
from engine.teutonica.views import CityView
from render.bohn import map as bohn_map
from render.bohn.choices import figure_box
from render.canvas import Box, Point, Sheet
from render.chart import Frame, gap_to, overlap
from render.haithabu import map as haithabu_map
from render.hansa import map as hansa_map
from render.page import FLAG, Flagged, draw_flags
from render.teutonica import flags
from render.teutonica.city import office_row
from render.teutonica.layout import SPACE_RADIUS, layout_of
from render.teutonica.names import marks, route_numbers, space_word
from render.theme import THEMES

CLOSEST = 33
"""Between the middles of two spaces: a trader is 34 wide, and on the tightest bend two of them touch."""
RUNNER = 38
MARKER = 21
SEAT_EXTRA = "P1Tx"


def inside(box: Box, frame: Frame) -> bool:
    return box[0] > frame.x and box[1] > frame.y and box[2] < frame.right and box[3] < frame.bottom


def square(place: Point, half: float) -> Box:
    return place[0] - half, place[1] - half, place[0] + half, place[1] + half


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_plaques_tabs_and_honours_keep_apart(board_id: str) -> None:
    layout = layout_of(board_id)
    boxes = [*layout.plaques.values(), layout.honours]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert all(inside(box, layout.frame) for box in boxes)
    for city, tab in layout.tabs.items():
        others = [box for other, box in layout.plaques.items() if other != city]
        assert not any(overlap(tab.box, box) for box in (*others, layout.honours))


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_every_space_can_hold_a_piece_and_be_seen(board_id: str) -> None:
    layout = layout_of(board_id)
    spaces = [(route, place) for route, places in layout.spaces.items() for place in places]
    assert len(spaces) == len(BOARDS[board_id].spaces)
    for (_, one), (_, other) in combinations(spaces, 2):
        assert math.dist(one, other) >= CLOSEST
    for _, place in spaces:
        assert all(gap_to(box, place) >= SPACE_RADIUS / 2 - 1 for box in layout.plaques.values())
        assert all(gap_to(tab.box, place) > SPACE_RADIUS for tab in layout.tabs.values())
        assert gap_to(layout.honours, place) > SPACE_RADIUS


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_markers_and_numbers_cover_nothing(board_id: str) -> None:
    layout = layout_of(board_id)
    spaces = [place for places in layout.spaces.values() for place in places]
    signs = [square(place, MARKER - 2) for place in layout.markers.values()]
    signs += [square(place, 9) for place in layout.numbers.values()]
    assert not [pair for pair in combinations(signs, 2) if overlap(*pair)]
    for sign in signs:
        assert inside(sign, layout.frame)
        assert not any(overlap(sign, plaque) for plaque in layout.plaques.values())
        assert all(gap_to(sign, place) >= SPACE_RADIUS - 1 for place in spaces)


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_extra_offices_stay_within_their_plaque(board_id: str) -> None:
    layout, most = layout_of(board_id), max(counts["extra_office"] for counts in MARKER_COUNTS.values())
    for city in BOARDS[board_id].cities:
        left, top, right, bottom = layout.plaques[city.id]
        for extras in range(1, most + 1):
            taken = tuple(SEAT_EXTRA for _ in range(extras)) + tuple("P1M" for _ in city.offices)
            places, size = office_row(layout, CityView(city.id, taken, 0))
            assert len(places) == len(taken)
            assert all(after[0] > before[0] for before, after in pairwise(places))
            half = size / 2 + 1
            for x, y in places:
                assert left + 3 <= x - half, (city.id, extras)
                assert x + half <= right - 3
                assert top + 33 <= y - half
                assert y + half <= bottom - 3


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_a_flag_covers_no_number_letter_or_marker(board_id: str) -> None:
    layout = layout_of(board_id)
    board = BOARDS[board_id]
    placed = {space: flags.of_space(board_id, space) for space in board.spaces}
    placed |= {city.id: flags.of_city(board_id, city.id) for city in board.cities}
    placed |= {route.id: flags.of_route(board_id, route.id) for route in board.routes}
    words = [(x - 11, y - 8, x + 11, y + 8) for x, y in layout.numbers.values()] + layout.land.boxes
    laid = [square(place, MARKER - 5) for place in layout.markers.values()]
    for where, places in placed.items():
        sign = square(places[0], FLAG / 2)
        assert inside(sign, layout.frame), where
        assert not any(overlap(sign, word) for word in words), where
        assert not any(overlap(sign, marker) for marker in laid), where


def test_two_flags_in_one_place_stand_beside_each_other() -> None:
    first, *others = flags.of_city("league_45", "minden")
    event = Flagged("Zoé", "founded", first, tuple(others))
    sheet = Sheet.blank(1600, 1200, 1, THEMES["day"].page)
    before = sheet.image.copy()
    draw_flags(sheet, THEMES["day"], [event, event])
    changed = ImageChops.difference(before, sheet.image)
    for place in (first, others[0]):
        box = square(place, FLAG / 2)
        assert changed.crop(tuple(map(round, box))).getbbox() is not None  # type: ignore[arg-type]


@pytest.mark.parametrize("board_id", BOARD_IDS)
def test_every_space_has_one_word_and_routes_are_numbered_without_gaps(board_id: str) -> None:
    board = BOARDS[board_id]
    assert sorted(route_numbers(board_id).values()) == list(range(1, len(board.routes) + 1))
    written = marks(board_id)
    assert len(set(written.values())) == len(written) == len(board.spaces) + len(board.routes)
    assert all(written[space] == space_word(board_id, space) for space in board.spaces)


def test_routes_are_numbered_in_reading_order() -> None:
    numbers = route_numbers("league_45")
    assert numbers["groningen__emden"] < numbers["arnheim__muenster"] < numbers["coellen__warburg"]
    assert numbers["arnheim__muenster"] < numbers["muenster__minden"]
    assert space_word("league_45", "minden__hannover:3") == f"{numbers['minden__hannover']}c"


def test_ports_of_hansa_keep_apart_and_no_lane_hides_under_a_plaque() -> None:
    plaques = hansa_map.PLAQUES
    assert not [pair for pair in combinations(plaques.values(), 2) if overlap(*pair)]
    assert all(inside(box, hansa_map.FRAME) for box in plaques.values())
    for lane in hansa_map.LANES.values():
        hidden = [point for point in lane if any(gap_to(box, point) == 0 for box in plaques.values())]
        assert not hidden


def test_market_cards_keep_apart_and_wagons_cover_none() -> None:
    cards = list(bohn_map.CARDS.values())
    assert not [pair for pair in combinations([*cards, bohn_map.OFFERS], 2) if overlap(*pair)]
    assert all(inside(card, bohn_map.FRAME) for card in cards)
    for town in TOWN:
        for count in range(1, MOST_SEATS + 1):
            size, places = bohn_map.wagon_places(town, count)
            assert len(places) == count
            for place in places:
                assert not any(overlap(square(place, size / 2), card) for card in cards), (town, count)
            assert all(math.dist(*pair) >= size for pair in combinations(places, 2))


def test_the_cost_of_a_journey_stands_beside_its_town_and_covers_nothing() -> None:
    towns = [square(place, 13) for place in bohn_map.PLACES.values()]
    boxes = {town: figure_box(town) for town in TOWN}
    assert not [pair for pair in combinations(boxes.values(), 2) if overlap(*pair)]
    for town, box in boxes.items():
        assert inside(box, bohn_map.FRAME)
        assert not any(overlap(box, other) for other in (*bohn_map.CARDS.values(), *towns)), town


def test_runners_on_neighbouring_spaces_keep_apart() -> None:
    places = haithabu_map.PLACES.values()
    assert min(math.dist(*pair) for pair in combinations(places, 2)) >= RUNNER
