"""The shapes of Hansa Teutonica's data files: what is read is checked against these types.

Not for the game: `components`, `maps` and `provinces` make of them what the rules ask for.
"""

from typing import Literal

import msgspec


class Ability(msgspec.Struct, frozen=True):
    values: tuple[int | str, ...]
    covered_by: Literal["trader", "merchant"]
    full_points: int


class Count(msgspec.Struct, frozen=True):
    trader: int
    merchant: int


class Start(msgspec.Struct, frozen=True):
    supply: Count
    stock: Count


class Common(msgspec.Struct, frozen=True):
    """common.json"""

    pieces_per_player: Count
    abilities: dict[str, Ability]
    start: tuple[Start, ...]
    displace_cost: Count


class Band(msgspec.Struct, frozen=True):
    min: int
    points: int


class Edition(msgspec.Struct, frozen=True):
    counts: dict[str, int]
    start: tuple[str, ...]


class Markers(msgspec.Struct, frozen=True):
    """bonus_markers.json"""

    editions: dict[str, Edition]
    score_by_count: tuple[Band, ...]


class Card(msgspec.Struct, frozen=True):
    id: str
    cities: tuple[str, ...]


class Cards(msgspec.Struct, frozen=True):
    """mission_cards.json"""

    cards: tuple[Card, ...]


class Tile(msgspec.Struct, frozen=True):
    id: str


class Tiles(msgspec.Struct, frozen=True):
    """imperial_favours.json"""

    tiles: tuple[Tile, ...]


class Province(msgspec.Struct, frozen=True):
    id: str
    routes: tuple[str, ...]


class Border(msgspec.Struct, frozen=True):
    provinces: tuple[str, ...]


class Variant(msgspec.Struct, frozen=True):
    provinces: tuple[Province, ...]
    borders: tuple[Border, ...]


class Provinces(msgspec.Struct, frozen=True):
    """provinces_2p.json"""

    variants: dict[str, Variant]


class Office(msgspec.Struct, frozen=True):
    privilege: Literal["white", "orange", "pink", "black"]
    piece: Literal["trader", "merchant"]
    points: int


class City(msgspec.Struct, frozen=True):
    id: str
    name: str
    region: str | tuple[str, ...] | None
    upgrades: tuple[str, ...]
    independent: bool
    offices: tuple[Office, ...]
    x: int
    y: int


class Route(msgspec.Struct, frozen=True):
    id: str
    a: str
    b: str
    spaces: tuple[Literal["any", "merchant"], ...]
    tavern: bool
    region: str | None
    permanent_bonus: str | None
    via: tuple[int, int] | None = None


class Honour(msgspec.Struct, frozen=True):
    privilege: str
    points: int


class Honours(msgspec.Struct, frozen=True):
    city: str
    routes: tuple[str, ...]
    spaces: tuple[Honour, ...]


class Board(msgspec.Struct, frozen=True):
    """league_45.json and the other boards"""

    id: str
    name: str
    full_city_limit: int
    aspect: tuple[int, int]
    east_west: tuple[str, str]
    east_west_points: tuple[int, ...]
    special_prestige: Honours
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    region_gateways: dict[str, tuple[str, ...]] = {}
    region_points: dict[str, tuple[int, ...]] = {}
