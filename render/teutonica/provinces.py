"""How the land is divided in the game for two: soldiers, lines to the frame, and a place for each province's letter.

Not for what the pawn may do: the engine knows which routes border a province.
"""

import math

import msgspec

from engine import boards
from render.canvas import Box, Point
from render.chart import CHARTS, Frame

OUTER = "outer"
"""The one outer province of the division that has no lines to the frame."""
HALF: Point = (34, 24)
"""Half the room for a letter with the pawn beside it."""
LETTER, PAWN = -18, 13
"""How far left of a province's place its letter stands, and how far right the pawn."""
Line = tuple[Point, Point]


class _Soldier(msgspec.Struct, frozen=True):
    a: str
    b: str


class _File(msgspec.Struct, frozen=True):
    board: str
    soldiers: tuple[_Soldier, ...]


_FILE = msgspec.convert(boards.load(__name__, "teutonica/provinces_2p.json"), _File)


class Land(msgspec.Struct, frozen=True):
    """Lines from city to city (soldiers) and from city to frame (cuts), and the places of all provinces."""

    soldiers: tuple[Line, ...]
    cuts: tuple[Line, ...]
    places: dict[str, Point]

    @property
    def boxes(self) -> list[Box]:
        """The room that letters and pawn need."""
        return [(x - HALF[0], y - HALF[1], x + HALF[0], y + HALF[1]) for x, y in self.places.values()]


def land_of(board_id: str, frame: Frame, cities: dict[str, Point]) -> Land:
    """The land of a board; nothing of it where the board has no game for two."""
    if board_id != _FILE.board:
        return Land((), (), {})
    chart = CHARTS[board_id]
    return Land(
        soldiers=tuple((cities[soldier.a], cities[soldier.b]) for soldier in _FILE.soldiers),
        cuts=tuple((cities[city], to_frame(frame, cities[city])) for city in chart.cuts),
        places={province: frame.at(*place) for province, place in chart.provinces.items()},
    )


def to_frame(frame: Frame, place: Point) -> Point:
    """The point of the frame that is nearest to a city."""
    x, y = place
    return min(((frame.x, y), (frame.right, y), (x, frame.y), (x, frame.bottom)), key=lambda end: math.dist(place, end))


def steps_along(line: Line) -> list[Point]:
    """A straight line as points that lie as close as those of a road."""
    (x0, y0), (x1, y1) = line
    count = max(1, round(math.dist(*line) / 4))
    return [(x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count) for step in range(count + 1)]
