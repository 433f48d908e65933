"""What may be done on a route with its content as it is: tables made once per board and supply, joined per position.

Not for anything that depends on more than the route and the supply: `legal` puts those in front of these tables.
"""

from functools import lru_cache
from itertools import product

from engine.teutonica.actions import PAYS, Displace, Lift, Place, TeutonicaAction
from engine.teutonica.board import BOARDS, KINDS, PENALTY
from engine.teutonica.options import SEATS
from engine.teutonica.state import FREE, PIECES, ROAD_PIECES, Pieces

Offer = dict[str, tuple[TeutonicaAction, ...]]
"""For each content of a space what the seat may do there."""


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
def route_offers(board: str, seat: int, traders: int, merchants: int) -> tuple[RouteOffers, ...]:
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
def lift_offers(board: str, pieces: frozenset[str]) -> tuple[RouteOffers, ...]:
    """For each route: lifting, when these pieces may be lifted and nothing else may be done."""
    map_ = BOARDS[board]
    none: Offer = dict.fromkeys((FREE, *ROAD_PIECES), ())
    return tuple(
        RouteOffers(tuple(none | dict.fromkeys(pieces, (Lift(map_.spaces[space]),)) for space in route.spaces))
        for route in map_.routes
    )
