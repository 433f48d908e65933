"""Paths space by space: the canonical one of an outcome, and what a given path amounts to.

Not for listing outcomes: `reach` does that from tables. This is the plain reading of sections 5 and 6.
"""

from engine.errors import Illegal
from engine.haithabu.board import (
    BRIDGE_SPACES,
    COUNT,
    LINKED,
    NUMBER,
    SLOTS,
    SPACES,
    VILLAGE_DATA,
    bridge_bit,
)
from engine.haithabu.rules.reach import Ground
from engine.haithabu.rules.walks import distances


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


def follow(ground: Ground, number: int, names: tuple[str, ...], put: int) -> tuple[int, int]:
    """The captured and the crossed set of a path given space by space; Illegal where it breaks a rule."""
    spaces = [ground.own[number], *(NUMBER[name] for name in names)]
    rest = ground.load - put.bit_count()
    if len(names) not in distances(rest):
        raise Illegal(
            "HB-4.1",
            "This path has {steps} steps; with {tokens} tokens left on the track it is {distance}.",
            steps=len(names),
            tokens=rest,
            distance="1, 2 or 3" if rest == 0 else rest + 3,
        )
    others = ground.occupied ^ 1 << spaces[0]
    crossed = 0
    for index, ahead in enumerate(spaces[1:]):
        _check_step(spaces, index, others)
        if BRIDGE_SPACES >> ahead & 1:
            crossed = _enter(ground, ahead, put, crossed, last=index + 1 == len(names))
    if spaces[-1] == spaces[0]:
        raise Illegal("HB-5.5", "A run may not end where it began.")
    captured = crossed & ~put
    if rest + captured.bit_count() > SLOTS:
        raise too_many_captures()
    return captured, crossed


def _check_step(spaces: list[int], index: int, others: int) -> None:
    here, ahead = spaces[index], spaces[index + 1]
    if ahead not in LINKED[here]:
        raise Illegal("HB-5.1", "{here} and {ahead} are not linked.", here=SPACES[here], ahead=SPACES[ahead])
    if others >> ahead & 1:
        raise Illegal("HB-5.2", "A runner stands on {space}.", space=SPACES[ahead])
    if index and ahead == spaces[index - 1]:
        raise Illegal("HB-5.3", "A runner may not turn straight back to {space}.", space=SPACES[ahead])


def _enter(ground: Ground, bridge: int, put: int, crossed: int, *, last: bool) -> int:
    bit = bridge_bit(bridge)
    if not (ground.open | put) & bit:
        raise Illegal("HB-6.1", "Bridge {bridge} is bare.", bridge=SPACES[bridge])
    if crossed & ~put & bit:
        raise Illegal("HB-6.4", "Bridge {bridge} was captured earlier in this path.", bridge=SPACES[bridge])
    return crossed if last else crossed | bit


def too_many_captures() -> Illegal:
    return Illegal("HB-4.3", "The track has {slots} slots: there is no room for all the tokens captured.", slots=SLOTS)


def by_turning_back(ground: Ground, number: int, destination: int, put: int) -> bool:
    """Whether the destination could be reached if turning straight back were allowed."""
    origin = ground.own[number]
    closed = [space for space in range(COUNT) if BRIDGE_SPACES >> space & 1 and not _is_open(ground, space, put)]
    closed += [space for space in range(COUNT) if space != origin and ground.occupied >> space & 1]
    for steps in distances(ground.load - put.bit_count()):
        layer = {origin}
        for _ in range(steps):
            layer = {ahead for space in layer for ahead in LINKED[space]}.difference(closed)
        if destination in layer:
            return True
    return False


def _is_open(ground: Ground, space: int, put: int) -> bool:
    return bool((ground.open | put) & bridge_bit(space))


def _measure(target: int) -> tuple[int, ...]:
    """Fewest links from every space to the target, runners and bare bridges ignored."""
    links = {target: 0}
    queue = [target]
    for space in queue:
        for ahead in LINKED[space]:
            if ahead not in links:
                links[ahead] = links[space] + 1
                queue.append(ahead)
    return tuple(links[space] for space in range(COUNT))


LINKS_TO = {target: _measure(target) for village in VILLAGE_DATA for target in village.starts}
"""For every start space the fewest links to it, by space (HB-11.4)."""
