"""What can happen in Nim besides the decision itself.

Not for words.
"""

from engine.values import Event


class Emptied(Event, frozen=True, tag="emptied"):
    heap: str


class Over(Event, frozen=True, tag="over"):
    """NI-3.1: the last counter has been taken."""

    seat: int
