"""Computers that think: they decide by what their seat may know, the same seed gives the same, and they stop.

Not for how strong they are: `tests/arena` measures that.
"""

from engine.budget import Budget
from engine.chance import Stream
from engine.policies import NODES, POLICIES, moves, think
from engine.values import Action, State
from tests.engine.test_generic import at_each_position, variant
from tests.engine.whole_games import Position

__all__ = ["variant"]
FEW = 10
"""Positions looked at: enough to choose by them."""
SLACK = 4_000
"""What a player may look at beyond its limit before it answers: whatever it looks at in one go."""


@at_each_position
def test_what_is_drawn_depends_on_what_is_known_alone(position: Position) -> None:
    """So that players who are handed a drawn position cannot be unfair."""
    title, state = position.game.title, position.game.state
    for seat in range(position.variant.seats):
        other = title.resample(state, seat, Stream(str(position), "another"))
        drawn = [title.encode(title.resample(each, seat, Stream(str(position), "drawn"))) for each in (state, other)]
        assert drawn[0] == drawn[1]


@at_each_position
def test_decisions_are_fair_legal_and_the_same_again(position: Position) -> None:
    title, state, seed = position.game.title, position.game.state, str(position)

    def decided(where: State, level: str) -> Action:
        if level in NODES:
            return think(title, where, seat, level, Stream(seed, "thought"), Budget(FEW))
        return POLICIES[level](title, where, seat, Stream(seed, "thought"))

    for decision in title.to_act(state):
        seat = decision.seat
        other = title.resample(state, seat, Stream(seed, "another"))
        for level in POLICIES:
            chosen = decided(state, level)
            assert chosen in moves(title, state, seat)
            assert decided(other, level) == chosen
        assert decided(state, "strong") == decided(state, "strong")


@at_each_position
def test_whoever_must_stop_answers(position: Position) -> None:
    """With what has been found so far; however little that is, it is a legal decision."""
    title, state = position.game.title, position.game.state
    for decision in title.to_act(state):
        budget = Budget(1 << 40, lambda: True)
        chosen = think(title, state, decision.seat, "strong", Stream(str(position), "stop"), budget)
        assert chosen in moves(title, state, decision.seat)
        assert budget.spent <= SLACK
