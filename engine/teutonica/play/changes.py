"""The smallest changes of a position: a piece, a point, an office. All work on a copy already made.

Not for which decision leads to which change, nor for what is allowed (`checks`).
"""

from msgspec.structs import replace

from engine.teutonica.board import ABILITY_KIND, Board
from engine.teutonica.events import Full, Point, Trigger
from engine.teutonica.state import (
    ACTIONES,
    END_SCORE,
    EXTRAS,
    FREE,
    PIECES,
    Desk,
    Player,
    Road,
    Row,
    TeutonicaState,
    full_cities,
    is_full,
    printed_count,
    reachable,
)
from engine.values import Event

Events = list[Event]


def set_player(state: TeutonicaState, seat: int, player: Player) -> None:
    state.players = (*state.players[:seat], player, *state.players[seat + 1 :])


def set_space(state: TeutonicaState, board: Board, space: int, piece: str) -> None:
    route, slot = board.space_route[space], board.space_slot[space]
    road = state.roads[route]
    pieces = (*road.pieces[:slot], piece, *road.pieces[slot + 1 :])
    set_road(state, route, Road(road.route, pieces, road.marker))


def set_road(state: TeutonicaState, route: int, road: Road) -> None:
    roads = state.roads
    state.roads = (*roads[:route], road, *roads[route + 1 :])


def take_space(state: TeutonicaState, board: Board, space: int) -> str:
    """Empties a space and returns the piece."""
    piece = state.roads[board.space_route[space]].pieces[board.space_slot[space]]
    set_space(state, board, space, FREE)
    return piece


def spend_action(state: TeutonicaState) -> None:
    state.left -= 1
    state.acted = True
    state.decided = True


def turn_marker(state: TeutonicaState, seat: int, marker: str) -> None:
    """HT-12.1: a held marker is used."""
    player = state.players[seat]
    index = player.unused.index(marker)
    unused = player.unused[:index] + player.unused[index + 1 :]
    set_player(state, seat, replace(player, unused=unused, used=(*player.used, marker)))
    state.stirred = True


def trigger(state: TeutonicaState, reason: str, events: Events) -> None:
    """HT-19.1 to HT-19.3; several triggers act as one (HT-23.8)."""
    if reason not in state.triggers:
        state.triggers = (*state.triggers, reason)
        events.append(Trigger(reason=reason))


def gain(state: TeutonicaState, seat: int, points: int, reason: str, city: str, events: Events) -> None:
    player = state.players[seat]
    set_player(state, seat, replace(player, score=player.score + points))
    state.stirred = True
    events.append(Point(seat=seat, points=points, reason=reason, city=city))
    if player.score + points >= END_SCORE:
        trigger(state, "score", events)


def develop(state: TeutonicaState, seat: int, ability: str) -> None:
    """HT-2.6, HT-4.6."""
    player = state.players[seat]
    desk: Desk = replace(player.desk, **{ability: getattr(player.desk, ability) + 1})
    set_player(state, seat, replace(player, desk=desk, supply=player.supply.plus(ABILITY_KIND[ability])))
    state.stirred = True
    if not state.locked:
        state.left += ACTIONES[desk.actiones] - ACTIONES[player.desk.actiones]


def found_office(state: TeutonicaState, board: Board, seat: int, city: int, piece: str, events: Events) -> None:
    """HT-10.7, HT-12.3, HT-16.3, HT-16.4: an extra office goes to the left end of the row, any other to the right."""
    row = state.rows[city]
    was_full = is_full(board, city, row.offices)
    extra = piece in EXTRAS[seat].values()
    offices = (piece, *row.offices) if extra else (*row.offices, piece)
    printed = () if extra or board.cities[city].independent else board.cities[city].offices
    if printed and (coin := printed[printed_count(row.offices)].points):
        gain(state, seat, coin, "coin", row.city, events)
    state.rows = (*state.rows[:city], Row(row.city, offices), *state.rows[city + 1 :])
    state.stirred = True
    if not was_full and is_full(board, city, offices):
        count = full_cities(state, board)
        events.append(Full(city=row.city, count=count))
        if count >= board.full_limit:
            trigger(state, "cities", events)
    _connect(state, board, seat, events)


def _connect(state: TeutonicaState, board: Board, seat: int, events: Events) -> None:
    """HT-11.1 to HT-11.3."""
    start, goal = board.connection
    if seat in state.connected or goal not in reachable(state, board, seat, start):
        return
    order = len(state.connected)
    state.connected = (*state.connected, seat)
    if order < len(board.connection_points):
        gain(state, seat, board.connection_points[order], "connection", "", events)


def office_piece(seat: int, kind: str, *, extra: bool = False) -> str:
    return EXTRAS[seat][kind] if extra else PIECES[seat][kind]
