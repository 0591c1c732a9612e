"""Tests start without anything cached: compiled modules, and what is known of files, are found anew in each run.

What a run has skipped is told in a line for each reason, so that nobody takes it for tried.
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("CARDWRIGHT_CACHE", "")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say at the end of a run what was not tried, and why."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = {str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple)}
    for reason in sorted(reasons):
        terminalreporter.write_line(reason)
