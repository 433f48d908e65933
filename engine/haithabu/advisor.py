"""The `simple` computer player: the run that brings its runners nearest to their goal, with some sense for speed.

Not for looking ahead. It sees its own view and the list it may choose from, nothing else.
"""

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from engine.chance import Stream
from engine.haithabu.actions import HaithabuAction, Pass, Reset, Run, Trap
from engine.haithabu.board import (
    BRIDGE_SPACES,
    COUNT,
    KIND,
    LINKED,
    NUMBER,
    SPACES,
    VILLAGE_DATA,
    VILLAGES,
    bridge_bit,
    bridge_mask,
)
from engine.haithabu.views import HaithabuView

# All in hundredths of a step.
STEP = 100
BARE = 50
"""What a bare bridge on the way is feared for: a detour, or a token to put."""
SHOWN = 400
"""A known trap that stays on the way: a runner has to stop on the bridge, or to go another way (HB-12.9)."""
TAKEN = 400
"""A finish space on which somebody still waits."""
FINISH = 300
SPEED = 120
"""Worth of a token on the track, as far as more speed is still of use."""
USEFUL_LOAD = 7
HINDRANCE = 50
"""Ending on a passage space obliges to move the same runner again."""
PATIENCE = 10
"""Turns of each seat without an arrival before chance gets more of a say."""


@lru_cache(maxsize=256)
def way_costs(goal: int, opened: int, targets: int, taken: int, shown: int) -> tuple[int, ...]:
    """By space the cost of the cheapest way to a target, bare bridges being dear; runners outside are ignored."""
    costs = [1 << 30] * COUNT
    queue: list[tuple[int, int]] = []
    for start in VILLAGE_DATA[goal].starts:
        if targets >> start & 1:
            costs[start] = TAKEN if taken >> start & 1 else 0
            heappush(queue, (costs[start], start))
    while queue:
        cost, space = heappop(queue)
        if cost > costs[space]:
            continue
        onward = cost + STEP
        if BRIDGE_SPACES >> space & 1:
            bit = bridge_bit(space)
            onward += (0 if opened & bit else BARE) + (SHOWN if shown & bit else 0)
        for ahead in LINKED[space]:
            if onward < costs[ahead]:
                costs[ahead] = onward
                heappush(queue, (onward, ahead))
    return tuple(costs)


class Evaluation:
    """What the player works out once for all the runs it may choose from."""

    def __init__(self, view: HaithabuView, seat: int) -> None:
        self.view = view
        self.home = VILLAGES.index(view.homes[seat])
        self.goal = VILLAGE_DATA[self.home].opposite
        self.own = [NUMBER[space] for space in view.runners[seat]]
        self.load = view.loads[seat]
        self.finish = VILLAGE_DATA[self.goal].start_mask
        occupied = sum(1 << NUMBER[space] for runners in view.runners for space in runners)
        filled = sum(1 << space for space in self.own) & self.finish
        targets, taken = self.finish & ~filled, occupied & ~filled
        self.costs = way_costs(self.goal, bridge_mask(view.open), targets, taken, bridge_mask(view.shown))

    def value(self, run: Run | Pass) -> int:
        if isinstance(run, Pass):
            return 0
        origin, destination = self.own[int(run.runner[1:]) - 1], NUMBER[run.destination]
        value = self.costs[origin] - self.costs[destination]
        captured = len(set(run.over) - set(run.put) - {"-"})
        load = self.load - len(run.put) + captured
        value += SPEED * (min(load, USEFUL_LOAD) - min(self.load, USEFUL_LOAD))
        if self.finish >> destination & 1:
            value += FINISH
        elif KIND[destination] == "passage":
            value -= HINDRANCE
        return value

    def return_value(self, space: str) -> int:
        return -self.costs[NUMBER[space]]


def advise(view: HaithabuView, actions: Sequence[HaithabuAction], stream: Stream) -> HaithabuAction:
    """The most valuable run; the longer all is quiet, the more chance has a say, so that no dance goes on for ever."""
    seat = view.seat
    assert seat is not None, "the table does not play"
    first = actions[0]
    if isinstance(first, Trap):
        return _trap(view, seat, stream)
    evaluation = Evaluation(view, seat)
    if isinstance(first, Reset):
        return _reset(view, seat, evaluation, actions, stream)
    noise = 30 + 40 * max(0, view.quiet - PATIENCE * view.seats)
    best, chosen = -(1 << 60), first
    for action in actions:
        if isinstance(action, Run | Pass):
            value = evaluation.value(action) + stream.below(noise)
            if value > best:
                best, chosen = value, action
    return chosen


def _likely_bridges(view: HaithabuView, seat: int) -> list[str]:
    """The access bridges of the others: every one of their runners has to cross one of two."""
    homes = [VILLAGES.index(home) for other, home in enumerate(view.homes) if other != seat]
    return [SPACES[door] for home in homes for door in VILLAGE_DATA[home].doors]


def _trap(view: HaithabuView, seat: int, stream: Stream) -> HaithabuAction:
    return Trap(stream.choice(_likely_bridges(view, seat)))


def _reset(
    view: HaithabuView, seat: int, evaluation: Evaluation, actions: Sequence[HaithabuAction], stream: Stream
) -> HaithabuAction:
    """Back to the space nearest to the goal, with a trap where the others must pass, if one can be set there."""
    resets = [action for action in actions if isinstance(action, Reset)]
    space = max((action.space for action in resets), key=evaluation.return_value)
    likely = _likely_bridges(view, seat)
    here = [action for action in resets if action.space == space]
    return stream.choice([action for action in here if action.bridge in likely] or here)
