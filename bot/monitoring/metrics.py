"""What the program measures: how long the stages of a command take, how many letters wait, how many games run.

Not for logs. The figures are offered to Prometheus on a port of their own, if one is set.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The figures of one process, in a registry of their own so that tests can have several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.seconds = Histogram(
            "kontor_stage_seconds",
            "How long a stage took: acknowledge, autocomplete, draw, send.",
            ["stage"],
            registry=self.registry,
            buckets=BUCKETS,
        )
        self.refusals = Counter("kontor_refusals", "Refused commands by code.", ["code"], registry=self.registry)
        self.failures = Counter("kontor_failures", "Faults of our own.", ["stage"], registry=self.registry)
        self.waiting = Gauge("kontor_outbox_letters", "Letters that are not delivered yet.", registry=self.registry)
        self.games = Gauge("kontor_active_games", "Games that are being played.", registry=self.registry)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds.labels(name).observe(time.perf_counter() - began)

    def serve(self, port: int) -> None:
        """On loopback: whoever collects the figures from elsewhere puts something in front of it."""
        start_http_server(port, addr="127.0.0.1", registry=self.registry)
