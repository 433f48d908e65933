"""What the program measures: stages of a command, letters, games, the database, the line to Discord.

Not for logs, and not for offering the figures to Prometheus: `page.py`.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bot.errors import LostRace, StoreError

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The figures of one process, in a registry of their own so that tests can have several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.seconds = self._histogram(
            "kontor_stage_seconds", "How long a stage took: acknowledge, autocomplete, draw, send, think.", "stage"
        )
        self.refusals = self._counter("kontor_refusals", "Refused commands by code.", "code")
        self.failures = self._counter("kontor_failures", "Faults of our own.", "stage")
        # letters and timers
        self.waiting = self._gauge("kontor_outbox_letters", "Letters that are not delivered yet.")
        self.postponed = self._gauge("kontor_postponed_letters", "Those of them that were refused at least once.")
        self.oldest = self._gauge("kontor_oldest_letter_seconds", "For how long the oldest of them has waited.")
        self.late = self._gauge("kontor_late_seconds", "For how long the oldest due letter or timer is due.", "queue")
        self.letters = self._counter("kontor_letters", "What became of letters when they were tried.", "outcome")
        self.closed_messages = self._counter("kontor_closed_messages", "People whom private messages do not reach.")
        # games
        self.games = self._gauge("kontor_active_games", "Games that are being played.")
        self.games_by_status = self._gauge("kontor_games", "Games by status; parked ones also by theirs.", "status")
        self.decisions = self._counter("kontor_decisions", "Decisions by who made them.", "by")
        # the database
        self.database_seconds = self._histogram(
            "kontor_database_seconds", "How long a transaction took, waiting for a connection included.", "kind"
        )
        self.database_errors = self._counter("kontor_database_errors", "Failures of the database by kind.", "error")
        self.backed_up = self._gauge("kontor_backup_timestamp_seconds", "When the latest daily backup was made.")
        self.backups_failed = self._counter("kontor_backups_failed", "Daily backups that could not be made.")
        # Discord
        self.gateway = self._gauge("kontor_gateway_connected", "Whether a shard has a line to Discord.", "shard")
        self.gateway_events = self._counter(
            "kontor_gateway_events", "Lines to Discord: connected, resumed, lost.", "what"
        )
        self.refused_requests = self._counter(
            "kontor_refused_requests", "Requests that Discord refused; 429: there were too many.", "status"
        )
        self.refused_answers = self._counter(
            "kontor_refused_answers", "Answers to people that came too late, or twice, by Discord's code.", "code"
        )

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(name, about, labels, registry=self.registry)

    def _histogram(self, name: str, about: str, *labels: str) -> Histogram:
        return Histogram(name, about, labels, registry=self.registry, buckets=BUCKETS)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds.labels(name).observe(time.perf_counter() - began)

    @contextmanager
    def transaction(self, kind: str) -> Iterator[None]:
        """Around one transaction. A lost race is no failure: the command is tried again."""
        began = time.perf_counter()
        try:
            yield
        except StoreError as error:
            if not isinstance(error, LostRace):
                self.database_errors.labels(type(error).__name__).inc()
            raise
        finally:
            self.database_seconds.labels(kind).observe(time.perf_counter() - began)
