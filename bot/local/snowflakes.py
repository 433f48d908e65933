"""Ids as Discord makes them: the time in milliseconds since its epoch, then a counter. Also its way to write a time.

Not for secrets: ids can be guessed, so nothing is protected by one.
"""

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
_COUNTER_BITS = 22


class Snowflakes:
    """Gives out ids that only grow, also within one millisecond and when the clock steps back."""

    def __init__(self, latest: int = 0) -> None:
        self._latest = latest

    def next(self) -> int:
        now = int(time.time() * 1000) - EPOCH_MS
        self._latest = max(self._latest + 1, now << _COUNTER_BITS)
        return self._latest

    def after(self, known: int) -> None:
        """Every id from now on is larger than this one."""
        self._latest = max(self._latest, known)


def made_at(snowflake: int) -> str:
    """When an id was given out, as Discord writes times."""
    return written(((snowflake >> _COUNTER_BITS) + EPOCH_MS) / 1000)


def written(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
