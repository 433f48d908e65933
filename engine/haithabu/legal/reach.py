"""Where the runners of one seat can go in one position, for a given put set or for the best one.

Not for duties and turns: `turns` asks here, tier by tier. The walks themselves come from the tables of `walks`.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache

import msgspec

from engine.haithabu.actions import SET_BITS, ranked_set
from engine.haithabu.board import (
    COUNT,
    DOOR_SPACES,
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
    space_mask,
)
from engine.haithabu.legal.walks import (
    DOORS,
    END,
    END_IN,
    ENDINGS,
    FROM_START,
    OUT,
    THROUGH,
    TWICE,
    WITHIN,
    Walks,
    stay,
    tours,
)

INSIDE = (1 << 13) - 1
PASSAGES = (1 << 7) - 1
STARTS = INSIDE ^ PASSAGES
_LENGTHS = (1 << WITHIN) - 1
_SHIFT = tuple(village.shift for village in VILLAGE_DATA)
_INSIDE_SPACES = space_mask(space for village in VILLAGE_DATA for space in village.inside)
BARRED = COUNT
WITHIN_VILLAGE = tuple(VILLAGE[space] if KIND[space] in ("start", "passage") else -1 for space in range(COUNT))


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
    own_passages: int
    """The passage spaces its runners stand on."""
    occupied: int
    open: int
    bare: int
    load: int
    traps: bool
    shown: int
    """The bridges whose traps are known and stay: no run may cross them (HB-12.9)."""
    ways: tuple[int, ...]
    """For each village the ways through it that runners block."""
    barred: int
    """Access bridges on which no move may end, because a runner stands on the other one (HB-7.2)."""
    blockers: Sequence[int]
    """The occupied spaces outside villages, and from BARRED on the barred access bridges."""

    @property
    def unfinished(self) -> tuple[int, ...]:
        finish = VILLAGE_DATA[self.goal].start_mask
        return tuple([number for number, space in enumerate(self.own) if not finish >> space & 1])

    @property
    def waiting(self) -> tuple[int, ...]:
        start = VILLAGE_DATA[self.home].start_mask
        return tuple([number for number, space in enumerate(self.own) if start >> space & 1])

    @property
    def passing(self) -> tuple[int, ...]:
        return tuple([number for number, space in enumerate(self.own) if self.own_passages >> space & 1])

    @property
    def vacating(self) -> bool:
        """The vacating duty (HB-8.1)."""
        starts = VILLAGE_DATA[self.home].start_mask
        return self.occupied & starts == starts and bool(self.waiting)


@lru_cache(maxsize=1 << 15)
def blocked_ways(occupied: int) -> int:
    """The ways through a village, door to door, that are not there: at p2, at p6, across, by their steps."""
    near, far = stay(occupied, DOORS[0]), stay(occupied, DOORS[1])
    blocked = 0
    for way, lengths in enumerate((near.out[0], far.out[1], near.out[1])):
        blocked |= (lengths ^ _LENGTHS) << way * WITHIN
    return blocked


@lru_cache(maxsize=1 << 15)
def blocked_exits(occupied: int, local: int) -> int:
    """The same for a runner that starts inside: the ways out of its village, at p2 and at p6."""
    out = stay(occupied, local).out
    return (out[0] ^ _LENGTHS) | (out[1] ^ _LENGTHS) << WITHIN


def survey(
    runners: tuple[tuple[str, ...], ...], seat: int, letters: str, load: int, traps: bool, shown: str = ""
) -> Ground:
    """The ground of a seat. `letters` are the open bridges."""
    home = SEATINGS[len(runners)].homes[seat]
    occupied = 0
    for spaces in runners:
        for space in spaces:
            occupied |= 1 << NUMBER[space]
    blockers = []
    outside = occupied & ~_INSIDE_SPACES
    while outside:
        highest = outside.bit_length() - 1
        blockers.append(highest)
        outside ^= 1 << highest
    barred = 0
    if occupied & DOOR_SPACES:
        for door, other in OTHER_DOOR.items():
            if occupied >> door & 1:
                barred |= 1 << other
                blockers.append(BARRED + other)
    own = tuple([NUMBER[space] for space in runners[seat]])
    own_passages = 0
    for number in own:
        own_passages |= 1 << number
    opened = bridge_mask(letters)
    return Ground(
        home=home,
        goal=VILLAGE_DATA[home].opposite,
        own=own,
        own_passages=own_passages & PASSAGE_MASK,
        occupied=occupied,
        open=opened,
        bare=EVERY_BRIDGE ^ opened,
        load=load,
        traps=traps,
        shown=bridge_mask(shown),
        ways=tuple([blocked_ways(occupied >> shift & INSIDE) for shift in _SHIFT]),
        barred=barred,
        blockers=blockers,
    )


def without_others(ground: Ground, number: int) -> Ground:
    """The same ground with one runner alone on the board, its only one."""
    space = ground.own[number]
    return msgspec.structs.replace(
        ground,
        own=(space,),
        own_passages=0,
        occupied=1 << space,
        ways=(blocked_ways(0),) * len(VILLAGES),  # `stand` lifts the runner itself
        barred=0,
        blockers=(),
    )


Ends = Sequence[tuple[int, int]]


class Stance(msgspec.Struct, frozen=True):
    """One runner about to move: what the position blocks for it, bare bridges aside, and where it may end."""

    space: int
    blocked: int
    ends: Ends
    """For each village its occupied spaces and those the runner may end on (HB-7.1), counted 0 … 12."""

    def allows(self, space: int) -> bool:
        """Whether the runner may end on this space of a village, if it gets there."""
        return bool(self.ends[VILLAGE[space]][1] >> (space - _SHIFT[VILLAGE[space]]) & 1)


_FOREIGN = tuple(
    sum(
        1 << (END_IN + village)
        for village in range(len(VILLAGES))
        if village not in (home, VILLAGE_DATA[home].opposite)
    )
    for home in range(len(VILLAGES))
)
"""By home: no ending in foreign villages."""


Place = tuple[int, int, int]
"""Home or goal of a runner about to move: the village, the spaces others hold, and those the runner may end on, counted
0 … 12."""


def places(ground: Ground, number: int, passing: Passing) -> tuple[Place, Place]:
    """Home and goal, in list order (section 7)."""
    space = ground.own[number]
    own_bit = 1 << space
    others = ground.occupied ^ own_bit
    if passing is Passing.ONE:
        limit = STARTS if ground.own_passages & ~own_bit else INSIDE  # HB-7.4
    else:
        limit = STARTS if passing is Passing.NONE else INSIDE
    home, goal = ground.home, ground.goal
    home_shift, goal_shift = _SHIFT[home], _SHIFT[goal]
    at_home, at_goal = others >> home_shift & INSIDE, others >> goal_shift & INSIDE
    home_ends, goal_ends = (at_home ^ INSIDE) & limit, (at_goal ^ INSIDE) & limit
    if (~at_home & STARTS).bit_count() < 2:  # HB-7.5; a space the runner leaves is free
        home_ends &= PASSAGES
    home_ends &= ~(own_bit >> home_shift)  # HB-5.5
    goal_ends &= ~(own_bit >> goal_shift)
    one, two = (home, at_home, home_ends), (goal, at_goal, goal_ends)
    return (one, two) if home < goal else (two, one)


def stand(ground: Ground, number: int, passing: Passing) -> Stance:
    space = ground.own[number]
    own_bit = 1 << space
    ways = list(ground.ways)
    ends = [_NO_ENDS] * len(VILLAGES)
    blocked = ground.occupied ^ own_bit | _FOREIGN[ground.home]
    for village, occupied, allowed in places(ground, number, passing):
        ends[village] = occupied, allowed
        if not allowed:
            blocked |= 1 << (END_IN + village)
        if WITHIN_VILLAGE[space] == village:  # its own space is free for the runner (HB-5.4)
            ways[village] = blocked_ways(occupied)
            blocked |= blocked_exits(occupied, space - _SHIFT[village]) << OUT
    for village, lengths in enumerate(ways):
        blocked |= lengths << (THROUGH + village * 3 * WITHIN)
    barred = ground.barred | own_bit
    if own_bit & DOOR_SPACES:
        barred &= ~(1 << OTHER_DOOR[space])  # vacated by this runner (HB-7.2)
    return Stance(space, blocked | barred << END, ends)


_NO_ENDS = (0, 0)


@lru_cache(maxsize=1 << 13)
def members(mask: int) -> tuple[int, ...]:
    return tuple(local for local in range(13) if mask >> local & 1)


def _endings(stance: Stance, blocked: int, walks: Walks) -> Sequence[int]:
    """The `ending_rank` of every walk that nothing blocks, with all it crosses as `over`."""
    found = []
    for need, crossed_rank, end in walks:
        if need & blocked:
            continue
        if end < COUNT:
            found.append(end << SET_BITS | crossed_rank)
            continue
        ending = ENDINGS[end - COUNT]
        occupied, allowed = stance.ends[ending.village]
        shift = _SHIFT[ending.village]
        source = stance.space - shift if ending.source == FROM_START else DOORS[ending.source]
        for local in members(stay(occupied, source).ends[ending.steps] & allowed):
            found.append(shift + local << SET_BITS | crossed_rank)
    return found


def reach(
    ground: Ground, stance: Stance, put: int, *, slots: int = SLOTS, again: bool = False
) -> Iterator[tuple[int, int, int]]:
    """Destination, captured set and crossed set of every run of the runner with exactly this put set, repeatedly.

    More slots, or every bridge `again`, is for finding out which rule stands in the way.
    """
    rest = ground.load - put.bit_count()
    bare = ground.bare & ~put
    blocked = stance.blocked if again else stance.blocked | (EVERY_BRIDGE & ~put) << TWICE
    for entered, walks in tours(stance.space, rest):
        if entered & bare:  # HB-6.1
            continue
        for ending in _endings(stance, blocked, walks):
            crossed = ranked_set(ending)
            if crossed & ground.shown:  # HB-12.9
                continue
            captured = crossed & ~put
            if rest + captured.bit_count() <= slots:  # HB-4.3
                yield ending >> SET_BITS, captured, crossed
