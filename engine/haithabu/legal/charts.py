"""All walks from a space as the bits of one number, and for whatever may stand in the way the walks it stops.

Not for what a position is like: `listing` asks with what stands where, and which bridges are bare. A whole list takes a
few operations on such numbers in place of a look at every walk.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from engine.haithabu.actions import set_rank
from engine.haithabu.board import COUNT, EVERY_BRIDGE, OTHER_DOOR, SLOTS, SPACES, TOKENS, VILLAGES, space_mask
from engine.haithabu.legal.walks import END, END_IN, ENDINGS, KEEPER, OUT, STRETCHES, THROUGH, TWICE, WITHIN, walks_from

RESTS = SLOTS + 1
REST_SHIFT = TOKENS
_WAYS = 3 * WITHIN
"""Bits for the ways through a village (see `walks.THROUGH`)."""
_MOST_KEPT = 256
_FEW_BRIDGES = 8
_TIGHT = 10
"""With fewer tokens no walk captures more than the track has room for."""


class OutsideWalk(msgspec.Struct, frozen=True, gc=False):
    """What one bit of a chart stands for, if the walk ends outside villages.

    `run N1 gm1 over cg`, from ac2 with two tokens on the track, takes five steps:

        ac2 ──1── c ──2── cg1 ──3── cg2 ──4── g ──5── gm1
                  └── entered and crossed ────┘        └── space

    It needs c, cg1, cg2, g and gm1 to be free; it enters c and g, so that its key is {c, g} and 2, the tokens left. A
    seat with three tokens takes it by putting one: on c or g if that is bare, else on any bare bridge, for the speed.

    Bits are in list order, the highest first: the lower end, then more tokens left, then fewer bridges crossed. Some of
    those from ac2, with up to six tokens:

        bit 24  gh2, 5 left, over cdh
        bit 23  gh2, 3 left, over cg
        bit 22  gm1, 6 left, over cfg     `worse` has bits 0 … 21, `after` has bits 0 … 20
        bit 21  gm1, 2 left, over cg      the walk drawn above; `worse` and `after` have bits 0 … 20
        bit 20  gm2, 3 left, over cg
    """

    space: str
    key: int
    """The bridges entered, and beyond these the tokens left on the track."""
    crossed: int
    worse: int
    """The bits below all those of the same outcome."""
    after: int
    """The bits below all those with the same end."""


class InsideWalk(msgspec.Struct, frozen=True, gc=False):
    """What one bit of a section stands for: the walk ends inside its village, where only the last stay is known.

    `run N1 S-s1 over s`, from qs2 with an empty track, takes three steps, of which the last two are a stay in the
    village; where such a stay can end depends on who else is there (see `walks.stay`):

        qs2 ──1── s ┃ ──1── S-p2 ──2── S-p1, S-p3, S-s1 or S-s2
                    ┃ source 0 (the door at p2), steps 2

    Higher bits leave more tokens on the track, then cross fewer bridges.
    """

    others: int
    """All walks of the section but those with the same stay."""
    key: int
    """As outside. The bridges entered are those crossed."""
    rank: int
    """Of the bridges crossed (`actions.set_rank`)."""
    worse: int
    """The bits below all those of the same outcome, among the walks that leave as many tokens."""
    source: int
    steps: int
    """See `walks.Ending`."""


Arrival = tuple[str, int]
"""A space inside a village, and the key of the best walk there."""


class Section(msgspec.Struct, frozen=True, gc=False):
    """The walks that end inside one village: consecutive bits of a chart."""

    shift: int
    endings: tuple[InsideWalk, ...]
    """By bit length, so that the first one is never asked for."""
    levels: tuple[int, ...]
    """By rest, how many walks leave fewer tokens than so many."""
    kept: dict[tuple[int, int, int, int, int], tuple[Arrival, ...]]
    """What was found before."""


class Gate(msgspec.Struct, frozen=True, gc=False):
    """Ways through a village, or out of it, that some walk needs, and the walks stopped by sets of them."""

    village: int
    needed: int
    stops: dict[int, int]
    """By bit length."""
    kept: dict[int, int]

    def stopped(self, blocked: int) -> int:
        """The walks that the blocked ones among the needed ways stop."""
        walks = self.kept.get(blocked)
        if walks is None:
            if len(self.kept) > _MOST_KEPT:
                self.kept.clear()
            walks, ways = 0, blocked
            while ways:
                way = ways.bit_length()
                walks |= self.stops[way]
                ways ^= 1 << way - 1
            self.kept[blocked] = walks
        return walks


class Chart(msgspec.Struct, frozen=True, gc=False):
    """The walks from one space (or from anywhere inside one village), as far as a number of tokens allows.

    Charts are large and stay: all is in numbers and structs that the garbage collector need not look through.
    """

    walks: int
    endings: tuple[OutsideWalk, ...]
    """The walks that end outside villages: the lowest bits, by bit length."""
    sections: tuple[Section | None, ...]
    """By village."""
    stops: tuple[int, ...]
    """The walks stopped by a runner on a space, and from `reach.BARRED` on those that end on an access bridge."""
    gates: tuple[Gate, ...]
    exits: Gate | None
    """The ways out of the village the runner stands in."""
    entering: tuple[tuple[int, int], ...]
    """For every bridge the walks that enter it."""
    twice: tuple[tuple[int, int], ...]
    """For every bridge the walks that enter it more than once."""
    bridges: int
    """All bridges that some walk enters."""
    wide: bool
    """So many bridges that the same of them are hardly ever bare again."""
    at_rest: tuple[int, ...]
    """The walks that leave so many tokens on the track."""
    outside: tuple[int, ...]
    """By load, the walks that end outside villages and leave no more tokens than that."""
    lacking: tuple[int, ...]
    """Walks that capture too much (HB-4.3) unless so many, from 1 on, of the bridges they cross are bare."""
    crossing: tuple[tuple[int, int], ...]
    """For every bridge those of them that cross it."""
    kept: dict[tuple[int, int], int]

    def cut(self, load: int, bare: int) -> int:
        """The walks that bare bridges, spent tokens and full tracks stop."""
        if self.wide:
            return self._cut(load, bare)
        key = load, bare & self.bridges
        walks = self.kept.get(key)
        if walks is None:
            if len(self.kept) > _MOST_KEPT:
                self.kept.clear()
            walks = self.kept[key] = self._cut(load, bare)
        return walks

    def _cut(self, load: int, bare: int) -> int:
        stopped = 0
        for bridge, walks in self.twice:
            if not bare & bridge:  # captured when it was crossed first (HB-6.4)
                stopped |= walks
        at_rest = self.at_rest
        for put, walks in enumerate(_at_least(bare, self.entering)[: load + 1]):  # HB-6.1
            stopped |= walks & at_rest[load - put]
        if self.lacking and load >= _TIGHT:
            for lacking, walks in zip(self.lacking, _at_least(bare, self.crossing), strict=True):
                stopped |= lacking & ~walks
        return stopped


def _at_least(bare: int, walks_of: Iterable[tuple[int, int]]) -> tuple[int, int, int, int]:
    """The walks with at least 1, 2, 3, 4 of their bridges bare. Five are too far apart to matter."""
    one = two = three = four = 0
    for bridge, walks in walks_of:
        if bare & bridge:
            four |= three & walks
            three |= two & walks
            two |= one & walks
            one |= walks
    return one, two, three, four


def chart_from(space: int, load: int) -> Chart:
    """The chart for a runner on this space whose seat has this load."""
    return _chart(KEEPER[space], load + 1 & ~1)


def walks_over(space: int, load: int, bridges: int) -> int:
    """The walks of a chart that cross one of these bridges: there are some where traps stay (HB-12.9)."""
    return _walks_over(KEEPER[space], load + 1 & ~1, bridges)


@lru_cache(maxsize=1 << 8)
def _walks_over(space: int, most: int, bridges: int) -> int:
    walks = 0
    for bridge, over in _crossing(space, most):
        if bridges & bridge:
            walks |= over
    return walks


@lru_cache(maxsize=1 << 8)
def _crossing(space: int, most: int) -> list[tuple[int, int]]:
    """For every bridge the walks that cross it, of any walk that a chart has."""
    chart = _chart(space, most)
    crossed = [walk.crossed for walk in chart.endings[1:]]
    for section in chart.sections:
        if section is not None:  # inside a village the bridges entered are those crossed
            crossed += [walk.key & EVERY_BRIDGE for walk in section.endings[1:]]
    return _by_bridge(crossed)


class _Way(NamedTuple):
    """A walk in the making."""

    order: int
    """Lower is better."""
    rest: int
    end: int
    crossed: int
    entered: int
    needs: int


@lru_cache(maxsize=1 << 10)
def _chart(space: int, most: int) -> Chart:
    """For loads up to `most`: an odd load shares the chart of the next even one."""
    parts: list[list[_Way]] = [[] for _ in range(len(VILLAGES) + 1)]
    for rest in range(min(most, SLOTS - 1) + 1):
        most_crossed = SLOTS - rest + min(most, SLOTS) - rest  # as many captured and put as possible
        for needs, entered, crossed, end in walks_from(space, rest):
            if end == space or crossed.bit_count() > most_crossed:  # HB-5.5
                continue
            if end < COUNT:
                order = (end * RESTS - rest) << _RANK_BITS | set_rank(crossed)
                parts[0].append(_Way(order, rest, end, crossed, entered, needs))
            else:
                order = (-rest << _RANK_BITS | set_rank(crossed)) * len(ENDINGS) + end
                parts[1 + ENDINGS[end - COUNT].village].append(_Way(order, rest, end, crossed, entered, needs))
    ways: list[_Way] = []
    sections: list[Section | None] = []
    for number, part in enumerate(parts):
        part.sort(reverse=True)
        if number:
            sections.append(_section(len(ways), part) if part else None)
        ways += part
    return _assemble(space, ways, _outside_walks(parts[0]), sections)


_RANK_BITS = TOKENS + 5
_same: dict[int, int] = {}
"""Equal sets and masks are kept once: charts are large, and what is near in memory is read quickly."""


def _once(number: int) -> int:
    return _same.setdefault(number, number)


def _outside_walks(part: list[_Way]) -> list[OutsideWalk]:
    found = [OutsideWalk("", 0, 0, 0, 0)]
    end, outcome = -1, -1
    worse = after = 0
    for bit, way in enumerate(part):
        if way.order != outcome:
            outcome, worse = way.order, _once((1 << bit) - 1)
            if way.end != end:
                end, after = way.end, worse
        found.append(OutsideWalk(SPACES[end], _key(way), _once(way.crossed), worse, after))
    return found


def _key(way: _Way) -> int:
    return _once(way.rest << REST_SHIFT | way.entered)


def _section(shift: int, part: list[_Way]) -> Section:
    levels = [0] * (RESTS + 1)
    by_end: dict[int, int] = {}
    for bit, way in enumerate(part):
        levels[way.rest + 1] = bit + 1
        by_end[way.end] = by_end.get(way.end, 0) | 1 << bit
    for rest in range(RESTS):
        levels[rest + 1] = max(levels[rest : rest + 2])
    every = (1 << len(part)) - 1
    others = {end: every ^ walks for end, walks in by_end.items()}
    found = [InsideWalk(0, 0, 0, 0, 0, 0)]
    outcome, worse = -1, 0
    for bit, way in enumerate(part):
        if way.order != outcome:
            outcome, worse = way.order, _once((1 << bit - levels[way.rest]) - 1)
        ending = ENDINGS[way.end - COUNT]
        rank = _once(set_rank(way.crossed))
        found.append(InsideWalk(others[way.end], _key(way), rank, worse, ending.source, ending.steps))
    return Section(shift, tuple(found), tuple(levels), {})


_STOPPABLE = ~(((1 << COUNT) - 1 ^ space_mask(OTHER_DOOR)) << END | ((1 << len(VILLAGES)) - 1) << END_IN)
"""All needs but those to end where a move may always end, and inside villages, where `listing` looks itself."""
_STRETCH = [1 << need for need in range(OUT + 2 * WITHIN)]
"""Needs that often come together: the spaces of a stretch."""
for _stretches in STRETCHES.values():
    for _stretch in _stretches:
        for _space in _stretch.spaces:
            _STRETCH[_space] = space_mask(_stretch.spaces)


def _by_need(ways: list[_Way]) -> dict[int, int]:
    """For every need the walks that have it."""
    together: dict[int, int] = {}
    for number, way in enumerate(ways):
        bit = 1 << number
        left = way.needs & _STOPPABLE
        while left:
            needs = left & _STRETCH[left.bit_length() - 1]
            together[needs] = together.get(needs, 0) | bit
            left ^= needs
    return _columns(together.keys(), together.values())


def _columns(sets: Iterable[int], walks_of: Iterable[int]) -> dict[int, int]:
    """For every number the walks of all sets that have it."""
    columns: dict[int, int] = {}
    for members, walks in zip(sets, walks_of, strict=True):
        left = members
        while left:
            high = left.bit_length() - 1
            columns[high] = columns.get(high, 0) | walks
            left ^= 1 << high
    return columns


def _by_bridge(sets: Iterable[int]) -> list[tuple[int, int]]:
    """For every bridge the walks, numbered as their sets are, that have it."""
    together: dict[int, int] = {}
    for number, bridges in enumerate(sets):
        together[bridges] = together.get(bridges, 0) | 1 << number
    return [(1 << bridge, walks) for bridge, walks in _columns(together.keys(), together.values()).items()]


def _assemble(space: int, ways: list[_Way], endings: list[OutsideWalk], sections: list[Section | None]) -> Chart:
    by_need = _by_need(ways)
    at_rest = [0] * RESTS
    lacking = [0] * 4
    crossing = []
    for number, way in enumerate(ways):
        at_rest[way.rest] |= 1 << number
        lack = way.crossed.bit_count() + way.rest - SLOTS
        if lack > 0:
            lacking[lack - 1] |= 1 << number
        crossing.append(way.crossed if lack > 0 else 0)
    by_need.pop(space, None)  # its own space is free for the runner (HB-5.4)
    by_need.pop(END + OTHER_DOOR.get(space, space), None)  # it vacates its own access bridge (HB-7.2)
    gates = [_gate(village, by_need, THROUGH + village * _WAYS, _WAYS) for village in range(len(VILLAGES))]
    exits = _gate(0, by_need, OUT, 2 * WITHIN)
    entering = _by_bridge(way.entered for way in ways)
    outside = (1 << len(endings) - 1) - 1
    return Chart(
        walks=(1 << len(ways)) - 1,
        endings=tuple(endings),
        sections=tuple(sections),
        stops=tuple([by_need.get(need, 0) for need in (*range(COUNT), *range(END, END + COUNT))]),
        gates=tuple([gate for gate in gates if gate.needed]),
        exits=exits if exits.needed else None,
        entering=tuple(entering),
        twice=tuple([(1 << need - TWICE, walks) for need, walks in by_need.items() if TWICE <= need < END]),
        bridges=sum(bridge for bridge, _ in entering),
        wide=len(entering) > _FEW_BRIDGES,
        at_rest=tuple(at_rest),
        outside=tuple([outside & sum(at_rest[: load + 1]) for load in range(RESTS)]),
        lacking=tuple(lacking) if any(lacking) else (),
        crossing=tuple(_by_bridge(crossing)),
        kept={},
    )


def _gate(village: int, by_need: dict[int, int], first: int, count: int) -> Gate:
    stops = {way + 1: by_need[first + way] for way in range(count) if first + way in by_need}
    return Gate(village, sum(1 << way - 1 for way in stops), stops, {})
