"""A whole fuzz: trial after trial of each kind, in a process of its own, until the time is up.

Trial number N of a kind depends on nothing but the seed, N and the tree, so a fuzz that was stopped goes on where it
was. The process of the trials is watched: where it hangs in code that no alarm can stop, or dies, that is a finding,
and another process goes on after it.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from fuzz_kinds import kind_of
from fuzz_limits import MemoryIsUp, TimeIsUp, bound_memory, bounded, memory
from fuzz_record import Record
from fuzz_shrink import smaller
from fuzz_trial import Fault, KindName, Trial, sort_of

SECONDS = 40.0
"""Processor time of a trial."""

HARD = 240.0
"""Seconds after which the process of a trial is ended from outside."""

ROUND = 30.0
"""Seconds for one kind, before the next kind has its turn."""

WORN = 700_000_000
"""A process that uses this much memory between two trials is replaced by a new one."""

Told = tuple[str, Any]
"""What the process of the trials tells: `next` with the number of a trial that begins, `went` with its outcome, `found`
with a finding, `over`."""


def trial_of(kind: KindName, seed: int, number: int) -> Trial:
    """Trial number N of a kind."""
    return kind_of(kind).make(Random(f"{seed} {kind} {number}"))


def tried(trial: Trial, seconds: float = SECONDS) -> tuple[str, BaseException | None]:
    """Try it in an empty folder: the outcome, or what went wrong."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as folder:
        trial.lay_out(Path(folder))
        os.chdir(folder)
        try:
            with bounded(seconds):
                return kind_of(trial.kind).run(trial), None
        except (Exception, TimeIsUp, MemoryIsUp) as error:
            return "", error
        finally:
            os.chdir(here)


def _work(told: Connection, kind: KindName, seed: int, number: int, until: float, shrinks: bool) -> None:
    """Try trials of a kind from a number on, and tell about each."""
    bound_memory()
    while time.time() < until and memory() < WORN:
        told.send(("next", number))
        number += 1
        try:
            trial = trial_of(kind, seed, number - 1)
        except Exception as error:
            told.send(("found", ("the fuzz cannot make a trial: " + sort_of(error), _long(error), None)))
            continue
        outcome, error = tried(trial)
        if error is None:
            told.send(("went", outcome))
            continue
        sort = sort_of(error)
        if shrinks and not isinstance(error, TimeIsUp | MemoryIsUp):
            trial = smaller(trial, lambda one, sort=sort: _same(one, sort))
        told.send(("found", (sort, _long(error), trial)))
        if isinstance(error, TimeIsUp | MemoryIsUp):
            break  # whatever was interrupted may have left something half done
    told.send(("over", number))


def _same(trial: Trial, sort: str) -> bool:
    """Whether the same goes wrong with another trial."""
    _, error = tried(trial, seconds=10)
    return error is not None and sort_of(error) == sort


def _long(error: BaseException) -> str:
    import traceback

    return str(error) if isinstance(error, Fault) else "".join(traceback.format_exception(error)[-30:])


class Campaign:
    """A fuzz that goes on, with its record."""

    def __init__(self, record: Record, say: Callable[[str], None], *, shrinks: bool = True) -> None:
        self.record = record
        self.say = say
        self.shrinks = shrinks

    def go(self, kinds: Sequence[KindName], minutes: float) -> None:
        """Try all kinds in turn until the time is up."""
        end = time.time() + 60 * minutes
        while time.time() < end:
            for kind in kinds:
                self._turn(kind, min(end, time.time() + ROUND))
                self.record.write()

    def _turn(self, kind: KindName, until: float) -> None:
        """Trials of one kind, for a while."""
        begun = time.time()
        spawn = multiprocessing.get_context("fork" if "wasmtime" not in sys.modules else "spawn")
        mine, its = spawn.Pipe(duplex=False)
        number = self.record.next(kind)
        worker = spawn.Process(target=_work, args=(its, kind, self.record.seed, number, until, self.shrinks))
        worker.start()
        its.close()
        try:
            self._listen(kind, mine)
        finally:
            if worker.is_alive():
                worker.kill()
            worker.join()
            mine.close()
            self.record.spent(kind, time.time() - begun)

    def _listen(self, kind: KindName, mine: Connection) -> None:
        """Write down what the process tells, until it is over, dies or hangs."""
        number = self.record.next(kind)
        while True:
            why = "hangs" if not mine.poll(HARD) else ""
            try:
                what, about = ("", None) if why else mine.recv()
            except EOFError:
                why = "dies"
            if why:
                self._found(kind, number, f"the process {why}", "", trial_of(kind, self.record.seed, number))
                self.record.begin(kind, number + 1)
                return
            match what:
                case "next":
                    number = about
                    self.record.begin(kind, number + 1)
                case "went":
                    self.record.went(kind, about)
                case "found":
                    self._found(kind, number, *about)
                case _:
                    return

    def _found(self, kind: KindName, number: int, sort: str, text: str, trial: Trial | None) -> None:
        if self.record.found(kind, number, sort, text, trial):
            self.say(f"{kind} {number}: {sort}")
