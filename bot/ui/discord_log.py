"""What discord.py logs, in one line each: lost lines to Discord, answers that it refused.

Not for our own log entries, and not for how a line looks: `bot.monitoring.logs`.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.monitoring.metrics import Metrics

UNREACHABLE = (
    OSError,
    aiohttp.ClientError,
    discord.DiscordServerError,
    discord.GatewayNotFound,
    discord.RateLimited,
)
"""What says that Discord is away, or out of order, and not that we are refused."""
REFUSED_ANSWERS = {10062: "it came too late", 40060: "there was one already", 50027: "nobody waits for it any more"}
"""Discord's codes for an answer that it does not take. The person sees that by themselves; there is nothing to mend."""


class _InOneLine(logging.Filter):
    """discord.py says all of this with a traceback that says nothing more."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__()
        self._metrics = metrics

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not record.name.startswith("discord.") or error is None:
            return True
        refused = _refused_answer(error)
        if refused is not None:
            self._metrics.refused_answers.labels(refused).inc()
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            _shorten(record, f"Discord refused an answer: {REFUSED_ANSWERS[refused]} ({refused})")
        elif isinstance(error, (*UNREACHABLE, discord.ConnectionClosed)):
            _shorten(record, f"{record.getMessage()} ({type(error).__name__})")
        return True


def _refused_answer(error: BaseException | None) -> int | None:
    """The code, if that is what is behind an error; discord.py may have wrapped it."""
    while error is not None:
        if isinstance(error, discord.HTTPException) and error.code in REFUSED_ANSWERS:
            return error.code
        error = error.__cause__
    return None


def _shorten(record: logging.LogRecord, text: str) -> None:
    record.msg, record.args, record.exc_info, record.exc_text = text, (), None, None


@contextmanager
def in_short(metrics: Metrics) -> Iterator[None]:
    """As long as it is entered, whatever handles the log gets it in short."""
    brief, handlers = _InOneLine(metrics), list(logging.getLogger().handlers)
    for handler in handlers:
        handler.addFilter(brief)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(brief)
