"""A player to measure the simple one against: random, but it never misses a route and works towards one.

Not for the engine: nobody is meant to enjoy playing with it.
"""

from engine.chance import Stream
from engine.policies import moves
from engine.teutonica.actions import Create, Place
from engine.teutonica.board import Board
from engine.teutonica.state import PIECES, TeutonicaState, board_of
from engine.title import AnyTitle
from engine.values import Action, State


def yardstick(title: AnyTitle, state: State, seat: int, stream: Stream) -> Action:
    """Creates whenever it can, places towards the route it is nearest to completing, and else does anything."""
    assert isinstance(state, TeutonicaState)
    actions = moves(title, state, seat)
    creates: list[Action] = [action for action in actions if isinstance(action, Create) and action.outcome != "none"]
    if creates:
        return stream.choice(creates)
    if any(isinstance(action, Create) for action in actions):
        return stream.choice([action for action in actions if isinstance(action, Create)])
    places = [action for action in actions if isinstance(action, Place)]
    if places and stream.below(4):
        board = board_of(state)
        near = max(_own_pieces(state, board, seat, place) for place in places)
        return stream.choice([place for place in places if _own_pieces(state, board, seat, place) == near])
    return stream.choice(actions)


def _own_pieces(state: TeutonicaState, board: Board, seat: int, place: Place) -> int:
    """How much of the route is the seat's; nothing of it where somebody else stands."""
    pieces = state.roads[board.space_route[board.space_index[place.space]]].pieces
    own = PIECES[seat].values()
    return 0 if any(piece and piece not in own for piece in pieces) else sum(piece in own for piece in pieces)
