"""The smallest changes of a position: a piece, a point, an office, the next turn. All work on a copy already made.

Not for which decision leads to which change (`rules`, `creating`), nor for what is allowed (`checks`).
"""

from msgspec.structs import replace

from engine.teutonica.board import ABILITY_KIND, Board
from engine.teutonica.events import Full, Left, Marker, Mission, Over, Point, Reveal, Score, Stuck, Trigger, Winner
from engine.teutonica.reach import lay_routes
from engine.teutonica.scoring import rank, score
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
    if not extra and not board.cities[city].independent:
        place = len([office for office in row.offices if not office.endswith("x")])
        if coin := board.cities[city].offices[place].points:
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


# ---- turns


def begin_turn(state: TeutonicaState, seat: int, events: Events) -> None:
    """HT-4.2."""
    player = state.players[seat]
    state.phase = "act"
    state.active = seat
    state.left = ACTIONES[player.desk.actiones] + ("extra_action" in player.tiles)
    state.decided = state.acted = state.locked = state.pawn_moved = False
    state.permissions = ()
    events.append(Left(seat=seat, left=state.left))


def finish_turn(state: TeutonicaState, events: Events) -> None:
    """The next seat begins, or after the last one the next round (HT-19.6)."""
    state.left = 0
    if state.active + 1 < state.seats:
        begin_turn(state, state.active + 1, events)
        return
    state.still = 0 if state.stirred else state.still + 1
    state.stirred = False
    if state.options.stall and state.still >= state.options.stall:
        finish_game(state, events)
        return
    state.round += 1
    begin_turn(state, 0, events)


def finish_action(state: TeutonicaState, events: Events) -> None:
    """HT-10.12, HT-19.4: the action and its permanent bonus are complete."""
    state.bonus = None
    state.moving = None
    if state.triggers:
        finish_game(state, events)
    else:
        state.phase = "act"


def finish_game(state: TeutonicaState, events: Events) -> None:
    """HT-19.5 and sections 20 and 21."""
    state.phase = "over"
    state.left = 0
    events.append(Over())
    for seat, player in enumerate(state.players):
        if player.mission:
            events.append(Mission(seat=seat, card=player.mission))
    lines = score(state)
    for line in lines:
        events.append(Score(seat=line.seat, total=line.total, developments=line.developments, network=line.network))
    for winner in rank(state.options.edition, lines).winners:
        events.append(Winner(seat=winner))


# ---- laying markers (section 13)


def reveal_plate(state: TeutonicaState, seat: int, events: Events) -> None:
    """HT-13.1: the plate is turned up."""
    player = state.players[seat]
    events.extend(Reveal(seat=seat, marker=marker) for marker in player.plate)
    if player.plate:
        set_player(state, seat, replace(player, plate=(), shown=player.shown + player.plate))


def lay_marker(state: TeutonicaState, seat: int, marker: str, route: int) -> None:
    player = state.players[seat]
    index = player.shown.index(marker)
    set_player(state, seat, replace(player, shown=player.shown[:index] + player.shown[index + 1 :]))
    road = state.roads[route]
    set_road(state, route, Road(road.route, road.pieces, marker))


def go_on_laying(state: TeutonicaState, board: Board, events: Events) -> None:
    """Lays what leaves no choice; the turn is over when nothing is left, or nothing can be laid (HT-13.5)."""
    seat = state.active
    shown = state.players[seat].shown
    routes = lay_routes(state, board) if shown else []
    if len(shown) == 1 and len(routes) == 1:
        lay_marker(state, seat, shown[0], routes[0])
        events.append(Marker(route=state.roads[routes[0]].route, marker=shown[0]))
        shown = ()
    if shown and routes:
        state.phase = "lay"
        return
    events.extend(Stuck(seat=seat, marker=marker) for marker in shown)
    finish_turn(state, events)
