"""Work on many files, shared out among several processes; what comes of it is the same as in one.

Each process keeps what it has loaded for the files that it takes later, and files that lie beside each other need the
same. So each has a row of files of its own, from the first of which it goes on; whoever has come to the end of it takes
the last file of the longest row that is left. Results come in the order of the files. If a process dies, this one does
the rest by itself.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import Array, active_children, parent_process
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST = 8
"""More processes than this would each load the same games."""


def jobs_for(many: int) -> int:
    """How many processes so many files are worth, on the processors that this one may use."""
    free = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(min(free, MOST, many // 2), 1)


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
    told = 0
    if jobs > 1:
        try:
            for number, result in _in_processes(work, items, jobs):
                results[number] = result
                advance()
                while told in results:
                    yield results.pop(told)
                    told += 1
        except BrokenProcessPool:
            pass
    for number in range(told, len(items)):
        if number in results:
            yield results.pop(number)
        else:
            yield here(items[number])
            advance()


def _in_processes(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[tuple[int, R]]:
    """Each result, with the number of its item, as soon as it is there."""
    pool = ProcessPoolExecutor(jobs, initializer=_begin, initargs=(Array("l", rows_of(len(items), jobs)), work, items))
    try:
        for done in as_completed([pool.submit(_next) for _ in items]):
            yield done.result()
    except (KeyboardInterrupt, GeneratorExit):
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


# Who takes what ------------------------------------------------------------------------------


def rows_of(many: int, jobs: int) -> list[int]:
    """How many processes have begun, then the first number of each row and the one behind its last."""
    ends = [many * job // jobs for job in range(jobs + 1)]
    return [0, *(end for row in zip(ends, ends[1:], strict=False) for end in row)]


_helping: list[Any] = []
"""In a process that helps: the rows, its own row, the work, the items."""


def _begin(rows: Any, work: Callable[[T], R], items: Sequence[T]) -> None:
    begin_helping()
    with rows.get_lock():
        own = rows[0]
        rows[0] += 1
    _helping[:] = rows, own, work, items


def _next() -> tuple[int, Any]:
    rows, own, work, items = _helping
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


def begin_helping() -> None:
    """Ignore Ctrl-C: the process that reports handles it, and stops the others. End when that process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the process that has started this one, however it ends, and end as well."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def counted(total: int, what: str) -> Iterator[Callable[[], object]]:
    """A progress bar on standard error, if that is a terminal; it advances whenever what this gives is called."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(what, total=total)
        yield lambda: progress.advance(bar)
