"""What never changes in Hansa: ports, slots, routes, goods; read from `data/hansa/board.json` and checked.

Not for positions: `state.py` has what changes.
"""

from itertools import product

import msgspec

from engine import boards

COLOURS = "YGRBNK"
"""HA-1.3: yellow, green, red, blue, pink, black; this is the colour order."""

BARRELS = "123"
FACES = tuple(colour + barrels for colour, barrels in product(COLOURS, BARRELS))
FACE_ORDER = {face: index for index, face in enumerate(FACES)}
NO_MARKER = ""
Faces = tuple[str, ...]


class PortData(msgspec.Struct, frozen=True):
    id: str
    name: str
    number: int
    warehouses: int
    x: int
    y: int


class RouteData(msgspec.Struct, frozen=True, rename={"origin": "from"}):
    origin: str
    to: str
    kind: str


class PileData(msgspec.Struct, frozen=True):
    pile: int
    x: int
    y: int


class GoodsData(msgspec.Struct, frozen=True):
    per_colour: dict[str, int]
    colour_names: tuple[str, ...]
    colours_removed_by_players: dict[str, int]


class ComponentsData(msgspec.Struct, frozen=True):
    booths_per_player: int
    talers: int


class SetupData(msgspec.Struct, frozen=True):
    start_talers: int
    initial_placements: int
    booths_per_initial_placement: int
    no_initial_booths_at: tuple[str, ...]


class BoardData(msgspec.Struct, frozen=True):
    """`board.json` as it is, as far as the rules and painters need it."""

    ports: tuple[PortData, ...]
    routes: tuple[RouteData, ...]
    start: str
    supply: tuple[PileData, ...]
    goods: GoodsData
    components: ComponentsData
    setup: SetupData


class Board:
    """The board in the shape the rules use: ports and slots are numbered from 0 in slot order (HA-1.9)."""

    def __init__(self, raw: BoardData) -> None:
        _check(raw)
        self.raw = raw
        ports = sorted(raw.ports, key=lambda port: port.number)
        self.ports = tuple(port.id for port in ports)
        self.index = {port: index for index, port in enumerate(self.ports)}
        self.slot_names = tuple(f"{port.id}.{letter}" for port in ports for letter in "ab"[: port.warehouses])
        self.slots_of = tuple(
            tuple(index for index, name in enumerate(self.slot_names) if name.startswith(f"{port}."))
            for port in self.ports
        )
        self.exits = tuple(
            tuple(target for target in self.ports if (port, target) in {(r.origin, r.to) for r in raw.routes})
            for port in self.ports
        )
        self.start = raw.start
        self.closed_to_placement = frozenset(raw.setup.no_initial_booths_at)

    def boxed_colours(self, seats: int) -> int:
        """HA-2.2: how many colours stay in the box."""
        return self.raw.goods.colours_removed_by_players[str(seats)]

    def markers(self, colour: str) -> tuple[str, ...]:
        """HA-1.2: all markers of a colour."""
        return tuple(
            colour + barrels for barrels, count in sorted(self.raw.goods.per_colour.items()) for _ in range(count)
        )

    def pile_sizes(self, seats: int) -> tuple[int, ...]:
        """HA-2.4: the sizes of the piles after setup, pile 1 first; larger piles first."""
        in_play = (len(COLOURS) - self.boxed_colours(seats)) * len(self.markers("Y"))
        rest, count = in_play - len(self.slot_names), len(self.raw.supply)
        return tuple(rest // count + (pile < rest % count) for pile in range(count))

    def piles_left(self, seats: int, supply: int) -> tuple[int, ...]:
        """HA-6.6: the sizes of the piles when `supply` markers are left; lower piles empty first."""
        sizes: list[int] = []
        for size in reversed(self.pile_sizes(seats)):
            sizes.append(min(size, supply))
            supply -= sizes[-1]
        return tuple(reversed(sizes))


def _check(raw: BoardData) -> None:
    """Refuses a board file that the rules cannot work with (HA-1.1, HA-16.8)."""
    ports = {port.id for port in raw.ports}
    problems = {
        "port ids differ": len(ports) == len(raw.ports),
        "port numbers are 1 to 9": sorted(port.number for port in raw.ports) == list(range(1, len(ports) + 1)),
        "a port has one or two warehouses": all(port.warehouses in (1, 2) for port in raw.ports),
        "routes join two different ports": all({r.origin, r.to} <= ports and r.origin != r.to for r in raw.routes),
        "every port has an exit": {route.origin for route in raw.routes} == ports,
        "the ship starts in a port": raw.start in ports,
        "placement bans name ports": set(raw.setup.no_initial_booths_at) <= ports,
        "goods have 1, 2 and 3 barrels": sorted(raw.goods.per_colour) == list(BARRELS),
        "colours have names": len(raw.goods.colour_names) == len(COLOURS),
    }
    broken = [text for text, holds in problems.items() if not holds]
    if broken:
        raise ValueError(f"data/hansa/board.json: not true that {'; '.join(broken)}")


def read_board(value: object) -> Board:
    """A board from the content of a board file; ValueError, with the reason, if it is not fit to play on."""
    return Board(msgspec.convert(value, BoardData))


BOARD = read_board(boards.load(__name__, "hansa/board.json"))
