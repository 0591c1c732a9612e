"""Tests start without anything cached: compiled modules, and what is known of files, are found anew in each run.

What a run has skipped is told in a line for each reason, so that nobody takes it for tried.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("CARDWRIGHT_CACHE", "")


@pytest.fixture
def kept_in_this_run(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that all tests share which ask for it: for those that play one game again and again."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "kept"
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(folder))
    return folder


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say at the end of a run what was not tried, and why."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = {str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple)}
    for reason in sorted(reasons):
        terminalreporter.write_line(reason)
