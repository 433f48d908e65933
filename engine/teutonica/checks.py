"""Why a decision is not allowed: every refusal with its clause and a sentence for the player.

Not for lists of what is allowed: `legal` makes those, and the two must agree.
"""

from collections.abc import Callable
from typing import Any

from engine.errors import Illegal, NotYourDecision
from engine.teutonica import actions as act
from engine.teutonica.actions import MARKER_OF, MIXES, TeutonicaAction, is_whole
from engine.teutonica.board import COLOURS, PENALTY, Board
from engine.teutonica.legal import OWN_ROUTES, can_use_three
from engine.teutonica.reach import (
    adds,
    can_lay,
    deploy_pieces,
    deploy_targets,
    in_province,
    liftable,
    limit,
    permission,
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
    ability,
    board_of,
    is_developed,
    printed,
    printed_count,
    prompted,
    provinces_of,
    space_piece,
)

VERBS_OF = {
    "pawn0": (act.Pawn,),
    "act": (
        act.Recruit,
        act.Place,
        act.Displace,
        act.Lift,
        act.Create,
        act.Use,
        act.Buy,
        act.Pawn,
        act.End,
    ),
    "move": (act.Lift, act.Put, act.Done),
    "respond": (act.Relocate, act.Add, act.Done),
    "along": (act.Take,),
    "perm": (act.Lift, act.Develop, act.Found, act.Deploy, act.Skip),
    "lay": (act.Lay,),
}
"""HT-25.1."""


def check(state: TeutonicaState, seat: int, action: TeutonicaAction) -> None:
    """Raises Illegal or NotYourDecision unless the seat may decide this now."""
    if state.phase == "over":
        raise NotYourDecision("HT-19.5", "The game is over.")
    if isinstance(action, act.Standing):
        _standing(state, seat, action)
        return
    if prompted(state) != seat:
        raise NotYourDecision("HT-25.2", "Another seat has to decide now.")
    if not isinstance(action, VERBS_OF[state.phase]):
        raise NotYourDecision("HT-25.1", "This cannot be decided now; the game waits for something else of you.")
    if not is_whole(action):
        raise Illegal("HT-26.1", "Something is missing in this decision, or too much of it.")
    _CHECKS[type(action)](state, board_of(state), seat, action)


def _standing(state: TeutonicaState, seat: int, action: act.Standing) -> None:
    player = state.players[seat]
    if "recruit_along" not in player.tiles:
        raise NotYourDecision("HT-25.4", "Only the owner of the tile recruit_along gives standing orders.")
    if state.phase == "along":
        raise Illegal("HT-25.4", "Answer the recruit first; a standing order can be changed afterwards.")
    if player.standing == action.order:
        raise Illegal("HT-25.4", "That is your standing order already.")


def _need_action(state: TeutonicaState) -> None:
    if state.left < 1:
        if state.locked and state.pawn:
            raise Illegal("HT-18.7", "The pawn has made its last move: there are no more actions in this turn.")
        if state.locked:
            raise Illegal("HT-15.4", "You have given up your actions for this turn.")
        raise Illegal("HT-4.3", "You have no action left in this turn.")


def _space(board: Board, space: str) -> int:
    if space not in board.space_index:
        raise Illegal("HT-2.1", "There is no space {space} on this board.", space=space)
    return board.space_index[space]


def _route(board: Board, route: str) -> int:
    if route not in board.route_index:
        raise Illegal("HT-2.1", "There is no route {route} on this board.", route=route)
    return board.route_index[route]


def _fits(board: Board, space: int, kind: str) -> None:
    if kind == "T" and board.ship[space]:
        raise Illegal("HT-2.8", "{space} is a ship space, for merchants only.", space=board.spaces[space])


def _may_work(state: TeutonicaState, board: Board, seat: int, route: int) -> None:
    """HT-17.4, HT-18.8."""
    place = board.routes[route]
    if permission(state, board, seat, place.region) is None:
        raise Illegal("HT-17.4", "You have no permission left for this region in this turn.")
    if not in_province(state, place.id):
        raise Illegal("HT-18.8", "{route} does not border the province of the pawn.", route=place.id)


# ---- actions A to C


def _recruit(state: TeutonicaState, board: Board, seat: int, action: act.Recruit) -> None:
    _need_action(state)
    player = state.players[seat]
    if not player.stock:
        raise Illegal("HT-5.4", "Your stock is empty.")
    mix = Pieces(*MIXES.get(action.mix, (0, 0)))
    value = ability(player.desk, "bursa")
    size = player.stock.total if value == "all" else min(int(value), player.stock.total)
    if mix.total != size:
        raise Illegal("HT-5.3", "You hire exactly {number} pieces.", number=size)
    if mix.traders > player.stock.traders or mix.merchants > player.stock.merchants:
        raise Illegal("HT-5.2", "Your stock does not hold {mix}.", mix=action.mix)


def _place(state: TeutonicaState, board: Board, seat: int, action: act.Place) -> None:
    _need_action(state)
    space = _space(board, action.space)
    if not state.players[seat].supply.count(action.kind):
        raise Illegal("HT-6.1", "You have no such piece in your supply.")
    if space_piece(state, board, space) != FREE:
        raise Illegal("HT-6.1", "{space} is occupied.", space=action.space)
    _fits(board, space, action.kind)
    _may_work(state, board, seat, board.space_route[space])


def _displace(state: TeutonicaState, board: Board, seat: int, action: act.Displace) -> None:
    _need_action(state)
    space = _space(board, action.space)
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
    _may_work(state, board, seat, board.space_route[space])


# ---- responses


def _relocate(state: TeutonicaState, board: Board, seat: int, action: act.Relocate) -> None:
    response, space = state.response, _space(board, action.space)
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


def _add(state: TeutonicaState, board: Board, seat: int, action: act.Add) -> None:
    response, space = state.response, _space(board, action.space)
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
        origin = _space(board, action.source)
        piece = space_piece(state, board, origin)
        if pieces is not None:
            raise Illegal("HT-8.3", "Pieces come from your roads only when stock and supply are empty.")
        if piece not in PIECES[seat].values():
            raise Illegal("HT-8.4", "You have no piece on {space}.", space=action.source)
        if action.source in response.placed:
            raise Illegal("HT-8.4", "A piece placed in this response stays where it is.")
        kind = KIND[piece]
    targets = next((spaces for one, spaces in adds(state, board, response) if one == action.source), [])
    _response_target(state, board, space, kind, targets)


def _done(state: TeutonicaState, board: Board, seat: int, action: act.Done) -> None:
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


def _lift(state: TeutonicaState, board: Board, seat: int, action: act.Lift) -> None:
    moving, purpose = state.moving, "move"
    if state.phase == "act":
        _need_action(state)
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
    space = _space(board, action.space)
    piece = space_piece(state, board, space)
    if piece == FREE:
        raise Illegal("HT-9.1", "Nobody stands on {space}.", space=action.space)
    if piece not in liftable(state, purpose):
        if purpose == "three":
            raise Illegal("HT-12.7", "The marker moves pieces of other seats only.")
        raise Illegal("HT-9.5", "You move your own pieces only.")


def _put(state: TeutonicaState, board: Board, seat: int, action: act.Put) -> None:
    moving, space = state.moving, _space(board, action.space)
    held = next((one for one in moving.hand if one.origin == action.origin), None) if moving is not None else None
    if moving is None or held is None:
        raise Illegal("HT-9.2", "You have lifted no piece from {space}.", space=action.origin)
    if space_piece(state, board, space) != FREE:
        raise Illegal("HT-9.2", "{space} is occupied.", space=action.space)
    _fits(board, space, KIND[held.piece])
    if space not in put_targets(state, board, moving, held):
        if moving.purpose == "move":
            raise Illegal("HT-17.8", "A piece can leave Wales or Scotland for England only, and England not at all.")
        raise Illegal("HT-17.9", "The piece stays in the region it was lifted from.")
    if space not in dict(puts(state, board, moving))[action.origin]:
        raise Illegal("HT-9.4", "The rest of your hand could then not be put down.")


# ---- action E


def _create(state: TeutonicaState, board: Board, seat: int, action: act.Create) -> None:
    _need_action(state)
    route = _route(board, action.route)
    if state.roads[route].pieces not in OWN_ROUTES[seat]:
        raise Illegal("HT-10.1", "Not every space of {route} holds a piece of yours.", route=action.route)
    if not in_province(state, action.route):
        raise Illegal("HT-18.8", "{route} does not border the province of the pawn.", route=action.route)
    if action.outcome in ("office", "extra"):
        city = board.city_index.get(action.target)
        if city is None or city not in board.routes[route].ends:
            raise Illegal("HT-10.5", "{city} is no end of this route.", city=action.target)
        (_create_office if action.outcome == "office" else _create_extra)(state, board, seat, action, city)
    elif action.outcome == "develop":
        _create_development(state, board, seat, action, route)
    elif action.outcome == "honour":
        _create_honour(state, board, seat, action, route)


def _create_office(state: TeutonicaState, board: Board, seat: int, action: act.Create, city: int) -> None:
    place, free = board.cities[city], printed_count(state.rows[city].offices)
    if place.independent:
        raise Illegal("HT-16.3", "{city} is independent: it has no printed office.", city=place.id)
    if free >= len(place.offices):
        raise Illegal("HT-10.5", "{city} has no free office.", city=place.id)
    office = place.offices[free]
    if office.colour > state.players[seat].desk.privilegium:
        raise Illegal("HT-10.5", "The next office there needs the privilege {colour}.", colour=COLOURS[office.colour])
    if PIECES[seat][office.kind] not in state.roads[board.route_index[action.route]].pieces:
        raise Illegal("HT-10.6", "The route has no piece of the shape the next office there takes.")


def _create_extra(state: TeutonicaState, board: Board, seat: int, action: act.Create, city: int) -> None:
    if "extra_office" not in state.players[seat].unused:
        raise Illegal("HT-12.2", "You hold no unused marker extra_office.")
    if not state.rows[city].offices and not board.cities[city].independent:
        raise Illegal("HT-12.2", "There is no office in {city} yet.", city=action.target)
    if PIECES[seat][action.kind] not in state.roads[board.route_index[action.route]].pieces:
        raise Illegal("HT-12.2", "The route has no such piece.")


def _create_development(state: TeutonicaState, board: Board, seat: int, action: act.Create, route: int) -> None:
    if not any(action.target in board.cities[city].upgrades for city in board.routes[route].ends):
        raise Illegal("HT-10.5", "No end of this route develops {ability}.", ability=action.target)
    _developable(state, seat, action.target)


def _developable(state: TeutonicaState, seat: int, name: str) -> None:
    if is_developed(state.players[seat].desk, name):
        raise Illegal("HT-2.6", "Your {ability} is fully developed.", ability=name)


def _create_honour(state: TeutonicaState, board: Board, seat: int, action: act.Create, route: int) -> None:
    if route not in board.honour_routes:
        raise Illegal("HT-10.8", "This route does not lead to the honours.")
    if PIECES[seat]["M"] not in state.roads[route].pieces:
        raise Illegal("HT-10.8", "An honour takes a merchant of the route.")
    step = COLOURS.index(action.target)
    if state.honours[step]:
        raise Illegal("HT-10.8", "The {colour} honour is taken.", colour=action.target)
    if step > state.players[seat].desk.privilegium:
        raise Illegal("HT-10.8", "This honour needs the privilege {colour}.", colour=action.target)


# ---- markers, favours, pawn


def _use(state: TeutonicaState, board: Board, seat: int, action: act.Use) -> None:
    marker = MARKER_OF[action.marker]
    if marker not in state.players[seat].unused:
        raise Illegal("HT-12.1", "You hold no unused marker {marker}.", marker=marker)
    if action.marker == "swap":
        _swap(state, board, seat, action)
    elif action.marker == "upgrade":
        _developable(state, seat, action.target)
    elif action.marker == "three":
        if not can_use_three(state):
            raise Illegal("HT-12.9", "There is no piece that this marker could lift.")
    elif state.locked:
        raise Illegal("HT-12.11", "You have given up your actions for this turn.")


def _swap(state: TeutonicaState, board: Board, seat: int, action: act.Use) -> None:
    city = board.city_index.get(action.target)
    if city is None:
        raise Illegal("HT-2.1", "There is no city {city} on this board.", city=action.target)
    if board.cities[city].independent:
        raise Illegal("HT-12.5", "Offices of independent cities cannot be swapped.")
    offices = printed(state.rows[city].offices)
    if action.office >= len(offices):
        raise Illegal("HT-12.4", "Both printed offices must be occupied.")
    pair = {OWNER[office] for office in offices[action.office - 1 : action.office + 1]}
    if len(pair) == 1:
        raise Illegal("HT-12.5", "The two offices belong to the same seat.")
    if state.options.edition == "2020" and seat not in pair:
        raise Illegal("HT-12.4", "One of the two offices must be yours.")


def _buy(state: TeutonicaState, board: Board, seat: int, action: act.Buy) -> None:
    unused = state.players[seat].unused
    if state.decided:
        raise Illegal("HT-15.1", "A favour is bought as the first decision of a turn.")
    if action.tile not in state.tiles:
        raise Illegal("HT-15.1", "The tile {tile} is not on offer.", tile=action.tile)
    pair = (action.first, action.second)
    if any(unused.count(marker) < pair.count(marker) for marker in pair):
        raise Illegal("HT-15.1", "You do not hold these two markers unused.")
    if act.buy(action.tile, *pair) != action:
        raise Illegal("HT-26.1", "The markers stand in the wrong order.")


def _pawn(state: TeutonicaState, board: Board, seat: int, action: act.Pawn) -> None:
    if state.seats != 2:
        raise NotYourDecision("HT-18.1", "Only the game for two has a pawn.")
    provinces = provinces_of(state)
    if action.province not in provinces.ids:
        raise Illegal("HT-18.1", "There is no province {province} in this game.", province=action.province)
    if (action.move == "start") != (state.phase == "pawn0"):
        raise Illegal("HT-18.2", "The pawn is put on the board once, before the first turn.")
    if action.move == "start":
        return
    if action.province == state.pawn:
        raise Illegal("HT-18.3", "The pawn is there already.")
    if action.move == "pay":
        _need_action(state)
        return
    if state.pawn_moved:
        raise Illegal("HT-18.4", "The free move of this turn is spent.")
    if action.province not in provinces.near[state.pawn]:
        raise Illegal("HT-18.3", "A free move crosses at most two borders.")


# ---- permanent bonuses, laying


def _develop(state: TeutonicaState, board: Board, seat: int, action: act.Develop) -> None:
    if state.bonus is None or state.bonus.kind != "privilege" or action.ability != "privilegium":
        raise Illegal("HT-16.7", "This permanent bonus does not develop {ability}.", ability=action.ability)
    _developable(state, seat, action.ability)


def _found(state: TeutonicaState, board: Board, seat: int, action: act.Found) -> None:
    if state.bonus is None or state.bonus.kind != "independent_office":
        raise Illegal("HT-16.7", "This permanent bonus founds no office.")
    city = board.city_index.get(action.city)
    if city is None or not board.cities[city].independent:
        raise Illegal("HT-16.7", "{city} is no independent city.", city=action.city)
    if not state.players[seat].supply.count(action.kind):
        raise Illegal("HT-16.7", "You have no such piece in your supply.")


def _deploy(state: TeutonicaState, board: Board, seat: int, action: act.Deploy) -> None:
    if state.bonus is None or state.bonus.kind != "place_two":
        raise Illegal("HT-16.7", "This permanent bonus places no pieces.")
    space = _space(board, action.space)
    if not deploy_pieces(state, board).count(action.kind):
        raise Illegal("HT-16.7", "There is no such piece to place.")
    if space_piece(state, board, space) != FREE:
        raise Illegal("HT-16.7", "{space} is occupied.", space=action.space)
    _fits(board, space, action.kind)
    if space not in deploy_targets(state, board, action.kind):
        raise Illegal("HT-17.11", "The pieces go to Wales or Scotland.")


def _lay(state: TeutonicaState, board: Board, seat: int, action: act.Lay) -> None:
    route = _route(board, action.route)
    if action.marker not in state.players[seat].shown:
        raise Illegal("HT-13.1", "There is no marker {marker} on your plate.", marker=action.marker)
    road, place = state.roads[route], board.routes[route]
    if place.bonus:
        raise Illegal("HT-16.9", "No marker is laid on a route with a permanent bonus.")
    if place.region not in ("", "england"):
        raise Illegal("HT-17.10", "Markers are laid in England only.")
    if road.marker or any(road.pieces):
        raise Illegal("HT-13.2", "{route} is not empty.", route=action.route)
    if not can_lay(state, board, route):
        raise Illegal("HT-13.2", "Neither end of {route} has a free printed office.", route=action.route)


def _always(state: TeutonicaState, board: Board, seat: int, action: TeutonicaAction) -> None:
    """`end` in ACT, `skip` in PERM and an offered `take none` need nothing (HT-4.7, HT-16.7)."""


def _take(state: TeutonicaState, board: Board, seat: int, action: act.Take) -> None:
    if action.kind != "none" and not state.players[seat].stock.count(action.kind):
        raise Illegal("HT-15.8", "Your stock holds no such piece.")


_CHECKS: dict[type[Any], Callable[[TeutonicaState, Board, int, Any], None]] = {
    act.Recruit: _recruit,
    act.Place: _place,
    act.Displace: _displace,
    act.Relocate: _relocate,
    act.Add: _add,
    act.Done: _done,
    act.Lift: _lift,
    act.Put: _put,
    act.Create: _create,
    act.Use: _use,
    act.Found: _found,
    act.Develop: _develop,
    act.Deploy: _deploy,
    act.Skip: _always,
    act.Buy: _buy,
    act.Take: _take,
    act.Pawn: _pawn,
    act.End: _always,
    act.Lay: _lay,
}
