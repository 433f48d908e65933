"""Everything a seat may do in a position, quickly.

Not for reasons: `checks` says why something else is not allowed, and the two must agree.
"""

from functools import lru_cache

from engine.teutonica.actions import DONE, SKIP, Deploy, Develop, Found, Lay, Put, Relocate, Standing, Take, add
from engine.teutonica.board import BOARDS, KINDS, MARKERS, Board
from engine.teutonica.legal.offers import lift_offers
from engine.teutonica.legal.reach import (
    adds,
    deploy_pieces,
    deploy_targets,
    lay_routes,
    liftable,
    limit,
    puts,
    relocations,
)
from engine.teutonica.legal.turn import Actions, act, pawn
from engine.teutonica.state import ORDERS, TeutonicaState, board_of, is_developed, prompted, provinces_of

STANDING = tuple(Standing(order) for order in ORDERS)


def legal(state: TeutonicaState, seat: int) -> Actions:
    """HT-25.1; standing orders come last."""
    found: Actions = _LISTS[state.phase](state, board_of(state), seat) if prompted(state) == seat else []
    if state.options.favours and state.phase not in ("along", "over"):
        player = state.players[seat]
        if "recruit_along" in player.tiles:
            found.extend(order for order in STANDING if order.order != player.standing)
    return found


def _pawn_start(state: TeutonicaState, board: Board, seat: int) -> Actions:
    return [pawn("start", province) for province in provinces_of(state).ids]


def _lift_list(state: TeutonicaState, board: Board, purpose: str) -> Actions:
    found: Actions = []
    for offer, road in zip(lift_offers(board.id, liftable(state, purpose)), state.roads, strict=True):
        found += offer[road.pieces]
    return found


@lru_cache(maxsize=512)
def _puts(board: str, origin: str) -> tuple[Put, ...]:
    return tuple(Put(origin, space) for space in BOARDS[board].spaces)


def _move(state: TeutonicaState, board: Board, seat: int) -> Actions:
    moving = state.moving
    found: Actions = []
    if moving is None:
        return found
    if not moving.putting and moving.lifts < limit(state, moving):
        found += _lift_list(state, board, moving.purpose)
    for origin, spaces in puts(state, board, moving):
        table = _puts(board.id, origin)
        found += [table[space] for space in spaces]
    if moving.purpose == "three" and state.options.edition == "2009" and moving.lifts:
        found.append(DONE)
    return found


@lru_cache(maxsize=8)
def _relocates(board: str) -> tuple[Relocate, ...]:
    return tuple(Relocate(space) for space in BOARDS[board].spaces)


def _respond(state: TeutonicaState, board: Board, seat: int) -> Actions:
    response = state.response
    if response is None:
        return []
    table = _relocates(board.id)
    found: Actions = [table[space] for space in relocations(state, board, response)]
    for origin, spaces in adds(state, board, response):
        found += [add(origin, board.spaces[space]) for space in spaces]
    if not response.piece:
        found.append(DONE)
    return found


def _along(state: TeutonicaState, board: Board, seat: int) -> Actions:
    stock = state.players[seat].stock
    return [Take(kind) for kind in (*KINDS, "none") if kind == "none" or stock.count(kind)]


def _perm(state: TeutonicaState, board: Board, seat: int) -> Actions:
    bonus, player = state.bonus, state.players[seat]
    found: Actions = []
    if bonus is None:
        return found
    if bonus.kind == "move_two":
        found += _lift_list(state, board, "move_two")
    elif bonus.kind == "privilege":
        if not is_developed(player.desk, "privilegium"):
            found.append(Develop("privilegium"))
    elif bonus.kind == "independent_office":
        cities = [city.id for city in board.cities if city.independent]
        found += [Found(city, kind) for city in cities for kind in KINDS if player.supply.count(kind)]
    elif bonus.more:
        pieces = deploy_pieces(state, board)
        for kind in KINDS:
            if pieces.count(kind):
                found += [Deploy(kind, board.spaces[space]) for space in deploy_targets(state, board, kind)]
    found.append(SKIP)
    return found


def _lay(state: TeutonicaState, board: Board, seat: int) -> Actions:
    routes = [board.routes[route].id for route in lay_routes(state, board)]
    shown = state.players[seat].shown
    return [Lay(marker, route) for marker in MARKERS if marker in shown for route in routes]


_LISTS = {
    "pawn0": _pawn_start,
    "act": act,
    "move": _move,
    "respond": _respond,
    "along": _along,
    "perm": _perm,
    "lay": _lay,
}
