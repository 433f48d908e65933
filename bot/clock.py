"""The time of day and waiting for it, behind one face, so that tests turn the hands themselves.

Not for rules: the engine knows no time at all.
"""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Seconds since 1970, and a pause that a bell can end early."""

    def now(self) -> float: ...

    async def pause(self, seconds: float, bell: asyncio.Event) -> None:
        """Returns when the time has passed or the bell rings; the bell is silent again afterwards."""


class WallClock:
    """The clock of the machine."""

    def now(self) -> float:
        return time.time()

    async def pause(self, seconds: float, bell: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(max(seconds, 0)):
                await bell.wait()
        except TimeoutError:
            return
        bell.clear()
