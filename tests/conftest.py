"""What every run says at its end: which tests were skipped, and why, in one line.

Not for fixtures: those stand beside the tests that use them.
"""

from collections import Counter

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped)
    if reasons:
        told = "; ".join(f"{number} tests: {reason}" for reason, number in reasons.items())
        terminalreporter.write_line(f"Skipped: {told}")
