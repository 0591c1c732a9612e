"""How far a long command is, on standard error: a bar on a terminal; elsewhere one line, and only if it takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from time import monotonic
from typing import Any, TypeVar

R = TypeVar("R")

LINE_AFTER = 10.0
"""After so many seconds a line is written where there is no bar."""

MINUTE = 60


def many_seeds(chunk: Any) -> int:
    """How many games or deals a chunk has."""
    return len(chunk.seeds)


def with_progress(
    chunks: Iterable[R],
    total: int,
    what: str = "games",
    *,
    done: str = "played",
    many: Callable[[R], int] = many_seeds,
) -> Iterator[R]:
    """Pass chunks on, and say how far they are: how `many` each adds, of a total, of what, and what is `done` with it.

    Where there is no bar and nothing is `done`, no line is written.
    """
    began, passed, bar = monotonic(), 0, sys.stderr is not None and sys.stderr.isatty()
    said = bar or sys.stderr is None or not done
    with _bar(total, what) if bar else nullcontext() as progress:
        for chunk in chunks:
            passed += many(chunk)
            if progress is not None:
                progress.update(0, completed=passed)
            seconds = monotonic() - began
            if not said and seconds >= LINE_AFTER and passed < total:
                said = True
                print(estimate(passed, total, f"{what} {done}", seconds), file=sys.stderr, flush=True)
            yield chunk


def _bar(total: int, what: str) -> Any:
    from rich.console import Console
    from rich.progress import Progress

    progress = Progress(console=Console(stderr=True), transient=True)
    progress.add_task(what, total=total)
    return progress


def estimate(done: int, total: int, what: str, passed: float) -> str:
    """How far it is after some seconds, and about how long the rest takes.

    >>> estimate(20, 300, "pairs played", 12.0)
    '20 of 300 pairs played in 12 s; about 3 min to go'
    """
    left = passed / done * (total - done)
    about = f"{left:.0f} s" if left < 2 * MINUTE else f"{left / MINUTE:.0f} min"
    return f"{done} of {total} {what} in {passed:.0f} s; about {about} to go"
