"""Places in a final table: who is before whom, and who shares a place.

Not for points: each title's `scoring.py` counts them.
"""

from collections.abc import Sequence

import msgspec

from engine.values import Rank, Result


class Standing(msgspec.Struct, frozen=True):
    """One seat at the end. `tie_break` is compared after the points, from left to right; more is better."""

    breakdown: dict[str, int]
    tie_break: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        return sum(self.breakdown.values())

    @property
    def key(self) -> tuple[int, ...]:
        return self.total, *self.tie_break


def ranked(standings: Sequence[Standing]) -> Result:
    """Every seat, best first; seats that are equal in everything share the place and stand in their own order."""
    keys = [standing.key for standing in standings]
    order = sorted(range(len(keys)), key=lambda seat: ([-value for value in keys[seat]], seat))
    return Result(tuple(_rank(seat, standings[seat], keys) for seat in order))


def _rank(seat: int, standing: Standing, keys: Sequence[tuple[int, ...]]) -> Rank:
    place = 1 + sum(other > keys[seat] for other in keys)
    return Rank(seat, place, standing.total, standing.breakdown, standing.tie_break)
