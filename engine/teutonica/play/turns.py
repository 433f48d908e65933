"""Turns, rounds and the end of the game; the pawn, and the markers laid at the end of a turn (sections 4, 13, 18, 19).

Not for the actions of a turn: `pieces` and `creating` have those.
"""

from msgspec.structs import replace

from engine.teutonica import actions as act
from engine.teutonica.board import Board
from engine.teutonica.events import Left, Marker, Mission, Over, Reveal, Score, Stuck, Winner
from engine.teutonica.legal.reach import lay_routes
from engine.teutonica.play.changes import Events, set_player, set_road, spend_action
from engine.teutonica.scoring import final_points, rank
from engine.teutonica.state import ACTIONES, Road, TeutonicaState


def begin_turn(state: TeutonicaState, seat: int, events: Events) -> None:
    """HT-4.2."""
    player = state.players[seat]
    state.phase = "act"
    state.active = seat
    state.left = ACTIONES[player.desk.actiones] + ("extra_action" in player.tiles)
    state.decided = state.acted = state.locked = state.pawn_moved = False
    state.permissions = ()
    events.append(Left(seat=seat, left=state.left))


def _finish_turn(state: TeutonicaState, events: Events) -> None:
    """The next seat begins, or after the last one the next round (HT-19.6)."""
    state.left = 0
    if state.active + 1 < state.seats:
        begin_turn(state, state.active + 1, events)
        return
    state.still = 0 if state.stirred else state.still + 1
    state.stirred = False
    if state.options.stall and state.still >= state.options.stall:
        _finish_game(state, events)
        return
    state.round += 1
    begin_turn(state, 0, events)


def finish_action(state: TeutonicaState, events: Events) -> None:
    """HT-10.12, HT-19.4: the action and its permanent bonus are complete."""
    state.bonus = None
    state.moving = None
    if state.triggers:
        _finish_game(state, events)
    else:
        state.phase = "act"


def _finish_game(state: TeutonicaState, events: Events) -> None:
    """HT-19.5 and sections 20 and 21."""
    state.phase = "over"
    state.left = 0
    events.append(Over())
    for seat, player in enumerate(state.players):
        if player.mission:
            events.append(Mission(seat=seat, card=player.mission))
    gained = final_points(state)
    for seat, points in enumerate(gained):
        events.append(Score(seat=seat, total=points.total, developments=points.developments, network=points.network))
    for winner in rank(state.options.edition, gained).winners:
        events.append(Winner(seat=winner))


# ---- pawn (section 18)


def pawn(state: TeutonicaState, board: Board, seat: int, action: act.Pawn, events: Events) -> None:
    """HT-18.2 to HT-18.9."""
    state.pawn = action.province
    if action.move == "start":
        begin_turn(state, 0, events)
        return
    state.decided = True
    if action.move == "pay":
        spend_action(state)
        return
    state.pawn_moved = True
    if state.acted:
        state.left = 0
        state.locked = True


# ---- end of a turn, laying markers (section 13)


def end(state: TeutonicaState, board: Board, seat: int, action: act.End, events: Events) -> None:
    state.left = 0
    _reveal_plate(state, seat, events)
    _go_on_laying(state, board, events)


def _reveal_plate(state: TeutonicaState, seat: int, events: Events) -> None:
    """HT-13.1: the plate is turned up."""
    player = state.players[seat]
    events.extend(Reveal(seat=seat, marker=marker) for marker in player.plate)
    if player.plate:
        set_player(state, seat, replace(player, plate=(), shown=player.shown + player.plate))


def lay(state: TeutonicaState, board: Board, seat: int, action: act.Lay, events: Events) -> None:
    _lay_marker(state, seat, action.marker, board.route_index[action.route])
    _go_on_laying(state, board, events)


def _lay_marker(state: TeutonicaState, seat: int, marker: str, route: int) -> None:
    player = state.players[seat]
    index = player.shown.index(marker)
    set_player(state, seat, replace(player, shown=player.shown[:index] + player.shown[index + 1 :]))
    road = state.roads[route]
    set_road(state, route, Road(road.route, road.pieces, marker))


def _go_on_laying(state: TeutonicaState, board: Board, events: Events) -> None:
    """Lays what leaves no choice; the turn is over when nothing is left, or nothing can be laid (HT-13.5)."""
    seat = state.active
    shown = state.players[seat].shown
    routes = lay_routes(state, board) if shown else []
    if len(shown) == 1 and len(routes) == 1:
        _lay_marker(state, seat, shown[0], routes[0])
        events.append(Marker(route=state.roads[routes[0]].route, marker=shown[0]))
        shown = ()
    if shown and routes:
        state.phase = "lay"
        return
    events.extend(Stuck(seat=seat, marker=marker) for marker in shown)
    _finish_turn(state, events)
