"""The simple player: it comes to an end, it uses its tokens, it never dances for ever.

Not for its taste.
"""

import statistics

import pytest

from engine.chance import Stream
from engine.haithabu.actions import Run
from engine.haithabu.options import HaithabuOptions
from engine.haithabu.state import HaithabuState
from engine.haithabu.title import TITLE
from engine.history import Game
from engine.policies import playout, simple_policy
from engine.values import Setup


def finished_game(seats: int, traps: bool, seed: str) -> Game:
    game = Game.new(TITLE, Setup(seats, HaithabuOptions(traps=traps), seed))
    playout(game, simple_policy, 2000, seed)
    return game


@pytest.mark.parametrize(("seats", "traps"), [(n, traps) for n in (2, 3, 4) for traps in (False, True)])
@pytest.mark.long
def test_games_end_with_a_winner_in_good_time(seats: int, traps: bool) -> None:
    games = [finished_game(seats, traps, f"length {number}") for number in range(15)]
    ended = [game.state for game in games]
    assert all(isinstance(state, HaithabuState) and state.phase == "over" and state.quiet == 0 for state in ended)
    median = statistics.median(game.version for game in games)
    assert 35 <= median <= (70 if not traps else 100)


def test_it_uses_its_tokens() -> None:
    runs = [step.action for number in range(5) for step in finished_game(2, False, f"tokens {number}").steps]
    assert any(isinstance(run, Run) and run.put for run in runs)
    assert any(isinstance(run, Run) and run.over != "-" for run in runs)


def test_it_sees_only_its_view_and_draws_only_from_the_stream() -> None:
    game = finished_game(3, True, "same")
    again = finished_game(3, True, "same")
    assert game.lines == again.lines
    state = game.state_at(8)
    assert isinstance(state, HaithabuState)
    seat = TITLE.to_act(state)[0].seat
    actions = TITLE.legal(state, seat)
    other = TITLE.resample(state, seat, Stream("x", "y"))
    choice = TITLE.advise(TITLE.view(state, seat), actions, Stream("s", "advise"))
    assert choice == TITLE.advise(TITLE.view(other, seat), actions, Stream("s", "advise"))
    assert choice in actions
