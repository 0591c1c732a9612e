"""Hands out games to whoever can play them, wherever that is: the schedule of a study on many machines.

A crew is anything that plays chunks of seeds in the background (`cluster.py`: a Dask cluster). The schedule

- keeps as many chunks handed out as the crew has hands, and as many again;
- makes chunks larger until one takes `LONG` seconds, so that handing out costs next to nothing;
- plays a chunk again whose player has died; one at which two players have died is played game by game, and a game that
  kills its player twice is lost;
- hands a chunk out a second time when nothing is left to be handed out and it takes much longer than usual, so that one
  slow machine holds nobody up (Dean and Ghemawat, MapReduce, 2004, section 3.6); whoever is first counts.

Whatever happens, each game is counted once, so the result is the same as on one machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import field
from statistics import median
from typing import Generic, Protocol, TypeVar

from ..diagnostics.record import dataclass
from ..studies.outcomes import Outcomes
from .workers import Chunk

LONG = 2.0
"""How many seconds a chunk should take."""

LARGEST = 200_000
"""How many games a chunk has at most."""

LATE = 3.0
"""A chunk that takes so many times as long as usual is handed out again."""

DEADLY = 2
"""At how many deaths a chunk is played game by game, and a single game is lost."""

Job = TypeVar("Job", bound=Hashable)


class Died(Exception):
    """Raised for a chunk whose player died."""


class Crew(Protocol[Job]):
    """Whoever plays chunks in the background."""

    def hands(self) -> int:
        """How many chunks can be played at once now."""
        ...

    def hand_out(self, seeds: range) -> Job:
        """Begin to play a chunk."""
        ...

    def wait(self, jobs: Sequence[Job], seconds: float) -> Sequence[Job]:
        """Wait until one of these is done, or so long, and return those that are."""
        ...

    def result(self, job: Job) -> Chunk:
        """The games of a job that is done. Raises Died if whoever played them did."""
        ...

    def drop(self, job: Job) -> None:
        """Forget a job whose games somebody else has played."""
        ...

    def now(self) -> float:
        """The time in seconds."""
        ...


@dataclass(slots=True)
class _Out:
    """A chunk that was handed out, and when."""

    seeds: range
    since: float
    again: bool = False


@dataclass(slots=True)
class Schedule(Generic[Job]):
    """Plays all seeds with a crew; chunks arrive as they end. `size` is how many games the first chunks have."""

    crew: Crew[Job]
    left: deque[range]
    size: int
    _out: dict[Job, _Out] = field(default_factory=dict)
    _done: set[range] = field(default_factory=set)
    _deaths: dict[range, int] = field(default_factory=dict)
    _took: deque[float] = field(default_factory=lambda: deque(maxlen=50))
    _single: deque[range] = field(default_factory=deque)
    handed_out: int = 0

    def play(self) -> Iterator[Chunk]:
        """Play all games."""
        while self.left or self._single or self._out:
            self._fill()
            for job in self.crew.wait(tuple(self._out), LONG / 2):
                if job in self._out:
                    yield from self._end(job)
            if not self.left and not self._single:
                self._hurry()

    def _fill(self) -> None:
        """Hand out chunks, as many as are played at once and as many again."""
        while len(self._out) < 2 * max(1, self.crew.hands()):
            if self._single:
                seeds = self._single.popleft()
            elif self.left:
                seeds = self._next()
            else:
                return
            self._hand_out(seeds)

    def _next(self) -> range:
        part = self.left.popleft()
        if len(part) > self.size:
            self.left.appendleft(part[self.size :])
        return part[: self.size]

    def _hand_out(self, seeds: range, *, again: bool = False) -> None:
        self.handed_out += 1
        self._out[self.crew.hand_out(seeds)] = _Out(seeds, self.crew.now(), again)

    def _end(self, job: Job) -> Iterator[Chunk]:
        """Take what a job has brought."""
        out = self._out.pop(job)
        if out.seeds in self._done:
            return
        try:
            chunk = self.crew.result(job)
        except Died:
            yield from self._died(out.seeds)
            return
        self._done.add(out.seeds)
        self._drop_others(out.seeds)
        took = self.crew.now() - out.since
        self._took.append(took)
        if took < LONG and len(out.seeds) >= self.size:
            self.size = min(LARGEST, 2 * self.size)
        yield chunk

    def _died(self, seeds: range) -> Iterator[Chunk]:
        """Play a chunk again; narrow it down to the game that kills."""
        if any(out.seeds == seeds for out in self._out.values()):
            return  # somebody else is still at it
        self._deaths[seeds] = self._deaths.get(seeds, 0) + 1
        if self._deaths[seeds] < DEADLY:
            self._single.append(seeds)
        elif len(seeds) == 1:
            yield Chunk(seeds, Outcomes(lost=[seeds.start]))
        else:
            self._single += (range(seed, seed + 1) for seed in seeds)

    def _hurry(self) -> None:
        """Hand out again what takes too long, if there are hands free for it."""
        free = self.crew.hands() - len(self._out)
        usual = median(self._took) if self._took else LONG
        for out in list(self._out.values()):
            overdue = self.crew.now() - out.since > LATE * max(usual, LONG / 10)
            if free > 0 and overdue and not out.again and self._times(out.seeds) == 1:
                self._hand_out(out.seeds, again=True)
                free -= 1

    def _times(self, seeds: range) -> int:
        return sum(out.seeds == seeds for out in self._out.values())

    def _drop_others(self, seeds: range) -> None:
        for job in [job for job, out in self._out.items() if out.seeds == seeds]:
            del self._out[job]
            self.crew.drop(job)


def scheduled(crew: Crew[Job], seeds: Iterable[range], size: int) -> Schedule[Job]:
    """The schedule for these seeds."""
    return Schedule(crew, deque(part for part in seeds if part), size)
