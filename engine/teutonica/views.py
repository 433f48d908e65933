"""What a seat, or the table, may know of a position (section 22), and positions it could not tell from it.

Not for the position itself: `state` is that.
"""

from collections import Counter

import msgspec
from msgspec.structs import replace

from engine.chance import Stream
from engine.teutonica.board import MARKER_COUNTS, MARKERS, MISSIONS, Board
from engine.teutonica.legal.reach import relocations
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.scoring import result
from engine.teutonica.state import (
    ORDERS,
    Bonus,
    Desk,
    Moving,
    Phase,
    Pieces,
    Player,
    Response,
    Road,
    Standing,
    TeutonicaState,
    board_of,
    controller,
    decisions,
    full_cities,
)
from engine.values import Rank, View


class SeatView(msgspec.Struct, frozen=True):
    """What everybody knows of a seat. Mission and standing order stay empty until the game is over."""

    stock: Pieces
    supply: Pieces
    desk: Desk
    score: int
    unused: tuple[str, ...]
    used: tuple[str, ...]
    plate: int
    """How many unseen markers lie on its plate."""
    shown: tuple[str, ...]
    tiles: tuple[str, ...]
    mission: str
    standing: str


class CityView(msgspec.Struct, frozen=True):
    city: str
    offices: tuple[str, ...]
    controller: int | None


class Private(msgspec.Struct, frozen=True):
    """What only the viewer knows (HT-22.2)."""

    mission: str
    standing: Standing


class TeutonicaView(View, frozen=True, kw_only=True):
    options: TeutonicaOptions
    board: str
    phase: Phase
    left: int
    locked: bool
    decided: bool
    acted: bool
    roads: tuple[Road, ...]
    cities: tuple[CityView, ...]
    honours: tuple[str, ...]
    players: tuple[SeatView, ...]
    markers: int
    """How many markers are in the supply."""
    unseen: dict[str, int]
    """How many markers of each kind nobody has seen yet: in the supply or face down on a plate."""
    tiles: tuple[str, ...]
    connected: tuple[int, ...]
    full_cities: int
    full_limit: int
    pawn: str
    pawn_moved: bool
    permissions: tuple[str, ...]
    moving: Moving | None
    response: Response | None
    refuges: tuple[str, ...]
    """The routes that a displaced piece may go to now (HT-8.6), in file order; none while there is none."""
    bonus: Bonus | None
    triggers: tuple[str, ...]
    still: int
    ranking: tuple[Rank, ...]
    private: Private | None


def view(state: TeutonicaState, seat: int | None) -> TeutonicaView:
    """HT-22.1 to HT-22.3."""
    board = board_of(state)
    over = state.phase == "over"
    final = result(state)
    return TeutonicaView(
        seat=seat,
        seats=state.seats,
        round=state.round,
        active=None if over else state.active,
        decisions=decisions(state),
        options=state.options,
        board=board.id,
        phase=state.phase,
        left=state.left,
        locked=state.locked,
        decided=state.decided,
        acted=state.acted,
        roads=state.roads,
        cities=tuple(CityView(row.city, row.offices, controller(row.offices)) for row in state.rows),
        honours=state.honours,
        players=tuple(_seat_view(player, over) for player in state.players),
        markers=len(state.markers),
        unseen=_unseen(state),
        tiles=state.tiles,
        connected=state.connected,
        full_cities=full_cities(state, board),
        full_limit=board.full_limit,
        pawn=state.pawn,
        pawn_moved=state.pawn_moved,
        permissions=state.permissions,
        moving=state.moving,
        response=state.response,
        refuges=_refuges(state, board),
        bonus=state.bonus,
        triggers=state.triggers,
        still=state.still,
        ranking=final.ranking if final is not None else (),
        private=None if seat is None else Private(state.players[seat].mission, state.players[seat].standing),
    )


def _seat_view(player: Player, over: bool) -> SeatView:
    return SeatView(
        stock=player.stock,
        supply=player.supply,
        desk=player.desk,
        score=player.score,
        unused=player.unused,
        used=player.used,
        plate=len(player.plate),
        shown=player.shown,
        tiles=player.tiles,
        mission=player.mission if over else "",
        standing=player.standing if over else "",
    )


def _refuges(state: TeutonicaState, board: Board) -> tuple[str, ...]:
    if state.response is None:
        return ()
    spaces = relocations(state, board, state.response)
    return tuple(dict.fromkeys(board.routes[board.space_route[space]].id for space in spaces))


def _unseen(state: TeutonicaState) -> dict[str, int]:
    left = Counter(MARKER_COUNTS[state.options.edition])
    left.subtract(road.marker for road in state.roads if road.marker)
    for player in state.players:
        left.subtract((*player.unused, *player.used, *player.shown))
    return {kind: left[kind] for kind in MARKERS}


def resample(state: TeutonicaState, seat: int | None, stream: Stream) -> TeutonicaState:
    """HT-22.1, HT-22.2: marker order, face-down plates, and other seats' missions and standing orders drawn anew."""
    unseen = (*state.markers, *(kind for player in state.players for kind in player.plate))
    pool = list(stream.shuffled(sorted(unseen)))
    cards = [card for card in MISSIONS if seat is None or card != state.players[seat].mission]
    deck = list(stream.shuffled(cards))
    players = []
    for number, player in enumerate(state.players):
        plate = tuple(pool.pop() for _ in player.plate)
        if state.phase == "over" or number == seat:
            players.append(replace(player, plate=plate))
            continue
        asked = state.phase == "along" or "recruit_along" not in player.tiles
        order = player.standing if asked else stream.choice(ORDERS)
        players.append(replace(player, plate=plate, mission=deck.pop() if player.mission else "", standing=order))
    return replace(state, players=tuple(players), markers=tuple(pool))
