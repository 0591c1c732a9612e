"""A study on many machines: `--cluster ADDRESS` with its schedule, `--shard 3/16`.

Each worker needs the same version of this package, and the files of the game at the same paths. What it says its rules
are is compared before its games count.
"""

from __future__ import annotations

import logging
import re
import time
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from statistics import median
from typing import Any, Generic, Protocol, TypeVar

import click

from ...diagnostics.record import dataclass
from ...diagnostics.text import install_hint
from ...studies.outcomes import Outcomes
from ..failure import CommandError
from .worker_pool import Chunk, Task, cached_game, drop_cached_game, play_chunk

CONNECT_SECONDS = 20
"""How many seconds a cluster may take to answer, and to have its first worker."""


cluster_flag = click.option(
    "--cluster", metavar="ADDRESS", help="Let the workers of a Dask cluster play, such as tcp://10.0.0.1:8786."
)
"""Adds `--cluster`."""


def play_on_cluster(task: Task, seeds: Iterable[range], address: str) -> Iterator[Chunk]:
    """Play a game for each seed; chunks arrive as they end, in no certain order. Raises CommandError (E041)."""
    drop_cached_game(task)
    own = cached_game(task).fingerprint
    with _client(address) as client:
        workers = _DaskPool(client, task, own)
        try:
            yield from scheduled(workers, seeds, task.size(2)).play()
        except OSError as error:
            if client.status == "running":
                raise
            helps = ("games that --out has kept are not lost: begin the scheduler again, then add --resume",)
            raise CommandError("E041", f"the scheduler at '{address}' is gone: {error}", address, *helps) from None


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A connection to the scheduler, which has a worker."""
    if find_spec("distributed") is None:
        more = "each worker needs it, too"
        raise CommandError("E041", "--cluster needs the package distributed", address, install_hint("cluster"), more)
    distributed = import_module("distributed")
    logging.getLogger("distributed").setLevel(
        logging.CRITICAL
    )  # what goes wrong is reported here, without its tracebacks
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        helps = ("`dask scheduler` begins one, and `dask worker ADDRESS` gives it workers",)
        raise CommandError("E041", f"no scheduler answers at '{address}': {error}", address, *helps) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except Exception:  # its class differs between versions
            help = f"`dask worker {address}` starts one"
            raise CommandError("E041", f"the cluster at '{address}' has no worker", address, help) from None
        yield client


class _DaskPool:
    """The workers of a cluster; jobs are keys of futures."""

    def __init__(self, client: Any, task: Task, fingerprint: str) -> None:
        self._client, self._fingerprint = client, fingerprint
        self._play = partial(play_on_worker, task, fingerprint)
        self._futures: dict[str, Any] = {}

    def hands(self) -> int:
        """How many threads all workers have now."""
        return sum(self._client.nthreads().values())

    def hand_out(self, seeds: range) -> str:
        """Submit a chunk. A worker that dies gives it back once."""
        future = self._client.submit(self._play, seeds, pure=False, retries=0)
        self._futures[future.key] = future
        return str(future.key)

    def wait(self, jobs: Sequence[str], seconds: float) -> Sequence[str]:
        """Those that are done."""
        end = time.monotonic() + seconds
        while True:
            done = [job for job in jobs if self._futures[job].done()]
            if done or time.monotonic() > end:
                return done
            time.sleep(0.01)

    def result(self, job: str) -> Chunk:
        """The games. Raises WorkerDied where workers died, CommandError where they play by other rules."""
        future = self._futures.pop(job)
        try:
            fingerprint, chunk = future.result()
        except Exception as error:
            if type(error).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError"):
                raise WorkerDied from None
            raise
        if fingerprint != self._fingerprint:
            helps = ("each worker needs the same version of cardwright, and the same files of the game",)
            raise CommandError("E041", "a worker of the cluster plays by other rules", "--cluster", *helps)
        assert isinstance(chunk, Chunk)
        return chunk

    def drop(self, job: str) -> None:
        """Cancel a chunk."""
        self._client.cancel([self._futures.pop(job)])

    def now(self) -> float:
        """The time of this machine."""
        return time.monotonic()


def play_on_worker(task: Task, fingerprint: str, seeds: range) -> tuple[str, Chunk]:
    """What a worker does: it plays by these rules, if those are in its files by now."""
    if cached_game(task).fingerprint != fingerprint:
        drop_cached_game(task)
    return cached_game(task).fingerprint, play_chunk(task, seeds)


# The schedule of a study on many machines ------------------------------------------------------
#
# A pool of workers is anything that plays chunks of seeds in the background, such as a Dask cluster. The schedule
#
# - keeps as many chunks handed out as the workers can play at once, and as many again;
# - makes chunks larger until one takes `CHUNK_SECONDS`, so that handing out costs next to nothing;
# - plays a chunk again whose worker has died; one at which two workers have died is played game by game, and a game
#   that kills its worker twice is lost;
# - hands a chunk out a second time when nothing is left to be handed out and it takes much longer than usual, so that
#   one slow machine holds nobody up (Dean and Ghemawat, MapReduce, 2004, section 3.6); whoever is first counts.
#
# Whatever happens, each game is counted once, so the result is the same as on one machine.

CHUNK_SECONDS = 2.0
"""How many seconds a chunk should take."""

LARGEST = 200_000
"""How many games a chunk has at most."""

LATE_FACTOR = 3.0
"""A chunk that takes so many times as long as usual is handed out again."""

MOST_WORKER_DEATHS = 2
"""At how many deaths a chunk is played game by game, and a single game is lost."""

Job = TypeVar("Job", bound=Hashable)


class WorkerDied(Exception):
    """Raised for a chunk whose worker died."""


class WorkerPool(Protocol[Job]):
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
        """The games of a job that is done. Raises WorkerDied if whoever played them did."""
        ...

    def drop(self, job: Job) -> None:
        """Forget a job whose games somebody else has played."""
        ...

    def now(self) -> float:
        """The time in seconds."""
        ...


@dataclass(slots=True)
class _PendingChunk:
    """A chunk that was handed out, and when."""

    seeds: range
    since: float
    again: bool = False


@dataclass(slots=True)
class Schedule(Generic[Job]):
    """Plays all seeds with some workers; chunks arrive as they end. `size` is how many games the first chunks have."""

    workers: WorkerPool[Job]
    left: deque[range]
    size: int
    _out: dict[Job, _PendingChunk] = field(default_factory=dict)
    _done: set[range] = field(default_factory=set)
    _deaths: dict[range, int] = field(default_factory=dict)
    _took: deque[float] = field(default_factory=lambda: deque(maxlen=50))
    _single: deque[range] = field(default_factory=deque)
    handed_out: int = 0

    def play(self) -> Iterator[Chunk]:
        """Play all games."""
        while self.left or self._single or self._out:
            self._fill()
            for job in self.workers.wait(tuple(self._out), CHUNK_SECONDS / 2):
                if job in self._out:
                    yield from self._end(job)
            if not self.left and not self._single:
                self._hurry()

    def _fill(self) -> None:
        """Hand out chunks, as many as are played at once and as many again."""
        while (self._single or self.left) and len(self._out) < 2 * max(1, self.workers.hands()):
            if self._single:
                self._hand_out(self._single.popleft())
                continue
            part = self.left.popleft()
            if len(part) > self.size:
                self.left.appendleft(part[self.size :])
            self._hand_out(part[: self.size])

    def _hand_out(self, seeds: range, *, again: bool = False) -> None:
        self.handed_out += 1
        self._out[self.workers.hand_out(seeds)] = _PendingChunk(seeds, self.workers.now(), again)

    def _end(self, job: Job) -> Iterator[Chunk]:
        """Take what a job has brought."""
        out = self._out.pop(job)
        if out.seeds in self._done:
            return
        try:
            chunk = self.workers.result(job)
        except WorkerDied:
            yield from self._died(out.seeds)
            return
        self._done.add(out.seeds)
        for other in [other for other, pending in self._out.items() if pending.seeds == out.seeds]:
            del self._out[other]
            self.workers.drop(other)
        took = self.workers.now() - out.since
        self._took.append(took)
        if took < CHUNK_SECONDS and len(out.seeds) >= self.size:
            self.size = min(LARGEST, 2 * self.size)
        yield chunk

    def _died(self, seeds: range) -> Iterator[Chunk]:
        """Play a chunk again; narrow it down to the game that kills."""
        if any(out.seeds == seeds for out in self._out.values()):
            return  # somebody else is still at it
        self._deaths[seeds] = self._deaths.get(seeds, 0) + 1
        if self._deaths[seeds] < MOST_WORKER_DEATHS:
            self._single.append(seeds)
        elif len(seeds) == 1:
            yield Chunk(seeds, Outcomes(lost=[seeds.start]))
        else:
            self._single += (range(seed, seed + 1) for seed in seeds)

    def _hurry(self) -> None:
        """Hand out again what takes too long, if there are hands free for it."""
        free = self.workers.hands() - len(self._out)
        usual = median(self._took) if self._took else CHUNK_SECONDS
        for out in list(self._out.values()):
            overdue = self.workers.now() - out.since > LATE_FACTOR * max(usual, CHUNK_SECONDS / 10)
            once = sum(other.seeds == out.seeds for other in self._out.values()) == 1
            if free > 0 and overdue and not out.again and once:
                self._hand_out(out.seeds, again=True)
                free -= 1


def scheduled(workers: WorkerPool[Job], seeds: Iterable[range], size: int) -> Schedule[Job]:
    """The schedule for these seeds."""
    return Schedule(workers, deque(part for part in seeds if part), size)


# `--shard 3/16`: a part of a study that is spread over several machines --------------------------


@dataclass(frozen=True, slots=True)
class Shard:
    """The part with this number, from 1, of so many parts."""

    number: int
    parts: int

    def of(self, seeds: range) -> range:
        """The seeds of this part; the parts follow one another, and together they are all seeds.

        >>> [Shard(number, 3).of(range(10)) for number in (1, 2, 3)]
        [range(0, 3), range(3, 6), range(6, 10)]
        """
        ends = [len(seeds) * number // self.parts for number in (self.number - 1, self.number)]
        return seeds[ends[0] : ends[1]]


def _read_shard(ctx: click.Context, param: click.Parameter, value: str | None) -> Shard | None:
    """The part that a text names."""
    if value is None:
        return None
    found = re.fullmatch("([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", value)
    if found is None or int(found[1]) > int(found[2]):
        raise click.BadParameter(f"a part is written as 3/16, from 1/16 to 16/16, not '{value}'", ctx, param)
    return Shard(int(found[1]), int(found[2]))


shard_flag = click.option(
    "--shard",
    callback=_read_shard,
    metavar="K/M",
    help="Play only part K of M; `merge` puts the files of all parts together.",
)
"""Adds `--shard`."""
