"""What a study of a billion games on a hundred machines would take: its schedule, played in simulated time.

    python benchmarks/schedule.py

The schedule is that of `simulate --cluster` (`interpreter/commands/studies/cluster.py`); only the machines are made up.
Each has eight cores that play 30,000 games a second, more or less; some are slow, and any may die at any time and
come back after two minutes. Handing a chunk out and taking it back takes the scheduler a millisecond.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from cardwright.commands.studies.cluster import Schedule, WorkerDied
from cardwright.commands.studies.worker_pool import Chunk
from cardwright.studies.outcomes import Outcomes

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


@dataclass(slots=True)
class Made:
    """A crew of machines that are not there."""

    luck: random.Random
    cores: list[Core]
    dying: float
    clock: float = 0.0
    died: int = 0
    worked: float = 0.0
    _number: int = 0
    _ends: list[tuple[float, int]] = field(default_factory=list)
    _jobs: dict[int, tuple[range, bool]] = field(default_factory=dict)

    def hands(self) -> int:
        return sum(core.free < self.clock + AWAY for core in self.cores)

    def hand_out(self, seeds: range) -> int:
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
        self.worked += end - begin
        self._number += 1
        self._jobs[self._number] = (seeds, dies)
        heapq.heappush(self._ends, (end, self._number))
        return self._number

    def wait(self, jobs: Sequence[int], seconds: float) -> Sequence[int]:
        until = self.clock + seconds
        while self._ends:
            end, number = self._ends[0]
            if end > until:
                break
            heapq.heappop(self._ends)
            if number in self._jobs:
                self.clock = max(self.clock, end)
                return [number]
        self.clock = until
        return []

    def result(self, job: int) -> Chunk:
        self.clock += OVERHEAD / 2
        seeds, dies = self._jobs.pop(job)
        if dies:
            raise WorkerDied
        return Chunk(seeds, Outcomes())

    def drop(self, job: int) -> None:
        self._jobs.pop(job, None)

    def now(self) -> float:
        return self.clock


def simulated(games: int, machines: int, hours: float, seed: int) -> tuple[float, float, Made, int]:
    """Seconds for so many games, those that would do if nothing went wrong, the crew, and the chunks handed out."""
    luck = random.Random(seed)
    cores = []
    for machine in range(machines):
        pace = SPEED * luck.lognormvariate(0, 0.15) * (0.2 if luck.random() < 0.03 else 1.0)
        cores += [Core(pace, machine) for _ in range(CORES)]
    crew = Made(luck, cores, hours * 3600)
    schedule = Schedule(crew, deque([range(games)]), 200)
    played = sum(len(chunk.seeds) for chunk in schedule.play())
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
