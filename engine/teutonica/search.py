"""The computer players of Hansa Teutonica that look ahead: the best course of their own turn, by what it leads to.

Not for what a position is worth: `worth` says so. It is handed a position drawn for its seat, never the true one.
"""

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

import data
from engine.budget import Budget
from engine.teutonica import actions as act
from engine.teutonica.actions import TeutonicaAction
from engine.teutonica.board import Board
from engine.teutonica.legal import legal
from engine.teutonica.play import play
from engine.teutonica.state import TeutonicaState, board_of, prompted, space_piece
from engine.teutonica.worth import WON, Weights, Worth

LONGEST_TURN = 16
"""Decisions of a turn that are looked at."""
OF_SPACES = act.Place | act.Displace | act.Lift | act.Put | act.Relocate | act.Add | act.Deploy
ANSWERS = 8
"""Decisions of others that a course may meet on its way."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many courses are followed at a time, and whether pieces on the board are moved about."""

    width: int
    lifts: bool


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    made_by: str
    weights: Weights
    levels: dict[str, Level]


@cache
def players() -> Players:
    return msgspec.convert(data.load_json("players/teutonica.json"), Players)


class Course(msgspec.Struct, frozen=True, gc=False):
    """Some decisions of the own turn: where they lead, what that is worth, and the first of them."""

    worth: float
    state: TeutonicaState
    first: TeutonicaAction


def think(state: TeutonicaState, seat: int, level: str, budget: Budget) -> TeutonicaAction:
    """The first decision of the best course that was found."""
    known = players()
    settings, worth = known.levels[level], Worth(state, seat, known.weights)
    if state.active != seat or state.phase == "lay":
        return _best_answer(state, seat, worth)
    return _best_course(state, seat, worth, settings, budget)


def _best_answer(state: TeutonicaState, seat: int, worth: Worth) -> TeutonicaAction:
    """For what is decided in others' turns, or behind the own one: what is worth most at once."""
    return max(_distinct(state, _decisions(state, seat)), key=lambda action: worth(play(state, seat, action)[0]))


def _best_course(state: TeutonicaState, seat: int, worth: Worth, level: Level, budget: Budget) -> TeutonicaAction:
    """A beam: of all courses of so many decisions the best few are followed; each may end the turn where it stands."""
    beam, best = [Course(0.0, state, act.END)], None
    for depth in range(LONGEST_TURN):
        longer: list[Course] = []
        seen: set[tuple[object, ...]] = set()
        for course in beam:
            for action in _steps(course.state, seat, level):
                first = course.first if depth else action
                if isinstance(action, act.End):
                    ended = worth(course.state) - worth.weights.action * course.state.left
                    if best is None or ended > best.worth:
                        best = Course(ended, course.state, first)
                    continue
                then = _answered(play(course.state, seat, action)[0], seat)
                budget.spend()
                key = (then.roads, then.rows, then.players[seat], then.left, then.phase, then.moving, then.pawn)
                if key in seen:
                    continue
                seen.add(key)
                reached = Course(worth(then), then, first)
                if then.phase == "over" or then.active != seat:
                    best = reached if best is None or reached.worth > best.worth else best
                else:
                    longer.append(reached)
            if budget.is_over and (longer or best):
                break
        longer.sort(key=lambda course: -course.worth)
        beam = longer[: level.width]
        if not beam or budget.is_over:
            break
    return _chosen(beam, best, worth)


def _chosen(beam: list[Course], best: Course | None, worth: Worth) -> TeutonicaAction:
    """A course that was broken off counts without the actions that are left in it."""
    if beam:
        open_end = beam[0]
        kept = open_end.worth - worth.weights.action * open_end.state.left
        if best is None or (kept > best.worth and best.worth < WON / 2):
            return open_end.first
    assert best is not None, "whoever owes a decision has one"
    return best.first


def _steps(state: TeutonicaState, seat: int, level: Level) -> Iterator[TeutonicaAction]:
    for action in _distinct(state, _decisions(state, seat)):
        if level.lifts or state.phase != "act" or not isinstance(action, act.Lift):
            yield action


def _decisions(state: TeutonicaState, seat: int) -> list[TeutonicaAction]:
    return [action for action in legal(state, seat) if not isinstance(action, act.Standing)]


def _answered(state: TeutonicaState, seat: int) -> TeutonicaState:
    """Whoever is asked on the way takes the first that comes."""
    for _ in range(ANSWERS):
        other = prompted(state)
        if other is None or other == seat or state.active != seat:
            break
        state = play(state, other, _decisions(state, other)[0])[0]
    return state


# ---- decisions that come to the same


def _distinct(state: TeutonicaState, actions: Iterable[TeutonicaAction]) -> Iterator[TeutonicaAction]:
    """One of the decisions that differ only in which of equal spaces they name."""
    board, seen = board_of(state), set[object]()
    for action in actions:
        meaning = _meaning(state, board, action)
        if meaning not in seen:
            seen.add(meaning)
            yield action


def _meaning(state: TeutonicaState, board: Board, action: TeutonicaAction) -> object:
    """A displacement that pays with merchants is left out where one with traders is listed before it."""
    if not isinstance(action, OF_SPACES):
        return action
    space = board.space_index[action.space]
    here = (type(action), board.space_route[space], board.ship[space])
    match action:
        case act.Place() | act.Deploy():
            return *here, action.kind
        case act.Displace():
            return *here, action.kind, space_piece(state, board, space)
        case act.Lift():
            return *here, space_piece(state, board, space)
        case act.Put():
            return *here, action.origin
        case act.Add():
            return *here, action.source
    return here
