"""Placements as routes: one piece or several on a route, and routes that are filled and created at once (action B).

Not for placements of other actions: `answering` and `moving` have those.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from engine.teutonica.actions import Create, Place, TeutonicaAction, mix_word
from engine.teutonica.board import BOARDS, KINDS, Board
from engine.teutonica.choices.spaces import Room, room, spots
from engine.teutonica.legal.reach import OPEN_REGIONS, OTHERS, OWN
from engine.teutonica.legal.turn import creates
from engine.teutonica.state import FREE, OWNER, PIECES, Pieces, TeutonicaState
from engine.values import Action, Choice, Param, Whole

_ROUTE, _PIECES, _BERTH = Param("route", "route"), Param("pieces", "mix"), Param("berth", "berth", optional=True)

WHOLES = (
    Whole(
        "complete",
        (
            _ROUTE,
            _PIECES,
            Param("outcome", "outcome"),
            Param("target", "target", optional=True),
            Param("kind", "kind", optional=True),
        ),
    ),
    Whole("fill", (_ROUTE, _PIECES)),
    Whole("trader", (_ROUTE,)),
    Whole("pieces", (_PIECES, _ROUTE)),
    Whole("merchant", (_ROUTE, _BERTH)),
)
MOST = max(len(route.ships) for board in BOARDS.values() for route in board.routes)
"""More pieces than a route has spaces make no difference to what can be placed on it."""


class Offer(NamedTuple):
    """What can be placed on one route: on one the seat has begun, on any other, and as a merchant."""

    fill: tuple[Choice, ...]
    trader: tuple[Choice, ...]
    pieces: tuple[Choice, ...]
    merchant: tuple[Choice, ...]


def choices(state: TeutonicaState, board: Board, seat: int, places: Sequence[TeutonicaAction]) -> list[Choice]:
    """Routes of the seat that it can complete in this turn first, then all it has begun, then the others."""
    supply = state.players[seat].supply
    supply = Pieces(min(supply.traders, MOST), min(supply.merchants, MOST))
    numbers = [board.space_route[board.space_index[place.space]] for place in places if isinstance(place, Place)]
    routes = [route for route, _ in groupby(numbers)]
    offers = list[Offer]()
    completions = list[Choice]()
    for route in routes:
        pieces = state.roads[route].pieces
        most = min(state.left, MOST, _permissions(state, board, seat, route))
        begun = not OWN[seat].isdisjoint(pieces)
        offers.append(_offer(board.id, route, pieces, begun, supply, most))
        if begun and state.left > pieces.count(FREE) <= most and OTHERS[seat].isdisjoint(pieces):
            completions += _completions(state, board, seat, route, supply)
    return completions + [choice for name in range(len(Offer._fields)) for offer in offers for choice in offer[name]]


def _permissions(state: TeutonicaState, board: Board, seat: int, route: int) -> int:
    """HT-17.4 to HT-17.6: how often the seat may place on the route in this turn, as far as its region goes."""
    region = board.routes[route].region
    if region in OPEN_REGIONS:
        return MOST
    rows = [(state.rows[city], regions) for city, regions in board.gateways]
    return sum(
        region in regions and bool(row.offices) and OWNER[row.offices[-1]] == seat and row.city not in state.permissions
        for row, regions in rows
    )


def _placed(room: Room, traders: int, merchants: int) -> tuple[Action, ...]:
    return tuple([_place(kind, space) for kind, space in room.for_pieces(traders, merchants)])


@lru_cache(maxsize=4096)
def _place(kind: str, space: str) -> Place:
    return Place(kind, space)


@lru_cache(maxsize=8192)
def _offer(board: str, route: int, pieces: tuple[str, ...], begun: bool, supply: Pieces, most: int) -> Offer:
    """On a route that is begun the most pieces come first, elsewhere the single trader."""
    name, here = BOARDS[board].routes[route].id, room(board, route, pieces)
    traders, merchants = here.most(supply.traders, supply.merchants)
    mixes = [
        (min(number, traders), max(0, number - traders)) for number in range(min(most, traders + merchants), 0, -1)
    ]
    several = [(mix_word(*mix), _placed(here, *mix)) for mix in mixes if sum(mix) > 1]
    one = [(mix_word(*mix), _placed(here, *mix)) for mix in mixes if mix == (1, 0)]
    spaces = (
        [_place("M", spot.space) for spot in spots(BOARDS[board], here.land + here.ship)] if supply.merchants else []
    )
    berths = [spot.berth for spot in spots(BOARDS[board], here.land + here.ship)]
    return Offer(
        fill=tuple(Choice("fill", (name, mix), placed) for mix, placed in several + one) if begun else (),
        trader=() if begun else tuple(Choice("trader", (name,), placed) for _, placed in one),
        pieces=() if begun else tuple(Choice("pieces", (mix, name), placed) for mix, placed in several),
        merchant=tuple(
            Choice("merchant", (name, berth), (place,)) for place, berth in zip(spaces, berths, strict=False)
        ),
    )


def _completions(state: TeutonicaState, board: Board, seat: int, route: int, supply: Pieces) -> list[Choice]:
    """The route filled and created: with traders as far as possible, and with a merchant for what needs one."""
    pieces = state.roads[route].pieces
    here, free = room(board.id, route, pieces), pieces.count(FREE)
    traders, merchants = here.most(supply.traders, supply.merchants)
    traders = min(traders, free)
    if traders + merchants < free:
        return []
    mixes = [(traders, free - traders)]
    if free == traders and supply.merchants and PIECES[seat]["M"] not in pieces:
        mixes.append((traders - 1, 1))
    found, known = list[Choice](), set[Create]()
    for mix in mixes:
        placed = _placed(here, *mix)
        content = tuple(PIECES[seat][kind] for kind in KINDS for _ in range(_held(pieces, seat, kind, mix)))
        for create in creates(state, board, seat, route, content):
            if create not in known:
                known.add(create)
                values = (create.route, mix_word(*mix), create.outcome, create.target, create.kind)
                found.append(Choice("complete", values, (*placed, create)))
    return found


def _held(pieces: tuple[str, ...], seat: int, kind: str, mix: tuple[int, int]) -> int:
    """How many pieces of the kind the seat has on the route when the mix is placed."""
    return pieces.count(PIECES[seat][kind]) + mix[KINDS.index(kind)]
