"""Where the runners of one seat can go in one position, for a given put set or for the best one.

Not for duties and turns: `turns` asks here, tier by tier. The walks themselves come from the tables of `walks`.
"""

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

import msgspec

from engine.haithabu.actions import ending_rank, set_rank
from engine.haithabu.board import (
    COUNT,
    EVERY_BRIDGE,
    KIND,
    NUMBER,
    OTHER_DOOR,
    PASSAGE_MASK,
    SEATINGS,
    SLOTS,
    VILLAGE,
    VILLAGE_DATA,
    VILLAGES,
    bridge_mask,
)
from engine.haithabu.rules.walks import (
    DOORS,
    END,
    END_IN,
    ENDINGS,
    ENTER,
    FROM_START,
    OUT,
    THROUGH,
    TWICE,
    WITHIN,
    stay,
    walks_from,
)

INSIDE = (1 << 13) - 1
PASSAGES = (1 << 7) - 1
STARTS = INSIDE ^ PASSAGES
_LENGTHS = (1 << WITHIN) - 1
_SHIFT = tuple(village.shift for village in VILLAGE_DATA)
_WITHIN_VILLAGE = tuple(VILLAGE[space] if KIND[space] in ("start", "passage") else -1 for space in range(COUNT))


class Passing(Enum):
    """Whether a move may end on passage spaces of home and goal."""

    ONE = "one"
    """Unless another own runner stands on one (HB-7.4)."""
    NONE = "none"
    """Not at all: the clearing duty (HB-8.2, tier 2)."""
    ANY = "any"
    """HB-7.4 waived (HB-8.2, tier 3)."""


class Ground(msgspec.Struct, frozen=True):
    """A position as the seat that runs sees it: sets of spaces and of bridges as bits."""

    home: int
    goal: int
    own: tuple[int, ...]
    occupied: int
    open: int
    load: int
    traps: bool
    ways: tuple[int, ...]
    """For each village the ways through it that its runners block."""
    barred: int
    """Access bridges on which no move may end, because a runner stands on the other one (HB-7.2)."""

    @property
    def bare(self) -> int:
        return EVERY_BRIDGE ^ self.open

    @property
    def unfinished(self) -> list[int]:
        finish = VILLAGE_DATA[self.goal].start_mask
        return [number for number, space in enumerate(self.own) if not finish >> space & 1]

    @property
    def waiting(self) -> list[int]:
        start = VILLAGE_DATA[self.home].start_mask
        return [number for number, space in enumerate(self.own) if start >> space & 1]

    @property
    def passing(self) -> list[int]:
        return [number for number, space in enumerate(self.own) if PASSAGE_MASK >> space & 1]

    @property
    def vacating(self) -> bool:
        """The vacating duty (HB-8.1)."""
        starts = VILLAGE_DATA[self.home].start_mask
        return self.occupied & starts == starts and bool(self.waiting)


@lru_cache(maxsize=1 << 15)
def _blocked_ways(village: int, occupied: int) -> int:
    near, far = stay(occupied, DOORS[0]), stay(occupied, DOORS[1])
    blocked = 0
    for way, lengths in enumerate((near.out[0], far.out[1], near.out[1])):
        blocked |= (lengths ^ _LENGTHS) << (THROUGH + (village * 3 + way) * WITHIN)
    return blocked


def survey(runners: tuple[tuple[str, ...], ...], seat: int, letters: str, load: int, traps: bool) -> Ground:
    """The ground of a seat. `letters` are the open bridges."""
    home = SEATINGS[len(runners)].homes[seat]
    occupied = 0
    for spaces in runners:
        for space in spaces:
            occupied |= 1 << NUMBER[space]
    barred = 0
    for door, other in OTHER_DOOR.items():
        if occupied >> door & 1:
            barred |= 1 << other
    return Ground(
        home,
        VILLAGE_DATA[home].opposite,
        tuple([NUMBER[space] for space in runners[seat]]),
        occupied,
        bridge_mask(letters),
        load,
        traps,
        tuple([_blocked_ways(village, occupied >> shift & INSIDE) for village, shift in enumerate(_SHIFT)]),
        barred,
    )


def without_others(ground: Ground, number: int) -> Ground:
    """The same ground with one runner alone on the board, its only one."""
    space = ground.own[number]
    ways = tuple(_blocked_ways(village, 0) for village in range(len(VILLAGES)))  # `stand` lifts the runner itself
    return msgspec.structs.replace(ground, own=(space,), occupied=1 << space, ways=ways, barred=0)


class Stance(msgspec.Struct, frozen=True):
    """One runner about to move: what the position blocks for it, bare bridges aside, and where it may end."""

    space: int
    blocked: int
    ends: tuple[tuple[int, int], ...]
    """For each village its occupied spaces and those the runner may end on (HB-7.1), counted 0 … 12."""

    def allows(self, space: int) -> bool:
        """Whether the runner may end on this space of a village, if it gets there."""
        return bool(self.ends[VILLAGE[space]][1] >> (space - _SHIFT[VILLAGE[space]]) & 1)


def stand(ground: Ground, number: int, passing: Passing) -> Stance:
    space = ground.own[number]
    own_bit = 1 << space
    others = ground.occupied ^ own_bit
    inside = _WITHIN_VILLAGE[space]
    blocked, barred = others, ground.barred | own_bit  # HB-5.5
    if space in OTHER_DOOR:
        barred &= ~(1 << OTHER_DOOR[space])  # vacated by this runner (HB-7.2)
    ends = [(0, 0)] * len(VILLAGES)
    for village, ways in enumerate(ground.ways):
        if village == inside:
            occupied = others >> _SHIFT[village] & INSIDE
            out = stay(occupied, space - _SHIFT[village]).out
            blocked |= ((out[0] ^ _LENGTHS) | (out[1] ^ _LENGTHS) << WITHIN) << OUT
            ways = _blocked_ways(village, occupied)  # noqa: PLW2901  its own space is free for the runner (HB-5.4)
        blocked |= ways
        if village in (ground.home, ground.goal):
            ends[village] = _ends_in(ground, village, number, passing)
        if not ends[village][1]:
            blocked |= 1 << (END_IN + village)
    return Stance(space, blocked | barred << END, tuple(ends))


def _ends_in(ground: Ground, village: int, number: int, passing: Passing) -> tuple[int, int]:
    """What is occupied in the runner's home or goal, and where in it the runner may end (HB-7.1)."""
    space = ground.own[number]
    shift = _SHIFT[village]
    occupied = (ground.occupied ^ 1 << space) >> shift & INSIDE
    free = allowed = occupied ^ INSIDE
    if passing is Passing.NONE or (passing is Passing.ONE and any(other != number for other in ground.passing)):
        allowed &= STARTS
    if village == ground.home and (free & STARTS).bit_count() < 2:  # HB-7.5; a space the runner leaves is free
        allowed &= PASSAGES
    if _WITHIN_VILLAGE[space] == village:
        allowed &= ~(1 << (space - shift))
    return occupied, allowed


@lru_cache(maxsize=1 << 13)
def _members(mask: int) -> tuple[int, ...]:
    return tuple(local for local in range(13) if mask >> local & 1)


def _destinations(stance: Stance, end: int) -> tuple[int, ...]:
    """The spaces a walk with this end can stop on."""
    if end < COUNT:
        return (end,)
    ending = ENDINGS[end - COUNT]
    occupied, allowed = stance.ends[ending.village]
    shift = _SHIFT[ending.village]
    source = stance.space - shift if ending.source == FROM_START else DOORS[ending.source]
    return tuple([shift + local for local in _members(stay(occupied, source).ends[ending.steps] & allowed)])


def reach(
    ground: Ground, stance: Stance, put: int, *, slots: int = SLOTS, again: bool = False
) -> Iterator[tuple[int, int, int]]:
    """Destination, captured set and crossed set of every run of the runner with exactly this put set, repeatedly.

    More slots, or every bridge `again`, is for finding out which rule stands in the way.
    """
    rest = ground.load - put.bit_count()
    blocked = stance.blocked | (ground.bare & ~put) << ENTER
    if not again:
        blocked |= (EVERY_BRIDGE & ~put) << TWICE
    for need, _, crossed, end in walks_from(stance.space, rest):
        if not need & blocked:
            captured = crossed & ~put
            if rest + captured.bit_count() <= slots:  # HB-4.3
                for destination in _destinations(stance, end):
                    yield destination, captured, crossed


@lru_cache(maxsize=1 << 14)
def first_bridges(mask: int, count: int) -> int:
    """The alphabetically first `count` bridges of a set."""
    chosen = 0
    for _ in range(count):
        bit = 1 << ((mask ^ chosen).bit_length() - 1)
        chosen |= bit
    return chosen


def best(ground: Ground, stance: Stance) -> dict[int, int]:
    """For every destination and `over` (as `ending_rank`) the first put set that allows it (as `set_rank`).

    How many tokens are put fixes the speed, and of the put bridges only those the path enters matter; tokens put
    for nothing but the speed go to the alphabetically first bare bridges (HB-15.1).
    """
    found: dict[int, int] = {}
    bare, traps = ground.bare, ground.traps
    for count in range(ground.load + 1):
        rest = ground.load - count
        blocked = stance.blocked | (ground.open << TWICE if count else bare << ENTER | EVERY_BRIDGE << TWICE)
        fresh_ones: dict[int, int] = {}
        for need, entered, crossed, end in walks_from(stance.space, rest):
            if need & blocked:
                continue
            fresh = entered & bare
            surplus = count - fresh.bit_count()
            captured = crossed & ground.open
            if surplus < 0 or rest + captured.bit_count() > SLOTS:
                continue
            put = fresh | first_bridges(bare ^ fresh, surplus) if surplus else fresh
            rank = set_rank(put)
            over = crossed if traps else captured
            for destination in _destinations(stance, end):
                ending = ending_rank(destination, over)
                if ending not in found and fresh_ones.get(ending, rank) >= rank:
                    fresh_ones[ending] = rank
        found.update(fresh_ones)
    return found
