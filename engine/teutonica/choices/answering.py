"""Pieces that are not placed by an action of one's own: displaced, added or deployed, as routes (sections 8, 16, 17).

Not for the actions of a turn.
"""

from collections.abc import Sequence

from engine.teutonica.actions import Add, Deploy, Relocate, TeutonicaAction
from engine.teutonica.board import KINDS, Board
from engine.teutonica.choices.spaces import spots
from engine.teutonica.state import TeutonicaState, space_piece
from engine.values import Choice, Param, Whole

_ROUTE, _BERTH = Param("route", "route"), Param("berth", "berth", optional=True)

WHOLES = (
    Whole("resettle", (_ROUTE, _BERTH)),
    Whole("add_piece", (Param("source", "source"), _ROUTE, _BERTH)),
    Whole("deploy_piece", (Param("kind", "kind"), _ROUTE, _BERTH)),
)


def relocations(board: Board, actions: Sequence[TeutonicaAction]) -> list[Choice]:
    """The displaced piece to a route."""
    spaces = [action.space for action in actions if isinstance(action, Relocate)]
    return [Choice("resettle", (spot.route, spot.berth), (Relocate(spot.space),)) for spot in spots(board, spaces)]


def additions(state: TeutonicaState, board: Board, actions: Sequence[TeutonicaAction]) -> list[Choice]:
    """A piece to a route; of equal ones on roads the first stands for all (HT-8.4)."""
    targets = dict[str, list[str]]()
    for action in actions:
        assert isinstance(action, Add)
        targets.setdefault(action.source, []).append(action.space)
    found, known = list[Choice](), set[tuple[int, str, bool]]()
    for source, spaces in targets.items():
        if source not in KINDS:
            space = board.space_index[source]
            equal = board.space_route[space], space_piece(state, board, space), board.ship[space]
            if equal in known:
                continue
            known.add(equal)
        found += [
            Choice("add_piece", (source, spot.route, spot.berth), (Add(source, spot.space),))
            for spot in spots(board, spaces)
        ]
    return found


def deployments(board: Board, actions: Sequence[TeutonicaAction]) -> list[Choice]:
    """A piece of the permanent bonus to a route (HT-16.7, HT-17.11)."""
    targets = dict[str, list[str]]()
    for action in actions:
        assert isinstance(action, Deploy)
        targets.setdefault(action.kind, []).append(action.space)
    return [
        Choice("deploy_piece", (kind, spot.route, spot.berth), (Deploy(kind, spot.space),))
        for kind, spaces in targets.items()
        for spot in spots(board, spaces)
    ]
