"""The listed family of runs (HB-15.8), read off the charts.

Not for tiers: `turns` asks here which runs some runners have, and what they have is what a tier holds.

Every run without tokens put is listed. A destination that a runner cannot reach so is listed once: with the fewest
tokens put, then over the fewest bridges. Of the bridges put only those the path enters matter; tokens put for nothing
but the speed go to the alphabetically first of the others (HB-15.1).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.haithabu.actions import NOTHING, SET_BITS, Run
from engine.haithabu.board import EVERY_BRIDGE, RUNNERS, SPACES, VILLAGE_DATA, bridge_letters
from engine.haithabu.legal.charts import REST_SHIFT, Arrival, Chart, OutsideWalk, Section, chart_from, walks_over
from engine.haithabu.legal.reach import (
    WITHIN_VILLAGE,
    Ground,
    Passing,
    Place,
    blocked_exits,
    blocked_ways,
    members,
    places,
)
from engine.haithabu.legal.walks import DOORS, stay

_MOST_KEPT = 512


_over: dict[int, str] = {0: NOTHING}
"""`over` by set, as far as it was asked for; there are not many that one path can cross."""


@lru_cache(maxsize=1 << 12)
def _beginnings(bridges: int) -> tuple[int, ...]:
    """The alphabetically first 0, 1, 2 … bridges of a set."""
    found = [0]
    while found[-1] != bridges:
        found.append(found[-1] | 1 << ((bridges ^ found[-1]).bit_length() - 1))
    return tuple(found)


class _Rows:
    """The runs found so far, in one row for each put set."""

    def __init__(self, ground: Ground) -> None:
        self.load = ground.load
        self.bare = ground.bare
        self.needed = ground.bare | ~EVERY_BRIDGE
        """What matters of a key: the bare bridges entered, which have to be put, and the tokens left on the track."""
        self.counted = EVERY_BRIDGE if ground.traps else ground.open
        """Which crossed bridges `over` lists (HB-13.3)."""
        self.by_put: dict[str, list[Run]] = {}
        self.known: dict[int, tuple[Callable[[Run], None], str]] = {}
        """For keys seen before how to add to their row, and its put set."""

    def find(self, key: int) -> tuple[Callable[[Run], None], str]:
        """The place for a key that was not seen before."""
        put = fresh = key & EVERY_BRIDGE
        surplus = self.load - (key >> REST_SHIFT) - fresh.bit_count()
        if surplus:
            beginnings = _beginnings(self.bare)
            count, more = -1, surplus
            while count != more:
                count, more = more, surplus + (beginnings[more] & fresh).bit_count()
            put |= beginnings[count]
        letters = bridge_letters(put)
        row = self.by_put.get(letters)
        if row is None:
            row = self.by_put[letters] = []
        place = self.known[key] = row.append, letters
        return place

    def runs(self) -> tuple[Run, ...]:
        """In list order (HB-13.7): in each row they are already, since runners and destinations come in order."""
        found: list[Run] = []
        for put in sorted(sorted(self.by_put), key=len):
            found += self.by_put[put]
        return tuple(found)


def listed(ground: Ground, runners: Sequence[int], passing: Passing) -> tuple[Run, ...]:
    """The listed runs of these runners, in list order."""
    load = ground.load
    rows = _Rows(ground)
    for number in runners:
        space = ground.own[number]
        runner = RUNNERS[ground.home * 6 + number]
        chart = chart_from(space, load)
        two = places(ground, number, passing)
        walks = _open_walks(ground, chart, space, two)
        for place in two:
            section = chart.sections[place[0]]
            if section is not None and (inside := _inside(section, walks, load, place, space)):
                _list_inside(rows, runner, inside)
        if outside := walks & chart.outside[load]:
            _list_outside(rows, runner, chart.endings, outside)
    return rows.runs()


def _open_walks(ground: Ground, chart: Chart, space: int, two: tuple[Place, Place]) -> int:
    """The walks from a space that nothing stops."""
    stopped = chart.cut(ground.load, ground.bare)
    if ground.shown:
        stopped |= walks_over(space, ground.load, ground.shown)
    stops = chart.stops
    for blocker in ground.blockers:
        stopped |= stops[blocker]
    ways: Sequence[int] = ground.ways
    if chart.exits is not None:  # its own space is free for the runner (HB-5.4)
        inside = WITHIN_VILLAGE[space]
        occupied = two[0][1] if two[0][0] == inside else two[1][1]
        ways = [*ways[:inside], blocked_ways(occupied), *ways[inside + 1 :]]
        if blocked := blocked_exits(occupied, space - VILLAGE_DATA[inside].shift) & chart.exits.needed:
            stopped |= chart.exits.stopped(blocked)
    for gate in chart.gates:
        if blocked := ways[gate.village] & gate.needed:
            stopped |= gate.stopped(blocked)
    return chart.walks & ~stopped


def _list_outside(rows: _Rows, runner: str, endings: Sequence[OutsideWalk], left: int) -> None:
    """Every walk without put, and the best one to any other space. This is where most of the time goes."""
    needed, counted, known, over = rows.needed, rows.counted, rows.known.get, _over.get
    free = rows.load << REST_SHIFT
    latest = ""
    while left:
        walk = endings[left.bit_length()]
        space, key = walk.space, walk.key
        if key >= free:
            left &= walk.worse
            latest = space
        else:
            left &= walk.after
            if space == latest:
                continue
        key &= needed
        crossed = walk.crossed & counted
        append, put = known(key) or rows.find(key)
        append(Run(runner, space, over(crossed) or _letters(crossed), put))


def _list_inside(rows: _Rows, runner: str, arrivals: Sequence[Arrival]) -> None:
    needed, counted, known, over = rows.needed, rows.counted, rows.known.get, _over.get
    for space, key in arrivals:
        crossed = key & counted
        append, put = known(key & needed) or rows.find(key & needed)
        append(Run(runner, space, over(crossed) or _letters(crossed), put))


def _letters(crossed: int) -> str:
    letters = _over[crossed] = bridge_letters(crossed)
    return letters


def _inside(section: Section, walks: int, load: int, place: Place, space: int) -> tuple[Arrival, ...]:
    """Where a runner can go inside a village, in list order."""
    walks = walks >> section.shift & (1 << section.levels[load + 1]) - 1
    _, occupied, allowed = place
    if not walks or not allowed:
        return ()
    key = walks, load, occupied, allowed, space
    found = section.kept.get(key)
    if found is None:
        if len(section.kept) > _MOST_KEPT:
            section.kept.clear()
        found = section.kept[key] = _find_inside(section, walks, load, place, space)
    return found


def _find_inside(section: Section, walks: int, load: int, place: Place, space: int) -> tuple[Arrival, ...]:
    village, occupied, allowed = place
    first = VILLAGE_DATA[village].shift
    sources = (*DOORS, space - first)
    endings, low = section.endings, section.levels[load]
    found: dict[int, int] = {}
    left, free = walks & (1 << low) - 1, walks >> low
    remaining = allowed
    while free:
        walk = endings[low + free.bit_length()]
        free &= walk.worse
        ends = stay(occupied, sources[walk.source]).ends[walk.steps] & allowed
        remaining &= ~ends
        for local in members(ends):
            found[local << SET_BITS | walk.rank] = walk.key
    while left and remaining:
        walk = endings[left.bit_length()]
        left &= walk.others
        ends = stay(occupied, sources[walk.source]).ends[walk.steps] & remaining
        remaining ^= ends
        for local in members(ends):
            found[local << SET_BITS] = walk.key
    return tuple([(SPACES[first + (order >> SET_BITS)], found[order]) for order in sorted(found)])
