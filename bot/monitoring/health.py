"""Whether a process is fit to work: what must hold for it, asked anew each time, and the sentence for what does not.

Not for putting anything right: the workers' supervisor does. Not for who asks: `page.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from bot.clock import Clock
from bot.errors import StoreError

Check = Callable[[], Awaitable[str | None]]
"""Returns what is wrong in a few words; None when all is well."""

ANSWER_SECONDS = 3.0
"""A part that says nothing for so long is not well."""
STARTING: Mapping[str, str] = {"start": "the process is starting, or stopping"}


class Health:
    """The parts of one process that must be well; before there are any, it is not ready."""

    def __init__(self) -> None:
        self.checks: Mapping[str, Check] = {}

    async def troubles(self) -> dict[str, str]:
        """What is wrong, by part; nothing when the process is ready."""
        if not self.checks:
            return dict(STARTING)
        names = list(self.checks)
        found = await asyncio.gather(*(_ask(self.checks[name]) for name in names))
        return {name: trouble for name, trouble in zip(names, found, strict=True) if trouble is not None}


async def _ask(check: Check) -> str | None:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            return await check()
    except TimeoutError:
        return f"no answer within {ANSWER_SECONDS:g} seconds"
    except StoreError as error:
        return str(error)
    except Exception as error:  # its text may quote anything
        return type(error).__name__


class Queue(Protocol):
    """Letters or timers: what is used of them here."""

    async def next_due(self) -> float | None: ...


def lateness(queue: Queue, clock: Clock, limit: float) -> Check:
    """Whether what is due is worked on. What is put off, or is being worked on, is not late."""

    async def check() -> str | None:
        late = await seconds_late(queue, clock)
        return None if late <= limit else f"the oldest has been due for {late:.0f} seconds"

    return check


async def seconds_late(queue: Queue, clock: Clock) -> float:
    """For how long the oldest row that could be worked on has been due."""
    due = await queue.next_due()
    return 0.0 if due is None else max(clock.now() - due, 0.0)
