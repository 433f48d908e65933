"""The result of a game: talers after the final sale, less twice the credits (BH-15.8).

Not for the sale itself; `rules.turn` makes it.
"""

from engine.bohn.state import BohnState, BohnView
from engine.values import Rank, Result

REPAYMENT = 2
"""A credit costs double at the end (BH-6.6)."""


def ranking(state: BohnState) -> Result:
    """Every seat, best first; equal results share the rank (BH-16.1)."""
    totals = [merchant.talers - REPAYMENT * merchant.credit for merchant in state.merchants]
    order = sorted(range(len(totals)), key=lambda seat: (-totals[seat], seat))
    return Result(
        tuple(
            Rank(
                seat=seat,
                place=1 + sum(total > totals[seat] for total in totals),
                total=totals[seat],
                breakdown={
                    "talers": state.merchants[seat].talers - state.merchants[seat].sale,
                    "beans": state.merchants[seat].sale,
                    "credit": -REPAYMENT * state.merchants[seat].credit,
                },
            )
            for seat in order
        )
    )


def scores(view: BohnView) -> tuple[int, ...]:
    """What each seat has in talers, its credits repaid; beans count when they are sold."""
    return tuple(merchant.talers - REPAYMENT * merchant.credit for merchant in view.merchants)
