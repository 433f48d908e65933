"""All walks the board allows, as tables: what each one needs, which bridges it enters and crosses, where it ends.

Not for positions. A walk is told by its bridges; what happens inside a village is one condition for each way through
it, because which spaces of a village a runner treads on has no effect (HB-13.8).
"""

from functools import cache, lru_cache
from itertools import pairwise

import msgspec

from engine.haithabu.actions import set_rank
from engine.haithabu.board import (
    BRIDGES,
    COUNT,
    KIND,
    LINKED,
    LONGEST,
    TOKENS,
    VILLAGE,
    VILLAGE_DATA,
    VILLAGES,
    bridge_bit,
)

# A walk needs conditions; each is a bit, and a position blocks some of them.
TWICE = COUNT
"""From here 20 bits: the bridge can be entered again, which only a token put this turn allows (HB-6.5).

Below are the spaces outside villages that must be free.
"""
END = TWICE + TOKENS
"""From here a bit for each space outside the villages: the walk may end there."""
END_IN = END + COUNT
"""From here a bit for each village: the walk may end on some space inside."""
WITHIN = LONGEST + 1
THROUGH = END_IN + len(VILLAGES)
"""From here, for each village, in through a door and out again: at p2, at p6, across; after 0 … 15 steps."""
OUT = THROUGH + len(VILLAGES) * 3 * WITHIN
"""From here, for a runner that starts inside a village, out at p2 and at p6; after 0 … 15 steps."""

FROM_START = 2
"""A stay in a village begins at its door 0 (p2), at its door 1 (p6), or where the runner stands."""


class Ending(msgspec.Struct, frozen=True):
    """The walk ends inside a village, `steps` steps after the door it came in by (or its start)."""

    village: int
    source: int
    steps: int


ENDINGS = tuple(
    Ending(village, source, steps) for village in range(len(VILLAGES)) for source in range(3) for steps in range(WITHIN)
)

Walk = tuple[int, int, int, int]
"""Conditions needed, bridges entered, bridges crossed, and the end: a space, or beyond those one of the ENDINGS."""


def _ending(village: int, source: int, steps: int) -> int:
    return COUNT + (village * 3 + source) * WITHIN + steps


class Stretch(msgspec.Struct, frozen=True):
    """The spaces from one bridge to the next, and the region they are in, the same from either end."""

    region: int
    spaces: tuple[int, ...]
    bridge: int


def _follow(bridge: int, first: int) -> tuple[tuple[int, ...], int]:
    spaces = [bridge, first]
    while KIND[spaces[-1]] == "path":
        spaces.append(next(space for space in LINKED[spaces[-1]] if space != spaces[-2]))
    return tuple(spaces[1:-1]), spaces[-1]


def _find_stretches() -> dict[int, tuple[Stretch, ...]]:
    """The stretches at each bridge. Regions 0 … 3 are the villages, the stretches count on from there."""
    regions: dict[frozenset[int], int] = {}
    found: dict[int, tuple[Stretch, ...]] = {}
    for bridge in BRIDGES:
        here = []
        for first in LINKED[bridge]:
            if KIND[first] == "path":
                spaces, other = _follow(bridge, first)
                region = regions.setdefault(frozenset(spaces), len(VILLAGES) + len(regions))
                here.append(Stretch(region, spaces, other))
        found[bridge] = tuple(here)
    return found


STRETCHES = _find_stretches()
NOWHERE = -1


def _free(spaces: tuple[int, ...]) -> int:
    need = 0
    for space in spaces:
        need |= 1 << space
    return need


@cache
def onward(bridge: int, region: int, steps: int) -> tuple[Walk, ...]:
    """Walks of so many steps from a bridge just entered from the region; there is no way straight back (HB-5.3)."""
    bit = bridge_bit(bridge)
    need = 1 << bridge
    if steps == 0:
        return ((need | 1 << (END + bridge), bit, 0, bridge),)
    return tuple(
        [
            (need | more | (bit << TWICE if entered & bit else 0), entered | bit, crossed | bit, end)
            for more, entered, crossed, end in _leave(bridge, region, steps)
        ]
    )


@cache
def _leave(bridge: int, region: int, steps: int) -> tuple[Walk, ...]:
    """Walks of so many steps that leave a bridge into any region but the one given."""
    walks: list[Walk] = []
    for stretch in STRETCHES[bridge]:
        if stretch.region != region:
            walks += _along(stretch.region, stretch.spaces, stretch.bridge, steps)
    village = VILLAGE[bridge]
    if village not in (NOWHERE, region):
        source = VILLAGE_DATA[village].doors.index(bridge)
        walks.append((1 << (END_IN + village), 0, 0, _ending(village, source, steps)))
        lengths = stay(0, DOORS[source]).out  # no runner makes other ways through a village than the empty one has
        for target in (0, 1):
            way = source if target == source else 2
            for length in [length for length in range(steps + 1) if lengths[target] >> length & 1]:
                need = 1 << (THROUGH + (village * 3 + way) * WITHIN + length)
                walks += _after(need, onward(VILLAGE_DATA[village].doors[target], village, steps - length))
    return _unique(walks)


def _along(region: int, spaces: tuple[int, ...], bridge: int, steps: int) -> list[Walk]:
    """Along the spaces of a stretch to its end, and on from the bridge there if the steps reach so far."""
    if steps <= len(spaces):
        return [(_free(spaces[:steps]) | 1 << (END + spaces[steps - 1]), 0, 0, spaces[steps - 1])]
    return _after(_free(spaces), onward(bridge, region, steps - len(spaces) - 1))


def _after(need: int, walks: tuple[Walk, ...]) -> list[Walk]:
    return [(need | more, entered, crossed, end) for more, entered, crossed, end in walks]


def _unique(walks: list[Walk]) -> tuple[Walk, ...]:
    return tuple(dict.fromkeys(walks))


def distances(rest: int) -> tuple[int, ...]:
    """The distances a seat may run with so many tokens left on its track (HB-4.1); none when it is full (HB-4.2)."""
    if rest == 0:
        return (1, 2, 3)
    return (rest + 3,) if 0 < rest <= LONGEST - 3 else ()


Walks = tuple[tuple[int, int, int], ...]
"""Conditions needed, rank of the crossed set (`actions.set_rank`), end."""


Tour = tuple[int, Walks]
"""The bridges entered, and the walks that enter these."""


def tours(space: int, rest: int) -> tuple[Tour, ...]:
    """All walks from a space at the speed of a track with `rest` tokens."""
    return _tours(KEEPER[space], rest)


KEEPER = tuple(
    VILLAGE_DATA[VILLAGE[space]].shift if KIND[space] in ("start", "passage") else space for space in range(COUNT)
)
"""The walks from all spaces inside a village are the same: what differs is which ways out there are (OUT)."""


@cache
def _tours(space: int, rest: int) -> tuple[Tour, ...]:
    found: dict[int, list[tuple[int, int, int]]] = {}
    for need, entered, crossed, end in walks_from(space, rest):
        found.setdefault(entered, []).append((need, set_rank(crossed), end))
    return tuple((entered, tuple(walks)) for entered, walks in found.items())


def walks_from(space: int, rest: int) -> tuple[Walk, ...]:
    walks: list[Walk] = []
    for steps in distances(rest):
        if KIND[space] == "bridge":
            walks += _leave(space, NOWHERE, steps)
        elif KIND[space] == "path":
            for region, spaces, bridge in _two_ways(space):
                walks += _along(region, spaces, bridge, steps)
        else:
            walks += _from_inside(VILLAGE[space], steps)
    return _unique(walks)


def _two_ways(space: int) -> list[tuple[int, tuple[int, ...], int]]:
    """From a space of a stretch the spaces ahead in either direction, with their region and the bridge at the end."""
    return [
        (stretch.region, stretch.spaces[stretch.spaces.index(space) + 1 :], stretch.bridge)
        for stretches in STRETCHES.values()
        for stretch in stretches
        if space in stretch.spaces
    ]


def _from_inside(village: int, steps: int) -> list[Walk]:
    walks: list[Walk] = [(1 << (END_IN + village), 0, 0, _ending(village, FROM_START, steps))]
    for number, door in enumerate(VILLAGE_DATA[village].doors):
        for length in range(1, steps + 1):
            walks += _after(1 << (OUT + number * WITHIN + length), onward(door, village, steps - length))
    return walks


# ---- inside a village; the four are alike, so spaces count 0 … 12 (p1 … p7 s1 … s6) and the doors are 13 and 14

DOORS = (13, 14)
_INSIDE = VILLAGE_DATA[0].inside
_LOCAL = {space: local for local, space in enumerate((*_INSIDE, *VILLAGE_DATA[0].doors))}
_EDGES = tuple((_LOCAL[a], _LOCAL[b]) for a in _INSIDE for b in LINKED[a] if b in _INSIDE)
"""Every link inside, in both directions."""
_INTO = tuple(sum(1 << number for number, edge in enumerate(_EDGES) if edge[1] == local) for local in range(13))
_NEXT = tuple(
    sum(1 << number for number, (a, b) in enumerate(_EDGES) if a == edge[1] and b != edge[0]) for edge in _EDGES
)
_FIRST = tuple(sum(1 << number for number, (a, _) in enumerate(_EDGES) if a == local) for local in range(13))
_GATES = tuple(_LOCAL[next(space for space in LINKED[door] if space in _INSIDE)] for door in VILLAGE_DATA[0].doors)
"""The passage spaces at the doors: p2 and p6."""


class Stay(msgspec.Struct, frozen=True, gc=False):
    """What is possible inside a village from one source: by number of steps the spaces reached, and the ways out."""

    ends: tuple[int, ...]
    out: tuple[int, int]
    """For each door the numbers of steps, as bits, after which it can be reached."""


@lru_cache(maxsize=1 << 15)
def stay(occupied: int, source: int) -> Stay:
    """Walks among the free spaces of a village, from one of its spaces or doors, none of them through a door."""
    free = sum(into for local, into in enumerate(_INTO) if not occupied >> local & 1)
    if source in DOORS:
        gate = _GATES[source - DOORS[0]]
        ends = [0, 0] if occupied >> gate & 1 else [0, 1 << gate]
        links = _FIRST[gate] & free if ends[1] else 0
    else:
        ends = [1 << source]
        links = _FIRST[source] & free
    while len(ends) < WITHIN:
        ends.append(sum(1 << local for local, into in enumerate(_INTO) if links & into))
        links = _step(links, free)
    out = [sum(2 << steps for steps, reached in enumerate(ends[:-1]) if reached >> gate & 1) for gate in _GATES]
    if source in DOORS:
        out[source - DOORS[0]] &= ~(1 << 2)  # straight back (HB-5.3)
    return Stay(tuple(ends), (out[0], out[1]))


def _step(links: int, free: int) -> int:
    """The links, as directed ones, that can follow these."""
    ahead = 0
    while links:
        low = links & -links
        ahead |= _NEXT[low.bit_length() - 1]
        links ^= low
    return ahead & free


def _check_alike() -> None:
    """The table of insides is made from one village; every other must have the same shape."""
    for village in VILLAGE_DATA:
        spaces = (*village.inside, *village.doors)
        for local, space in enumerate(spaces[:13]):
            assert {spaces.index(other) for other in LINKED[space]} == {_LOCAL[o] for o in LINKED[_INSIDE[local]]}


_check_alike()
assert all(b == a + 1 for a, b in pairwise(BRIDGES)), "bridges follow one another"
