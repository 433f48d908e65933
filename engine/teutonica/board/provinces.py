"""The provinces of the game for two, in both readings of the rulebook.

Not for where the pawn stands: `state` has that.
"""

from itertools import product

import msgspec

from engine import boards
from engine.teutonica.board import files


class Provinces(msgspec.Struct, frozen=True):
    """The provinces of the game for two: which routes border one, and what a free move reaches from it."""

    ids: tuple[str, ...]
    routes: dict[str, frozenset[str]]
    near: dict[str, frozenset[str]]


def _provinces(variant: files.Variant) -> Provinces:
    joined: dict[str, set[str]] = {province.id: set() for province in variant.provinces}
    for border in variant.borders:
        for one, other in product(border.provinces, repeat=2):
            joined[one] |= {other} - {one}
    return Provinces(
        ids=tuple(joined),
        routes={province.id: frozenset(province.routes) for province in variant.provinces},
        near={here: frozenset(joined[here].union(*(joined[one] for one in joined[here])) - {here}) for here in joined},
    )


_VARIANTS = msgspec.convert(boards.load(__name__, "teutonica/provinces_2p.json"), files.Provinces).variants
PROVINCES = {name: _provinces(variant) for name, variant in _VARIANTS.items()}
