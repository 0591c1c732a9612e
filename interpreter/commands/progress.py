"""Tells people who wait for many games how far they are: a bar on a terminal, else one line with how long it takes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from time import monotonic
from typing import Protocol, TypeVar


class Part(Protocol):
    """What has been done: so many games that were played, or deals that were looked through."""

    @property
    def seeds(self) -> Sized:
        """The seeds of these."""


Done = TypeVar("Done", bound=Part)

PATIENCE = 10.0
"""After so many seconds a line is written where there is no bar."""

MINUTE = 60


def with_progress(chunks: Iterable[Done], total: int, what: str = "games") -> Iterator[Done]:
    """Pass the chunks on, and say on standard error how far they are, of `what` in all.

    On a terminal that is a progress bar; elsewhere one line, and only if it takes long.
    """
    if sys.stderr is None:
        yield from chunks
        return
    if not sys.stderr.isatty():
        yield from _with_a_line(chunks, total, what)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(what, total=total)
        for chunk in chunks:
            progress.advance(bar, len(chunk.seeds))
            yield chunk


def _with_a_line(chunks: Iterable[Done], total: int, what: str) -> Iterator[Done]:
    """Pass the chunks on; the first that comes after `PATIENCE` tells about how long the others will take."""
    began, done, told = monotonic(), 0, False
    for chunk in chunks:
        done += len(chunk.seeds)
        passed = monotonic() - began
        if not told and passed >= PATIENCE and done < total:
            told = True
            print(estimate(done, total, what, passed), file=sys.stderr, flush=True)
        yield chunk


def estimate(done: int, total: int, what: str, passed: float) -> str:
    """How far it is after some seconds, and about how long the rest takes.

    >>> estimate(20, 300, "pairs", 12.0)
    '20 of 300 pairs played in 12 s; about 3 min to go'
    """
    left = passed / done * (total - done)
    about = f"{left:.0f} s" if left < 2 * MINUTE else f"{left / MINUTE:.0f} min"
    return f"{done} of {total} {what} played in {passed:.0f} s; about {about} to go"
