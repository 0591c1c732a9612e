"""What a study of a billion games on a hundred machines would take: its schedule, played in simulated time.

    python benchmarks/schedule.py

The schedule is that of `simulate --cluster` (`interpreter/commands/workers.py`); only the machines are made up.
Each has eight cores that play 30,000 games a second, more or less; some are slow, and any may die at any time and
come back after two minutes. Handing a chunk out and taking it back takes the scheduler a millisecond.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

from cardwright.commands.workers import Schedule, Workers

CORES = 8
SPEED = 30_000
OVERHEAD = 0.001
AWAY = 120.0


@dataclass(slots=True)
class Core:
    """A core: games a second, and when it is free."""

    speed: float
    machine: int
    free: float = 0.0


class Machines(Workers):
    """Machines that are not there, in simulated time."""

    spread = True

    def __init__(self, luck: random.Random, cores: list[Core], dying: float) -> None:
        super().__init__(len(cores))
        self.luck, self.cores, self.dying = luck, cores, dying
        self.clock, self.died, self.given = 0.0, 0, 0
        self._ends: list[tuple[float, int, Future[range], range, bool]] = []

    def begin(self, most: int) -> Executor:
        return Simulated(self)

    def hands(self) -> int:
        return sum(core.free < self.clock + AWAY for core in self.cores)

    def hand_out(self, seeds: range) -> Future[range]:
        self.clock += OVERHEAD / 2
        core = min(self.cores, key=lambda one: max(one.free, self.clock))
        begin = max(core.free, self.clock)
        end = begin + len(seeds) / core.speed
        dies = self.luck.random() < (end - begin) / self.dying
        if dies:
            self.died += 1
            end = begin + (end - begin) * self.luck.random()
            for other in self.cores:
                if other.machine == core.machine:
                    other.free = max(other.free, end) + AWAY
        core.free = max(core.free, end)
        job = Future[range]()
        self.given += 1
        heapq.heappush(self._ends, (end, self.given, job, seeds, dies))
        return job

    def wait(self, jobs: Collection[Future[Any]], seconds: float) -> Collection[Future[Any]]:
        until = self.clock + seconds
        while self._ends and self._ends[0][0] <= until:
            end, _, job, seeds, dies = heapq.heappop(self._ends)
            if job in jobs:
                self.clock = max(self.clock, end) + OVERHEAD / 2
                if dies:
                    job.set_exception(KilledWorker())
                else:
                    job.set_result(seeds)
                return [job]
        self.clock = until
        return []

    def now(self) -> float:
        return self.clock

    def end(self, executor: Executor, *, abandoned: bool) -> None:
        pass


class KilledWorker(Exception):
    """What Dask calls it."""


class Simulated(Executor):
    """Hands everything to the machines."""

    def __init__(self, machines: Machines) -> None:
        self._machines = machines

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._machines.hand_out(args[0])


def same(seeds: range) -> range:
    """What is played and what is lost."""
    return seeds


def simulated(games: int, machines: int, hours: float, seed: int) -> tuple[float, float, Machines, int]:
    """Seconds for so many games, those that would do if nothing went wrong, the crew, and the chunks handed out."""
    luck = random.Random(seed)
    cores = []
    for machine in range(machines):
        pace = SPEED * luck.lognormvariate(0, 0.15) * (0.2 if luck.random() < 0.03 else 1.0)
        cores += [Core(pace, machine) for _ in range(CORES)]
    crew = Machines(luck, cores, hours * 3600)
    schedule = Schedule(crew, same, deque([range(games)]), 200, same)
    played = sum(map(len, schedule.play()))
    assert played == games, played
    return crew.clock, games / sum(core.speed for core in cores), crew, schedule.handed_out


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000_000)
    parser.add_argument("--machines", type=int, default=100)
    asked = parser.parse_args()
    print("a core dies every  seconds  at best  chunks  deaths")
    for hours, told in ((1e9, "never"), (10.0, "10 hours"), (1.0, "hour")):
        took, best, crew, chunks = simulated(asked.games, asked.machines, hours, 1)
        print(f"{told:>17}  {took:7.1f}  {best:7.1f}  {chunks:6}  {crew.died:6}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
