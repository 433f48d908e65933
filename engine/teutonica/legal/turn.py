"""What the active seat may do in its turn: actions, markers, favours, the pawn, and ending it.

Not for the phases in which something is finished or answered: the face of this folder has those.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, pairwise

from engine.teutonica.actions import (
    END,
    MARKER_OF,
    Buy,
    Create,
    Displace,
    Pawn,
    Recruit,
    TeutonicaAction,
    Use,
    mix_word,
)
from engine.teutonica.board import ABILITIES, COLOURS, KINDS, MARKERS, Board
from engine.teutonica.legal.offers import RouteOffers, lift_offers, route_offers
from engine.teutonica.legal.reach import OWN, OWN_ROUTES, can_use_three, in_province, is_homeless, permission
from engine.teutonica.state import (
    OWNER,
    PIECES,
    Pieces,
    TeutonicaState,
    is_developed,
    is_never_homeless,
    may_hire_fewer,
    most_hired,
    printed,
    printed_count,
    provinces_of,
)

Actions = list[TeutonicaAction]
CAP = 3
"""More pieces than a displacement can take make no difference to what a seat may do."""
HELD_BACK = 2
"""Pieces that a seat may like to keep in its stock: nothing takes more from it at once (HT-8.1, HT-17.11)."""


def act(state: TeutonicaState, board: Board, seat: int) -> Actions:
    found: Actions = []
    player = state.players[seat]
    if state.left > 0:
        found += _recruits(player.stock, most_hired(player.stock, player.desk), may_hire_fewer(state))
        supply = player.supply
        offers = route_offers(board.id, seat, min(supply.traders, CAP), min(supply.merchants, CAP))
        if board.gateways or state.pawn:
            offers = _restricted(state, board, seat, offers)
        for offer, road in zip(offers, state.roads, strict=True):
            found += offer[road.pieces]
        if is_never_homeless(state):
            found = _with_a_home(state, board, found)
        own = OWN_ROUTES[seat]
        for route, road in enumerate(state.roads):
            if road.pieces in own and in_province(state, road.route):
                found += creates(state, board, seat, route, road.pieces)
    if player.unused:
        _uses(state, board, seat, found)
    if state.pawn:
        _pawns(state, found)
    found.append(END)
    return found


def _restricted(
    state: TeutonicaState, board: Board, seat: int, offers: tuple[RouteOffers, ...]
) -> tuple[RouteOffers, ...]:
    """HT-17.4, HT-18.8: routes on which the seat may not place or displace now."""
    lifts = lift_offers(board.id, OWN[seat])
    shut = {region for region in board.region_points if permission(state, board, seat, region) is None}
    return tuple(
        lifts[route.index] if route.region in shut or not in_province(state, route.id) else offers[route.index]
        for route in board.routes
    )


def _with_a_home(state: TeutonicaState, board: Board, found: Actions) -> Actions:
    """HT-8.11: nothing displaces a piece that would fit nowhere."""
    spaces = dict.fromkeys(action.space for action in found if isinstance(action, Displace))
    shut = {space for space in spaces if is_homeless(state, board, board.space_index[space])}
    return [action for action in found if not (isinstance(action, Displace) and action.space in shut)]


@lru_cache(maxsize=4096)
def _recruits(stock: Pieces, most: int, fewer: bool) -> tuple[Recruit, ...]:
    """HT-5.1 to HT-5.4: all pieces there may be, then fewer as far as it matters what is held back."""
    least = max(1, min(most, stock.total - HELD_BACK)) if fewer else most
    return tuple(
        Recruit(mix_word(size - merchants, merchants))
        for size in range(most, least - 1, -1)
        for merchants in range(min(size, stock.merchants) + 1)
        if size and size - merchants <= stock.traders
    )


@lru_cache(maxsize=65536)
def _create(route: str, outcome: str, target: str = "", kind: str = "") -> Create:
    return Create(route, outcome, target, kind)  # type: ignore[arg-type]


def creates(state: TeutonicaState, board: Board, seat: int, route: int, pieces: tuple[str, ...]) -> list[Create]:
    """HT-10.5: the outcomes of a route that the seat fills with these pieces."""
    name, player = board.routes[route].id, state.players[seat]
    kinds = [kind for kind in KINDS if PIECES[seat][kind] in pieces]
    found = [_create(name, "none")]
    has_extra = "extra_office" in player.unused
    for city in board.routes[route].ends:
        place, offices = board.cities[city], state.rows[city].offices
        free = printed_count(offices)
        if free < len(place.offices):
            office = place.offices[free]
            if office.colour <= player.desk.privilegium and office.kind in kinds:
                found.append(_create(name, "office", place.id))
        if has_extra and (offices or place.independent):
            found += [_create(name, "extra", place.id, kind) for kind in kinds]
        for ability in place.upgrades:
            if not is_developed(player.desk, ability):
                found.append(_create(name, "develop", ability))
    if route in board.honour_routes and "M" in kinds:
        for step, colour in enumerate(COLOURS):
            if step <= player.desk.privilegium and not state.honours[step]:
                found.append(_create(name, "honour", colour))
    return found


# ---- markers, favours, pawn


@lru_cache(maxsize=4096)
def _swaps(city: str, offices: tuple[str, ...], seat: int | None) -> tuple[Use, ...]:
    """HT-12.4, HT-12.5; a seat is given where one of the two must be its own."""
    owners = [OWNER[office] for office in printed(offices)]
    return tuple(
        Use("swap", city, left + 1)
        for left, pair in enumerate(pairwise(owners))
        if pair[0] != pair[1] and (seat is None or seat in pair)
    )


UPGRADES = {ability: Use("upgrade", ability) for ability in ABILITIES}
PLAIN_USES = {marker: Use(marker) for marker in ("three", "actions_3", "actions_4")}


def _uses(state: TeutonicaState, board: Board, seat: int, found: Actions) -> None:
    player = state.players[seat]
    if MARKER_OF["swap"] in player.unused:
        user = seat if state.options.edition == "2020" else None
        for city, row in zip(board.cities, state.rows, strict=True):
            if len(row.offices) > 1 and not city.independent:
                found += _swaps(row.city, row.offices, user)
    if MARKER_OF["three"] in player.unused and can_use_three(state):
        found.append(PLAIN_USES["three"])
    if "upgrade" in player.unused:
        found += [use for ability, use in UPGRADES.items() if not is_developed(player.desk, ability)]
    if not state.locked:
        found += [PLAIN_USES[marker] for marker in ("actions_3", "actions_4") if marker in player.unused]
    if state.options.favours and not state.decided and len(player.unused) > 1:
        found += _buys(state.tiles, player.unused)


@lru_cache(maxsize=4096)
def _buys(tiles: tuple[str, ...], unused: tuple[str, ...]) -> tuple[Buy, ...]:
    """HT-15.1."""
    pairs = [
        pair
        for pair in combinations_with_replacement(MARKERS, 2)
        if all(unused.count(marker) >= pair.count(marker) for marker in pair)
    ]
    return tuple(Buy(tile, *pair) for tile in tiles for pair in pairs)


@lru_cache(maxsize=256)
def pawn(move: str, province: str) -> Pawn:
    return Pawn(move, province)  # type: ignore[arg-type]


def _pawns(state: TeutonicaState, found: Actions) -> None:
    """HT-18.3, HT-18.9."""
    provinces = provinces_of(state)
    if not state.pawn_moved:
        near = provinces.near[state.pawn]
        found += [pawn("free", province) for province in provinces.ids if province in near]
    if state.left > 0:
        found += [pawn("pay", province) for province in provinces.ids if province != state.pawn]
