"""How people call routes, spaces and provinces of Hansa Teutonica: 17, 17c, N, as pictures show and commands take them.

Not for the notation of the record, which spells a route by its cities.
"""

from functools import cache
from string import ascii_uppercase

from engine.teutonica.board import BOARDS, PROVINCES
from engine.teutonica.options import TeutonicaOptions
from render.chart import CHARTS

BANDS = 7
"""Routes are numbered in reading order: seven bands from north to south, each from west to east."""
LETTERS = "abcd"
GAME_FOR_TWO = 2


@cache
def route_numbers(board_id: str) -> dict[str, int]:
    """The number of each route of a board, from 1."""
    board = BOARDS[board_id]
    middles = {}
    for route in board.routes:
        ends = [(board.cities[end].x, board.cities[end].y) for end in route.ends]
        x, y = route.via or (sum(end[0] for end in ends) / 2, sum(end[1] for end in ends) / 2)
        middles[route.id] = (int(y * BANDS / 1000), x, y)
    ordered = sorted(middles, key=lambda route: middles[route])
    return {route: number for number, route in enumerate(ordered, 1)}


def route_of(space: str) -> str:
    return space.partition(":")[0]


def letter_of(space: str) -> str:
    """`c` for `minden__hannover:3`."""
    return LETTERS[int(space.partition(":")[2]) - 1]


def space_word(board_id: str, space: str) -> str:
    """`17c` for `minden__hannover:3`."""
    return f"{route_numbers(board_id)[route_of(space)]}{letter_of(space)}"


@cache
def marks(board_id: str, division: str = "") -> dict[str, str]:
    """What the picture writes for each route, space and, where the land is divided, province."""
    board = BOARDS[board_id]
    spaces = {space: space_word(board_id, space) for space in board.spaces}
    routes = {route: str(number) for route, number in route_numbers(board_id).items()}
    return spaces | routes | province_letters(board_id, division)


def division_of(seats: int, options: TeutonicaOptions) -> str:
    """How the land is divided in a game; nothing where there is no pawn."""
    return options.provinces if seats == GAME_FOR_TWO else ""


@cache
def province_letters(board_id: str, division: str) -> dict[str, str]:
    """The letter of each province of a division, in reading order."""
    places = CHARTS[board_id].provinces
    if not division or not places:
        return {}
    ordered = sorted(PROVINCES[division].ids, key=lambda each: (int(places[each][1] * BANDS / 1000), places[each]))
    return dict(zip(ordered, ascii_uppercase, strict=False))
