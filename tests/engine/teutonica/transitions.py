"""Games played oddly, one step at a time: the material for the invariants that look at a step.

Not for assertions.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.chance import Stream
from engine.policies import moves, simple_policy
from engine.teutonica.actions import TeutonicaAction
from engine.teutonica.options import TeutonicaOptions
from engine.teutonica.state import Pieces, TeutonicaState
from engine.teutonica.title import TITLE
from engine.values import Event, Setup
from tests.engine.teutonica.positions import position

GAMES = (
    (2, TeutonicaOptions("2009")),
    (2, TeutonicaOptions("2009", missions=True, provinces="literal")),
    (3, TeutonicaOptions(missions=True, favours=True)),
    (3, TeutonicaOptions(homeless="forbidden")),
    (3, TeutonicaOptions("2009")),
    (3, TeutonicaOptions(board="east")),
    (3, TeutonicaOptions(board="britannia")),
    (4, TeutonicaOptions(favours=True)),
    (4, TeutonicaOptions(board="britannia")),
    (4, TeutonicaOptions("2009", board="east")),
    (5, TeutonicaOptions(favours=True)),
    (5, TeutonicaOptions(board="east")),
    (5, TeutonicaOptions(board="britannia")),
)
MOST = 350
RARE = ("Buy", "Create", "Deploy", "Develop", "Found", "Lay", "Skip", "Take", "Use")
"""Verbs that are tried half the time they are there."""


class Transition(NamedTuple):
    before: TeutonicaState
    seat: int
    action: TeutonicaAction
    after: TeutonicaState
    events: list[Event]


def _choose(state: TeutonicaState, seat: int, stream: Stream) -> TeutonicaAction:
    """Mostly what the simple player would do, else a verb by chance and then one of its decisions."""
    actions = moves(TITLE, state, seat)
    verbs = sorted({type(action).__name__ for action in actions} - {"End"}) or ["End"]
    rare = [verb for verb in verbs if verb in RARE]
    if rare and stream.below(2):
        verbs = rare
    elif stream.below(4):
        return simple_policy(TITLE, state, seat, stream)  # type: ignore[return-value]
    verb = stream.choice(verbs)
    return stream.choice([action for action in actions if type(action).__name__ == verb])  # type: ignore[return-value]


def _prepared() -> Iterator[TeutonicaState]:
    """Positions with what odd games seldom come to: complete sea routes, markers in hand, a game near its end."""
    for edition in ("2009", "2020"):
        yield position(
            seats=3, edition=edition, board="east", left=5, supply={"P1": "4T"}, rows={"waren": "P2x"},
            roads={"wismar__stralsund": "TMM", "malmoe__visby": "TMT", "luebeck__wismar": "P2T P3T -"},
        )  # fmt: skip
        yield position(
            seats=3, edition=edition, board="east", left=5, scores={"P1": 19}, rows={"malmoe": "P1"},
            roads={"malmoe__danzig": "MTTT", "stralsund__malmoe": "TMM"}, held={"P1": "three_pieces swap_offices"},
        )  # fmt: skip
    yield position(
        board="britannia", left=5, roads={"southampton__calais": "MMT", "canterbury__calais": "TMT"}, full=7,
        rows={"london": "P1", "cardiff": "P1"},
    )  # fmt: skip
    yield position(
        seats=5, on_offer="recruit_along relocate_anywhere extra_compensation extra_action", marker_supply=1,
        held={"P1": "swap_offices upgrade", "P2": "three_pieces actions_3", "P3": "extra_office actions_4"},
    )  # fmt: skip


def _walk(state: TeutonicaState, seed: str, most: int) -> Iterator[Transition]:
    stream = Stream(seed, "transitions")
    for _ in range(most):
        decisions = TITLE.to_act(state)
        if not decisions:
            return
        seat = decisions[0].seat
        action = _choose(state, seat, stream)
        after, events = TITLE.apply(state, seat, action)
        TITLE.audit(after)
        yield Transition(state, seat, action, after, events)
        state = after


@cache
def transitions() -> tuple[Transition, ...]:
    """Some thousand steps over all boards and modules; every position on the way has passed its audit."""
    found: list[Transition] = []
    for seats, options in GAMES:
        for seed in ("a", "b"):
            found += _walk(TITLE.start(Setup(seats, options, seed))[0], f"{seed} {seats} {options}", MOST)
    for number, state in enumerate(_prepared()):
        for turn in range(8):
            found += _walk(state, f"prepared {number} {turn}", 30)
    return tuple(found)


def road_pieces(state: TeutonicaState, seat: int | None = None) -> list[str]:
    """All pieces on roads, or those of one seat, sorted."""
    pieces = sorted(piece for road in state.roads for piece in road.pieces if piece)
    return pieces if seat is None else [piece for piece in pieces if piece.startswith(f"P{seat + 1}")]


def total(pieces: Pieces) -> int:
    return pieces.traders + pieces.merchants
