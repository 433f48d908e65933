"""Displacements with the payment that costs least; other payments and pieces stand apart (action C).

Not for the answer of the displaced: `answering` has that.
"""

from collections.abc import Sequence

from engine.choices import single
from engine.teutonica.actions import VERBS, Displace, TeutonicaAction
from engine.teutonica.board import Board
from engine.teutonica.state import KIND, OWNER, SEAT_WORDS, TeutonicaState, space_piece
from engine.values import Choice, Param, Whole

WHOLES = (Whole("take_over", (Param("space", "space"), Param("victim", "seat"), Param("piece", "kind"))),)
_VERB = next(verb for verb in VERBS if verb.action is Displace)


def choices(state: TeutonicaState, board: Board, displacements: Sequence[TeutonicaAction]) -> list[Choice]:
    """One for each victim, kind of piece and sort of space on a route, with all its other payments further down."""
    cheapest, others = dict[tuple[int, str, bool], list[Displace]](), list[Choice]()
    for action in displacements:
        assert isinstance(action, Displace)
        space = board.space_index[action.space]
        equal = board.space_route[space], space_piece(state, board, space), board.ship[space]
        ways = cheapest.setdefault(equal, [])
        if not ways or ways[0].space == action.space:
            ways.append(action)
    found = list[Choice]()
    for (_, piece, _), ways in cheapest.items():
        best = min(ways, key=_cost)
        found.append(Choice("take_over", (best.space, SEAT_WORDS[OWNER[piece]], KIND[piece]), (best,)))
        others += [single(_VERB, way) for way in ways if way is not best]
    return found + others


def _cost(action: Displace) -> tuple[int, int]:
    """Merchants are dear, and dearest where they leave the seat's supply for its stock."""
    return (action.kind + action.pay).count("M"), action.pay.count("M")
