"""Moves from route to route as whole moves, and lifting and putting of several pieces, as routes (action D, markers).

Not for placements: `placing` has those.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.choices import single
from engine.teutonica.actions import VERBS, Lift, Put, TeutonicaAction, mix_word
from engine.teutonica.board import BOARDS, KINDS, Board
from engine.teutonica.choices.spaces import Spot, room, spots
from engine.teutonica.legal.reach import put_regions
from engine.teutonica.state import (
    KIND,
    LIBER,
    OWNER,
    PIECES,
    SEAT_WORDS,
    Held,
    Moving,
    TeutonicaState,
    space_piece,
)
from engine.values import Choice, Param, Whole

_PIECES, _BERTH = Param("pieces", "mix"), Param("berth", "berth", optional=True)

WHOLES = (
    Whole("move", (Param("origin", "route"), _PIECES, Param("route", "route"), _BERTH)),
    Whole("put_down", (Param("owner", "seat", optional=True), _PIECES, Param("route", "route"), _BERTH)),
)
_LIFT = next(verb for verb in VERBS if verb.action is Lift)


@lru_cache(maxsize=4096)
def _lift(space: str) -> Lift:
    return Lift(space)


@lru_cache(maxsize=65536)
def _put(origin: str, space: str) -> Put:
    return Put(origin, space)


# ---- whole moves


def moves(state: TeutonicaState, board: Board, seat: int) -> list[Choice]:
    """One piece, or all of its kind as far as they may be lifted, from one route to another."""
    found, limit = list[Choice](), LIBER[state.players[seat].desk.liber]
    for origin in board.routes:
        pieces = state.roads[origin.index].pieces
        for kind in KINDS:
            spaces = tuple(
                board.spaces[origin.first + slot] for slot, piece in enumerate(pieces) if piece == PIECES[seat][kind]
            )
            numbers = dict.fromkeys((1, min(len(spaces), limit))) if spaces else {}
            for number in numbers:
                found += _moves_from(state, board, origin.id, kind, spaces[:number])
    return found


def _moves_from(
    state: TeutonicaState, board: Board, origin: str, kind: str, spaces: tuple[str, ...]
) -> Iterator[Choice]:
    """HT-9.2, HT-17.8: to each other route that has room for all of them."""
    regions = put_regions(board, "move", spaces[0]) if board.gateways else ("",)
    for route in board.routes:
        if route.id != origin and route.region in regions:
            yield from _moved(board.id, origin, kind, spaces, route.index, state.roads[route.index].pieces)


@lru_cache(maxsize=65536)
def _moved(
    board: str, origin: str, kind: str, spaces: tuple[str, ...], route: int, pieces: tuple[str, ...]
) -> tuple[Choice, ...]:
    mix = mix_word(len(spaces), 0) if kind == "T" else mix_word(0, len(spaces))
    lifts = tuple(map(_lift, spaces))
    return tuple(
        Choice("move", (origin, mix, name, berth), (*lifts, *map(_put, spaces, targets)))
        for name, berth, targets in _landings(board, kind, len(spaces), route, pieces)
    )


def _landings(
    board: str, kind: str, number: int, route: int, pieces: tuple[str, ...]
) -> list[tuple[str, str, tuple[str, ...]]]:
    """Where so many of a kind find room on a route: the route, the berth and the spaces."""
    here, name = room(board, route, pieces), BOARDS[board].routes[route].id
    if kind == "T":
        return [(name, "", here.land[:number])] if len(here.land) >= number else []
    if number == 1:
        both = bool(here.land) and bool(here.ship)
        return [
            (name, berth if both else "", free[:1])
            for berth, free in (("land", here.land), ("ship", here.ship))
            if free
        ]
    free = here.ship + here.land
    return [(name, "", free[:number])] if len(free) >= number else []


# ---- several pieces


def lifts(state: TeutonicaState, board: Board, actions: Sequence[TeutonicaAction]) -> list[Choice]:
    """One for each owner, kind of piece and sort of space on a route."""
    first = dict[tuple[int, str, bool], Lift]()
    for action in actions:
        assert isinstance(action, Lift)
        space = board.space_index[action.space]
        first.setdefault((board.space_route[space], space_piece(state, board, space), board.ship[space]), action)
    return [single(_LIFT, action) for action in first.values()]


def puts(board: Board, moving: Moving, actions: Sequence[TeutonicaAction]) -> list[Choice]:
    """The pieces in the hand that are equal together, each number of them on each route that has room.

    Those that may enter fewest regions come first: they stand for the others wherever both may go.
    """
    targets = dict[str, list[str]]()
    for action in actions:
        assert isinstance(action, Put)
        targets.setdefault(action.origin, []).append(action.space)
    ample = all(len(spaces) >= len(moving.hand) for spaces in targets.values())
    found = dict[tuple[str, ...], Choice]()
    for group in _equals(board, moving):
        owner = "" if moving.purpose == "move" else SEAT_WORDS[OWNER[group[0].piece]]
        for number in range(len(group) if ample else 1, 0, -1):
            for spot, spaces in _on_routes(board, targets.get(group[0].origin, []), number):
                mix = mix_word(number, 0) if KIND[group[0].piece] == "T" else mix_word(0, number)
                values = (owner, mix, spot.route, spot.berth)
                placed = tuple(_put(held.origin, space) for held, space in zip(group, spaces, strict=False))
                found.setdefault(values, Choice("put_down", values, placed))
    return list(found.values())


def _equals(board: Board, moving: Moving) -> list[list[Held]]:
    """The hand, sorted into pieces that may be exchanged for each other (HT-2.3)."""
    groups = dict[tuple[str, tuple[str, ...]], list[Held]]()
    for held in moving.hand:
        regions = put_regions(board, moving.purpose, held.origin) if board.gateways else ()
        groups.setdefault((held.piece, regions), []).append(held)
    return [groups[key] for key in sorted(groups, key=lambda key: len(key[1]))]


def _on_routes(board: Board, spaces: Sequence[str], number: int) -> Iterator[tuple[Spot, list[str]]]:
    """Where so many pieces find room together; a single one may choose its sort of space."""
    if number == 1:
        yield from ((spot, [spot.space]) for spot in spots(board, spaces))
        return
    free = dict[int, list[str]]()
    for space in spaces:
        free.setdefault(board.space_route[board.space_index[space]], []).append(space)
    for route, on_it in free.items():
        if len(on_it) >= number:
            on_it.sort(key=lambda space: not board.ship[board.space_index[space]])
            yield Spot(board.routes[route].id, "", on_it[0]), on_it[:number]
