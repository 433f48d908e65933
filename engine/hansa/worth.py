"""What a position of Hansa is worth to a seat, in points: what counts already, and what may still come of the rest.

Not for choosing: `search` does. All it reads lies open on the table.
"""

import msgspec
from msgspec import UNSET

from engine.hansa.board import BOARD, Faces
from engine.hansa.scoring import score
from engine.hansa.state import HansaState, in_ports, is_triggered, leader_of, seats_of

WON = 100.0
"""More than any other difference; only the end of the game decides it."""
DEEP = 2
"""Booths in a port beyond the first that are of use."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of `data/players/hansa.json`. What is for later counts less the nearer the end is."""

    pair: float
    """Of the barrels that can be sold as soon as there is a booth to sell at…"""
    single: float
    """…and of those that still want a second marker."""
    set: float
    """A colour that can be sold: others lose a marker of it."""
    booth: float
    """A booth behind the first in a port: a sale does not empty it."""
    lead: float
    taler: float
    market: float
    """A booth in one port more to sell at."""
    pace: float
    """Markers drawn in a turn."""
    soon: float
    """Turns before the end from which on the end is near."""
    rival: float
    """How much of what the best of the others has is a loss…"""
    others: float
    """…and how much of what all others have on average."""


def worth(state: HansaState, seat: int, weights: Weights) -> float:
    """What the seat has, less what others have."""
    totals = [_standing(state, each, weights) for each in range(seats_of(state))]
    rest = totals[:seat] + totals[seat + 1 :]
    ahead = totals[seat] - weights.rival * max(rest) - weights.others * sum(rest) / len(rest)
    return ahead if state.phase != "over" else ahead + _outcome(state, seat)


def _outcome(state: HansaState, seat: int) -> float:
    """HA-14.5, HA-14.6."""
    keys = [(sum(score(state, each).values()), in_ports(state, each)) for each in range(seats_of(state))]
    best = max(keys)
    return WON / keys.count(best) if keys[seat] == best else -WON


def _standing(state: HansaState, seat: int, weights: Weights) -> float:
    sold, face_up = state.sold[seat], state.face_up[seat]
    total = float(len(face_up) + sum(1 + int(face[1]) for face in sold))
    future = _future(state, seat, weights)
    markets = 0
    for booths in state.booths:
        mine = booths[seat]
        if not mine:
            continue
        markets += 1
        total += 4 if sum(booths) == mine else 2
        total += future * weights.booth * min(mine - 1, DEEP)
        if leader_of(booths) == seat:
            total += future * weights.lead
    if state.opener is not UNSET:
        points = score(state, seat)
        total += sum(points[name] for name in points if name.startswith("extra"))
    if future:
        total += future * (weights.taler * min(state.talers[seat], 4) + weights.market * min(markets, 4))
        total += future * _goods(face_up, weights) * (1.0 if markets else 0.4)
    return total


def _goods(face_up: Faces, weights: Weights) -> float:
    """Markers that are for sale: alone, or with others of their colour."""
    barrels: dict[str, int] = {}
    count: dict[str, int] = {}
    for face in face_up:
        barrels[face[0]] = barrels.get(face[0], 0) + int(face[1])
        count[face[0]] = count.get(face[0], 0) + 1
    total = 0.0
    for colour, number in count.items():
        total += weights.single * barrels[colour] if number == 1 else weights.pair * barrels[colour] + weights.set
    return total


def _future(state: HansaState, seat: int, weights: Weights) -> float:
    """From 0, no turn any more, to 1, as long as the end is far."""
    seats = seats_of(state)
    if state.phase == "over":
        return 0.0
    if is_triggered(state):
        return 1.0 / weights.soon if seat > state.active else 0.0
    left = len(state.supply) - BOARD.pile_sizes(seats)[-1]
    return min(1.0, (0.5 + left / weights.pace / seats) / weights.soon)
