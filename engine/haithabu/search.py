"""The computer players of Haithabu that look ahead: the most promising runs, each played on for some turns.

Not for notes and the way home after a trap: there they do as `simple` does. Handed a position drawn for its seat.
"""

from collections.abc import Sequence
from functools import cache
from math import exp

import msgspec

import data
from engine.budget import Budget
from engine.chance import Stream
from engine.haithabu.actions import HaithabuAction, Pass, Run
from engine.haithabu.advisor import STEP, Evaluation, advise, way_costs
from engine.haithabu.board import NUMBER, SEATINGS, VILLAGE_DATA, bridge_mask
from engine.haithabu.legal import legal
from engine.haithabu.play import play
from engine.haithabu.scoring import result
from engine.haithabu.state import HaithabuState, decisions
from engine.haithabu.views import resample, view
from engine.playouts import best_of

SLOWEST = 3
"""Steps of a run with an empty track; each token is a step more."""


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of `data/players/haithabu.json`."""

    load: float
    """Tokens that a seat will have on average for the rest of the way…"""
    trust: float
    """…and how much those count against the tokens that it has."""
    arrival: float
    """Turns that each runner loses on its way, as no run is of the length one would like."""
    lead: float
    """So many turns ahead is e times the chance."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many runs are tried, in how many rounds, each played on for how many decisions."""

    candidates: int
    rounds: int
    horizon: int


class Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    made_by: str
    weights: Weights
    levels: dict[str, Level]


@cache
def players() -> Players:
    return msgspec.convert(data.load_json("players/haithabu.json"), Players)


def think(state: HaithabuState, seat: int, level: str, stream: Stream, budget: Budget) -> HaithabuAction:
    settings, actions = players().levels[level], legal(state, seat)
    if state.phase != "run":
        return advise(view(state, seat), actions, stream)

    def worth(action: HaithabuAction, chance: Stream) -> float:
        return _played_on(state, seat, action, settings.horizon, chance, budget)

    promising = _promising(state, seat, actions, settings.candidates)
    return best_of(promising, worth, settings.rounds, stream, budget)


def _promising(state: HaithabuState, seat: int, actions: Sequence[HaithabuAction], count: int) -> list[HaithabuAction]:
    """The runs that `simple` thinks most of, the best first."""
    evaluation = Evaluation(view(state, seat), seat)
    runs = [action for action in actions if isinstance(action, Run | Pass)]
    return list[HaithabuAction](sorted(runs, key=lambda run: -evaluation.value(run))[:count])


def _played_on(
    state: HaithabuState, seat: int, action: HaithabuAction, horizon: int, chance: Stream, budget: Budget
) -> float:
    """The seat's chance after the action and some more decisions of simple players."""
    drawn = resample(state, seat, chance)
    now, _ = play(drawn, seat, action)
    budget.spend()
    for _ in range(horizon):
        due = decisions(now)
        if not due:
            break
        mover = due[0].seat
        now, _ = play(now, mover, advise(view(now, mover), legal(now, mover), chance))
        budget.spend()
    return chances(now)[seat]


def chances(state: HaithabuState) -> tuple[float, ...]:
    """For each seat how likely it wins, by the turns that everybody still needs."""
    final = result(state)
    if final is not None:
        return tuple((seat in final.winners) / len(final.winners) for seat in range(len(state.runners)))
    lead = players().weights.lead
    turns = [turns_left(state, seat) for seat in range(len(state.runners))]
    fewest = min(turns)
    odds = [exp((fewest - each) / lead) for each in turns]
    total = sum(odds)
    return tuple(each / total for each in odds)


def turns_left(state: HaithabuState, seat: int) -> float:
    """The ways of the seat's runners that are not home, at the speed it may have."""
    weights = players().weights
    goal = VILLAGE_DATA[SEATINGS[len(state.runners)].homes[seat]].opposite
    finish = VILLAGE_DATA[goal].start_mask
    own = [NUMBER[space] for space in state.runners[seat]]
    filled = sum(1 << space for space in own) & finish
    occupied = sum(1 << NUMBER[space] for runners in state.runners for space in runners)
    costs = way_costs(goal, bridge_mask(state.open), finish & ~filled, occupied & ~filled, bridge_mask(state.shown))
    ways = [costs[space] / STEP for space in own if not filled >> space & 1]
    load = state.loads[seat] * (1 - weights.trust) + weights.load * weights.trust
    return sum(ways) / (SLOWEST + load) + weights.arrival * len(ways)
