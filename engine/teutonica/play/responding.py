"""What the owner of a displaced piece does with it (section 8).

Not for the displacement itself: `pieces` has that.
"""

from msgspec.structs import replace

from engine.teutonica import actions as act
from engine.teutonica.board import KINDS, Board
from engine.teutonica.events import Relocated
from engine.teutonica.legal.reach import adds, relocations
from engine.teutonica.play.changes import Events, set_player, set_space, take_space
from engine.teutonica.state import KIND, PIECES, TeutonicaState


def go_on_responding(state: TeutonicaState, board: Board, events: Events) -> None:
    """Does what leaves no choice (HT-8.9, HT-8.11, section 24); the response may be over after it."""
    response = state.response
    assert response is not None
    if response.piece:
        spaces = relocations(state, board, response)
        kind = KIND[response.piece]
        if not spaces:
            player = state.players[response.victim]
            set_player(state, response.victim, replace(player, stock=player.stock.plus(kind)))
            events.append(Relocated(seat=response.victim, kind=kind, space=""))
            response = replace(response, piece="")
        elif len(spaces) == 1 and not response.placed and not adds(state, board, response):
            events.append(Relocated(seat=response.victim, kind=kind, space=board.spaces[spaces[0]]))
            set_space(state, board, spaces[0], response.piece)
            response = replace(response, piece="", placed=(*response.placed, board.spaces[spaces[0]]))
        else:
            return
    state.response = response
    if not adds(state, board, response):
        end_response(state)


def end_response(state: TeutonicaState) -> None:
    state.response = None
    state.phase = "act"


def relocate(state: TeutonicaState, board: Board, seat: int, action: act.Relocate, events: Events) -> None:
    response = state.response
    assert response is not None
    set_space(state, board, board.space_index[action.space], response.piece)
    state.response = replace(response, piece="", placed=(*response.placed, action.space))
    go_on_responding(state, board, events)


def add_piece(state: TeutonicaState, board: Board, seat: int, action: act.Add, events: Events) -> None:
    """HT-8.3, HT-8.4."""
    response = state.response
    assert response is not None
    player = state.players[seat]
    if action.source in KINDS:
        piece = PIECES[seat][action.source]
        if player.stock:
            set_player(state, seat, replace(player, stock=player.stock.minus(action.source)))
        else:
            set_player(state, seat, replace(player, supply=player.supply.minus(action.source)))
    else:
        piece = take_space(state, board, board.space_index[action.source])
    set_space(state, board, board.space_index[action.space], piece)
    state.response = replace(response, more=response.more - 1, placed=(*response.placed, action.space))
    go_on_responding(state, board, events)
