"""What every run begins and ends with: the example title, and one line about which tests were skipped, and why.

Not for fixtures: those stand beside the tests that use them.
"""

import os
from collections import Counter

import pytest

import tests.example  # noqa: F401 - it registers the example title before any test asks which titles there are
from tests.engine.walks import Variant
from tests.facts import facts

BOTH_DATABASES = {
    f"tests/bot/store/test_{about}.py"
    for about in ("faults", "migrations", "outages", "processes", "rewinds", "snapshots")
}
"""Where SQL is what is tested: on PostgreSQL every day, too. Elsewhere the second database is for `make long`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the many combinations of seats, options and databases, some are looked at every day."""
    for item in items:
        given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        if any(_is_rare(item, value) for value in given):
            item.add_marker("long")


def _is_rare(item: pytest.Item, value: object) -> bool:
    if isinstance(value, Variant):
        return not facts(value.key).daily(value.seats, value.options)
    on_postgresql = value == "postgresql" or (isinstance(value, tuple) and "postgresql" in value)
    return on_postgresql and item.location[0] not in BOTH_DATABASES


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: now and then a test waits for a database, a browser or a program that starts."""
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    if reasons:
        told = "; ".join(f"{number} tests: {reason}" for reason, number in reasons.items())
        terminalreporter.write_line(f"Skipped: {told}")
