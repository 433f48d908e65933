"""Action E, creating a trade route, with the permanent bonus that may follow (sections 10, 11, 16 and 17).

Not for what is allowed: `checks` says that.
"""

from msgspec.structs import replace

from engine.teutonica.actions import Create, Deploy, Develop, Found, Skip
from engine.teutonica.board import COLOURS, KINDS, Board
from engine.teutonica.events import Drew, Took
from engine.teutonica.legal.reach import deploy_pieces, deploy_targets
from engine.teutonica.play.changes import (
    Events,
    develop,
    found_office,
    gain,
    office_piece,
    set_player,
    set_road,
    set_space,
    spend_action,
    trigger,
    turn_marker,
)
from engine.teutonica.play.turns import finish_action
from engine.teutonica.state import (
    FREE,
    KIND,
    NO_PIECES,
    PIECES,
    Bonus,
    Pieces,
    Road,
    TeutonicaState,
    controller,
    is_developed,
    printed_count,
)

DEPLOYS = 2


def create(state: TeutonicaState, board: Board, seat: int, action: Create, events: Events) -> None:
    """HT-10.1: the five steps."""
    route = board.route_index[action.route]
    spend_action(state)
    _score_control(state, board, route, events)
    pieces = _clear(state, route)
    _take_marker(state, seat, route, events)
    rest = _outcome(state, board, seat, action, pieces, events)
    _begin_bonus(state, board, seat, route, rest, events)


def _score_control(state: TeutonicaState, board: Board, route: int, events: Events) -> None:
    """Step 1, HT-10.2. Control of both cities is judged before anything changes."""
    for city in board.routes[route].ends:
        owner = controller(state.rows[city].offices)
        if owner is not None:
            gain(state, owner, 1, "control", board.cities[city].id, events)


def _clear(state: TeutonicaState, route: int) -> Pieces:
    """HT-10.9: the pieces leave the route, whatever is gained."""
    road = state.roads[route]
    merchants = sum(KIND[piece] == "M" for piece in road.pieces)
    set_road(state, route, Road(road.route, (FREE,) * len(road.pieces), road.marker))
    return Pieces(len(road.pieces) - merchants, merchants)


def _take_marker(state: TeutonicaState, seat: int, route: int, events: Events) -> None:
    """Step 2, HT-10.3."""
    road, player = state.roads[route], state.players[seat]
    if not road.marker:
        return
    set_road(state, route, Road(road.route, road.pieces))
    events.append(Took(seat=seat, marker=road.marker))
    state.stirred = True
    plate = player.plate
    if state.markers:
        plate = (*plate, state.markers[0])
        state.markers = state.markers[1:]
        events.append(Drew(seat=seat))
    else:
        trigger(state, "markers", events)
    set_player(state, seat, replace(player, unused=(*player.unused, road.marker), plate=plate))


def _outcome(state: TeutonicaState, board: Board, seat: int, action: Create, pieces: Pieces, events: Events) -> Pieces:
    """Step 3, HT-10.5. Returns the pieces of the route that the East place_two may still use; others are home."""
    used = ""
    city = board.city_index.get(action.target, -1)
    if action.outcome == "office":
        used = board.cities[city].offices[printed_count(state.rows[city].offices)].kind
    elif action.outcome == "extra":
        used = action.kind
    elif action.outcome == "honour":
        used = "M"
    rest = pieces.minus(used) if used else pieces
    waits = board.routes[board.route_index[action.route]].bonus == "place_two" and not board.gateways
    if not waits:
        _to_stock(state, seat, rest)
        rest = NO_PIECES
    if action.outcome == "develop":
        develop(state, seat, action.target)
    elif action.outcome == "honour":
        honour = COLOURS.index(action.target)
        state.honours = (*state.honours[:honour], f"P{seat + 1}", *state.honours[honour + 1 :])
        state.stirred = True
    elif used:
        extra = action.outcome == "extra"
        if extra:
            turn_marker(state, seat, "extra_office")
        found_office(state, board, seat, city, office_piece(seat, used, extra=extra), events)
    return rest


def _to_stock(state: TeutonicaState, seat: int, pieces: Pieces) -> None:
    player = state.players[seat]
    set_player(state, seat, replace(player, stock=player.stock + pieces))


# ---- step 4, HT-10.11


def _begin_bonus(state: TeutonicaState, board: Board, seat: int, route: int, rest: Pieces, events: Events) -> None:
    kind = board.routes[route].bonus
    if not kind:
        finish_action(state, events)
        return
    state.phase = "perm"
    state.bonus = Bonus(kind, DEPLOYS if kind == "place_two" else 1, rest)
    if not has_bonus_use(state, board, seat):
        end_bonus(state, seat, events)


def has_bonus_use(state: TeutonicaState, board: Board, seat: int) -> bool:
    """Whether the open permanent bonus can be used at all (HT-16.7)."""
    bonus, player = state.bonus, state.players[seat]
    if bonus is None or not bonus.more:
        return False
    if bonus.kind == "move_two":
        return any(any(road.pieces) for road in state.roads)
    if bonus.kind == "privilege":
        return not is_developed(player.desk, "privilegium")
    if bonus.kind == "independent_office":
        return bool(player.supply)
    pieces = deploy_pieces(state, board)
    return any(pieces.count(kind) and deploy_targets(state, board, kind) for kind in KINDS)


def end_bonus(state: TeutonicaState, seat: int, events: Events) -> None:
    """What East's place_two has not deployed goes to the stock; the action is complete."""
    if state.bonus is not None:
        _to_stock(state, seat, state.bonus.pieces)
    finish_action(state, events)


def found(state: TeutonicaState, board: Board, seat: int, action: Found, events: Events) -> None:
    """Permanent independent_office."""
    player = state.players[seat]
    set_player(state, seat, replace(player, supply=player.supply.minus(action.kind)))
    found_office(state, board, seat, board.city_index[action.city], office_piece(seat, action.kind), events)
    end_bonus(state, seat, events)


def skip(state: TeutonicaState, board: Board, seat: int, action: Skip, events: Events) -> None:
    end_bonus(state, seat, events)


def develop_privilege(state: TeutonicaState, board: Board, seat: int, action: Develop, events: Events) -> None:
    """Permanent privilege."""
    develop(state, seat, "privilegium")
    end_bonus(state, seat, events)


def deploy(state: TeutonicaState, board: Board, seat: int, action: Deploy, events: Events) -> None:
    """Permanent place_two."""
    bonus = state.bonus
    assert bonus is not None
    if board.gateways:
        player = state.players[seat]
        set_player(state, seat, replace(player, stock=player.stock.minus(action.kind)))
        state.bonus = replace(bonus, more=bonus.more - 1)
    else:
        state.bonus = replace(bonus, more=bonus.more - 1, pieces=bonus.pieces.minus(action.kind))
    set_space(state, board, board.space_index[action.space], PIECES[seat][action.kind])
    if not has_bonus_use(state, board, seat):
        end_bonus(state, seat, events)
