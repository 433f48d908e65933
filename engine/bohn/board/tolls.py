"""What a toll costs a seat (section 6).

Not for when one is due. `toll_on` is a pure function of small tuples, so its answers are remembered.
"""

from functools import lru_cache

import msgspec

from engine.bohn.board.beans import Beans, payments, value


class Toll(msgspec.Struct, frozen=True):
    """What a toll costs a seat: talers, then one of the `ways` to pay the `due` in beans, then a credit."""

    talers: int
    due: int
    ways: tuple[Beans, ...]
    credit: int = 0


@lru_cache(maxsize=1 << 14)
def toll_on(talers: int, beans: Beans, amount: int) -> Toll:
    """The toll of a seat with these talers and beans (BH-6.1 to BH-6.3)."""
    if talers >= amount:
        return Toll(amount, 0, ((),))
    due = amount - talers
    worth = value(beans)
    if worth < due:
        return Toll(talers, due, (beans,), due - worth)
    return Toll(talers, due, payments(beans, due))
