"""One line per event, as JSON or for people, each with its game and stage; secrets are struck out whoever logs them.

Not for figures: `bot.monitoring.metrics`.
"""

import logging
import sys
import traceback
from collections.abc import Iterable, MutableMapping
from typing import Any, TextIO

import structlog

from bot.settings import Secret, Settings

STRUCK = "[secret]"
Entry = MutableMapping[str, Any]


class Censor:
    """Strikes the program's own secrets out of every entry, wherever they stand in it."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = tuple(sorted((text for text in secrets if text), key=len, reverse=True))

    def __call__(self, _: object, __: str, entry: Entry) -> Entry:
        for key, value in entry.items():
            entry[key] = self._strike(value)
        return entry

    def _strike(self, value: object) -> object:
        if isinstance(value, dict):
            return {key: self._strike(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self._strike(each) for each in value]
        if isinstance(value, int | float | bool) or value is None:
            return value
        text = value if isinstance(value, str) else repr(value)
        for secret in self._secrets:
            text = text.replace(secret, STRUCK)
        return text


def told(error: BaseException) -> dict[str, object]:
    """What may be said of an unknown error: its kind and where it came from. Its text may quote a hand."""
    places = traceback.extract_tb(error.__traceback__)
    where = [f"{place.filename.rpartition('/')[2]}:{place.lineno}" for place in places[-4:]]
    return {"error": type(error).__name__, "where": where}


def without_texts(_: object, __: str, entry: Entry) -> Entry:
    """In place of a traceback, which ends with the text of the error, and of those that led to it."""
    found = entry.pop("exc_info", None)
    error = sys.exc_info()[1] if found is True else found[1] if isinstance(found, tuple) else found
    if isinstance(error, BaseException):
        entry.update(told(error))
    return entry


def secrets_of(settings: Settings) -> list[str]:
    """Every setting that is a secret, and the password inside a database address."""
    found = [value.reveal() for value in _values(settings) if isinstance(value, Secret)]
    password = settings.url().password
    return [*found, str(password)] if password else found


def _values(settings: Settings) -> list[object]:
    return [getattr(settings, name) for name in Settings.__struct_fields__]


class StandardError(logging.StreamHandler[TextIO]):
    """Standard error as it is when something is logged: whoever redirects it later gets the later lines."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stderr  # not setStream, which writes to the one before, and that may be closed
        super().emit(record)


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Everything that logs, ours and the libraries', in one form on standard error."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_texts,
        Censor(secrets_of(settings)),
    ]
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream) if stream is not None else StandardError()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, last],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.log_level.upper())
    for library in ("alembic", "discord"):
        logging.getLogger(library).setLevel(max(root.level, logging.WARNING))
