"""Bags of beans: tuples of kinds in kind order, and the few sums and differences the rules need of them.

Not for who holds them. Everything here is a pure function of small tuples, so answers are remembered.
"""

from functools import lru_cache

from engine.bohn.board import BASE, KINDS

Beans = tuple[str, ...]
"""A bag of beans, in kind order."""

_ORDER = {kind: place for place, kind in enumerate(KINDS)}
_remember = lru_cache(maxsize=1 << 16)


@_remember
def in_kind_order(beans: Beans) -> Beans:
    return tuple(sorted(beans, key=_ORDER.__getitem__))


@_remember
def value(beans: Beans) -> int:
    """What the bank gives for the beans, at base price."""
    return sum(map(BASE.__getitem__, beans))


@_remember
def holds(beans: Beans, part: Beans) -> bool:
    """Whether the part, token for token, is among the beans."""
    return all(beans.count(kind) >= part.count(kind) for kind in part)


@_remember
def without(beans: Beans, part: Beans) -> Beans:
    """The beans less the part, which must be among them."""
    left = list(beans)
    for kind in part:
        left.remove(kind)
    return tuple(left)


@_remember
def together(beans: Beans, more: Beans) -> Beans:
    return in_kind_order(beans + more)


@_remember
def selections(beans: Beans, count: int) -> tuple[Beans, ...]:
    """All different bags of that many of the beans, in kind order."""
    if count == 0:
        return ((),)
    found: dict[Beans, None] = {}
    for place, kind in enumerate(beans):
        if len(beans) - place >= count:
            for rest in selections(beans[place + 1 :], count - 1):
                found[(kind, *rest)] = None
    return tuple(found)


@_remember
def payments(beans: Beans, due: int) -> tuple[Beans, ...]:
    """All payments of a due in beans: worth at least the due, none of them superfluous (BH-6.2)."""
    return tuple(
        part
        for count in range(1, len(beans) + 1)
        for part in selections(beans, count)
        if value(part) >= due > value(part) - min(map(BASE.__getitem__, part))
    )
