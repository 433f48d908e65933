"""Where pieces may go: rings, ships, regions, permissions, provinces, and whether a hand can be put down at all.

Not for what a decision costs or does.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, product

from engine.teutonica.board import BOARDS, KINDS, Board
from engine.teutonica.options import SEATS
from engine.teutonica.state import (
    FREE,
    KIND,
    LIBER,
    NO_PIECES,
    OWNER,
    PIECES,
    ROAD_PIECES,
    Held,
    Moving,
    Pieces,
    Response,
    TeutonicaState,
    is_never_homeless,
    own_spaces,
    printed_count,
    provinces_of,
    space_piece,
)

OPEN_REGIONS = ("", "england")
"""Regions that anybody may enter; boards without regions have only "". """
OWN = tuple(frozenset(entry.values()) for entry in PIECES)
OTHERS = tuple(ROAD_PIECES - own for own in OWN)
OWN_ROUTES = tuple(
    frozenset(
        tuple(PIECES[seat][kind] for kind in kinds) for length in (2, 3, 4) for kinds in product(KINDS, repeat=length)
    )
    for seat in range(SEATS)
)
"""For each seat every content of a route on which it holds all spaces (HT-10.1)."""


# ---- Britannia and the game for two


def permission(state: TeutonicaState, board: Board, seat: int, region: str) -> str | None:
    """HT-17.4 to HT-17.6: the city whose permission would be used, "" where none is needed, None if there is none."""
    if region in OPEN_REGIONS:
        return ""
    for city, regions in board.gateways:
        offices = state.rows[city].offices
        name = board.cities[city].id
        if region in regions and offices and OWNER[offices[-1]] == seat and name not in state.permissions:
            return name
    return None


def in_province(state: TeutonicaState, route: str) -> bool:
    """HT-18.8: whether the pawn, if there is one, lets a seat work on the route."""
    return not state.pawn or route in provinces_of(state).routes[state.pawn]


# ---- responses (section 8)


@cache
def ring_spaces(board: str, route: int, kind: str) -> tuple[tuple[int, ...], ...]:
    """HT-8.5 to HT-8.7, HT-17.7: for a piece displaced from the route, the spaces it may enter, ring by ring."""
    map_ = BOARDS[board]
    regions = (*OPEN_REGIONS, map_.routes[route].region)
    return tuple(
        tuple(
            space
            for number in ring
            if map_.routes[number].region in regions
            for space in map_.routes[number].spaces
            if kind == "M" or not map_.ship[space]
        )
        for ring in map_.routes[route].rings
    )


def ring_targets(state: TeutonicaState, board: Board, route: int, kind: str) -> list[int]:
    """HT-8.6: the free spaces of the lowest ring that has one."""
    roads, routes, slots = state.roads, board.space_route, board.space_slot
    for ring in ring_spaces(board.id, route, kind):
        if found := [space for space in ring if roads[routes[space]].pieces[slots[space]] == FREE]:
            return found
    return []


def free_spaces(state: TeutonicaState, board: Board, kind: str, regions: Sequence[str] | None = None) -> list[int]:
    """Every space the kind fits, in these regions or anywhere."""
    found: list[int] = []
    for route, road in zip(board.routes, state.roads, strict=True):
        if regions is None or route.region in regions:
            found += _free_on(route.fits[kind], route.first, road.pieces)
    return found


@lru_cache(maxsize=65536)
def _free_on(spaces: tuple[int, ...], first: int, pieces: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(space for space in spaces if pieces[space - first] == FREE)


def relocations(state: TeutonicaState, board: Board, response: Response) -> list[int]:
    """Where the displaced piece may go."""
    if not response.piece:
        return []
    kind = KIND[response.piece]
    if "relocate_anywhere" in state.players[response.victim].tiles:  # HT-15.7
        return free_spaces(state, board, kind)
    return ring_targets(state, board, board.route_index[response.route], kind)


def source(state: TeutonicaState, response: Response) -> Pieces | None:
    """HT-8.3: the pieces to add from, or None when they come from roads."""
    player = state.players[response.victim]
    return player.stock or player.supply or None


def adds(state: TeutonicaState, board: Board, response: Response) -> list[tuple[str, list[int]]]:
    """HT-8.3, HT-8.4: each source of an added piece (a kind, or a space) with the spaces it may go to."""
    if not response.more:
        return []
    route = board.route_index[response.route]
    pieces = source(state, response)
    if pieces is not None:
        pairs = [(kind, kind) for kind in ("T", "M") if pieces.count(kind)]
    else:
        pairs = [
            (board.spaces[space], KIND[state.roads[board.space_route[space]].pieces[board.space_slot[space]]])
            for space in own_spaces(state, board, response.victim)
            if board.spaces[space] not in response.placed
        ]
    targets = {kind: ring_targets(state, board, route, kind) for kind in {kind for _, kind in pairs}}
    found = [(origin, targets[kind]) for origin, kind in pairs]
    if response.piece and is_never_homeless(state):
        found = [
            (origin, [space for space in spaces if leaves_room(state, board, response, origin, space)])
            for origin, spaces in found
        ]
    return [(origin, spaces) for origin, spaces in found if spaces]


def leaves_room(state: TeutonicaState, board: Board, response: Response, origin: str, space: int) -> bool:
    """HT-8.11: whether the displaced piece still fits somewhere when this one has been added."""
    vacated = None if origin in KINDS else board.space_index[origin]
    return any(
        one != space and (one == vacated or space_piece(state, board, one) == FREE)
        for one in _permitted(state, board, response)
    )


def _permitted(state: TeutonicaState, board: Board, response: Response) -> Iterable[int]:
    """Every space that the displaced piece fits and may enter, free or not, near or far."""
    kind = KIND[response.piece]
    if "relocate_anywhere" in state.players[response.victim].tiles:  # HT-15.7
        return chain.from_iterable(route.fits[kind] for route in board.routes)
    return chain.from_iterable(ring_spaces(board.id, board.route_index[response.route], kind))


def is_homeless(state: TeutonicaState, board: Board, space: int) -> bool:
    """HT-8.11: whether the piece that stands on the space would fit nowhere if it were displaced."""
    piece = space_piece(state, board, space)
    route = board.routes[board.space_route[space]].id
    return not relocations(state, board, Response(OWNER[piece], route, piece, more=0))


# ---- moves (section 9, HT-12.7, HT-16.7)


def limit(state: TeutonicaState, moving: Moving) -> int:
    """How many pieces the sequence may lift."""
    if moving.purpose == "move":
        return LIBER[state.players[state.active].desk.liber]
    return 3 if moving.purpose == "three" else 2


def liftable(state: TeutonicaState, purpose: str) -> frozenset[str]:
    """HT-9.5, HT-12.7, HT-12.8, HT-16.7: which pieces the sequence may lift."""
    if purpose == "move":
        return OWN[state.active]
    return OTHERS[state.active] if purpose == "three" and state.options.edition == "2020" else ROAD_PIECES


def can_use_three(state: TeutonicaState) -> bool:
    """HT-12.9."""
    pieces = liftable(state, "three")
    return any(not pieces.isdisjoint(road.pieces) for road in state.roads)


def put_regions(board: Board, purpose: str, origin: str) -> tuple[str, ...]:
    """HT-17.8, HT-17.9: where a piece lifted from `origin` may be put."""
    region = board.region[board.space_index[origin]]
    if purpose != "move" or region in OPEN_REGIONS:
        return (region,)
    return (region, "england")


def put_targets(state: TeutonicaState, board: Board, moving: Moving, held: Held) -> list[int]:
    """The spaces the held piece fits and may enter, whatever becomes of the rest of the hand."""
    regions = put_regions(board, moving.purpose, held.origin) if board.gateways else None
    return free_spaces(state, board, KIND[held.piece], regions)


def can_put_all(targets: Sequence[Sequence[int]], without: int | None = None) -> bool:
    """HT-9.4: whether each piece can have a space of its own (bipartite matching by augmenting paths)."""
    taken: dict[int, int] = {}

    def find(piece: int, seen: set[int]) -> bool:
        for space in targets[piece]:
            if space == without or space in seen:
                continue
            seen.add(space)
            if space not in taken or find(taken[space], seen):
                taken[space] = piece
                return True
        return False

    return all(find(piece, set()) for piece in range(len(targets)))


def puts(state: TeutonicaState, board: Board, moving: Moving) -> list[tuple[str, list[int]]]:
    """Each piece in the hand, by origin, with the spaces it may be put on (HT-9.2, HT-9.4)."""
    targets = [put_targets(state, board, moving, held) for held in moving.hand]
    found = []
    for index, held in enumerate(moving.hand):
        others = targets[:index] + targets[index + 1 :]
        if not others or min(map(len, others)) > len(others):  # room for the others whatever this one takes
            fitting = targets[index]
        else:
            fitting = [space for space in targets[index] if can_put_all(others, space)]
        found.append((held.origin, fitting))
    return found


# ---- permanent bonuses


def deploy_targets(state: TeutonicaState, board: Board, kind: str) -> list[int]:
    """HT-16.7, HT-17.11: East deploys anywhere, Britannia in Wales and Scotland."""
    return free_spaces(state, board, kind, ("wales", "scotland") if board.gateways else None)


def deploy_pieces(state: TeutonicaState, board: Board) -> Pieces:
    """What `deploy` may take: pieces of the route on East, the stock on Britannia."""
    if state.bonus is None:
        return NO_PIECES
    return state.players[state.active].stock if board.gateways else state.bonus.pieces


# ---- laying markers


def can_lay(state: TeutonicaState, board: Board, route: int) -> bool:
    """HT-13.2, HT-13.3."""
    road, place = state.roads[route], board.routes[route]
    if road.marker or any(road.pieces) or place.bonus or place.region not in OPEN_REGIONS:
        return False
    return any(has_free_office(state, board, city) for city in place.ends)


def has_free_office(state: TeutonicaState, board: Board, city: int) -> bool:
    """Whether the city has a free printed office."""
    place = board.cities[city]
    return not place.independent and printed_count(state.rows[city].offices) < len(place.offices)


def lay_routes(state: TeutonicaState, board: Board) -> list[int]:
    return [route for route in range(len(board.routes)) if can_lay(state, board, route)]
