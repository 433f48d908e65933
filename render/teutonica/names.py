"""How people call routes and spaces of Hansa Teutonica: route 17, space 17c, as the picture shows and a command takes.

Not for the notation of the record, which spells a route by its cities.
"""

from functools import cache

from engine.teutonica.board import BOARDS

BANDS = 7
"""Routes are numbered in reading order: seven bands from north to south, each from west to east."""
LETTERS = "abcd"


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


def space_word(board_id: str, space: str) -> str:
    """`17c` for `minden__hannover:3`."""
    route, slot = space.split(":")
    return f"{route_numbers(board_id)[route]}{LETTERS[int(slot) - 1]}"


@cache
def marks(board_id: str) -> dict[str, str]:
    """What the picture writes for each route and space."""
    board = BOARDS[board_id]
    spaces = {space: space_word(board_id, space) for space in board.spaces}
    return spaces | {route: str(number) for route, number in route_numbers(board_id).items()}
