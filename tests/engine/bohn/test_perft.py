"""Counts of decision sequences from fixed positions: a change of rules or of what is listed shows here at once.

Not for correctness by itself; the small ones can be counted by hand, the deep ones are what this program counted.
"""

from math import factorial

import pytest

from engine.bohn.state import BohnState
from engine.bohn.title import TITLE
from engine.policies import perft
from tests.engine.bohn.positions import asked_at_the_end, beatrice_before_her_journey, merchant, new, opened, position


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_openings_can_be_counted_by_hand(seats: int) -> None:
    """Each seat has one highest contract here and two orders for the rest, and the seats answer in any order."""
    state = new(seats, "perft")
    assert perft(TITLE, state, 1) == 2 * seats
    assert perft(TITLE, state, seats) == factorial(seats) * 2**seats


def test_the_start_of_a_turn_can_be_counted_by_hand() -> None:
    """Twelve towns are in reach of nine cards, five ordinary cards can be given up, nothing can be fulfilled."""
    assert perft(TITLE, opened(3, "perft"), 1) == 12 + 5


def test_the_last_answers_can_be_counted_by_hand() -> None:
    """R1, R5 or nothing; then the game is over."""
    assert [perft(TITLE, asked_at_the_end(), depth) for depth in (1, 2)] == [3, 0]


def trading() -> BohnState:
    return position(merchant("rostock", "blaue"), merchant("hamburg", "sau"), merchant("visby"))


@pytest.mark.parametrize(
    ("state", "depth", "nodes"),
    [
        (new(3, "perft"), 4, 816),
        (opened(3, "perft"), 2, 1796),
        (opened(5, "perft"), 2, 3617),
        (beatrice_before_her_journey(), 2, 830),
        (trading(), 1, 16),
        (trading(), 2, 285),
        (trading(), 3, 5300),
    ],
)
def test_fixed_counts(state: BohnState, depth: int, nodes: int) -> None:
    assert perft(TITLE, state, depth) == nodes
