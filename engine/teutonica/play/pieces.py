"""Hiring, placing, displacing and moving pieces: actions A to D, and what markers and bonuses move (sections 5 to 9).

Not for the response to a displacement (`responding`), nor for action E (`creating`).
"""

from msgspec.structs import replace

from engine.teutonica import actions as act
from engine.teutonica.actions import MIXES
from engine.teutonica.board import Board
from engine.teutonica.events import Along, Displaced, Moved, Removed
from engine.teutonica.legal.reach import limit, permission
from engine.teutonica.play.changes import Events, set_player, set_space, spend_action, take_space
from engine.teutonica.play.responding import end_response, go_on_responding
from engine.teutonica.play.turns import finish_action
from engine.teutonica.state import (
    KIND,
    OWNER,
    PIECES,
    Held,
    Moving,
    Pieces,
    Response,
    TeutonicaState,
    space_piece,
    tile_owner,
)

ADDS = {"T": 1, "M": 2}
"""HT-8.1."""


# ---- actions A to C


def recruit(state: TeutonicaState, board: Board, seat: int, action: act.Recruit, events: Events) -> None:
    spend_action(state)
    mix = Pieces(*MIXES[action.mix])
    player = state.players[seat]
    set_player(state, seat, replace(player, stock=player.stock - mix, supply=player.supply + mix))
    owner = tile_owner(state, "recruit_along")
    if owner is None or owner == seat or not state.players[owner].stock:
        return
    order = state.players[owner].standing
    if order == "ask":
        state.phase = "along"
        return
    stock = state.players[owner].stock
    wanted = {"trader": "T", "merchant": "M", "none": "none"}[order]
    if wanted != "none" and not stock.count(wanted):
        wanted = "M" if wanted == "T" else "T"
    _take_along(state, owner, wanted)
    events.append(Along(seat=owner, kind=wanted))


def _take_along(state: TeutonicaState, seat: int, kind: str) -> None:
    """HT-15.8."""
    if kind != "none":
        player = state.players[seat]
        set_player(state, seat, replace(player, stock=player.stock.minus(kind), supply=player.supply.plus(kind)))


def take(state: TeutonicaState, board: Board, seat: int, action: act.Take, events: Events) -> None:
    _take_along(state, seat, action.kind)
    state.phase = "act"


def _use_permission(state: TeutonicaState, board: Board, seat: int, space: int) -> None:
    """HT-17.6."""
    city = permission(state, board, seat, board.region[space])
    if city:
        state.permissions = (*state.permissions, city)


def place(state: TeutonicaState, board: Board, seat: int, action: act.Place, events: Events) -> None:
    spend_action(state)
    space = board.space_index[action.space]
    player = state.players[seat]
    set_player(state, seat, replace(player, supply=player.supply.minus(action.kind)))
    set_space(state, board, space, PIECES[seat][action.kind])
    if board.gateways:
        _use_permission(state, board, seat, space)


def displace(state: TeutonicaState, board: Board, seat: int, action: act.Displace, events: Events) -> None:
    """HT-7.3, then HT-8.1."""
    spend_action(state)
    space = board.space_index[action.space]
    piece = space_piece(state, board, space)
    victim, kind = OWNER[piece], KIND[piece]
    paid = Pieces(action.pay.count("T"), action.pay.count("M"))
    player = state.players[seat]
    supply = (player.supply - paid).minus(action.kind)
    set_player(state, seat, replace(player, supply=supply, stock=player.stock + paid))
    set_space(state, board, space, PIECES[seat][action.kind])
    if board.gateways:
        _use_permission(state, board, seat, space)
    more = 2 if "extra_compensation" in state.players[victim].tiles else ADDS[kind]
    state.phase = "respond"
    state.response = Response(victim, board.routes[board.space_route[space]].id, piece, more)
    events.append(Displaced(seat=seat, victim=victim, kind=kind, space=action.space, extra=more))
    go_on_responding(state, board, events)


# ---- lifting and putting (section 9, HT-12.7, HT-12.8, HT-16.7)


def done(state: TeutonicaState, board: Board, seat: int, action: act.Done, events: Events) -> None:
    if state.phase == "respond":
        end_response(state)
    else:
        finish_action(state, events)


def lift(state: TeutonicaState, board: Board, seat: int, action: act.Lift, events: Events) -> None:
    moving = state.moving
    if moving is None:
        moving = Moving("move_two" if state.phase == "perm" else "move")
        if state.phase == "act":
            spend_action(state)
    state.phase = "move"
    piece = take_space(state, board, board.space_index[action.space])
    if moving.purpose == "three" and state.options.edition == "2009":
        _remove(state, seat, piece, action.space, events)
        moving = replace(moving, lifts=moving.lifts + 1)
        state.moving = moving
        if moving.lifts == limit(state, moving) or not any(any(road.pieces) for road in state.roads):
            finish_action(state, events)
        return
    state.moving = replace(moving, lifts=moving.lifts + 1, hand=(*moving.hand, Held(action.space, piece)))


def _remove(state: TeutonicaState, seat: int, piece: str, space: str, events: Events) -> None:
    """HT-12.8: to its owner's supply."""
    owner, kind = OWNER[piece], KIND[piece]
    player = state.players[owner]
    set_player(state, owner, replace(player, supply=player.supply.plus(kind)))
    events.append(Removed(seat=seat, owner=owner, kind=kind, space=space))


def put(state: TeutonicaState, board: Board, seat: int, action: act.Put, events: Events) -> None:
    moving = state.moving
    assert moving is not None
    held = next(one for one in moving.hand if one.origin == action.origin)
    set_space(state, board, board.space_index[action.space], held.piece)
    owner, kind = OWNER[held.piece], KIND[held.piece]
    events.append(Moved(seat=seat, owner=owner, kind=kind, origin=action.origin, space=action.space))
    hand = tuple(one for one in moving.hand if one is not held)
    state.moving = replace(moving, putting=True, hand=hand)
    if not hand:
        finish_action(state, events)
