"""The time of day and waiting for it, behind one face, so that tests turn the hands themselves.

Not for rules: the engine knows no time at all.
"""

import asyncio
import time
from typing import Protocol

_BOOT: int | None = getattr(time, "CLOCK_BOOTTIME", None)


class Clock(Protocol):
    """Seconds since 1970, and a pause that a bell can end early."""

    def now(self) -> float: ...

    async def pause(self, seconds: float, bell: asyncio.Event) -> None:
        """Returns when the time has passed or the bell rings; the bell is silent again afterwards."""


class WallClock:
    """The clock of the machine as it was when the process started, and what has passed since.

    When somebody sets the clock while the process runs, nothing happens here: no timer runs out early, none waits for
    hours. The next start begins with the clock as it is then (`bot.store.processes` puts right what no longer fits).
    """

    def __init__(self) -> None:
        self._ahead = time.time() - _passed()

    def now(self) -> float:
        return self._ahead + _passed()

    async def pause(self, seconds: float, bell: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(max(seconds, 0)):
                await bell.wait()
        except TimeoutError:
            return
        bell.clear()


def _passed() -> float:
    """Seconds since some moment, which nobody can set; the time a laptop slept counts where the system knows it."""
    return time.monotonic() if _BOOT is None else time.clock_gettime(_BOOT)
