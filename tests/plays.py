"""How often the rules are asked to play a decision: what going back costs is counted, not timed.

Not for assertions.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from engine.title import AnyTitle


class Plays:
    """The number of plays so far."""

    def __init__(self) -> None:
        self.count = 0

    def take(self) -> int:
        """The plays since the last look."""
        count, self.count = self.count, 0
        return count


@contextmanager
def counted_plays(title: AnyTitle) -> Iterator[Plays]:
    plays, original = Plays(), type(title).play

    def counting(*given: Any) -> Any:
        plays.count += 1
        return original(*given)

    with mock.patch.object(type(title), "play", counting):
        yield plays
