"""Using markers, buying favours and giving standing orders (sections 12 and 15).

Not for the extra office, which is an outcome of a route (`creating`), nor for laying markers (`turns`).
"""

from msgspec.structs import replace

from engine.teutonica import actions as act
from engine.teutonica.actions import MARKER_OF
from engine.teutonica.board import Board
from engine.teutonica.events import Swapped
from engine.teutonica.play.changes import Events, develop, set_player, turn_marker
from engine.teutonica.state import EXTRA_PIECES, OWNER, Moving, Row, TeutonicaState


def use(state: TeutonicaState, board: Board, seat: int, action: act.Use, events: Events) -> None:
    turn_marker(state, seat, MARKER_OF[action.marker])
    state.decided = True
    if action.marker == "swap":
        _swap(state, board, seat, action, events)
    elif action.marker == "upgrade":
        develop(state, seat, action.target)
    elif action.marker == "three":
        state.phase = "move"
        state.moving = Moving("three")
    else:
        state.left += 3 if action.marker == "actions_3" else 4


def _swap(state: TeutonicaState, board: Board, seat: int, action: act.Use, events: Events) -> None:
    """HT-12.4, HT-12.6."""
    city = board.city_index[action.target]
    offices = list(state.rows[city].offices)
    left = sum(office in EXTRA_PIECES for office in offices) + action.office - 1
    offices[left], offices[left + 1] = offices[left + 1], offices[left]
    state.rows = (*state.rows[:city], Row(action.target, tuple(offices)), *state.rows[city + 1 :])
    events.append(
        Swapped(
            seat=seat,
            city=action.target,
            office=action.office,
            left=OWNER[offices[left]],
            right=OWNER[offices[left + 1]],
        )
    )


def buy(state: TeutonicaState, board: Board, seat: int, action: act.Buy, events: Events) -> None:
    """HT-15.2, HT-15.4."""
    turn_marker(state, seat, action.first)
    turn_marker(state, seat, action.second)
    state.tiles = tuple(tile for tile in state.tiles if tile != action.tile)
    player = state.players[seat]
    set_player(state, seat, replace(player, tiles=(*player.tiles, action.tile)))
    state.left = 0
    state.locked = state.decided = True


def standing(state: TeutonicaState, board: Board, seat: int, action: act.Standing, events: Events) -> None:
    set_player(state, seat, replace(state.players[seat], standing=action.order))
