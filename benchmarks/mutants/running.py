"""Tries many mutants in processes that have everything loaded; one that dies or hangs takes only its mutant along."""

from __future__ import annotations

import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from random import Random

from .making import Mutant
from .page import Page
from .trying import LONGEST, Bench, Result

CHUNK = 30
"""How many mutants a process tries before another one takes its place."""

SILENT = 8 * LONGEST
"""After so many seconds without a word a process is ended."""

FORK = multiprocessing.get_context("fork")


@dataclass
class _Run:
    """A process, the mutants that it still has to try, and when it last said something."""

    process: multiprocessing.process.BaseProcess
    told: Connection
    left: deque[Mutant]
    heard: float


def results(
    pages: Sequence[Page], mutants: Sequence[Mutant], jobs: int, say: Callable[[str], None]
) -> Iterator[tuple[Mutant, Result]]:
    """What became of each mutant, as soon as it is known: first of those that reading finds, then of the others."""
    left: list[Mutant] = []
    for one, result in _results(pages, mutants, jobs, say, read_only=True):
        if result.fate == "open":
            left.append(one)
        else:
            yield one, result
    yield from _results(pages, left, jobs, say, read_only=False)


def _results(
    pages: Sequence[Page], mutants: Sequence[Mutant], jobs: int, say: Callable[[str], None], *, read_only: bool
) -> Iterator[tuple[Mutant, Result]]:
    by_path = {page.shipped.path: page for page in pages}
    waiting = deque(_chunks(mutants))
    running: list[_Run] = []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(_begun(by_path, waiting.popleft(), read_only))
            ready = wait([run.told for run in running], timeout=1)
            for run in list(running):
                yield from _heard(run, run.told in ready)
                if not run.left or not run.process.is_alive() and not run.told.poll():
                    yield from _over(run, waiting, say)
                    running.remove(run)
    finally:
        for run in running:
            run.process.kill()


def _chunks(mutants: Sequence[Mutant]) -> list[deque[Mutant]]:
    """Some mutants of one file each, in an order by chance: what is known early is a fair sample."""
    chunks: list[deque[Mutant]] = []
    luck = Random(len(mutants))
    by_path: dict[str, list[Mutant]] = {}
    for one in mutants:
        by_path.setdefault(one.path, []).append(one)
    for several in by_path.values():
        luck.shuffle(several)
        chunks += [deque(several[at : at + CHUNK]) for at in range(0, len(several), CHUNK)]
    luck.shuffle(chunks)
    return chunks


def _begun(pages: dict[str, Page], chunk: deque[Mutant], read_only: bool) -> _Run:
    mine, its = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_work, args=(its, pages[chunk[0].path], list(chunk), read_only), daemon=True)
    process.start()
    its.close()
    return _Run(process, mine, chunk, time.time())


def _work(told: Connection, page: Page, chunk: Sequence[Mutant], read_only: bool) -> None:
    bench = Bench(page)
    for one in chunk:
        told.send(bench.try_out(one, read_only=read_only))


def _heard(run: _Run, ready: bool) -> Iterator[tuple[Mutant, Result]]:
    if ready:
        try:
            result = run.told.recv()
        except EOFError:
            return
        run.heard = time.time()
        yield run.left.popleft(), result
    elif time.time() - run.heard > SILENT:
        run.process.kill()


def _over(run: _Run, waiting: deque[deque[Mutant]], say: Callable[[str], None]) -> Iterator[tuple[Mutant, Result]]:
    """A process has ended; if it died, so has its mutant, and another one takes the rest."""
    run.process.join()
    run.told.close()
    if run.left:
        dead = run.left.popleft()
        say(f"the process died of: {dead.name}")
        yield dead, Result(fate="endless", seconds=LONGEST, told="the process was ended")
        if run.left:
            waiting.appendleft(run.left)
