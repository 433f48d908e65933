"""What every run begins and ends with: the example title, and one line about which tests were skipped, and why.

Not for fixtures: those stand beside the tests that use them.
"""

import os
from collections import Counter

import pytest

import tests.example  # noqa: F401 - it registers the example title before any test asks which titles there are
from tests.engine.walks import Variant
from tests.facts import facts


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the many combinations of seats and options, a title names those that are looked at every day."""
    for item in items:
        given = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
        for variant in given:
            if isinstance(variant, Variant) and not facts(variant.key).daily(variant.seats, variant.options):
                item.add_marker("long")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: now and then a test waits for a database, a browser or a program that starts."""
    return len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    if reasons:
        told = "; ".join(f"{number} tests: {reason}" for reason, number in reasons.items())
        terminalreporter.write_line(f"Skipped: {told}")
