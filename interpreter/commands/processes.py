"""Work shared out among several processes, with the same results as in one, and a bar that shows how far it is.

Each process keeps what it has loaded for the files that it takes later, and files that lie beside each other need the
same. So each has a row of files of its own, from the first of which it goes on; whoever has come to the end of it takes
the last file of the longest row that is left. Results come in the order of the files. If a process dies, this one does
the rest by itself.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import Array, active_children, parent_process
from threading import Thread
from time import monotonic
from typing import Any, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST_PROCESSES = 8
"""More processes than this would each load the same games."""


def jobs_for(many: int) -> int:
    """How many processes so many files are worth, on the processors that this one may use."""
    free = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(min(free, MOST_PROCESSES, many // 2), 1)


def shared(
    work: Callable[[T], R],
    here: Callable[[T], R],
    items: Sequence[T],
    jobs: int,
    advance: Callable[[], object] = lambda: None,
) -> Iterator[R]:
    """What `work` makes of each item, in their order; in this process `here` does the same.

    `work` and the items are pickled. `advance` is called whenever something has been done.
    """
    results: dict[int, R] = {}
    passed = 0
    if jobs > 1:
        try:
            for number, result in _in_processes(work, items, jobs):
                results[number] = result
                advance()
                while passed in results:
                    yield results.pop(passed)
                    passed += 1
        except BrokenProcessPool:
            pass
    for number in range(passed, len(items)):
        if number in results:
            yield results.pop(number)
        else:
            yield here(items[number])
            advance()


def _in_processes(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[tuple[int, R]]:
    """Each result, with the number of its item, as soon as it is there."""
    pool = ProcessPoolExecutor(
        jobs, initializer=_start_worker, initargs=(Array("l", rows_of(len(items), jobs)), work, items)
    )
    try:
        for done in as_completed([pool.submit(_run_next) for _ in items]):
            yield done.result()
    except (KeyboardInterrupt, GeneratorExit):
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


# Who takes what: rows of numbers that all processes share ------------------------------------


def rows_of(many: int, jobs: int) -> list[int]:
    """How many processes have begun, then the first number of each row and the one behind its last."""
    ends = [many * job // jobs for job in range(jobs + 1)]
    return [0, *(end for row in zip(ends, ends[1:], strict=False) for end in row)]


_worker_state: list[Any] = []
"""In a process that helps: the rows, its own row, the work, the items."""


def _start_worker(rows: Any, work: Callable[[T], R], items: Sequence[T]) -> None:
    start_worker_process()
    with rows.get_lock():
        own = rows[0]
        rows[0] += 1
    _worker_state[:] = rows, own, work, items


def _run_next() -> tuple[int, Any]:
    rows, own, work, items = _worker_state
    number = take(rows, own)
    return number, work(items[number])


def take(rows: Any, own: int) -> int:
    """The number of the item that the process with this row takes; there is one left."""
    with rows.get_lock():
        first, last = 1 + 2 * own, 2 + 2 * own
        if rows[first] < rows[last]:
            rows[first] += 1
            return int(rows[first]) - 1
        last = max(range(2, len(rows), 2), key=lambda end: rows[end] - rows[end - 1])
        rows[last] -= 1
        return int(rows[last])


def start_worker_process() -> None:
    """Ignore Ctrl-C: the process that reports handles it, and stops the others. End when that process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def end_with_parent() -> None:
        if parent is not None:
            parent.join()  # however it ends
            os._exit(1)

    Thread(target=end_with_parent, daemon=True).start()


@contextmanager
def counted(total: int, what: str) -> Iterator[Callable[..., object]]:
    """A progress bar on standard error, if that is a terminal; what this gives advances it, by one or by a number."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda by=1: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(what, total=total)
        yield partial(progress.advance, bar)


class FinishedChunk(Protocol):
    """What has been done: so many games that were played, or deals that were looked through."""

    @property
    def seeds(self) -> Sized:
        """The seeds of these."""


Done = TypeVar("Done", bound=FinishedChunk)

LINE_AFTER = 10.0
"""After so many seconds a line is written where there is no bar."""

MINUTE = 60


def with_progress(chunks: Iterable[Done], total: int, what: str = "games") -> Iterator[Done]:
    """Pass the chunks on, and say on standard error how far they are, of `what` in all.

    On a terminal that is a progress bar; elsewhere one line, and only if it takes long.
    """
    began, done, said = monotonic(), 0, sys.stderr is None or sys.stderr.isatty()
    with counted(total, what) as advance:
        for chunk in chunks:
            advance(len(chunk.seeds))
            done += len(chunk.seeds)
            passed = monotonic() - began
            if not said and passed >= LINE_AFTER and done < total:
                said = True
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
