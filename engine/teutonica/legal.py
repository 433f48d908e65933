"""Everything a seat may do in a position, quickly: tables made once per board and supply, joined per position.

Not for reasons: `checks` says why something else is not allowed, and the two must agree.
"""

from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, product

from engine.teutonica.actions import (
    DONE,
    END,
    MARKER_OF,
    PAYS,
    SKIP,
    Buy,
    Create,
    Deploy,
    Develop,
    Displace,
    Found,
    Lay,
    Lift,
    Pawn,
    Place,
    Put,
    Recruit,
    Relocate,
    Standing,
    Take,
    TeutonicaAction,
    Use,
    add,
    mix_word,
)
from engine.teutonica.board import ABILITIES, ABILITY_VALUES, BOARDS, COLOURS, KINDS, MARKERS, PENALTY, Board
from engine.teutonica.reach import (
    OWN,
    adds,
    deploy_pieces,
    deploy_targets,
    in_province,
    lay_routes,
    liftable,
    limit,
    permission,
    puts,
    relocations,
)
from engine.teutonica.state import (
    FREE,
    OWNER,
    PIECES,
    ROAD_PIECES,
    SEATS,
    Pieces,
    TeutonicaState,
    board_of,
    is_developed,
    printed,
    printed_count,
    prompted,
    provinces_of,
)

Actions = list[TeutonicaAction]
Offer = dict[str, tuple[TeutonicaAction, ...]]
"""For each content of a space what the seat may do there."""
STANDING = tuple(Standing(order) for order in ("ask", "trader", "merchant", "none"))
CAP = 3
"""More pieces than a displacement can take make no difference to what a seat may do."""
OWN_ROUTES = tuple(
    frozenset(
        tuple(PIECES[seat][kind] for kind in kinds) for length in (2, 3, 4) for kinds in product(KINDS, repeat=length)
    )
    for seat in range(SEATS)
)


def legal(state: TeutonicaState, seat: int) -> Actions:
    """HT-25.1; standing orders come last."""
    found: Actions = _LISTS[state.phase](state, board_of(state), seat) if prompted(state) == seat else []
    if state.options.favours and state.phase not in ("along", "over"):
        player = state.players[seat]
        if "recruit_along" in player.tiles:
            found.extend(order for order in STANDING if order.order != player.standing)
    return found


# ---- ACT


class RouteOffers(dict[tuple[str, ...], tuple[TeutonicaAction, ...]]):
    """For each content of a route what the seat may do on it; filled as contents come up, and kept small."""

    MOST = 256

    def __init__(self, offers: tuple[Offer, ...]) -> None:
        super().__init__()
        self.offers = offers

    def __missing__(self, pieces: tuple[str, ...]) -> tuple[TeutonicaAction, ...]:
        if len(self) >= self.MOST:
            self.clear()
        found = tuple(action for offer, piece in zip(self.offers, pieces, strict=True) for action in offer[piece])
        self[pieces] = found
        return found


@lru_cache(maxsize=512)
def _offers(board: str, seat: int, traders: int, merchants: int) -> tuple[RouteOffers, ...]:
    """For each route: place, displace and lift, with this much in the supply (capped)."""
    supply = Pieces(traders, merchants)
    map_ = BOARDS[board]
    return tuple(
        RouteOffers(tuple(_offer(supply, seat, map_.spaces[space], map_.ship[space]) for space in route.spaces))
        for route in map_.routes
    )


def _offer(supply: Pieces, seat: int, space: str, ship: bool) -> Offer:
    kinds = [kind for kind in KINDS if supply.count(kind) and (kind == "M" or not ship)]
    offer: Offer = {FREE: tuple(Place(kind, space) for kind in kinds)}
    for owner, kind in product(range(SEATS), KINDS):
        if owner == seat:
            offer[PIECES[owner][kind]] = (Lift(space),)
            continue
        offer[PIECES[owner][kind]] = tuple(
            Displace(space, own, pay)
            for own in kinds
            for pay in PAYS[PENALTY[kind]]
            if (own + pay).count("T") <= supply.traders and (own + pay).count("M") <= supply.merchants
        )
    return offer


@lru_cache(maxsize=64)
def _lifts(board: str, pieces: frozenset[str]) -> tuple[RouteOffers, ...]:
    """For each route: lifting, when these pieces may be lifted and nothing else may be done."""
    map_ = BOARDS[board]
    none: Offer = dict.fromkeys((FREE, *ROAD_PIECES), ())
    return tuple(
        RouteOffers(tuple(none | dict.fromkeys(pieces, (Lift(map_.spaces[space]),)) for space in route.spaces))
        for route in map_.routes
    )


def _act(state: TeutonicaState, board: Board, seat: int) -> Actions:
    found: Actions = []
    player = state.players[seat]
    if state.left > 0:
        found += recruits(player.stock, player.desk.bursa)
        supply = player.supply
        offers = _offers(board.id, seat, min(supply.traders, CAP), min(supply.merchants, CAP))
        if board.gateways or state.pawn:
            offers = _restricted(state, board, seat, offers)
        for offer, road in zip(offers, state.roads, strict=True):
            found += offer[road.pieces]
        own = OWN_ROUTES[seat]
        for route, road in enumerate(state.roads):
            if road.pieces in own and in_province(state, road.route):
                _creates(state, board, seat, route, found)
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
    lifts = _lifts(board.id, OWN[seat])
    shut = {region for region in board.region_points if permission(state, board, seat, region) is None}
    return tuple(
        lifts[route.index] if route.region in shut or not in_province(state, route.id) else offers[route.index]
        for route in board.routes
    )


@lru_cache(maxsize=4096)
def recruits(stock: Pieces, bursa: int) -> tuple[Recruit, ...]:
    """HT-5.1 to HT-5.4."""
    value = ABILITY_VALUES["bursa"][bursa]
    size = stock.total if value == "all" else min(int(value), stock.total)
    return tuple(
        Recruit(mix_word(size - merchants, merchants))
        for merchants in range(min(size, stock.merchants) + 1)
        if size and size - merchants <= stock.traders
    )


@lru_cache(maxsize=65536)
def _create(route: str, outcome: str, target: str = "", kind: str = "") -> Create:
    return Create(route, outcome, target, kind)  # type: ignore[arg-type]


def _creates(state: TeutonicaState, board: Board, seat: int, route: int, found: Actions) -> None:
    """HT-10.5."""
    road, player = state.roads[route], state.players[seat]
    name, kinds = road.route, [kind for kind in KINDS if PIECES[seat][kind] in road.pieces]
    found.append(_create(name, "none"))
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


def can_use_three(state: TeutonicaState) -> bool:
    """HT-12.9."""
    pieces = liftable(state, "three")
    return any(not pieces.isdisjoint(road.pieces) for road in state.roads)


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
def _pawn(move: str, province: str) -> Pawn:
    return Pawn(move, province)  # type: ignore[arg-type]


def _pawns(state: TeutonicaState, found: Actions) -> None:
    """HT-18.3, HT-18.9."""
    provinces = provinces_of(state)
    if not state.pawn_moved:
        near = provinces.near[state.pawn]
        found += [_pawn("free", province) for province in provinces.ids if province in near]
    if state.left > 0:
        found += [_pawn("pay", province) for province in provinces.ids if province != state.pawn]


# ---- the other states


def _pawn_start(state: TeutonicaState, board: Board, seat: int) -> Actions:
    return [_pawn("start", province) for province in provinces_of(state).ids]


def _lift_list(state: TeutonicaState, board: Board, purpose: str) -> Actions:
    found: Actions = []
    for offer, road in zip(_lifts(board.id, liftable(state, purpose)), state.roads, strict=True):
        found += offer[road.pieces]
    return found


@lru_cache(maxsize=512)
def _puts(board: str, origin: str) -> tuple[Put, ...]:
    return tuple(Put(origin, space) for space in BOARDS[board].spaces)


def _move(state: TeutonicaState, board: Board, seat: int) -> Actions:
    moving = state.moving
    found: Actions = []
    if moving is None:
        return found
    if not moving.putting and moving.lifts < limit(state, moving):
        found += _lift_list(state, board, moving.purpose)
    for origin, spaces in puts(state, board, moving):
        table = _puts(board.id, origin)
        found += [table[space] for space in spaces]
    if moving.purpose == "three" and state.options.edition == "2009" and moving.lifts:
        found.append(DONE)
    return found


@lru_cache(maxsize=8)
def _relocates(board: str) -> tuple[Relocate, ...]:
    return tuple(Relocate(space) for space in BOARDS[board].spaces)


def _respond(state: TeutonicaState, board: Board, seat: int) -> Actions:
    response = state.response
    if response is None:
        return []
    table = _relocates(board.id)
    found: Actions = [table[space] for space in relocations(state, board, response)]
    for origin, spaces in adds(state, board, response):
        found += [add(origin, board.spaces[space]) for space in spaces]
    if not response.piece:
        found.append(DONE)
    return found


def _along(state: TeutonicaState, board: Board, seat: int) -> Actions:
    stock = state.players[seat].stock
    return [Take(kind) for kind in (*KINDS, "none") if kind == "none" or stock.count(kind)]


def _perm(state: TeutonicaState, board: Board, seat: int) -> Actions:
    bonus, player = state.bonus, state.players[seat]
    found: Actions = []
    if bonus is None:
        return found
    if bonus.kind == "move_two":
        found += _lift_list(state, board, "move_two")
    elif bonus.kind == "privilege":
        if not is_developed(player.desk, "privilegium"):
            found.append(Develop("privilegium"))
    elif bonus.kind == "independent_office":
        cities = [city.id for city in board.cities if city.independent]
        found += [Found(city, kind) for city in cities for kind in KINDS if player.supply.count(kind)]
    elif bonus.more:
        pieces = deploy_pieces(state, board)
        for kind in KINDS:
            if pieces.count(kind):
                found += [Deploy(kind, board.spaces[space]) for space in deploy_targets(state, board, kind)]
    found.append(SKIP)
    return found


def _lay(state: TeutonicaState, board: Board, seat: int) -> Actions:
    routes = [board.routes[route].id for route in lay_routes(state, board)]
    shown = state.players[seat].shown
    return [Lay(marker, route) for marker in MARKERS if marker in shown for route in routes]


_LISTS = {
    "pawn0": _pawn_start,
    "act": _act,
    "move": _move,
    "respond": _respond,
    "along": _along,
    "perm": _perm,
    "lay": _lay,
}
