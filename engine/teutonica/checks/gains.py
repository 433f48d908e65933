"""Why a route, a marker, a favour, the pawn or a permanent bonus may not be used like this (sections 10 to 18).

Not for moving pieces: `pieces` has that.
"""

from engine.errors import Illegal, NotYourDecision
from engine.teutonica import actions as act
from engine.teutonica.actions import MARKER_OF
from engine.teutonica.board import COLOURS, Board
from engine.teutonica.checks.common import need_action, need_fit, need_room_to_develop, route_on, space_on
from engine.teutonica.legal.reach import OWN_ROUTES, can_lay, can_use_three, deploy_pieces, deploy_targets, in_province
from engine.teutonica.state import (
    FREE,
    OWNER,
    PIECES,
    TeutonicaState,
    printed,
    printed_count,
    provinces_of,
    space_piece,
)

# ---- action E


def check_create(state: TeutonicaState, board: Board, seat: int, action: act.Create) -> None:
    need_action(state)
    route = route_on(board, action.route)
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
        raise Illegal("HT-12.2", "You hold no unused marker {marker}.", marker="extra_office")
    if not state.rows[city].offices and not board.cities[city].independent:
        raise Illegal("HT-12.2", "There is no office in {city} yet.", city=action.target)
    if PIECES[seat][action.kind] not in state.roads[board.route_index[action.route]].pieces:
        raise Illegal("HT-12.2", "The route has no such piece.")


def _create_development(state: TeutonicaState, board: Board, seat: int, action: act.Create, route: int) -> None:
    if not any(action.target in board.cities[city].upgrades for city in board.routes[route].ends):
        raise Illegal("HT-10.5", "No end of this route develops {ability}.", ability=action.target)
    need_room_to_develop(state, seat, action.target)


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


def check_use(state: TeutonicaState, board: Board, seat: int, action: act.Use) -> None:
    marker = MARKER_OF[action.marker]
    if marker not in state.players[seat].unused:
        raise Illegal("HT-12.1", "You hold no unused marker {marker}.", marker=marker)
    if action.marker == "swap":
        _swap(state, board, seat, action)
    elif action.marker == "upgrade":
        need_room_to_develop(state, seat, action.target)
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


def check_buy(state: TeutonicaState, board: Board, seat: int, action: act.Buy) -> None:
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


def check_pawn(state: TeutonicaState, board: Board, seat: int, action: act.Pawn) -> None:
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
        need_action(state)
        return
    if state.pawn_moved:
        raise Illegal("HT-18.4", "The free move of this turn is spent.")
    if action.province not in provinces.near[state.pawn]:
        raise Illegal("HT-18.3", "A free move crosses at most two borders.")


# ---- permanent bonuses, laying


def check_develop(state: TeutonicaState, board: Board, seat: int, action: act.Develop) -> None:
    if state.bonus is None or state.bonus.kind != "privilege" or action.ability != "privilegium":
        raise Illegal("HT-16.7", "This permanent bonus does not develop {ability}.", ability=action.ability)
    need_room_to_develop(state, seat, action.ability)


def check_found(state: TeutonicaState, board: Board, seat: int, action: act.Found) -> None:
    if state.bonus is None or state.bonus.kind != "independent_office":
        raise Illegal("HT-16.7", "This permanent bonus founds no office.")
    city = board.city_index.get(action.city)
    if city is None or not board.cities[city].independent:
        raise Illegal("HT-16.7", "{city} is no independent city.", city=action.city)
    if not state.players[seat].supply.count(action.kind):
        raise Illegal("HT-16.7", "You have no such piece in your supply.")


def check_deploy(state: TeutonicaState, board: Board, seat: int, action: act.Deploy) -> None:
    if state.bonus is None or state.bonus.kind != "place_two":
        raise Illegal("HT-16.7", "This permanent bonus places no pieces.")
    space = space_on(board, action.space)
    if not deploy_pieces(state, board).count(action.kind):
        raise Illegal("HT-16.7", "There is no such piece to place.")
    if space_piece(state, board, space) != FREE:
        raise Illegal("HT-16.7", "{space} is occupied.", space=action.space)
    need_fit(board, space, action.kind)
    if space not in deploy_targets(state, board, action.kind):
        raise Illegal("HT-17.11", "The pieces go to Wales or Scotland.")


def check_lay(state: TeutonicaState, board: Board, seat: int, action: act.Lay) -> None:
    route = route_on(board, action.route)
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
