"""How well, and how long, the simple player plays.

Not for its taste: any change that keeps these bars is fine.
"""

from statistics import median

import pytest

from engine.chance import Stream
from engine.game import Game
from engine.policies import Policy, moves, playout, simple_policy
from engine.teutonica.state import TeutonicaOptions
from engine.teutonica.title import TITLE
from engine.title import Setup
from tests.engine.teutonica.transitions import transitions
from tests.engine.teutonica.yardstick import yardstick

GAMES = 100
LONGEST_MEDIAN = 600


def test_it_beats_the_yardstick_in_nine_games_of_ten() -> None:
    won = 0
    for number in range(GAMES):
        own = number % 3
        policies: list[Policy] = [yardstick, yardstick, yardstick]
        policies[own] = simple_policy
        game = Game.new(TITLE, Setup(3, TeutonicaOptions(), f"strength {number}"))
        playout(game, policies, 4000, f"strength {number}")
        result = game.result()
        won += result is not None and result.winners == (own,)
    assert won >= 0.9 * GAMES


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, TeutonicaOptions("2009")),
        (3, TeutonicaOptions()),
        (5, TeutonicaOptions()),
        (4, TeutonicaOptions(board="east")),
        (3, TeutonicaOptions(board="britannia")),
        (5, TeutonicaOptions(board="britannia")),
    ],
    ids=str,
)
def test_games_among_simple_players_end_in_good_time(seats: int, options: TeutonicaOptions) -> None:
    lengths = []
    for number in range(9):
        game = Game.new(TITLE, Setup(seats, options, f"length {number}"))
        lengths.append(playout(game, simple_policy, 3000, f"length {number}"))
        assert game.result() is not None
    assert median(lengths) <= LONGEST_MEDIAN


def test_it_chooses_from_its_list_and_knows_only_its_view() -> None:
    checked = 0
    for step in transitions()[::11]:
        state = step.before
        actions = moves(TITLE, state, step.seat)
        choice = TITLE.advise(TITLE.view(state, step.seat), actions, Stream("x", "advice"))  # type: ignore[arg-type]
        assert choice in actions
        other = TITLE.resample(state, step.seat, Stream("y", "resample"))
        assert TITLE.advise(TITLE.view(other, step.seat), actions, Stream("x", "advice")) == choice  # type: ignore[arg-type]
        checked += 1
    assert checked > 100
