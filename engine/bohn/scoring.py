"""The result of a game: talers after the final sale, less twice the credits (BH-15.8).

Not for the sale itself; `play.turns` makes it.
"""

from typing import TYPE_CHECKING

from engine.bohn.state import BohnState, Merchant
from engine.ranking import Standing, ranked
from engine.values import Result

if TYPE_CHECKING:  # a view shows the result, so `views` imports this module
    from engine.bohn.views import BohnView

REPAYMENT = 2
"""A credit costs double at the end (BH-6.6)."""


def result(state: BohnState) -> Result | None:
    """The final table; equal results share the place (BH-16.1)."""
    return ranked([_standing(merchant) for merchant in state.merchants]) if state.phase == "over" else None


def _standing(merchant: Merchant) -> Standing:
    return Standing(
        {
            "talers": merchant.talers - merchant.sale,
            "beans": merchant.sale,
            "credit": -REPAYMENT * merchant.credit,
        }
    )


def scores(view: "BohnView") -> tuple[int, ...]:
    """What each seat has in talers, its credits repaid; beans count when they are sold."""
    return tuple(merchant.talers - REPAYMENT * merchant.credit for merchant in view.merchants)
