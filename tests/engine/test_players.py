"""The simple player plays better than chance: a few games with fixed seeds, which come out the same in every run.

Not for how much better: `tests/bench/strength.py` counts that over hundreds of games.
"""

import pytest

from tests.bench.strength import CONTESTS, Contest

GAMES = 6


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.key)
def test_the_simple_player_wins_most_games(contest: Contest) -> None:
    assert sum(contest.game(number)[1] for number in range(GAMES)) > GAMES / 2
