"""What must be true of every position of Hansa Teutonica (section 28), as far as one position can show it.

Not for what must be true of a step from one position to the next: the tests watch over that.
"""

from collections import Counter

from engine.errors import BadOption, BadState, Field
from engine.teutonica.board import (
    ABILITIES,
    ABILITY_VALUES,
    COLOURS,
    MARKER_COUNTS,
    MARKERS,
    MERCHANTS,
    MISSIONS,
    TILES,
    TRADERS,
    Board,
)
from engine.teutonica.legal import legal
from engine.teutonica.legal.reach import adds, can_put_all, limit, put_targets, relocations
from engine.teutonica.options import check_options
from engine.teutonica.play.creating import has_bonus_use
from engine.teutonica.state import (
    END_SCORE,
    EXTRA_PIECES,
    FREE,
    KIND,
    ON_BOARD,
    OWNER,
    ROAD_PIECES,
    SEAT_WORDS,
    Moving,
    Pieces,
    TeutonicaState,
    board_of,
    desk_pieces,
    full_cities,
    prompted,
    provinces_of,
    tile_owner,
)

LEAGUE_MOST = 27
"""I-14: what the League boards can yield during the game."""
BONUSES = {"east": ("move_two", "privilege", "independent_office", "place_two"), "britannia": ("move_two", "place_two")}


def audit(state: TeutonicaState) -> None:
    """Raises BadState for the first invariant that does not hold."""
    try:
        check_options(state.seats, state.options)
    except BadOption as error:
        raise BadState("The options are not offered: {why}", why=str(error)) from None
    board = board_of(state)
    _audit_shape(state, board)
    _audit_players(state)
    _audit_hand(state, board)
    _audit_pieces(state)
    _audit_markers(state, board)
    _audit_modules(state)
    _audit_end(state, board)
    _audit_prompt(state, board)


def _need(holds: bool, reason: str, **fields: Field) -> None:
    if not holds:
        raise BadState(reason, **fields)


def _audit_shape(state: TeutonicaState, board: Board) -> None:
    """The lists are those of the board, and hold words that mean something on it."""
    _need(len(state.players) == state.seats, "There is one player per seat.")
    _need(0 <= state.active < state.seats, "The active seat is one of the seats.")
    _need(state.round >= 1 and state.still >= 0, "Rounds count from 1.")
    _need(state.left >= 0, "Actions left are not negative (I-16).")
    _need(not state.locked or state.left == 0, "A seat that has given up its actions has none left (HT-15.4).")
    _need(
        tuple(road.route for road in state.roads) == tuple(route.id for route in board.routes),
        "The roads are the routes of the board, in its order.",
    )
    pieces = {piece for piece in ROAD_PIECES if OWNER[piece] < state.seats}
    for route, road in zip(board.routes, state.roads, strict=True):
        _need(len(road.pieces) == len(route.ships), "{route} has other spaces.", route=route.id)
        for piece, ship in zip(road.pieces, route.ships, strict=True):
            _need(
                piece == FREE or piece in pieces, "There is no piece {piece} on {route}.", piece=piece, route=route.id
            )
            _need(not ship or piece == FREE or KIND[piece] == "M", "A ship space holds merchants only (I-5).")
    _need(
        tuple(row.city for row in state.rows) == tuple(city.id for city in board.cities),
        "The rows are the cities of the board, in its order.",
    )
    offices = pieces | {piece for piece in EXTRA_PIECES if OWNER[piece] < state.seats}
    for city, row in zip(board.cities, state.rows, strict=True):
        _need(all(office in offices for office in row.offices), "{city} has an unknown office.", city=row.city)
        extras = [office in EXTRA_PIECES for office in row.offices]
        _need(extras == sorted(extras, reverse=True), "Extra offices stand left of the others (HT-2.9).")
        fits = city.independent or extras.count(False) <= len(city.offices)
        _need(fits, "{city} has not that many offices (I-6).", city=row.city)
    _need(len(state.honours) == len(COLOURS), "There are four honours.")
    seats = ("", *SEAT_WORDS[: state.seats])
    _need(all(owner in seats for owner in state.honours), "An honour belongs to a seat or to nobody.")
    _need(
        len(set(state.connected)) == len(state.connected) and all(0 <= one < state.seats for one in state.connected),
        "Each seat connects at most once (I-15).",
    )
    cities = {board.cities[city].id for city, _ in board.gateways}
    used = state.permissions
    _need(len(set(used)) == len(used) and cities.issuperset(used), "Each gate gives one permission per turn (I-26).")


def _audit_players(state: TeutonicaState) -> None:
    for player in state.players:
        for name in ABILITIES:
            steps: int = getattr(player.desk, name)
            _need(0 <= steps < len(ABILITY_VALUES[name]), "{ability} has no such step (I-3).", ability=name)
        for zone in (player.stock, player.supply):
            _need(zone.traders >= 0 and zone.merchants >= 0, "No zone holds fewer than no pieces (I-1).")
        _need(player.score >= 0, "Scores are not negative (I-13).")


def _audit_hand(state: TeutonicaState, board: Board) -> None:
    """I-17: what is in a hand belongs to an open sequence of the right kind."""
    _need((state.moving is not None) == (state.phase == "move"), "Pieces are lifted in MOVE only (I-17).")
    _need((state.response is not None) == (state.phase == "respond"), "A response is open in RESPOND only (I-17).")
    moving = state.moving
    in_bonus = moving is not None and moving.purpose == "move_two"
    _need((state.bonus is not None) == (state.phase == "perm" or in_bonus), "A bonus is open in PERM only (I-17).")
    if moving is not None:
        _audit_moving(state, board, moving)
    if (bonus := state.bonus) is not None:
        _need(bonus.kind in BONUSES.get(state.options.board, ()), "There is no such permanent bonus on this board.")
        _need(not in_bonus or bonus.kind == "move_two", "Another permanent bonus is open.")
        _need(1 <= bonus.more <= (2 if bonus.kind == "place_two" else 1), "The permanent bonus is used up.")
        _need(bonus.pieces.traders >= 0 and bonus.pieces.merchants >= 0, "No zone holds fewer than no pieces (I-1).")
        waits = bonus.kind == "place_two" and state.options.board == "east"
        _need(waits or not bonus.pieces, "No pieces wait for this permanent bonus.")
    if (response := state.response) is not None:
        _need(0 <= response.victim < state.seats, "The victim is one of the seats.")
        _need(response.victim != state.active, "Nobody displaces an own piece (HT-7.4).")
        _need(response.route in board.route_index, "A displacement is on a route of the board.")
        own = response.piece in ROAD_PIECES and OWNER[response.piece] == response.victim
        _need(response.piece == "" or own, "The displaced piece belongs to the victim.")
        _need(0 <= response.more <= 2, "At most two pieces are added (HT-8.1).")
        _need(all(space in board.space_index for space in response.placed), "Pieces are placed on spaces.")


def _audit_moving(state: TeutonicaState, board: Board, moving: Moving) -> None:
    origins = [held.origin for held in moving.hand]
    _need(len(set(origins)) == len(origins), "A space gives one piece to the hand.")
    for held in moving.hand:
        _need(held.origin in board.space_index, "A piece is lifted from a space.")
        _need(held.piece in ROAD_PIECES and OWNER[held.piece] < state.seats, "There is no such piece in the hand.")
        foreign = OWNER[held.piece] != state.active
        _need(moving.purpose != "move" or not foreign, "Action D lifts own pieces only (HT-9.5).")
        _need(moving.purpose != "three" or foreign, "The marker lifts pieces of others only (HT-12.7).")
    removes = moving.purpose == "three" and state.options.edition == "2009"
    _need(not (removes and moving.hand), "What the marker of 2009 lifts goes to the supplies (HT-12.8).")
    _need(0 <= moving.lifts <= limit(state, moving), "No more was lifted than may be (HT-9.1, HT-12.7, HT-16.7).")
    _need(len(moving.hand) <= moving.lifts, "The hand holds no more than was lifted.")
    _need(moving.putting or removes or len(moving.hand) == moving.lifts, "Before the first put all lifted are in hand.")
    _need(bool(moving.hand) or (moving.purpose == "three" and not moving.putting), "The hand is not empty in MOVE.")
    targets = [put_targets(state, board, moving, held) for held in moving.hand]
    _need(can_put_all(targets), "The hand cannot be put down (HT-9.4).")


def _audit_pieces(state: TeutonicaState) -> None:
    """I-1, I-2: each seat's 27 traders and 4 merchants."""
    zones = [piece for road in state.roads for piece in road.pieces if piece]
    zones += [office for row in state.rows for office in row.offices]
    zones += [held.piece for held in state.moving.hand] if state.moving is not None else []
    zones += [state.response.piece] if state.response is not None and state.response.piece else []
    found = Counter((OWNER[piece], KIND[piece]) for piece in zones)
    for seat, player in enumerate(state.players):
        pieces = Pieces(found[seat, "T"] + 1, found[seat, "M"] + state.honours.count(SEAT_WORDS[seat]))
        pieces += player.stock + player.supply + desk_pieces(player.desk)
        if state.bonus is not None and seat == state.active:
            pieces += state.bonus.pieces
        _need(
            pieces == Pieces(TRADERS, MERCHANTS),
            "{seat} has {traders} traders and {merchants} merchants in all zones, not 27 and 4 (I-1).",
            seat=SEAT_WORDS[seat],
            traders=pieces.traders,
            merchants=pieces.merchants,
        )


def _audit_markers(state: TeutonicaState, board: Board) -> None:
    """I-9 to I-11."""
    laid = [road.marker for road in state.roads if road.marker]
    plates = [marker for player in state.players for marker in (*player.plate, *player.shown)]
    found = Counter([*state.markers, *laid, *plates])
    for player in state.players:
        found.update((*player.unused, *player.used))
    counts = MARKER_COUNTS[state.options.edition]
    _need(
        set(found) <= set(MARKERS) and all(found[kind] == counts[kind] for kind in MARKERS),
        "The markers in all zones are those of the edition (I-9).",
    )
    failed = "markers" in state.triggers
    _need(
        len(laid) + len(plates) == ON_BOARD - failed,
        "Markers on routes and plates are three, or two after a draw that failed (I-10, I-11).",
    )
    _need(not failed or not state.markers, "A draw fails only when the marker supply is empty (HT-19.2).")
    for route, road in zip(board.routes, state.roads, strict=True):
        _need(
            not road.marker or (not route.bonus and route.region in ("", "england")),
            "No marker lies on {route} (I-11).",
            route=route.id,
        )
    for seat, player in enumerate(state.players):
        own_turn = seat == state.active and state.phase != "lay"
        _need(not player.plate or own_turn, "Only the active seat has unseen markers (HT-13.1).")


def _audit_modules(state: TeutonicaState) -> None:
    """Missions, favours (I-28) and the pawn (I-27)."""
    missions = [player.mission for player in state.players]
    if state.options.missions:
        _need(set(missions) <= set(MISSIONS) and len(set(missions)) == state.seats, "Each seat has its own mission.")
    else:
        _need(not any(missions), "There are no missions in this game.")
    tiles = [*state.tiles, *(tile for player in state.players for tile in player.tiles)]
    _need(len(tiles) == (state.seats if state.options.favours else 0), "There are as many tiles as seats (I-28).")
    _need(len(set(tiles)) == len(tiles) and set(tiles) <= set(TILES), "Each tile is there once (I-28).")
    for player in state.players:
        owner = "recruit_along" in player.tiles
        _need(owner or player.standing == "ask", "Only the owner of recruit_along has a standing order (HT-25.4).")
    if state.seats == 2:
        placed = state.pawn in provinces_of(state).ids
        _need(placed if state.phase != "pawn0" else not state.pawn, "The pawn is in one province (I-27).")
    else:
        _need(not state.pawn and not state.pawn_moved, "Only the game for two has a pawn (I-27).")


def _audit_end(state: TeutonicaState, board: Board) -> None:
    """I-14, I-29."""
    scores = [player.score for player in state.players]
    _need(state.options.board != "league" or max(scores) <= LEAGUE_MOST, "No score exceeds 27 here (I-14).")
    reasons = {
        "score": max(scores) >= END_SCORE,
        "markers": "markers" in state.triggers,
        "cities": full_cities(state, board) >= board.full_limit,
    }
    wanted = sorted(reason for reason, holds in reasons.items() if holds)
    _need(
        sorted(state.triggers) == wanted,
        "The triggers are those that scores, full cities and a failed draw show (I-14).",
    )
    open_ = state.phase in ("perm", "over") or (state.moving is not None and state.moving.purpose == "move_two")
    _need(not state.triggers or open_, "After a trigger only the permanent bonus is resolved (I-29).")
    stalled = bool(state.options.stall) and state.still >= state.options.stall
    _need(stalled == (state.phase == "over") or bool(state.triggers), "The game is over when it has ended (HT-19.6).")


def _audit_prompt(state: TeutonicaState, board: Board) -> None:
    """I-18."""
    _need(state.phase != "pawn0" or state.seats == 2, "Only the game for two begins with the pawn (HT-3.7).")
    _need(state.phase != "perm" or bool(board.gateways) or state.options.board == "east", "There is no bonus here.")
    if state.phase == "along":
        owner = tile_owner(state, "recruit_along")
        _need(owner is not None and owner != state.active, "A recruit of another seat is answered (HT-15.8).")
        if owner is not None:
            player = state.players[owner]
            _need(bool(player.stock), "Nobody is asked with an empty stock (HT-15.8).")
            _need(player.standing == "ask", "A standing order answers by itself (HT-15.8).")
    if (response := state.response) is not None:
        nowhere = bool(response.piece) and not relocations(state, board, response)
        _need(not nowhere, "A displaced piece that fits nowhere is in the stock (HT-8.11).")
        _need(bool(response.piece) or bool(adds(state, board, response)), "The response is over (HT-8.9).")
    if state.phase == "perm":
        _need(has_bonus_use(state, board, state.active), "A permanent bonus without use is skipped (HT-16.7).")
    seat = prompted(state)
    if seat is not None:
        _need(bool(legal(state, seat)), "The seat that is asked has nothing to decide (I-18).")
