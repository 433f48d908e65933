"""Fixed counts of ways to play on from fixed positions; a change means that the rules changed.

Not for correctness by themselves: the first ones can be counted by hand.
"""

import pytest

from engine.hansa.title import TITLE
from engine.policies import perft, playout, random_policy
from engine.values import Options, Setup
from tests.engine.hansa.positions import new, position


@pytest.mark.parametrize(("n", "depth", "nodes"), [(2, 1, 8), (2, 2, 64), (3, 2, 64), (4, 4, 4096), (2, 3, 448)])
def test_placement_can_be_counted_by_hand(n: int, depth: int, nodes: int) -> None:
    """Eight free ports for each seat in its first placement, seven in its second (HA-3.3)."""
    assert perft(TITLE, TITLE.start(Setup(n, Options(), "perft"))[0], depth) == nodes


def test_a_turn_can_be_counted_by_hand() -> None:
    """At copenhagen with one taler and one marker: three sails, a purchase, an establishment, end."""
    game = position(talers=(1, 3, 3), face_up=["Y1"], slots={"copenhagen.a": "B1"})
    assert perft(TITLE, game.state, 1) == 6


@pytest.mark.parametrize(
    ("n", "decisions", "depth", "nodes"),
    [(2, 60, 8, 18208), (3, 100, 8, 16083), (4, 150, 8, 35069), (4, 300, 9, 25307)],
)
def test_counts_from_the_middle_of_random_games(n: int, decisions: int, depth: int, nodes: int) -> None:
    game = new(n, "perft")
    playout(game, random_policy, decisions, "perft")
    assert perft(TITLE, game.state, depth) == nodes
