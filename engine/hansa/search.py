"""The computer players of Hansa that look ahead: the best course of their own turn, the best few with the replies.

Not for what a position is worth: `worth` says so. It is handed a position drawn for its seat, never the true one.
"""

from functools import cache

import msgspec

import data
from engine.budget import Budget
from engine.chance import Stream
from engine.hansa.actions import END, SKIP, HansaAction, Lose, Standing, fewest_first
from engine.hansa.advisor import advise
from engine.hansa.legal import legal
from engine.hansa.play import play
from engine.hansa.state import HansaState, decisions, seats_of
from engine.hansa.views import resample, view
from engine.hansa.worth import Weights, worth
from engine.playouts import best_of

LONGEST_TURN = 12
"""Decisions of a turn that are looked at."""
MANY_EMPTY = 4
"""Empty slots with which a refill is worth its taler, even though others take from it too."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many courses are followed at a time, how many draws a refill is tried with.

    Of how many courses the replies are looked at, in how many rounds, and how wide others search in these.
    """

    width: int
    draws: int
    replies: int = 1
    rounds: int = 0
    reply_width: int = 0


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    made_by: str
    weights: Weights
    levels: dict[str, Level]


@cache
def players() -> Players:
    return msgspec.convert(data.load_json("players/hansa.json"), Players)


class Course(msgspec.Struct, frozen=True, gc=False):
    """Some decisions of the own turn: what they are worth, where they lead, and the first of them."""

    worth: float
    state: HansaState
    first: HansaAction


def think(state: HansaState, seat: int, level: str, stream: Stream, budget: Budget) -> HansaAction:
    """Booths are placed, and markers are lost, as `simple` does."""
    settings = players().levels[level]
    if state.phase == "refill":
        return _refill(state, seat, settings, stream, budget)
    if state.active != seat or state.phase not in ("act", "tax"):
        return advise(view(state, seat), _decisions(state, seat), stream)
    ends = courses(state, seat, settings.width, budget)
    if settings.rounds == 0 or ends[0].state.phase == "over":
        return ends[0].first

    def replied(course: Course, chance: Stream) -> float:
        return _after_replies(course.state, seat, settings.reply_width, chance, budget)

    return best_of(_differing(ends, settings.replies), replied, settings.rounds, stream, budget).first


def _refill(state: HansaState, seat: int, level: Level, stream: Stream, budget: Budget) -> HansaAction:
    """What the turn comes to without new markers, and on average with those that might come."""
    options = _decisions(state, seat)
    means = []
    for action in options:
        draws = 1 if action == SKIP else level.draws
        drawn = (resample(state, seat, Stream(f"{stream.below(1 << 63):016x}", "draw")) for _ in range(draws))
        turns = [courses(play(each, seat, action)[0], seat, level.width, budget)[0].worth for each in drawn]
        means.append(sum(turns) / len(turns))
    return options[means.index(max(means))]


def courses(state: HansaState, seat: int, width: int, budget: Budget) -> list[Course]:
    """A beam over the rest of the turn: the courses that end it, the best first."""
    weights = players().weights
    beam, ends = [Course(0.0, state, END)], list[Course]()
    for depth in range(LONGEST_TURN):
        longer: list[Course] = []
        seen: set[tuple[object, ...]] = set()
        for course in beam:
            for action in _decisions(course.state, seat):
                then = _answered(play(course.state, seat, action)[0])
                budget.spend()
                key = _key(then)
                if key in seen:
                    continue
                seen.add(key)
                reached = Course(worth(then, seat, weights), then, course.first if depth else action)
                if then.phase == "over" or then.active != seat:
                    ends.append(reached)
                else:
                    longer.append(reached)
        longer.sort(key=lambda course: -course.worth)
        beam = longer[: 1 if budget.is_over else width]
        if not beam or (budget.is_over and ends):
            break
    ends.sort(key=lambda course: -course.worth)
    return ends or beam


def _key(state: HansaState) -> tuple[object, ...]:
    """What a turn can change; the supply is the same in all courses."""
    return (
        state.phase, state.active, state.ship, state.stay_used, state.slots, state.booths, state.face_up, state.talers,
        state.sold,
    )  # fmt: skip


def _decisions(state: HansaState, seat: int) -> list[HansaAction]:
    return [action for action in legal(state, seat) if not isinstance(action, Standing)]


def _answered(state: HansaState) -> HansaState:
    """Whoever loses a marker of a colour loses the one with fewest barrels."""
    while state.phase == "loss":
        seat = decisions(state)[0].seat
        lost = [action for action in _decisions(state, seat) if isinstance(action, Lose)]
        state = play(state, seat, min(lost, key=lambda action: fewest_first(action.face)))[0]
    return state


def _differing(ends: list[Course], count: int) -> list[Course]:
    """The best course for each first decision, then other ways to end; no more than so many."""
    firsts = list({repr(course.first): course for course in reversed(ends)}.values())
    firsts.sort(key=lambda course: -course.worth)
    return firsts[:count]


def _after_replies(state: HansaState, seat: int, width: int, chance: Stream, budget: Budget) -> float:
    """What is left for the seat when all others have had their turns."""
    state = resample(state, seat, chance)
    for _ in range(seats_of(state)):
        mover = state.active
        if mover == seat or state.phase == "over":
            break
        if state.phase == "refill":
            state = play(state, mover, _wanted_refill(state, mover))[0]
        state = courses(state, mover, width, budget)[0].state
    return worth(state, seat, players().weights)


def _wanted_refill(state: HansaState, seat: int) -> HansaAction:
    """In replies: when enough slots are empty."""
    refill, skip = _decisions(state, seat)
    return refill if state.slots.count("") > MANY_EMPTY else skip
