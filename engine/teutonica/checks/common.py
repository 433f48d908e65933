"""Refusals that several decisions share: no action left, no such place, no access.

Not for any one decision.
"""

from engine.errors import Illegal
from engine.teutonica.board import Board
from engine.teutonica.legal.reach import in_province, permission
from engine.teutonica.state import TeutonicaState, is_developed


def need_action(state: TeutonicaState) -> None:
    if state.left < 1:
        if state.locked and state.pawn:
            raise Illegal("HT-18.7", "The pawn has made its last move: there are no more actions in this turn.")
        if state.locked:
            raise Illegal("HT-15.4", "You have given up your actions for this turn.")
        raise Illegal("HT-4.3", "You have no action left in this turn.")


def space_on(board: Board, space: str) -> int:
    if space not in board.space_index:
        raise Illegal("HT-2.1", "There is no space {space} on this board.", space=space)
    return board.space_index[space]


def route_on(board: Board, route: str) -> int:
    if route not in board.route_index:
        raise Illegal("HT-2.1", "There is no route {route} on this board.", route=route)
    return board.route_index[route]


def need_fit(board: Board, space: int, kind: str) -> None:
    if kind == "T" and board.ship[space]:
        raise Illegal("HT-2.8", "{space} is a ship space, for merchants only.", space=board.spaces[space])


def need_access(state: TeutonicaState, board: Board, seat: int, route: int) -> None:
    """HT-17.4, HT-18.8."""
    place = board.routes[route]
    if permission(state, board, seat, place.region) is None:
        raise Illegal("HT-17.4", "You have no permission left for this region in this turn.")
    if not in_province(state, place.id):
        raise Illegal("HT-18.8", "{route} does not border the province of the pawn.", route=place.id)


def need_room_to_develop(state: TeutonicaState, seat: int, name: str) -> None:
    if is_developed(state.players[seat].desk, name):
        raise Illegal("HT-2.6", "Your {ability} is fully developed.", ability=name)
