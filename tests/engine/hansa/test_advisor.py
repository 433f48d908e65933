"""The simple player sees nothing it should not.

Not for how good it is: `tests/engine/test_players.py`.
"""

from engine.chance import Stream
from engine.hansa.title import TITLE
from engine.policies import playout, simple_policy
from tests.engine.hansa.positions import new, now


def test_advice_depends_on_the_view_alone() -> None:
    game = new(3, "views")
    playout(game, simple_policy, 60, "views")
    seat = game.to_act()[0].seat
    other = TITLE.resample(now(game), seat, Stream("views", "other"))
    first, second = (simple_policy(TITLE, state, seat, Stream("same", "choice")) for state in (game.state, other))
    assert first == second
