"""What each decision of Hansa Teutonica does: setup, actions A to D, markers, favours, pawn, laying.

Not for what is allowed (`checks`, `legal`), nor for responses (`responding`) and action E (`creating`).
"""

from collections.abc import Callable
from copy import copy
from typing import Any

from msgspec.structs import replace

from engine.chance import shuffled
from engine.teutonica import actions as act
from engine.teutonica.actions import MARKER_OF, MIXES, TeutonicaAction
from engine.teutonica.board import (
    COLOURS,
    MARKER_COUNTS,
    MARKERS,
    MISSIONS,
    START,
    START_MARKERS,
    TILES,
    Board,
    board_for,
)
from engine.teutonica.changes import (
    Events,
    begin_turn,
    develop,
    finish_action,
    go_on_laying,
    lay_marker,
    reveal_plate,
    set_player,
    set_space,
    take_space,
)
from engine.teutonica.creating import create, deploy, develop_privilege, end_bonus, found, turn_marker
from engine.teutonica.events import Along, Displaced, Marker, Mission, Moved, Removed, SetUp, Swapped, Tile
from engine.teutonica.reach import limit, permission
from engine.teutonica.responding import add_piece, end_response, go_on_responding, relocate
from engine.teutonica.state import (
    EXTRA_PIECES,
    FREE,
    KIND,
    OWNER,
    PIECES,
    Held,
    Moving,
    Pieces,
    Player,
    Response,
    Road,
    Row,
    TeutonicaOptions,
    TeutonicaState,
    board_of,
    space_piece,
    tile_owner,
)
from engine.values import Setup

ADDS = {"T": 1, "M": 2}
"""HT-8.1."""


def start(setup: Setup) -> tuple[TeutonicaState, Events]:
    """Section 3."""
    options = setup.options
    assert isinstance(options, TeutonicaOptions)
    board, seats, seed = board_for(options.board, setup.seats), setup.seats, setup.seed
    first = shuffled(seed, "start markers", START_MARKERS[options.edition])
    pool = [kind for kind in MARKERS for _ in range(MARKER_COUNTS[options.edition][kind] - first.count(kind))]
    taverns = dict(zip((route.id for route in board.routes if route.tavern), first, strict=True))
    missions = shuffled(seed, "missions", MISSIONS) if options.missions else ("",) * seats
    state = TeutonicaState(
        seats=seats,
        options=options,
        phase="pawn0",
        round=1,
        active=0,
        left=0,
        players=tuple(
            Player(stock=Pieces(*stock), supply=Pieces(*supply), mission=mission)
            for (supply, stock), mission in zip(START[:seats], missions, strict=False)
        ),
        roads=tuple(Road(route.id, (FREE,) * len(route.ships), taverns.get(route.id, "")) for route in board.routes),
        rows=tuple(Row(city.id) for city in board.cities),
        honours=("",) * len(COLOURS),
        markers=shuffled(seed, "markers", pool),
        tiles=shuffled(seed, "favours", TILES)[:seats] if options.favours else (),
    )
    events: Events = [
        SetUp(
            edition=options.edition,
            board=options.board,
            seats=seats,
            missions=options.missions,
            favours=options.favours,
        )
    ]
    events.extend(Marker(route=route, marker=marker) for route, marker in taverns.items())
    events.extend(Tile(tile=tile) for tile in state.tiles)
    if options.missions:
        events.extend(
            Mission(seat=seat, card=player.mission, audience=seat) for seat, player in enumerate(state.players)
        )
    if seats > 2:  # HT-3.7: with two seats the pawn comes first
        begin_turn(state, 0, events)
    return state, events


def play(state: TeutonicaState, seat: int, action: TeutonicaAction) -> tuple[TeutonicaState, Events]:
    """Carries out a legal decision on a copy."""
    state = copy(state)
    events: Events = []
    _PLAYS[type(action)](state, board_of(state), seat, action, events)
    return state, events


# ---- actions A to C


def _spend_action(state: TeutonicaState) -> None:
    state.left -= 1
    state.acted = True
    state.decided = True


def _recruit(state: TeutonicaState, board: Board, seat: int, action: act.Recruit, events: Events) -> None:
    _spend_action(state)
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


def _take(state: TeutonicaState, board: Board, seat: int, action: act.Take, events: Events) -> None:
    _take_along(state, seat, action.kind)
    state.phase = "act"


def _use_permission(state: TeutonicaState, board: Board, seat: int, space: int) -> None:
    """HT-17.6."""
    city = permission(state, board, seat, board.region[space])
    if city:
        state.permissions = (*state.permissions, city)


def _place(state: TeutonicaState, board: Board, seat: int, action: act.Place, events: Events) -> None:
    _spend_action(state)
    space = board.space_index[action.space]
    player = state.players[seat]
    set_player(state, seat, replace(player, supply=player.supply.minus(action.kind)))
    set_space(state, board, space, PIECES[seat][action.kind])
    if board.gateways:
        _use_permission(state, board, seat, space)


def _displace(state: TeutonicaState, board: Board, seat: int, action: act.Displace, events: Events) -> None:
    """HT-7.3, then HT-8.1."""
    _spend_action(state)
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


def _done(state: TeutonicaState, board: Board, seat: int, action: act.Done, events: Events) -> None:
    if state.phase == "respond":
        end_response(state)
    else:
        finish_action(state, events)


def _lift(state: TeutonicaState, board: Board, seat: int, action: act.Lift, events: Events) -> None:
    moving = state.moving
    if moving is None:
        moving = Moving("move_two" if state.phase == "perm" else "move")
        if state.phase == "act":
            _spend_action(state)
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


def _put(state: TeutonicaState, board: Board, seat: int, action: act.Put, events: Events) -> None:
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


# ---- markers and favours (sections 12 and 15)


def _use(state: TeutonicaState, board: Board, seat: int, action: act.Use, events: Events) -> None:
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


def _buy(state: TeutonicaState, board: Board, seat: int, action: act.Buy, events: Events) -> None:
    """HT-15.2, HT-15.4."""
    turn_marker(state, seat, action.first)
    turn_marker(state, seat, action.second)
    state.tiles = tuple(tile for tile in state.tiles if tile != action.tile)
    player = state.players[seat]
    set_player(state, seat, replace(player, tiles=(*player.tiles, action.tile)))
    state.left = 0
    state.locked = state.decided = True


def _standing(state: TeutonicaState, board: Board, seat: int, action: act.Standing, events: Events) -> None:
    set_player(state, seat, replace(state.players[seat], standing=action.order))


# ---- pawn, end of turn


def _pawn(state: TeutonicaState, board: Board, seat: int, action: act.Pawn, events: Events) -> None:
    """HT-18.2 to HT-18.9."""
    state.pawn = action.province
    if action.move == "start":
        begin_turn(state, 0, events)
        return
    state.decided = True
    if action.move == "pay":
        _spend_action(state)
        return
    state.pawn_moved = True
    if state.acted:
        state.left = 0
        state.locked = True


def _end(state: TeutonicaState, board: Board, seat: int, action: act.End, events: Events) -> None:
    state.left = 0
    reveal_plate(state, seat, events)
    go_on_laying(state, board, events)


def _lay(state: TeutonicaState, board: Board, seat: int, action: act.Lay, events: Events) -> None:
    lay_marker(state, seat, action.marker, board.route_index[action.route])
    go_on_laying(state, board, events)


def _create(state: TeutonicaState, board: Board, seat: int, action: act.Create, events: Events) -> None:
    state.decided = True
    create(state, board, seat, action, events)


def _develop(state: TeutonicaState, board: Board, seat: int, action: act.Develop, events: Events) -> None:
    develop_privilege(state, seat, events)


def _skip(state: TeutonicaState, board: Board, seat: int, action: act.Skip, events: Events) -> None:
    end_bonus(state, seat, events)


_PLAYS: dict[type[Any], Callable[[TeutonicaState, Board, int, Any, Events], None]] = {
    act.Recruit: _recruit,
    act.Place: _place,
    act.Displace: _displace,
    act.Relocate: relocate,
    act.Add: add_piece,
    act.Done: _done,
    act.Lift: _lift,
    act.Put: _put,
    act.Create: _create,
    act.Use: _use,
    act.Found: found,
    act.Develop: _develop,
    act.Deploy: deploy,
    act.Skip: _skip,
    act.Buy: _buy,
    act.Take: _take,
    act.Pawn: _pawn,
    act.End: _end,
    act.Lay: _lay,
    act.Standing: _standing,
}
