"""Work in chunks, done by processes or by any `concurrent.futures.Executor`, with the same results as in this process.

A chunk is a range of numbers: seeds of games, or places in a list of files. The schedule

- keeps as many chunks handed out as the workers can do at once, and as many again;
- hands a chunk out again whose worker has died; one at which two workers have died is done number by number, and a
  number that kills its worker twice is lost. Where the death of one worker is the end of all, as among processes of
  this machine, it cannot be seen which chunk was to blame: then what is under suspicion is done alone.

Where workers may be on other machines,

- chunks become larger until one takes `CHUNK_SECONDS`, so that handing out costs next to nothing;
- a chunk is handed out a second time when nothing is left to be handed out and it takes much longer than usual, so that
  one slow machine holds nobody up (Dean and Ghemawat, MapReduce, 2004, section 3.6); whoever is first counts.

Whatever happens, each number counts once, so the result is the same as in one process.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import field
from functools import wraps
from importlib import import_module
from inspect import isclass
from multiprocessing import active_children, parent_process
from operator import attrgetter
from statistics import median
from threading import Thread
from time import monotonic
from typing import Any, Generic, TypeVar

import click

from ..diagnostics.record import dataclass
from .failure import CommandError
from .flags import Command, number_flag

CHUNK_SECONDS = 2.0
"""How many seconds a chunk should take on another machine."""

LARGEST = 200_000
"""How many numbers a chunk has at most."""

LATE_FACTOR = 3.0
"""A chunk that takes so many times as long as usual is handed out again."""

MOST_DEATHS = 2
"""At how many deaths a chunk is done number by number, and a single number is lost."""

MOST_PROCESSES = 8
"""More processes than this would each load the same games."""

R = TypeVar("R")


# Who does the work -------------------------------------------------------------------------------


class Workers:
    """Processes of this machine: so many `jobs`; one is this process itself, unless it must be another (`apart`)."""

    name, flag = "pool", "--jobs"
    spread = False
    """Whether they may be on other machines: with other files, slow, and far enough away for large chunks."""

    def __init__(self, jobs: int = 1, *, apart: bool = False) -> None:
        self.jobs, self.here = jobs, jobs == 1 and not apart

    def begin(self, most: int) -> Executor:
        """An executor, when the first chunk is handed out, and whenever the one before has broken down.

        More than so many workers would have nothing to do.
        """
        from concurrent.futures import ProcessPoolExecutor  # loads queues and locks, which no other executor needs

        return ProcessPoolExecutor(min(self.jobs, most), initializer=start_worker)

    def hands(self) -> int:
        """How many chunks can be done at once now."""
        return self.jobs

    def halves(self) -> Workers:
        """Half of them, for each of two works that go on side by side."""
        return Workers(max(1, self.jobs // 2), apart=self.jobs > 1)

    def submit(self, executor: Executor, work: Callable[[range], R], chunk: range) -> Future[R]:
        """Hand out a chunk. Raises BrokenExecutor where the executor has lost a worker."""
        return executor.submit(work, chunk)

    def wait(self, jobs: Collection[Future[Any]], seconds: float) -> Collection[Future[Any]]:
        """Wait until one of these is done, or so long, and return those that are."""
        return wait(jobs, seconds, FIRST_COMPLETED).done

    def now(self) -> float:
        """The time in seconds."""
        return monotonic()

    def end(self, executor: Executor, *, abandoned: bool) -> None:
        """Let an executor go; `abandoned` if chunks may still be worked on, which nobody wants any more."""
        for process in active_children() if abandoned else ():
            process.terminate()
        executor.shutdown(wait=True, cancel_futures=True)


class Imported(Workers):
    """What `--executor MODULE:NAME` makes: the same executor for the whole command."""

    name, flag, spread = "executor", "--executor", True

    def __init__(self, word: str, jobs: int) -> None:
        super().__init__(jobs, apart=True)
        self._make, self._word = _imported(word), word
        self._made: Executor | None = None
        self._fresh = True

    def begin(self, most: int) -> Executor:
        """The executor, made anew where the one before has been let go. Raises CommandError (E041)."""
        if self._made is None:
            try:
                made = self._make()
            except Exception as error:  # whatever goes wrong in a module of somebody else
                raise _unusable(self._word, f"fails: {type(error).__name__}: {error}") from None
            if not isinstance(made, Executor):
                raise _unusable(self._word, f"makes no Executor, but a {type(made).__name__}")
            self._made, self._fresh = made, True
        return self._made

    def submit(self, executor: Executor, work: Callable[[range], R], chunk: range) -> Future[R]:
        """Hand out a chunk. One that takes none at all is not made again. Raises CommandError (E041)."""
        try:
            job = executor.submit(work, chunk)
        except Exception as error:  # whatever goes wrong in a module of somebody else
            if isinstance(error, BrokenExecutor) and not self._fresh:
                raise
            raise _unusable(self._word, f"takes no work: {type(error).__name__}: {error}") from None
        self._fresh = False
        return job

    def hands(self) -> int:
        """How many chunks can be done at once: as many as `--jobs` says, else as the executor has workers."""
        return self.jobs if self.jobs > 1 else getattr(self._made, "_max_workers", None) or os.cpu_count() or 1

    def halves(self) -> Workers:
        """These workers: two works share them."""
        return self

    def end(self, executor: Executor, *, abandoned: bool) -> None:
        """Let it go if it works for nothing; else there may be more for it to do before this process ends."""
        if abandoned:
            self._made = None
            executor.shutdown(wait=False, cancel_futures=True)


def _imported(word: str) -> Callable[[], Any]:
    """What makes an executor. On the way to it a class stands for an object: `dask.distributed:Client.get_executor`."""
    module, colon, path = word.partition(":")
    if not colon or not path:
        raise _unusable(word, "is not of the form MODULE:NAME")
    try:
        found: Any = import_module(module)
        for name in path.split("."):
            found = getattr(found() if isclass(found) else found, name)
    except Exception as error:  # whatever goes wrong in a module of somebody else
        raise _unusable(word, f"cannot be imported: {error}") from None
    return found  # type: ignore[no-any-return]


def _unusable(word: str, why: str) -> CommandError:
    helps = ("such as loky:get_reusable_executor, or a function of your own that returns an Executor",)
    return CommandError("E041", f"--executor '{word}' {why}", word, *helps)


def worker_flags(command: Command) -> Command:
    """Add `--jobs` and `--executor`, which give the command its `workers`."""
    about = "Let an executor of Python do the work, such as loky:get_reusable_executor."

    @number_flag("--jobs", default=1, about="How many processes.")
    @click.option("--executor", metavar="MODULE:NAME", help=about)
    @wraps(command)
    def with_workers(*args: Any, jobs: int, executor: str | None, **others: Any) -> Any:
        workers = Workers(jobs) if executor is None else Imported(executor, jobs)
        return command(*args, workers=workers, **others)

    return with_workers


def jobs_for(many: int) -> int:
    """How many processes so many files are worth, on the processors that this one may use."""
    free = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(min(free, MOST_PROCESSES, many // 2), 1)


def start_worker() -> None:
    """Ignore Ctrl-C: the process that reports handles it, and stops the others. End when that process ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def end_with_parent() -> None:
        if parent is not None:
            parent.join()  # however it ends
            os._exit(1)

    Thread(target=end_with_parent, daemon=True).start()


# What they do ------------------------------------------------------------------------------------


def done_by(
    workers: Workers, work: Callable[[range], R], parts: Iterable[range], size: int, lost: Callable[[range], R]
) -> Iterator[R]:
    """What `work` makes of all numbers, in chunks of at most `size` to begin with; with several workers in no order.

    `work` and what it makes are pickled. `lost` makes the result of a number that kills whoever works on it.
    """
    if workers.here:
        return (work(part[i : i + size]) for part in parts for i in range(0, len(part), size))
    return Schedule(workers, work, deque(filter(None, parts)), size, lost).play()


def in_order(results: Iterable[R], first: int, numbers: Callable[[R], range] = attrgetter("seeds")) -> Iterator[R]:
    """The same results in the order of their numbers, of which the first is `first`; one waits for those before it."""
    waiting: dict[int, R] = {}
    for result in results:
        waiting[numbers(result).start] = result
        while first in waiting:
            ready = waiting.pop(first)
            first = numbers(ready).stop
            yield ready


DEATHS = ("CancelledError", "KilledWorker", "FutureCancelledError")
"""The errors by which executors say that a worker has died, besides BrokenExecutor; by name, as some are of Dask."""


@dataclass(slots=True)
class _Pending:
    """A chunk that was handed out: by which executor, and when; `suspect` if a worker has died at it before."""

    chunk: range
    executor: Executor
    since: float
    suspect: bool
    again: bool


@dataclass(slots=True)
class Schedule(Generic[R]):
    """Has all numbers worked on by some workers; results arrive as they end. The first chunks have `size` numbers."""

    workers: Workers
    work: Callable[[range], R]
    left: deque[range]
    size: int
    lost: Callable[[range], R]
    _executor: Executor | None = None
    _fragile: bool = False
    _out: dict[Future[R], _Pending] = field(default_factory=dict)
    _done: set[range] = field(default_factory=set)
    _deaths: Counter[range] = field(default_factory=Counter)
    _took: deque[float] = field(default_factory=lambda: deque(maxlen=50))
    _suspects: deque[range] = field(default_factory=deque)

    def play(self) -> Iterator[R]:
        """Do all of it."""
        try:
            while self.left or self._suspects or self._out:
                self._fill()
                for job in self.workers.wait(self._out.keys(), CHUNK_SECONDS / 2):
                    if job in self._out:
                        yield from self._end(job)
                if self.workers.spread and not self.left and not self._suspects:
                    self._hurry()
        finally:
            if self._executor is not None:
                self.workers.end(self._executor, abandoned=bool(self._out))

    def _fill(self) -> None:
        """Hand out chunks, as many as can be done at once and as many again; what is fragile does a suspect alone."""
        while (self._suspects or self.left) and len(self._out) < 2 * max(1, self.workers.hands()):
            if self._fragile and self._out and (self._suspects or any(one.suspect for one in self._out.values())):
                return
            if self._suspects:
                self._hand_out(self._suspects.popleft(), suspect=True)
                continue
            part = self.left.popleft()
            if len(part) > self.size:
                self.left.appendleft(part[self.size :])
            self._hand_out(part[: self.size])

    def _hand_out(self, chunk: range, *, suspect: bool = False, again: bool = False) -> None:
        executor = self._executor
        if executor is None:
            chunks = sum(-(-len(part) // self.size) for part in self.left)
            self._executor = executor = self.workers.begin(1 + chunks + len(self._suspects))
        try:
            job = self.workers.submit(executor, self.work, chunk)
        except BrokenExecutor:
            self._break(executor)
            self._hand_out(chunk, suspect=suspect, again=again)
            return
        self._out[job] = _Pending(chunk, executor, self.workers.now(), suspect, again)

    def _break(self, executor: Executor) -> None:
        """With one of its workers all have died; whatever else was handed out to it will say so, too."""
        self._fragile = True
        if executor is self._executor:
            self._executor = None
            self.workers.end(executor, abandoned=True)

    def _end(self, job: Future[R]) -> Iterator[R]:
        """Take what a job has brought."""
        out = self._out.pop(job)
        if out.chunk in self._done:
            return
        try:
            result = job.result()
        except BrokenExecutor:
            self._break(out.executor)
            yield from self._died(out.chunk)
            return
        except Exception as error:
            if type(error).__name__ not in DEATHS:
                raise
            yield from self._died(out.chunk)
            return
        self._done.add(out.chunk)
        for other in [other for other, pending in self._out.items() if pending.chunk == out.chunk]:
            del self._out[
                other
            ]  # and not cancelled: a pool of processes that breaks down later would hang (CPython 3.11)
        took = self.workers.now() - out.since
        self._took.append(took)
        if self.workers.spread and took < CHUNK_SECONDS and len(out.chunk) >= self.size:
            self.size = min(LARGEST, 2 * self.size)
        yield result

    def _died(self, chunk: range) -> Iterator[R]:
        """Do a chunk again; narrow it down to the number that kills."""
        if any(out.chunk == chunk for out in self._out.values()):
            return  # somebody else is still at it
        self._deaths[chunk] += 1
        if self._deaths[chunk] < MOST_DEATHS:
            self._suspects.append(chunk)
        elif len(chunk) == 1:
            yield self.lost(chunk)
        else:
            self._suspects += (range(number, number + 1) for number in chunk)

    def _hurry(self) -> None:
        """Hand out again what takes too long, if there are hands free for it."""
        free = self.workers.hands() - len(self._out)
        usual = median(self._took) if self._took else CHUNK_SECONDS
        for out in list(self._out.values()):
            overdue = self.workers.now() - out.since > LATE_FACTOR * max(usual, CHUNK_SECONDS / 10)
            once = sum(other.chunk == out.chunk for other in self._out.values()) == 1
            if free > 0 and overdue and not out.again and once:
                self._hand_out(out.chunk, again=True)
                free -= 1
