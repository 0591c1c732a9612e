"""The schedule of a study on many machines: whatever happens to them, each game is counted once."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.studies.cluster import Schedule, WorkerDied
from cardwright.commands.studies.worker_pool import Chunk
from cardwright.studies.outcomes import Outcomes


class Crew:
    """Four players in simulated time: one is slow, whoever plays a deadly seed dies, and others may die, too."""

    def __init__(self, deadly: set[int], dying: float = 0.0) -> None:
        self.clock, self.deadly, self.dying = 0.0, deadly, dying
        self.luck = random.Random(7)
        self.free = [0.0] * 4
        self.jobs: dict[int, tuple[range, float, bool]] = {}
        self.number, self.dropped = 0, 0

    def hands(self) -> int:
        return len(self.free)

    def hand_out(self, seeds: range) -> int:
        who = min(range(4), key=lambda one: self.free[one])
        pace = 50.0 if who == 3 else 1.0
        end = max(self.free[who], self.clock) + len(seeds) / 1000 * pace
        self.free[who] = end
        dies = bool(self.deadly.intersection(seeds)) or self.luck.random() < self.dying
        self.number += 1
        self.jobs[self.number] = (seeds, end, dies)
        return self.number

    def wait(self, jobs: Sequence[int], seconds: float) -> Sequence[int]:
        first = min(self.jobs[job][1] for job in jobs)
        self.clock = max(self.clock, min(first, self.clock + seconds))
        return [job for job in jobs if self.jobs[job][1] <= self.clock]

    def result(self, job: int) -> Chunk:
        seeds, _, dies = self.jobs.pop(job)
        if dies:
            raise WorkerDied
        return Chunk(seeds, Outcomes())

    def drop(self, job: int) -> None:
        del self.jobs[job]
        self.dropped += 1

    def now(self) -> float:
        return self.clock


def played(crew: Crew, *parts: range, size: int = 10) -> tuple[list[int], list[int]]:
    """The seeds of all chunks in order, and those that were lost."""
    chunks = list(Schedule(crew, deque(parts), size).play())
    return sorted(seed for chunk in chunks for seed in chunk.seeds), [s for c in chunks for s in c.outcomes.lost]


@pytest.mark.parametrize("dying", [0.0, 0.2])
def test_each_game_is_counted_once(dying: float) -> None:
    crew = Crew(set(), dying)
    seeds, lost = played(crew, range(5, 3000), range(4000, 5001))
    assert seeds == [*range(5, 3000), *range(4000, 5001)] and not lost


def test_a_game_that_kills_is_lost_and_no_other() -> None:
    assert played(Crew({17, 900}), range(2000)) == (list(range(2000)), [17, 900])


def test_a_slow_player_holds_nobody_up() -> None:
    crew = Crew(set())
    assert played(crew, range(6000), size=500)[0] == list(range(6000))
    assert crew.dropped > 0  # the slow one was overtaken
    assert crew.clock < 25  # alone with its first chunk it would take 25 seconds


def test_no_scheduler_no_package(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("cardwright.commands.studies.cluster.find_spec", lambda name: None)
    assert answer(CommandLine(("simulate", "kuhn-poker", "--cluster", "tcp://127.0.0.1:1"))) == 2
    assert "error[E041]: --cluster needs the package distributed" in capsys.readouterr().err
    assert answer(CommandLine(("simulate", "kuhn-poker", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2"))) == 2
    assert "error[E013]: --jobs is for this machine" in capsys.readouterr().err
