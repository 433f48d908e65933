"""The five boards with their cities, routes and spaces, numbered for quick play.

Not for pieces: `components` has those, and `state` where they stand.
"""

from collections.abc import Iterable
from functools import cache
from itertools import accumulate

import msgspec

from engine import boards
from engine.teutonica.board import files
from engine.teutonica.board.components import COLOURS, Kind, kind_of

BOARD_IDS = ("league_45", "league_23", "east", "britannia_45", "britannia_3")


class Office(msgspec.Struct, frozen=True):
    """A printed office: the lowest privilege (as a step of COLOURS), the kind it takes, and its coin."""

    colour: int
    kind: Kind
    points: int


class City(msgspec.Struct, frozen=True):
    """A city; `neighbours` and `routes` are indexes."""

    id: str
    name: str
    index: int
    regions: tuple[str, ...]
    upgrades: tuple[str, ...]
    independent: bool
    offices: tuple[Office, ...]
    x: int
    y: int
    neighbours: tuple[int, ...]
    routes: tuple[int, ...]


class Route(msgspec.Struct, frozen=True):
    """A route; `ends` are the indexes of its cities, `first` the index of its space 1, `ships` one flag per space."""

    id: str
    index: int
    ends: tuple[int, int]
    first: int
    ships: tuple[bool, ...]
    tavern: bool
    region: str
    bonus: str
    via: tuple[int, int] | None
    rings: tuple[tuple[int, ...], ...]
    """The other routes, nearest ring first (HT-8.5)."""
    fits: dict[str, tuple[int, ...]]
    """For each kind the spaces that take it (HT-2.8)."""

    @property
    def spaces(self) -> range:
        return range(self.first, self.first + len(self.ships))


class Board(msgspec.Struct, frozen=True):
    """One board file, with indexes for quick play. Region "" is where a board knows no regions."""

    id: str
    name: str
    aspect: tuple[int, int]
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    city_index: dict[str, int]
    route_index: dict[str, int]
    space_index: dict[str, int]
    spaces: tuple[str, ...]
    space_route: tuple[int, ...]
    space_slot: tuple[int, ...]
    ship: tuple[bool, ...]
    region: tuple[str, ...]
    """Per space, the region of its route."""
    connection: tuple[int, int]
    connection_points: tuple[int, ...]
    honour_city: str
    honour_routes: frozenset[int]
    honour_points: tuple[int, ...]
    full_limit: int
    gateways: tuple[tuple[int, tuple[str, ...]], ...]
    """City and the regions it gives permission for; those with one choice first (HT-17.6)."""
    region_points: dict[str, tuple[int, ...]]


# ---- from a file to a board

Ends = list[tuple[int, int]]
"""The two cities of each route."""


def _build(file: files.Board) -> Board:
    city_index = _numbered(city.id for city in file.cities)
    ends = [(city_index[route.a], city_index[route.b]) for route in file.routes]
    routes = _routes(file.routes, ends)
    places = [(route, slot) for route in routes for slot in range(len(route.ships))]
    spaces = tuple(f"{route.id}:{slot + 1}" for route, slot in places)
    east, west = file.east_west
    honours = file.special_prestige
    return Board(
        id=file.id,
        name=file.name,
        aspect=file.aspect,
        cities=tuple(_city(index, city, ends) for index, city in enumerate(file.cities)),
        routes=routes,
        city_index=city_index,
        route_index=_numbered(route.id for route in routes),
        space_index=_numbered(spaces),
        spaces=spaces,
        space_route=tuple(route.index for route, _ in places),
        space_slot=tuple(slot for _, slot in places),
        ship=tuple(route.ships[slot] for route, slot in places),
        region=tuple(route.region for route, _ in places),
        connection=(city_index[east], city_index[west]),
        connection_points=file.east_west_points,
        honour_city=honours.city,
        honour_routes=frozenset(route.index for route in routes if route.id in honours.routes),
        honour_points=tuple(honour.points for honour in honours.spaces),
        full_limit=file.full_city_limit,
        gateways=_gateways(file, city_index),
        region_points=file.region_points,
    )


def _numbered(ids: Iterable[str]) -> dict[str, int]:
    return {name: index for index, name in enumerate(ids)}


def _city(index: int, city: files.City, ends: Ends) -> City:
    routes = tuple(number for number, pair in enumerate(ends) if index in pair)
    return City(
        id=city.id,
        name=city.name,
        index=index,
        regions=_regions(city.region),
        upgrades=city.upgrades,
        independent=city.independent,
        offices=tuple(_office(office) for office in city.offices),
        x=city.x,
        y=city.y,
        neighbours=tuple(_other_end(ends[route], index) for route in routes),
        routes=routes,
    )


def _regions(region: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return () if region is None else (region,) if isinstance(region, str) else region


def _office(office: files.Office) -> Office:
    return Office(COLOURS.index(office.privilege), kind_of(office.piece), office.points)


def _other_end(pair: tuple[int, int], city: int) -> int:
    return pair[1] if pair[0] == city else pair[0]


def _routes(routes: tuple[files.Route, ...], ends: Ends) -> tuple[Route, ...]:
    """Spaces are numbered through the routes in file order: each begins where the one before it ends."""
    firsts = accumulate((len(route.spaces) for route in routes), initial=0)
    return tuple(
        _route(index, route, first, ends) for index, (route, first) in enumerate(zip(routes, firsts, strict=False))
    )


def _route(index: int, route: files.Route, first: int, ends: Ends) -> Route:
    ships = tuple(space == "merchant" for space in route.spaces)
    spaces = tuple(range(first, first + len(ships)))
    return Route(
        id=route.id,
        index=index,
        ends=ends[index],
        first=first,
        ships=ships,
        tavern=route.tavern,
        region=route.region or "",
        bonus=route.permanent_bonus or "",
        via=route.via,
        rings=_rings(ends, index),
        fits={"T": tuple(space for space in spaces if not ships[space - first]), "M": spaces},
    )


def _rings(ends: Ends, start: int) -> tuple[tuple[int, ...], ...]:
    """HT-8.5: breadth first over routes that share an end city."""
    seen, last, rings = {start}, {start}, []
    while last:
        cities = {city for route in last for city in ends[route]}
        last = {route for route, pair in enumerate(ends) if route not in seen and not cities.isdisjoint(pair)}
        seen |= last
        if last:
            rings.append(tuple(sorted(last)))
    return tuple(rings)


def _gateways(file: files.Board, city_index: dict[str, int]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """HT-17.6: a city that leads to one region only is used before one that leaves the choice."""
    gateways = [(city_index[city], regions) for city, regions in file.region_gateways.items()]
    return tuple(sorted(gateways, key=lambda gateway: len(gateway[1])))


BOARDS = {
    name: _build(msgspec.convert(boards.load(__name__, f"teutonica/{name}.json"), files.Board)) for name in BOARD_IDS
}


@cache
def board_for(board: str, seats: int) -> Board:
    """HT-1.2."""
    if board == "east":
        return BOARDS["east"]
    small = 3
    return BOARDS[f"{board}_{'3' if board == 'britannia' else '23'}" if seats <= small else f"{board}_45"]
