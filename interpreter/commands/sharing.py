"""Work on many files, shared out among several processes; what comes of it is the same as in one.

Each process takes the next file as soon as it is free, and keeps what it has loaded for the files that it takes later.
Results come in the order of the files. If a process dies, this one does the rest by itself.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, parent_process
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

MOST = 8
"""More processes than this would each load the same games."""


def jobs_for(many: int) -> int:
    """How many processes so many files are worth, on the processors that this one may use."""
    free = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(min(free, MOST, many // 2), 1)


def shared(work: Callable[[T], R], here: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    """What `work` makes of each item, in their order; in this process `here` does the same. `work` is pickled."""
    done = 0
    if jobs > 1:
        try:
            for result in _in_processes(work, items, jobs):
                done += 1
                yield result
        except BrokenProcessPool:
            pass
    yield from map(here, items[done:])


def _in_processes(work: Callable[[T], R], items: Sequence[T], jobs: int) -> Iterator[R]:
    pool = ProcessPoolExecutor(jobs, initializer=begin_helping)
    try:
        yield from pool.map(work, items)
    except (KeyboardInterrupt, GeneratorExit):
        for process in active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


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


def counted(results: Iterable[R], total: int, what: str) -> Iterator[R]:
    """Pass results on, with a progress bar on standard error if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(what, total=total)
        for result in results:
            progress.advance(bar)
            yield result
