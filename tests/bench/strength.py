"""How often the simple player wins against weaker ones, and how long its games are.

Not for tests: there a few games with fixed seeds show that it plays at all.
"""

from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from engine.history import Game
from engine.policies import Policy, playout, random_policy, simple_policy
from engine.registry import title
from engine.values import Setup
from tests.bench.figure import Figure
from tests.engine.teutonica.yardstick import yardstick


class Contest(NamedTuple):
    """One simple player against others, in every seat equally often."""

    key: str
    seats: int
    opponent: Policy
    games: int
    share: float

    def game(self, number: int) -> tuple[Game, bool]:
        """A whole game, and whether the simple player alone has won it."""
        own, found = number % self.seats, title(self.key)
        policies: list[Policy] = [self.opponent] * self.seats
        policies[own] = simple_policy
        game = Game.new(found, Setup(self.seats, found.read_options(self.seats, {}), f"strength {number}"))
        playout(game, policies, 10_000, f"strength {number}")
        result = game.result()
        return game, result is not None and result.winners == (own,)


CONTESTS = (
    Contest("hansa", 2, random_policy, 200, 0.95),
    Contest("teutonica", 3, yardstick, 100, 0.9),
    Contest("bohn", 3, random_policy, 200, 0.95),
    Contest("haithabu", 2, random_policy, 100, 0.99),
)


def figures() -> Iterator[Figure]:
    for contest in CONTESTS:
        played = [contest.game(number) for number in range(contest.games)]
        won = sum(victory for _, victory in played)
        name = f"{contest.key}-{contest.seats}: simple against {contest.opponent.__name__.removesuffix('_policy')}"
        wanted = f"≥ {contest.share:.0%}"
        yield Figure(name, f"{won} of {contest.games}", wanted, won >= contest.share * contest.games)
        lengths = median(game.version for game, _ in played)
        yield Figure(f"{name}, median length", f"{lengths:g} decisions", "any", True)
