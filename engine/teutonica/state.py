"""What changes in a game of Hansa Teutonica, and what follows from one position.

Not for how it changes (`play`), nor for who may see what of it (`views`).
Immutable parts have `gc=False`: they cannot be in a cycle, and there are too many of them to look for one.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar, Literal, get_args

import msgspec

from engine.teutonica.board import ABILITY_KIND, ABILITY_VALUES, PROVINCES, Board, Provinces, board_for
from engine.teutonica.options import SEATS, TeutonicaOptions
from engine.values import Decision, State

Phase = Literal["pawn0", "act", "move", "respond", "along", "perm", "lay", "over"]
Standing = Literal["ask", "trader", "merchant", "none"]
ORDERS: tuple[Standing, ...] = get_args(Standing)
Purpose = Literal["move", "three", "move_two"]

FREE = ""
END_SCORE = 20
"""HT-19.1."""
ON_BOARD = 3
"""HT-13.6: markers on routes, at the start of each turn."""

PIECES = tuple({kind: f"P{seat + 1}{kind}" for kind in ("T", "M")} for seat in range(SEATS))
EXTRAS = tuple({kind: f"P{seat + 1}{kind}x" for kind in ("T", "M")} for seat in range(SEATS))
"""How an extra office is written in a row."""
OWNER = {piece: seat for seat in range(SEATS) for words in (PIECES, EXTRAS) for piece in words[seat].values()}
KIND = {piece: kind for words in (PIECES, EXTRAS) for entry in words for kind, piece in entry.items()}
ROAD_PIECES = frozenset(piece for entry in PIECES for piece in entry.values())
EXTRA_PIECES = frozenset(piece for entry in EXTRAS for piece in entry.values())
SEAT_WORDS = tuple(f"P{seat + 1}" for seat in range(SEATS))


class Pieces(msgspec.Struct, frozen=True, gc=False):
    """Some pieces of one owner."""

    traders: int = 0
    merchants: int = 0

    def __bool__(self) -> bool:
        return self.traders > 0 or self.merchants > 0

    @property
    def total(self) -> int:
        return self.traders + self.merchants

    def count(self, kind: str) -> int:
        return self.merchants if kind == "M" else self.traders

    def plus(self, kind: str, number: int = 1) -> "Pieces":
        if kind == "M":
            return Pieces(self.traders, self.merchants + number)
        return Pieces(self.traders + number, self.merchants)

    def minus(self, kind: str) -> "Pieces":
        return self.plus(kind, -1)

    def __add__(self, other: "Pieces") -> "Pieces":
        return Pieces(self.traders + other.traders, self.merchants + other.merchants)

    def __sub__(self, other: "Pieces") -> "Pieces":
        return Pieces(self.traders - other.traders, self.merchants - other.merchants)


NO_PIECES = Pieces()


class Desk(msgspec.Struct, frozen=True, gc=False):
    """For each ability the pieces taken from it so far: its place in the values of HT-2.5."""

    clavis: int = 0
    actiones: int = 0
    privilegium: int = 0
    liber: int = 0
    bursa: int = 0


class Player(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one seat besides its pieces on the board."""

    stock: Pieces
    supply: Pieces
    desk: Desk = Desk()
    score: int = 0
    unused: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    plate: tuple[str, ...] = ()
    """Markers drawn in this turn, unseen by everybody (HT-10.3)."""
    shown: tuple[str, ...] = ()
    """Markers face up on the plate: to be laid, or stuck there (HT-13.1, HT-13.5)."""
    tiles: tuple[str, ...] = ()
    mission: str = ""
    standing: Standing = "ask"


class Road(msgspec.Struct, frozen=True, gc=False):
    """A route: its pieces from space 1 on ("P1T", "P2M", or nothing) and the marker on it, if any."""

    route: str
    pieces: tuple[str, ...]
    marker: str = ""


class Row(msgspec.Struct, frozen=True, gc=False):
    """The offices of a city from left to right; extra offices ("P1Tx") come before the printed ones."""

    city: str
    offices: tuple[str, ...] = ()


class Held(msgspec.Struct, frozen=True, gc=False):
    """A piece lifted from a space."""

    origin: str
    piece: str


class Moving(msgspec.Struct, frozen=True, gc=False):
    """An open sequence of lifts and puts (section 9, HT-12.7, HT-12.8, HT-16.7)."""

    purpose: Purpose
    lifts: int = 0
    putting: bool = False
    hand: tuple[Held, ...] = ()


class Response(msgspec.Struct, frozen=True, gc=False):
    """An open displacement (section 8). `piece` is the displaced one while it is not placed; `more` counts adds."""

    victim: int
    route: str
    piece: str
    more: int
    placed: tuple[str, ...] = ()


class Bonus(msgspec.Struct, frozen=True, gc=False):
    """An open permanent bonus (HT-16.7). `pieces` of the route wait for `deploy` on the East board."""

    kind: str
    more: int = 1
    pieces: Pieces = NO_PIECES


class TeutonicaState(State):
    """A position. Tuples over seats start with P1; roads, rows and honours are in file order."""

    rules: ClassVar[str] = "2"
    """The version of the rules that it goes on under."""

    seats: int
    options: TeutonicaOptions
    phase: Phase
    round: int
    active: int
    left: int
    players: tuple[Player, ...]
    roads: tuple[Road, ...]
    rows: tuple[Row, ...]
    honours: tuple[str, ...]
    """White to black: "P1" or nothing."""
    markers: tuple[str, ...]
    """The hidden marker supply, next one first."""
    tiles: tuple[str, ...] = ()
    """Favours shown and not bought."""
    connected: tuple[int, ...] = ()
    """Seats in the order in which they connected (HT-11.2)."""
    pawn: str = ""
    decided: bool = False
    """Whether the active seat has decided anything in this turn (HT-15.1)."""
    acted: bool = False
    """Whether it has taken an action in this turn (HT-18.5)."""
    locked: bool = False
    """HT-15.4, HT-18.7."""
    pawn_moved: bool = False
    """Whether the free move of this turn is spent."""
    permissions: tuple[str, ...] = ()
    """Cities whose permission was used in this turn (HT-17.4)."""
    moving: Moving | None = None
    response: Response | None = None
    bonus: Bonus | None = None
    triggers: tuple[str, ...] = ()
    """What has ended the game: "score", "markers", "cities"."""
    still: int = 0
    """Complete rounds in a row without a change of HT-19.6."""
    stirred: bool = False
    """Whether this round has had such a change."""


class TeutonicaState1(TeutonicaState):
    """A position of a game that was begun under version 1 of the rules."""

    rules = "1"


# ---- what follows from a position


def board_of(state: TeutonicaState) -> Board:
    return board_for(state.options.board, state.seats)


def provinces_of(state: TeutonicaState) -> Provinces:
    return PROVINCES[state.options.provinces]


def may_hire_fewer(state: TeutonicaState) -> bool:
    """HT-5.3; version 1 took the number for exact in both editions."""
    return state.options.edition == "2020" and state.rules != "1"


def is_never_homeless(state: TeutonicaState) -> bool:
    """HT-8.11: whether no piece may be displaced that would fit nowhere."""
    return state.options.homeless == "forbidden"


def most_hired(stock: Pieces, desk: Desk) -> int:
    """HT-5.1: k."""
    value = ABILITY_VALUES["bursa"][desk.bursa]
    return stock.total if value == "all" else min(int(value), stock.total)


def space_piece(state: TeutonicaState, board: Board, space: int) -> str:
    return state.roads[board.space_route[space]].pieces[board.space_slot[space]]


def own_spaces(state: TeutonicaState, board: Board, seat: int) -> Iterator[int]:
    """The spaces with pieces of the seat, in file order."""
    own = PIECES[seat].values()
    for route, road in zip(board.routes, state.roads, strict=True):
        for slot, piece in enumerate(road.pieces):
            if piece in own:
                yield route.first + slot


@lru_cache(maxsize=65536)
def controller(offices: tuple[str, ...]) -> int | None:
    """HT-2.10."""
    if not offices:
        return None
    owners = [OWNER[office] for office in offices]
    most = max(map(owners.count, owners))
    return next(owner for owner in reversed(owners) if owners.count(owner) == most)


def printed(offices: tuple[str, ...]) -> tuple[str, ...]:
    """The offices of a row without the extra ones."""
    return tuple(office for office in offices if office not in EXTRA_PIECES)


@lru_cache(maxsize=65536)
def printed_count(offices: tuple[str, ...]) -> int:
    return len(printed(offices))


def is_full(board: Board, city: int, offices: tuple[str, ...]) -> bool:
    """HT-2.12, HT-16.3."""
    place = board.cities[city]
    return bool(offices) if place.independent else printed_count(offices) >= len(place.offices)


def full_cities(state: TeutonicaState, board: Board) -> int:
    return sum(is_full(board, city, row.offices) for city, row in enumerate(state.rows))


def has_office(row: Row, seat: int) -> bool:
    return any(OWNER[office] == seat for office in row.offices)


def reachable(state: TeutonicaState, board: Board, seat: int, start: int) -> set[int]:
    """The connected set of cities with offices of the seat that holds `start`; empty if `start` has none."""
    owned = {city for city, row in enumerate(state.rows) if has_office(row, seat)}
    if start not in owned:
        return set()
    found, edge = {start}, [start]
    while edge:
        for city in board.cities[edge.pop()].neighbours:
            if city in owned and city not in found:
                found.add(city)
                edge.append(city)
    return found


def ability(desk: Desk, name: str) -> int | str:
    """HT-2.6: the current value."""
    steps: int = getattr(desk, name)
    return ABILITY_VALUES[name][steps]


def is_developed(desk: Desk, name: str) -> bool:
    """Whether the ability has no piece left on it."""
    steps: int = getattr(desk, name)
    return steps == len(ABILITY_VALUES[name]) - 1


def counted_developments(state: TeutonicaState, desk: Desk) -> int:
    """HT-21.1."""
    if state.options.tiebreak == "actiones":
        return desk.actiones
    return desk.clavis + desk.actiones + desk.privilegium + desk.liber + desk.bursa


def desk_pieces(desk: Desk) -> Pieces:
    """The pieces still on the desk (HT-2.5)."""
    pieces = NO_PIECES
    for name, values in ABILITY_VALUES.items():
        steps: int = getattr(desk, name)
        pieces = pieces.plus(ABILITY_KIND[name], len(values) - 1 - steps)
    return pieces


ACTIONES = tuple(int(value) for value in ABILITY_VALUES["actiones"])
LIBER = tuple(int(value) for value in ABILITY_VALUES["liber"])


def tile_owner(state: TeutonicaState, tile: str) -> int | None:
    return next((seat for seat, player in enumerate(state.players) if tile in player.tiles), None)


def prompted(state: TeutonicaState) -> int | None:
    """HT-25.2: the one seat that owes a decision."""
    if state.phase == "over":
        return None
    if state.phase == "respond" and state.response is not None:
        return state.response.victim
    if state.phase == "along":
        return tile_owner(state, "recruit_along")
    if state.phase == "pawn0":
        return 1
    return state.active


_DECISIONS = {
    (seat, phase): (Decision(seat, phase),)
    for seat in range(SEATS)
    for phase in ("pawn0", "act", "move", "respond", "along", "perm", "lay")
}


def decisions(state: TeutonicaState) -> tuple[Decision, ...]:
    seat = prompted(state)
    return () if seat is None else _DECISIONS[seat, state.phase]
