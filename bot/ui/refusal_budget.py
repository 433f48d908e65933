"""Counts what Discord refuses of this process, and says when letters must wait for it.

Not for what a refusal means: `bot.ui.posts.delivery`. Discord bans an address after 10,000 refusals in ten minutes.
"""

import time
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from bot.monitoring.metrics import Metrics

WINDOW = 600.0
MOST = 1000
"""Refused requests in a window, a tenth of what Discord takes."""
FIRST_TRIES = MOST * 9 // 10
"""From here on nothing is tried; the rest is for answers to people, who do not wait."""
REPEATS = MOST // 2
"""From here on nothing is tried that was refused before, so that it keeps nobody else waiting."""


class RefusalBudget:
    """The refusals of the last ten minutes."""

    def __init__(self, now: Callable[[], float] = time.monotonic, metrics: Metrics | None = None) -> None:
        self._metrics = metrics or Metrics()
        self._now = now
        self._times: deque[float] = deque()

    def note(self) -> None:
        self._times.append(self._now())

    def wait(self, *, again: bool) -> float:
        """How many seconds a letter must wait before it is tried, or tried again; 0: it need not."""
        now = self._now()
        while self._times and self._times[0] <= now - WINDOW:
            self._times.popleft()
        over = len(self._times) - (REPEATS if again else FIRST_TRIES)
        return 0.0 if over < 0 else self._times[over] + WINDOW - now

    def trace(self) -> aiohttp.TraceConfig:
        """For discord.py: sees every request, those it repeats by itself, too."""

        async def ended(_: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
            if 400 <= end.response.status < 500:
                self._metrics.refused_requests.labels(end.response.status).inc()
                self.note()

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(ended)
        return trace
