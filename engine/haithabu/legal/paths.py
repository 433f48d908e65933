"""The canonical path of an outcome, space by space.

Not for listing outcomes: `listing` does that from tables. This is the plain reading of sections 5 and 6.
"""

from engine.haithabu.board import BRIDGE_SPACES, LINKED, SPACES, bridge_bit
from engine.haithabu.legal.reach import Ground
from engine.haithabu.legal.walks import distances


def canonical_path(ground: Ground, number: int, destination: int, over: int, put: int) -> tuple[str, ...]:
    """The path of an outcome that all are shown (HB-13.6); empty if it has none."""
    for steps in distances(ground.load - put.bit_count()):
        path = _Search(ground, ground.own[number], destination, over, put).run(steps)
        if path is not None:
            return tuple(SPACES[space] for space in path)
    return ()


class _Search:
    """Depth first, neighbours in the order of their ids: the first path found is the smallest."""

    def __init__(self, ground: Ground, origin: int, destination: int, over: int, put: int) -> None:
        self.others = ground.occupied ^ 1 << origin
        self.origin = origin
        self.destination = destination
        self.put = put
        self.passable = ground.open | put
        self.over = over
        self.counted = ~0 if ground.traps else ~put
        """Which crossed bridges `over` lists (HB-13.3)."""
        self.dead: set[tuple[int, int, int, int]] = set()

    def run(self, steps: int) -> list[int] | None:
        path = self._extend(self.origin, -1, 0, steps)
        return None if path is None else path[::-1]

    def _extend(self, space: int, before: int, crossed: int, left: int) -> list[int] | None:
        """The rest of the path, last space first."""
        if left == 0:
            return [] if space == self.destination and crossed & self.counted == self.over else None
        here = (space, before, crossed, left)
        if here in self.dead:
            return None
        for ahead in LINKED[space]:
            if ahead == before or self.others >> ahead & 1:
                continue
            after = crossed
            if BRIDGE_SPACES >> ahead & 1:
                bit = bridge_bit(ahead)
                if not self.passable & bit or crossed & ~self.put & bit:
                    continue
                after |= bit if left > 1 else 0
                if after & self.counted & ~self.over:
                    continue
            rest = self._extend(ahead, space, after, left - 1)
            if rest is not None:
                rest.append(ahead)
                return rest
        self.dead.add(here)
        return None
