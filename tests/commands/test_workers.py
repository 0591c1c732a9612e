"""Whoever plays, and whatever happens to them, each game is counted once, and the results are the same."""

from __future__ import annotations

import os
import random
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.workers import Schedule, Workers, done_by, in_order


class KilledWorker(Exception):
    """What Dask calls it."""


class Machines(Workers):
    """Four workers in simulated time: one is slow, whoever does a deadly number dies, and others may die, too."""

    spread = True

    def __init__(self, deadly: set[int], dying: float = 0.0) -> None:
        super().__init__(4)
        self.clock, self.deadly, self.dying = 0.0, deadly, dying
        self.luck = random.Random(7)
        self.free = [0.0] * 4
        self.given: dict[Future[Any], tuple[range, float, bool]] = {}

    def begin(self, most: int) -> Executor:
        return Simulated(self)

    def hand_out(self, numbers: range) -> Future[Any]:
        who = min(range(4), key=lambda one: self.free[one])
        pace = 50.0 if who == 3 else 1.0
        end = max(self.free[who], self.clock) + len(numbers) / 1000 * pace
        self.free[who] = end
        dies = bool(self.deadly.intersection(numbers)) or self.luck.random() < self.dying
        job = Future[Any]()
        self.given[job] = (numbers, end, dies)
        return job

    def wait(self, jobs: Collection[Future[Any]], seconds: float) -> Collection[Future[Any]]:
        first = min(self.given[job][1] for job in jobs)
        self.clock = max(self.clock, min(first, self.clock + seconds))
        done = [job for job in jobs if self.given[job][1] <= self.clock]
        for job in done:
            numbers, _, dies = self.given[job]
            if dies:
                job.set_exception(KilledWorker())
            else:
                job.set_result((numbers, "done"))
        return done

    def now(self) -> float:
        return self.clock

    def end(self, executor: Executor, *, abandoned: bool) -> None:
        assert not abandoned


class Simulated(Executor):
    """Hands everything to the machines."""

    def __init__(self, machines: Machines) -> None:
        self._machines = machines

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._machines.hand_out(args[0])


def lost(numbers: range) -> tuple[range, str]:
    return numbers, "lost"


def done(machines: Machines, *parts: range, size: int = 10) -> tuple[list[int], list[int]]:
    """The numbers of all chunks in order, and those that were lost."""
    found = list(Schedule(machines, lost, deque(parts), size, lost).play())
    return sorted(one for numbers, _ in found for one in numbers), [one[0] for one, how in found if how == "lost"]


@pytest.mark.parametrize("dying", [0.0, 0.2])
def test_each_number_is_counted_once(dying: float) -> None:
    numbers, gone = done(Machines(set(), dying), range(5, 3000), range(4000, 5001))
    assert numbers == [*range(5, 3000), *range(4000, 5001)] and not gone


def test_a_number_that_kills_is_lost_and_no_other() -> None:
    assert done(Machines({17, 900}), range(2000)) == (list(range(2000)), [17, 900])


def test_a_slow_worker_holds_nobody_up() -> None:
    machines = Machines(set())
    assert done(machines, range(6000), size=500)[0] == list(range(6000))
    handed_out = [numbers for numbers, _, _ in machines.given.values()]
    assert len(handed_out) > len(set(handed_out))  # it was overtaken
    assert machines.clock < 25  # alone with its first chunk the slow one would take 25 seconds


# Processes of this machine -----------------------------------------------------------------------


def deadly(mark: str, numbers: range) -> tuple[range, str]:
    """What kills at 23 each time, and at 5 the first time."""
    if 23 in numbers or (5 in numbers and not os.path.exists(mark)):
        Path(mark).touch()
        os._exit(3)
    return numbers, "done"


class Deadly:
    """Work that kills; it can be pickled."""

    def __init__(self, mark: Path) -> None:
        self._mark = str(mark)

    def __call__(self, numbers: range) -> tuple[range, str]:
        return deadly(self._mark, numbers)


@pytest.mark.sampled(3)
@pytest.mark.skipif(os.name != "posix", reason="workers are forked")
@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_that_die_are_replaced(jobs: int, tmp_path: Path) -> None:
    """One that dies once costs nothing; a number that kills each time is lost, and all others are done."""
    found = done_by(Workers(jobs, apart=True), Deadly(tmp_path / "mark"), [range(28)], 4, lost)
    ordered = [*in_order(found, 0, lambda one: one[0])]
    assert [number for numbers, _ in ordered for number in numbers] == [*range(28)]
    assert [numbers for numbers, how in ordered if how == "lost"] == [range(23, 24)]


# Any executor ------------------------------------------------------------------------------------


class Threads(ThreadPoolExecutor):
    """An executor of somebody else, which keeps to three threads."""

    def __init__(self) -> None:
        super().__init__(3)


class Shop:
    """Where executors are made by methods, as by the client of a cluster."""

    def executor(self) -> Executor:
        return Threads()


def nothing() -> None:
    """Makes no executor."""


HAND = ("mille-bornes@single_hand", "--format", "json")
HERE = __name__


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["reference", "fast"])
@pytest.mark.parametrize("path", ["Threads", "Shop.executor"])
def test_another_executor_gives_the_same_bytes(
    path: str, engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if engine == "fast":
        pytest.importorskip("wasmtime")
    told = []
    for number, more in enumerate(((), ("--executor", f"{HERE}:{path}"))):
        out = tmp_path / f"{number}.csv"
        words = ("simulate", *HAND, "-n", "300", "--engine", engine, "--out", str(out), *more)
        assert answer(CommandLine(words)) == 0
        told.append((capsys.readouterr().out.partition('"seconds"')[0], out.read_bytes()))
    assert told[0] == told[1]


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "kuhn-poker", "--against", "first", "--seats", "greedy", "-n", "60"),
        ("study", "kuhn-poker", "-n", "40", "--course", "4"),
        ("sweep", "mille-bornes@single_hand", "--over", "target=300,500", "-n", "40"),
    ],
    ids=lambda words: words[0],
)
def test_other_studies_do_so_too(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for more in (("--jobs", "1"), ("--jobs", "4"), ("--executor", f"{HERE}:Threads", "--jobs", "2")):
        assert answer(CommandLine((*words, "--format", "json", *more))) == 0
        told.append(capsys.readouterr().out.partition('"seconds"')[0])
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("loky", "is not of the form MODULE:NAME"),
        ("no.such.module:make", "cannot be imported: No module named 'no'"),
        (f"{HERE}:make", "cannot be imported: module"),
        (f"{HERE}:nothing", "makes no Executor, but a NoneType"),
        (f"{HERE}:done", "fails: TypeError: "),
    ],
)
def test_what_makes_no_executor(path: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("simulate", "kuhn-poker", "--executor", path))) == 2
    assert f"error[E041]: --executor '{path}' {why}" in capsys.readouterr().err


class Shut(ThreadPoolExecutor):
    """An executor that takes no work."""

    def submit(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("it is shut")


class Broken(ThreadPoolExecutor):
    """An executor that is broken, however often it is made."""

    def submit(self, *_: Any, **__: Any) -> Any:
        raise BrokenExecutor("its workers are dead")


@pytest.mark.parametrize(("name", "why"), [("Shut", "RuntimeError: it is shut"), ("Broken", "BrokenExecutor: its")])
def test_what_takes_no_work(name: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("simulate", "kuhn-poker", "--jobs", "2", "--executor", f"{HERE}:{name}"))) == 2
    assert f"error[E041]: --executor '{HERE}:{name}' takes no work: {why}" in capsys.readouterr().err


def test_no_scheduler_no_package(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("cardwright.commands.studies.cluster.find_spec", lambda name: None)
    cluster = ("simulate", "kuhn-poker", "--cluster", "tcp://127.0.0.1:1")
    assert answer(CommandLine(cluster)) == 2
    assert "error[E041]: --cluster needs the package distributed" in capsys.readouterr().err
    for flag, value in (("--jobs", "2"), ("--executor", f"{HERE}:Threads")):
        assert answer(CommandLine((*cluster, flag, value))) == 2
        assert f"error[E013]: {flag} has no effect with --cluster" in capsys.readouterr().err
