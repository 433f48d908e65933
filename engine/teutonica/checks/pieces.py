"""Why pieces may not be hired, placed, displaced, answered with, or moved like this (sections 5 to 9, 15.8).

Not for what is gained with them: `gains` has that.
"""

from engine.errors import Illegal, NotYourDecision
from engine.teutonica import actions as act
from engine.teutonica.actions import MIXES
from engine.teutonica.board import PENALTY, Board
from engine.teutonica.checks.common import need_access, need_action, need_fit, space_on
from engine.teutonica.legal.reach import (
    adds,
    is_homeless,
    leaves_room,
    liftable,
    limit,
    put_targets,
    puts,
    relocations,
    source,
)
from engine.teutonica.state import (
    FREE,
    KIND,
    OWNER,
    PIECES,
    Pieces,
    TeutonicaState,
    is_never_homeless,
    may_hire_fewer,
    most_hired,
    space_piece,
)

# ---- actions A to C


def check_recruit(state: TeutonicaState, board: Board, seat: int, action: act.Recruit) -> None:
    need_action(state)
    player = state.players[seat]
    if not player.stock:
        raise Illegal("HT-5.4", "Your stock is empty.")
    mix = Pieces(*MIXES.get(action.mix, (0, 0)))
    most = most_hired(player.stock, player.desk)
    if may_hire_fewer(state):
        if not 0 < mix.total <= most:
            raise Illegal("HT-5.3", "You hire at least one and at most {number} pieces.", number=most)
    elif mix.total != most:
        raise Illegal("HT-5.3", "You hire exactly {number} pieces.", number=most)
    if mix.traders > player.stock.traders or mix.merchants > player.stock.merchants:
        raise Illegal("HT-5.2", "Your stock does not hold {mix}.", mix=action.mix)


def check_place(state: TeutonicaState, board: Board, seat: int, action: act.Place) -> None:
    need_action(state)
    space = space_on(board, action.space)
    if not state.players[seat].supply.count(action.kind):
        raise Illegal("HT-6.1", "You have no such piece in your supply.")
    if space_piece(state, board, space) != FREE:
        raise Illegal("HT-6.1", "{space} is occupied.", space=action.space)
    need_fit(board, space, action.kind)
    need_access(state, board, seat, board.space_route[space])


def check_displace(state: TeutonicaState, board: Board, seat: int, action: act.Displace) -> None:
    need_action(state)
    space = space_on(board, action.space)
    piece = space_piece(state, board, space)
    if piece == FREE:
        raise Illegal("HT-7.1", "Nobody stands on {space}.", space=action.space)
    if OWNER[piece] == seat:
        raise Illegal("HT-7.4", "You cannot displace your own piece.")
    if len(action.pay) != PENALTY[KIND[piece]]:
        raise Illegal("HT-7.2", "The penalty for this piece is {number}.", number=PENALTY[KIND[piece]])
    supply, spent = state.players[seat].supply, action.kind + action.pay
    if spent.count("T") > supply.traders or spent.count("M") > supply.merchants:
        raise Illegal("HT-7.2", "Your supply does not hold the pieces this takes.")
    if action.kind == "T" and board.ship[space]:
        raise Illegal("HT-7.2", "Only a merchant can take over the ship space {space}.", space=action.space)
    need_access(state, board, seat, board.space_route[space])
    if is_never_homeless(state) and is_homeless(state, board, space):
        raise Illegal("HT-8.11", "The displaced piece would fit nowhere on the board.")


def check_take(state: TeutonicaState, board: Board, seat: int, action: act.Take) -> None:
    if action.kind != "none" and not state.players[seat].stock.count(action.kind):
        raise Illegal("HT-15.8", "Your stock holds no such piece.")


# ---- responses


def check_relocate(state: TeutonicaState, board: Board, seat: int, action: act.Relocate) -> None:
    response, space = state.response, space_on(board, action.space)
    if response is None or not response.piece:
        raise Illegal("HT-8.2", "The displaced piece has been placed already.")
    _response_target(state, board, space, KIND[response.piece], relocations(state, board, response))


def _response_target(state: TeutonicaState, board: Board, space: int, kind: str, spaces: list[int]) -> None:
    if space in spaces:
        return
    name = board.spaces[space]
    if space_piece(state, board, space) != FREE:
        raise Illegal("HT-8.6", "{space} is occupied.", space=name)
    if kind == "T" and board.ship[space]:
        raise Illegal("HT-8.7", "{space} is a ship space, for merchants only.", space=name)
    response = state.response
    if response is not None and board.routes[board.space_route[space]].id == response.route:
        raise Illegal("HT-8.5", "A piece does not go back to the route of the displacement.")
    if response is not None and board.region[space] not in ("", "england", _region(board, response.route)):
        raise Illegal("HT-17.7", "Pieces go to the region of the displacement or to England.")
    raise Illegal("HT-8.6", "There is a free space on a nearer route than {space}.", space=name)


def _region(board: Board, route: str) -> str:
    return board.routes[board.route_index[route]].region


def check_add(state: TeutonicaState, board: Board, seat: int, action: act.Add) -> None:
    response, space = state.response, space_on(board, action.space)
    if response is None or not response.more:
        raise Illegal("HT-8.1", "You may add no further piece.")
    pieces = source(state, response)
    if action.source in ("T", "M"):
        if pieces is None:
            raise Illegal("HT-8.3", "Stock and supply are empty: added pieces come from your roads.")
        if not pieces.count(action.source):
            raise Illegal(
                "HT-8.3", "An added piece comes from the stock as long as it holds any, then from the supply."
            )
        kind = action.source
    else:
        origin = space_on(board, action.source)
        piece = space_piece(state, board, origin)
        if pieces is not None:
            raise Illegal("HT-8.3", "Pieces come from your roads only when stock and supply are empty.")
        if piece not in PIECES[seat].values():
            raise Illegal("HT-8.4", "You have no piece on {space}.", space=action.source)
        if action.source in response.placed:
            raise Illegal("HT-8.4", "A piece placed in this response stays where it is.")
        kind = KIND[piece]
    if response.piece and is_never_homeless(state) and not leaves_room(state, board, response, action.source, space):
        raise Illegal("HT-8.11", "The displaced piece would then fit nowhere on the board.")
    targets = next((spaces for one, spaces in adds(state, board, response) if one == action.source), [])
    _response_target(state, board, space, kind, targets)


def check_done(state: TeutonicaState, board: Board, seat: int, action: act.Done) -> None:
    if state.phase == "respond":
        if state.response is not None and state.response.piece:
            raise Illegal("HT-8.9", "The displaced piece must be placed first.")
        return
    moving = state.moving
    if moving is None or moving.purpose != "three" or state.options.edition != "2009":
        raise Illegal("HT-9.2", "Put the pieces in your hand on the board.")
    if not moving.lifts:
        raise Illegal("HT-12.8", "Remove at least one piece.")


# ---- lifting and putting


def check_lift(state: TeutonicaState, board: Board, seat: int, action: act.Lift) -> None:
    moving, purpose = state.moving, "move"
    if state.phase == "act":
        need_action(state)
    elif state.phase == "perm":
        purpose = "move_two"
        if state.bonus is None or state.bonus.kind != "move_two":
            raise NotYourDecision("HT-16.7", "This permanent bonus moves no pieces.")
    elif moving is not None:
        purpose = moving.purpose
        if moving.putting:
            raise Illegal("HT-9.2", "Lifting is over: put the pieces in your hand first.")
        if moving.lifts >= limit(state, moving):
            raise Illegal("HT-9.1", "You may lift {number} pieces.", number=limit(state, moving))
    space = space_on(board, action.space)
    piece = space_piece(state, board, space)
    if piece == FREE:
        raise Illegal("HT-9.1", "Nobody stands on {space}.", space=action.space)
    if piece not in liftable(state, purpose):
        if purpose == "three":
            raise Illegal("HT-12.7", "The marker moves pieces of other seats only.")
        raise Illegal("HT-9.5", "You move your own pieces only.")


def check_put(state: TeutonicaState, board: Board, seat: int, action: act.Put) -> None:
    moving, space = state.moving, space_on(board, action.space)
    held = next((one for one in moving.hand if one.origin == action.origin), None) if moving is not None else None
    if moving is None or held is None:
        raise Illegal("HT-9.2", "You have lifted no piece from {space}.", space=action.origin)
    if space_piece(state, board, space) != FREE:
        raise Illegal("HT-9.2", "{space} is occupied.", space=action.space)
    need_fit(board, space, KIND[held.piece])
    if space not in put_targets(state, board, moving, held):
        if moving.purpose == "move":
            raise Illegal("HT-17.8", "A piece can leave Wales or Scotland for England only, and England not at all.")
        raise Illegal("HT-17.9", "The piece stays in the region it was lifted from.")
    if space not in dict(puts(state, board, moving))[action.origin]:
        raise Illegal("HT-9.4", "The rest of your hand could then not be put down.")
