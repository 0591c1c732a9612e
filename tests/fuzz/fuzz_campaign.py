"""A whole fuzz: trial after trial of each kind, in a process of its own, until the time is up.

Trial number N of a kind depends on nothing but the seed, N and the tree, so a fuzz that was stopped goes on where it
was. The process of the trials is watched: where it hangs in code that no alarm can stop, or dies, that is a finding,
and another process goes on after it.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.fuzz_kinds import kind_of
from tests.fuzz.fuzz_limits import MemoryIsUp, TimeIsUp, bound_memory, bounded, memory
from tests.fuzz.fuzz_record import Record
from tests.fuzz.fuzz_shrink import smaller
from tests.fuzz.fuzz_trial import KINDS, Fault, KindName, Trial, sort_of

SECONDS = 40.0
"""Processor time of a trial."""

HARD = 240.0
"""Seconds of processor time after which the process of a trial is ended from outside, and seconds in which it may do
nothing at all: on a busy machine a trial takes much longer than it works.
"""

BREATH = 10.0
"""Seconds after which the record is written to its file."""

WORN = 1_200_000_000
"""A process that uses this much memory between two trials is replaced by a new one."""


def trial_of(kind: KindName, seed: int, number: int) -> Trial:
    """Trial number N of a kind."""
    return kind_of(kind).make(Random(f"{seed} {kind} {number}"))


def tried(trial: Trial, seconds: float = SECONDS) -> tuple[str, BaseException | None]:
    """Try it in an empty folder: the outcome, or what went wrong."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as above:
        folder = Path(above) / "here"  # so that `..` is empty, too
        folder.mkdir()
        trial.lay_out(folder)
        os.chdir(folder)
        try:
            with bounded(seconds):
                return kind_of(trial.kind).run(trial), None
        except (Exception, TimeIsUp, MemoryIsUp) as error:
            return "", error
        finally:
            os.chdir(here)


class _Worker:
    """The process of the trials: tells the other what begins, and how it went."""

    def __init__(self, told: Connection, seed: int, shrinks: bool) -> None:
        self.told, self.seed, self.shrinks = told, seed, shrinks

    def work(self, numbers: dict[KindName, int], spent: dict[KindName, float], until: float) -> None:
        """Try trials from these numbers on, of the kind that has had the least time so far."""
        bound_memory()
        fresh = True
        while fresh and time.time() < until and memory() < WORN:
            kind = min(numbers, key=lambda one: spent[one])
            begun = time.process_time()
            self.told.send(("next", kind, numbers[kind]))
            fresh = self._try(kind, numbers[kind])
            numbers[kind] += 1
            spent[kind] += time.process_time() - begun
            self.told.send(("spent", kind, time.process_time() - begun))
        self.told.send(("over", "", None))

    def _try(self, kind: KindName, number: int) -> bool:
        """One trial; whether the process is as good as new."""
        try:
            trial = trial_of(kind, self.seed, number)
        except Exception as error:
            self.told.send(("found", kind, ("the fuzz cannot make a trial: " + sort_of(error), _long(error), None)))
            return True
        outcome, wrong = tried(trial)
        if wrong is None:
            self.told.send(("went", kind, outcome))
            return True
        sort, stopped = sort_of(wrong), isinstance(wrong, TimeIsUp | MemoryIsUp)
        if self.shrinks and not stopped:
            trial = smaller(trial, lambda one: _same(one, sort))
        self.told.send(("found", kind, (sort, _long(wrong), trial)))
        return not stopped  # whatever was stopped may have left something half done


def _same(trial: Trial, sort: str) -> bool:
    """Whether the same goes wrong with another trial."""
    _, error = tried(trial, seconds=10)
    return error is not None and sort_of(error) == sort


def _long(error: BaseException) -> str:
    return str(error) if isinstance(error, Fault) else "".join(traceback.format_exception(error)[-30:])


def _hangs(told: Connection, worker: int) -> bool:
    """Whether a process tells nothing any more, though it had the time to."""
    begun = before = _worked(worker)
    while not told.poll(HARD):
        now = _worked(worker)
        if now == before or now - begun > HARD:
            return True
        before = now
    return False


def _worked(process: int) -> float:
    """The processor time of a process and of those that it has waited for, in seconds."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


class Campaign:
    """A fuzz that goes on, with its record."""

    def __init__(self, record: Record, say: Callable[[str], None], *, shrinks: bool = True) -> None:
        self.record = record
        self.say = say
        self.shrinks = shrinks

    def go(self, kinds: Sequence[KindName], minutes: float) -> None:
        """Try all kinds until the time is up, in one process after the other."""
        end = time.time() + 60 * minutes
        while time.time() < end:
            self._watch(kinds, end)
            self.record.write()

    def _watch(self, kinds: Sequence[KindName], until: float) -> None:
        """One process, from its beginning to its end."""
        mine, its = multiprocessing.Pipe(duplex=False)
        numbers = {kind: self.record.next(kind) for kind in kinds}
        spent = {kind: self.record.time(kind) for kind in kinds}
        work = _Worker(its, self.record.seed, self.shrinks).work
        worker = multiprocessing.get_context("fork").Process(target=work, args=(numbers, spent, until))
        worker.start()
        its.close()
        try:
            self._listen(mine, worker.pid or 0)
        finally:
            worker.kill()
            worker.join()
            mine.close()

    def _listen(self, mine: Connection, worker: int) -> None:
        """Write down what the process tells, until it is over, dies or hangs."""
        kind: KindName = KINDS[0]
        number, what, written = 0, "", time.time()
        while what != "over":
            why = "hangs" if _hangs(mine, worker) else ""
            try:
                heard: tuple[str, Any, Any] = ("over", kind, None) if why else mine.recv()
                what, told, about = heard
            except EOFError:
                why, what, told = "dies", "over", kind
            if why:
                self._found(kind, number, f"the process {why}", "", trial_of(kind, self.record.seed, number))
            if what == "next":
                kind, number = told, about
                self.record.begin(kind, number + 1)
            elif what == "went":
                self.record.went(kind, about)
            elif what == "spent":
                self.record.spent(kind, about)
            elif what == "found":
                self._found(kind, number, *about)
            if time.time() > written + BREATH:
                self.record.write()
                written = time.time()

    def _found(self, kind: KindName, number: int, sort: str, text: str, trial: Trial | None) -> None:
        if self.record.found(kind, number, sort, text, trial):
            self.say(f"{kind} {number}: {sort}")
