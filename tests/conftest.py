"""What all tests share: a cache of this run alone, modules that are compiled once, and fewer looks for garbage.

The cache is empty when a run begins. What is loaded, checked or compiled in it is made anew once, and kept for all
processes of the run: dozens of tests play the same game. Tests of what is kept name folders of their own;
`CARDWRIGHT_CACHE= pytest` runs all tests without a cache.

What a run has skipped is told in a line for each reason, so that nobody takes it for tried.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest

from cardwright.source.text.files import close_text, editor_texts

MEMORY = "/dev/shm"
"""A folder in memory, where there is one with room: laws of what is written wait for a disk at each of its steps."""

if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)

OWN = None if "CARDWRIGHT_CACHE" in os.environ else tempfile.mkdtemp(prefix="cardwright-tests-")
"""The cache of this run, in the process that began it; others find it in the environment."""

if OWN is not None:
    os.environ["CARDWRIGHT_CACHE"] = OWN

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""A run starts hundreds of processes: Python keeps what it has made of a module for all of them, even where it is told
not to. Otherwise each compiles whatever it loads, which takes longer than most commands, and each run all tests.
"""

os.environ.pop("COLUMNS", None)
"""Nobody looks at a screen here, of whatever width: pytest-xdist names one in its processes. Tests of one name it."""

gc.set_threshold(50_000, 20, 50)
"""The rules of a hundred games stay in memory; to look for garbage among them all the time takes a fifth of a run."""

# What a shell starts in the background is deaf to Ctrl-C, and so is all that it starts: tests that press it would wait.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of what is done the first time: nothing is cached, and nothing found in a cache."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")


@pytest.fixture(autouse=True)
def nothing_open() -> Iterator[None]:
    """Close whatever a test has left open as in an editor: nothing is cached while a text is."""
    yield
    for path in editor_texts():
        close_text(path)


FIRST = ("test_style.py", "test_storage_laws.py", "test_workers.py")

COLLECTED = pytest.StashKey[tuple[pytest.Item, ...]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Sort the cases of sampled tests into tiers: `make test` and `.ci/run` run one in so many of them (the others are
    `exhaustive`), `make thorough` all. Of a sampled file, whose tests take a browser, the tests are its cases.

    Which ones these are follows from a hash of their names: a case that is added changes hardly anything for others.
    The style check comes first, so that at the end no process waits for mypy, which is one long test; then what forks a
    process for each of many steps, as long as the rules of a hundred games are not in its memory.
    """
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled and (len(sampled.args) != 1 or sampled.kwargs):
            raise pytest.UsageError(f"{item.nodeid}: `sampled` takes one number, without a name: sampled(6)")
        if sampled:
            own = sampled in item.own_markers
            cases.setdefault(item.nodeid.partition("[" if own else "::")[0], []).append(item)
    for several in cases.values():
        several.sort(key=lambda item: (crc32(item.nodeid.encode()), item.nodeid))
        every = several[0].get_closest_marker("sampled").args[0]  # type: ignore[union-attr]
        quick = -(-len(several) // every)
        for item in several[quick:]:
            item.add_marker("thorough")
            item.add_marker("exhaustive")
    config.stash[COLLECTED] = tuple(items)
    items.sort(key=lambda item: FIRST.index(item.path.name) if item.path.name in FIRST else len(FIRST))


@pytest.fixture
def collected(request: pytest.FixtureRequest) -> tuple[pytest.Item, ...]:
    """All tests that were found, also those that `-m` or `-k` leaves out."""
    return request.config.stash[COLLECTED]


def pytest_collection_finish() -> None:
    """Whatever was collected stays to the end: it is never looked at for garbage again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Nor is what has come since: pytest would go through all of it five times as it ends."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Take the cache away again."""
    if OWN is not None:
        shutil.rmtree(OWN, ignore_errors=True)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say at the end of a run what was not tried, and why."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = {str(report.longrepr[2]) for report in reports if isinstance(report.longrepr, tuple)}
    for reason in sorted(reasons):
        terminalreporter.write_line(reason)
