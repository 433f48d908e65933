"""What would be good to have but must not keep anybody waiting: Discord wants an answer within three seconds.

Not for what a person asked for: that takes as long as it takes, behind an acknowledgement (`replies.py`).
"""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import ParamSpec, TypeVar

import structlog

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

LOOKING_UP = 1.5
COMPLETING = 2.5
"""Seconds until it is done without."""


async def in_time(work: Coroutine[object, object, T], seconds: float) -> T | None:
    """What came of the work; None when it fails or takes longer. It goes on by itself then: the next time profits."""
    task = asyncio.create_task(work)
    task.add_done_callback(_noticed)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    return task.result() if done and not task.cancelled() and task.exception() is None else None


def _noticed(task: "asyncio.Task[T]") -> None:
    """The text of an error may quote a hand, so only its kind is told."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("Something is done without", error=type(error).__name__)


def completing(
    complete: Callable[P, Coroutine[object, object, list[T]]],
) -> Callable[P, Coroutine[object, object, list[T]]]:
    """Completes with nothing rather than too late: a list has no place for a reason."""

    @functools.wraps(complete)
    async def completed(*given: P.args, **named: P.kwargs) -> list[T]:
        return await in_time(complete(*given, **named), COMPLETING) or []

    return completed
