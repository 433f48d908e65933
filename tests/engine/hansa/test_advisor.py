"""The simple player is sensible: it beats chance, and sees nothing it should not.

Not for how good it is against people.
"""

from engine.chance import Stream
from engine.game import Game
from engine.hansa.title import TITLE
from engine.policies import playout, random_policy, simple_policy
from engine.title import Options, Setup
from tests.engine.hansa.positions import now


def test_simple_beats_random_in_95_of_100_two_seat_games() -> None:
    wins = 0
    for number in range(200):
        game = Game.new(TITLE, Setup(2, Options(), f"strength {number}"))
        seat = number % 2
        playout(game, [simple_policy, random_policy] if seat == 0 else [random_policy, simple_policy], 10_000, "play")
        result = game.result()
        assert result is not None
        wins += result.winners == (seat,)
    assert wins >= 190


def test_advice_depends_on_the_view_alone() -> None:
    game = Game.new(TITLE, Setup(3, Options(), "views"))
    playout(game, simple_policy, 60, "views")
    seat = game.to_act()[0].seat
    other = TITLE.resample(now(game), seat, Stream("views", "other"))
    first, second = (simple_policy(TITLE, state, seat, Stream("same", "choice")) for state in (game.state, other))
    assert first == second
