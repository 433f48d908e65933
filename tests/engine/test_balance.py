"""The seats' shares that reports claim: readable for `tests/bench/balance.py`, whole, and for every setting of a title.

Not for whether they are true: games by the hundred say that, and take long.
"""

import pytest
from msgspec import UNSET

from tests.bench.balance import Wins, claims, lines, measured, wilson
from tests.engine.walks import VARIANTS, Variant

RECONSTRUCTED = ("hansa", "bohn", "haithabu")
"""Titles whose boards are reconstructed in part, so that nobody has balanced the seats on them."""


def is_usual(variant: Variant) -> bool:
    return all(getattr(variant.options, name) is UNSET for name in variant.options.later)


USUAL = [variant for variant in VARIANTS if variant.key in RECONSTRUCTED and is_usual(variant)]


@pytest.mark.parametrize("variant", USUAL, ids=str)
def test_the_report_claims_a_share_for_every_seat(variant: Variant) -> None:
    claimed = claims(variant.key)[str(variant)]
    assert len(claimed) == variant.seats
    assert 98 <= sum(claimed) <= 102


@pytest.mark.parametrize("key", RECONSTRUCTED)
def test_nothing_is_claimed_of_what_is_not_offered(key: str) -> None:
    assert set(claims(key)) <= {str(variant) for variant in VARIANTS}


def test_intervals_of_wilson() -> None:
    """The textbook's: 10 of 100 is 5.5 to 17.4 %, and nothing of 20 is up to 16.1 %."""
    assert [round(100 * end, 1) for end in wilson(10, 100)] == [5.5, 17.4]
    assert [round(100 * end, 1) for end in wilson(0, 20)] == [0.0, 16.1]


def test_a_claim_outside_the_interval_is_called_wrong() -> None:
    variant = next(variant for variant in USUAL if variant.seats == 2)
    told = list(lines(variant, Wins(100, (70.0, 30.0), (60.0, 40.0)), (50, 30)))
    assert "60.4% to 78.1%" in told[1]
    assert "which is wrong" in told[1]
    assert "which is wrong" not in told[2]


def test_wins_add_up_to_the_games() -> None:
    variant = next(variant for variant in USUAL if variant.key == "hansa")
    wins = measured(variant, 3)
    assert sum(wins.by_seat) == sum(wins.by_turn) == wins.games == 3
