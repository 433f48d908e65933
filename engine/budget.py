"""How long a computer player may think: so many positions, and no longer than whoever waits for it lets it.

Not for clocks: `stop` is asked now and then, and whoever has a clock answers.
"""

from collections.abc import Callable


class Budget:
    """Positions that may still be looked at. Without `stop` a player that counts them is deterministic."""

    __slots__ = ("_stop", "left", "spent")

    def __init__(self, nodes: int, stop: Callable[[], bool] | None = None) -> None:
        self.left = nodes
        self.spent = 0
        self._stop = stop

    def spend(self) -> None:
        """One position more has been looked at."""
        self.left -= 1
        self.spent += 1

    @property
    def is_over(self) -> bool:
        """Whether to answer now, with the best that has been found."""
        if self.left > 0 and self._stop is not None and self._stop():
            self.left = 0
        return self.left <= 0
