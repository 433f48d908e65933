"""Refusals that depend on nothing but whose decision it is (HA-4.2, HA-18.1).

Not for refusals of a single action: the chapters of the rules have those.
"""

import pytest

from engine.errors import NotYourDecision
from engine.hansa.title import TITLE
from tests.engine.clauses import clauses
from tests.engine.hansa.positions import options, position, rejected


@clauses("HA-4.2", "HA-4.5")
def test_only_the_active_seat_decides() -> None:
    game = position()
    for text in ("sail lubeck", "end", "refill", "place riga", "discard Y1", "sell Y1 Y1"):
        rejected(game, f"P2 {text}", "HA-4.2")
        with pytest.raises(NotYourDecision):
            game.apply(2, TITLE.parse(text))


@clauses("HA-18.1", "HA-4.2")
def test_nobody_decides_when_the_game_is_over() -> None:
    game = position(active=2, phase="over", piles=(0, 0, 0, 0, 0))
    assert options(game, "P1", "standing") == []
    with pytest.raises(NotYourDecision):
        game.apply(2, TITLE.parse("end"))
