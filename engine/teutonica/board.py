"""What never changes in Hansa Teutonica: boards, provinces, markers, tiles and cards, from the data files.

Not for positions: whatever a decision can change is in `state`.
"""

from functools import cache
from itertools import product
from typing import Literal

import msgspec

from data import load_json

COLOURS = ("white", "orange", "pink", "black")
ABILITIES = ("clavis", "actiones", "privilegium", "liber", "bursa")
KINDS = ("T", "M")
REGIONS = ("wales", "scotland")
"""The regions that pay at the end; England is where everybody may go."""
BOARD_IDS = ("league_45", "league_23", "east", "britannia_45", "britannia_3")

Kind = Literal["T", "M"]


class _Ability(msgspec.Struct, frozen=True):
    values: tuple[int | str, ...]
    covered_by: Literal["trader", "merchant"]
    full_points: int


class _Count(msgspec.Struct, frozen=True):
    trader: int
    merchant: int


class _Start(msgspec.Struct, frozen=True):
    supply: _Count
    stock: _Count


class _Common(msgspec.Struct, frozen=True):
    pieces_per_player: _Count
    abilities: dict[str, _Ability]
    start: tuple[_Start, ...]
    displace_cost: _Count


class _Band(msgspec.Struct, frozen=True):
    min: int
    points: int


class _Edition(msgspec.Struct, frozen=True):
    counts: dict[str, int]
    start: tuple[str, ...]


class _Markers(msgspec.Struct, frozen=True):
    editions: dict[str, _Edition]
    score_by_count: tuple[_Band, ...]


class _Card(msgspec.Struct, frozen=True):
    id: str
    cities: tuple[str, ...]


class _Cards(msgspec.Struct, frozen=True):
    cards: tuple[_Card, ...]


class _Tile(msgspec.Struct, frozen=True):
    id: str


class _Tiles(msgspec.Struct, frozen=True):
    tiles: tuple[_Tile, ...]


class _Province(msgspec.Struct, frozen=True):
    id: str
    routes: tuple[str, ...]


class _Border(msgspec.Struct, frozen=True):
    provinces: tuple[str, ...]


class _Variant(msgspec.Struct, frozen=True):
    provinces: tuple[_Province, ...]
    borders: tuple[_Border, ...]


class _Provinces(msgspec.Struct, frozen=True):
    variants: dict[str, _Variant]


class _FileOffice(msgspec.Struct, frozen=True):
    privilege: Literal["white", "orange", "pink", "black"]
    piece: Literal["trader", "merchant"]
    points: int


class _FileCity(msgspec.Struct, frozen=True):
    id: str
    name: str
    region: str | tuple[str, ...] | None
    upgrades: tuple[str, ...]
    independent: bool
    offices: tuple[_FileOffice, ...]
    x: int
    y: int


class _FileRoute(msgspec.Struct, frozen=True):
    id: str
    a: str
    b: str
    spaces: tuple[Literal["any", "merchant"], ...]
    tavern: bool
    region: str | None
    permanent_bonus: str | None
    via: tuple[int, int] | None = None


class _Honour(msgspec.Struct, frozen=True):
    privilege: str
    points: int


class _Honours(msgspec.Struct, frozen=True):
    city: str
    routes: tuple[str, ...]
    spaces: tuple[_Honour, ...]


class _File(msgspec.Struct, frozen=True):
    id: str
    name: str
    full_city_limit: int
    aspect: tuple[int, int]
    east_west: tuple[str, str]
    east_west_points: tuple[int, ...]
    special_prestige: _Honours
    cities: tuple[_FileCity, ...]
    routes: tuple[_FileRoute, ...]
    region_gateways: dict[str, tuple[str, ...]] = {}
    region_points: dict[str, tuple[int, ...]] = {}


_COMMON = msgspec.convert(load_json("teutonica/common.json"), _Common)
_MARKERS = msgspec.convert(load_json("teutonica/bonus_markers.json"), _Markers)
_EDITIONS = {"2009": _MARKERS.editions["original_2009"], "2020": _MARKERS.editions["big_box_2020"]}

ABILITY_VALUES = {name: _COMMON.abilities[name].values for name in ABILITIES}
ABILITY_KIND: dict[str, Kind] = {
    name: "M" if _COMMON.abilities[name].covered_by == "merchant" else "T" for name in ABILITIES
}
FULL_ABILITY_POINTS = {name: _COMMON.abilities[name].full_points for name in ABILITIES}
TRADERS, MERCHANTS = _COMMON.pieces_per_player.trader, _COMMON.pieces_per_player.merchant
START = tuple(
    ((line.supply.trader, line.supply.merchant), (line.stock.trader, line.stock.merchant)) for line in _COMMON.start
)
"""Per seat: traders and merchants in the supply, then in the stock (HT-3.2)."""
PENALTY = {"T": _COMMON.displace_cost.trader, "M": _COMMON.displace_cost.merchant}

MARKER_COUNTS = {edition: dict(entry.counts) for edition, entry in _EDITIONS.items()}
START_MARKERS = {edition: entry.start for edition, entry in _EDITIONS.items()}
MARKERS = tuple(MARKER_COUNTS["2020"])
MARKER_BANDS = tuple((band.min, band.points) for band in _MARKERS.score_by_count)
MISSIONS = {card.id: card.cities for card in msgspec.convert(load_json("teutonica/mission_cards.json"), _Cards).cards}
TILES = tuple(tile.id for tile in msgspec.convert(load_json("teutonica/imperial_favours.json"), _Tiles).tiles)


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


class Provinces(msgspec.Struct, frozen=True):
    """The provinces of the game for two: which routes border one, and what a free move reaches from it."""

    ids: tuple[str, ...]
    routes: dict[str, frozenset[str]]
    near: dict[str, frozenset[str]]


def _rings(ends: list[tuple[int, int]], start: int) -> tuple[tuple[int, ...], ...]:
    """HT-8.5: breadth first over routes that share an end city."""
    seen, last, rings = {start}, {start}, []
    while last:
        cities = {city for route in last for city in ends[route]}
        last = {route for route, pair in enumerate(ends) if route not in seen and not cities.isdisjoint(pair)}
        seen |= last
        if last:
            rings.append(tuple(sorted(last)))
    return tuple(rings)


def _regions(region: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return () if region is None else (region,) if isinstance(region, str) else region


def _build(file: _File) -> Board:
    city_index = {city.id: index for index, city in enumerate(file.cities)}
    ends = [(city_index[route.a], city_index[route.b]) for route in file.routes]
    cities = tuple(
        City(
            id=city.id,
            name=city.name,
            index=index,
            regions=_regions(city.region),
            upgrades=city.upgrades,
            independent=city.independent,
            offices=tuple(
                Office(COLOURS.index(office.privilege), "M" if office.piece == "merchant" else "T", office.points)
                for office in city.offices
            ),
            x=city.x,
            y=city.y,
            neighbours=tuple(sum(pair) - index for pair in ends if index in pair),
            routes=tuple(number for number, pair in enumerate(ends) if index in pair),
        )
        for index, city in enumerate(file.cities)
    )
    routes: list[Route] = []
    for index, route in enumerate(file.routes):
        first = sum(len(earlier.ships) for earlier in routes)
        land = tuple(first + slot for slot, space in enumerate(route.spaces) if space == "any")
        routes.append(
            Route(
                id=route.id,
                index=index,
                ends=ends[index],
                first=first,
                ships=tuple(space == "merchant" for space in route.spaces),
                tavern=route.tavern,
                region=route.region or "",
                bonus=route.permanent_bonus or "",
                via=route.via,
                rings=_rings(ends, index),
                fits={"T": land, "M": tuple(range(first, first + len(route.spaces)))},
            )
        )
    places = [(route, slot) for route in routes for slot in range(len(route.ships))]
    spaces = tuple(f"{route.id}:{slot + 1}" for route, slot in places)
    return Board(
        id=file.id,
        name=file.name,
        aspect=file.aspect,
        cities=cities,
        routes=tuple(routes),
        city_index=city_index,
        route_index={route.id: route.index for route in routes},
        space_index={space: index for index, space in enumerate(spaces)},
        spaces=spaces,
        space_route=tuple(route.index for route, _ in places),
        space_slot=tuple(slot for _, slot in places),
        ship=tuple(route.ships[slot] for route, slot in places),
        region=tuple(route.region for route, _ in places),
        connection=(city_index[file.east_west[0]], city_index[file.east_west[1]]),
        connection_points=file.east_west_points,
        honour_city=file.special_prestige.city,
        honour_routes=frozenset(route.index for route in routes if route.id in file.special_prestige.routes),
        honour_points=tuple(honour.points for honour in file.special_prestige.spaces),
        full_limit=file.full_city_limit,
        gateways=tuple(
            sorted(
                ((city_index[city], regions) for city, regions in file.region_gateways.items()),
                key=lambda gateway: len(gateway[1]),
            )
        ),
        region_points=file.region_points,
    )


BOARDS = {name: _build(msgspec.convert(load_json(f"teutonica/{name}.json"), _File)) for name in BOARD_IDS}


@cache
def board_for(board: str, seats: int) -> Board:
    """HT-1.2."""
    if board == "east":
        return BOARDS["east"]
    small = 3
    return BOARDS[f"{board}_{'3' if board == 'britannia' else '23'}" if seats <= small else f"{board}_45"]


def _provinces(variant: _Variant) -> Provinces:
    joined: dict[str, set[str]] = {province.id: set() for province in variant.provinces}
    for border in variant.borders:
        for one, other in product(border.provinces, repeat=2):
            joined[one] |= {other} - {one}
    return Provinces(
        ids=tuple(joined),
        routes={province.id: frozenset(province.routes) for province in variant.provinces},
        near={here: frozenset(joined[here].union(*(joined[one] for one in joined[here])) - {here}) for here in joined},
    )


PROVINCES = {
    name: _provinces(variant)
    for name, variant in msgspec.convert(load_json("teutonica/provinces_2p.json"), _Provinces).variants.items()
}
