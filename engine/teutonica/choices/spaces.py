"""Which spaces of a route are equal, so that a route can be asked for instead of one of them.

Not for which spaces are free or may be entered: `legal` says that.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from engine.teutonica.board import BOARDS, Board
from engine.teutonica.state import FREE

LAND, SHIP = "land", "ship"
BERTHS = (LAND, SHIP)
"""The sorts of spaces (HT-2.8)."""


class Spot(NamedTuple):
    """A space that stands for all its equals; the berth is named where the route offers both sorts."""

    route: str
    berth: str
    space: str


def spots(board: Board, spaces: Iterable[str]) -> list[Spot]:
    """Of equal spaces the first. Which space of its sort a piece stands on makes no difference to any rule."""
    first: dict[int, dict[bool, str]] = {}
    for space in spaces:
        number = board.space_index[space]
        first.setdefault(board.space_route[number], {}).setdefault(board.ship[number], space)
    return [
        Spot(board.routes[route].id, "" if len(sorts) == 1 else BERTHS[ship], space)
        for route, sorts in first.items()
        for ship, space in sorts.items()
    ]


class Room(NamedTuple):
    """The free spaces of a route."""

    land: tuple[str, ...]
    ship: tuple[str, ...]

    def for_pieces(self, traders: int, merchants: int) -> tuple[tuple[str, str], ...]:
        """Kinds and spaces for so many pieces: merchants take the ship spaces first."""
        sea = self.ship[:merchants]
        shore = self.land[traders : traders + merchants - len(sea)]
        return (*(("T", space) for space in self.land[:traders]), *(("M", space) for space in sea + shore))

    def most(self, traders: int, merchants: int) -> tuple[int, int]:
        """How many of these find room when traders go first."""
        few = min(traders, len(self.land))
        return few, min(merchants, len(self.ship) + len(self.land) - few)


@lru_cache(maxsize=8192)
def room(board: str, route: int, pieces: tuple[str, ...]) -> Room:
    """What is free on a route with this content."""
    map_, first = BOARDS[board], BOARDS[board].routes[route].first
    free = [first + slot for slot, piece in enumerate(pieces) if piece == FREE]
    return Room(
        tuple(map_.spaces[space] for space in free if not map_.ship[space]),
        tuple(map_.spaces[space] for space in free if map_.ship[space]),
    )
