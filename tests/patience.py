"""How long tests wait for something: until it happens. Only what hangs reaches the limit.

Not for how fast anything is: benchmarks print that, and no test asserts it.
"""

import asyncio
import inspect
import os
from collections.abc import Awaitable, Callable

PATIENCE = float(os.environ.get("KONTOR_TEST_PATIENCE", "300"))
"""Seconds. The one limit of all tests; a machine ten times as slow as ours does not come near it."""
LOOK_AGAIN = 0.01

Condition = Callable[[], object] | Callable[[], Awaitable[object]]


async def until(condition: Condition, seconds: float = PATIENCE) -> None:
    """Returns when the condition holds; TimeoutError says that it never did."""
    async with asyncio.timeout(seconds):
        while not await _holds(condition):
            await asyncio.sleep(LOOK_AGAIN)


async def _holds(condition: Condition) -> object:
    found = condition()
    return await found if inspect.isawaitable(found) else found
