"""A clock whose hands the test turns.

Not for assertions.
"""

import asyncio

NOON = 1_800_000_000.0


class HandClock:
    """Time passes when `advance` says so; whoever pauses then looks again."""

    def __init__(self, now: float = NOON) -> None:
        self._now = now
        self._bells: set[asyncio.Event] = set()
        self.pauses: list[float] = []

    def now(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        self._now += seconds
        for bell in self._bells:
            bell.set()

    async def pause(self, seconds: float, bell: asyncio.Event) -> None:
        self.pauses.append(seconds)
        self._bells.add(bell)
        try:
            await bell.wait()
        finally:
            self._bells.discard(bell)
        bell.clear()
