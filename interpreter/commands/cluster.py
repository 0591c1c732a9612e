"""`--cluster ADDRESS`: the games of a study, played by the workers of a Dask cluster.

Each worker needs the same version of this package, and the files of the game at the same paths. What it says its rules
are is compared before its games count.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from ..diagnostics.installing import installs
from .crew import Died, scheduled
from .failure import CommandError
from .workers import Chunk, Task, forget, open_once, play_chunk

PATIENCE = 20
"""How many seconds a cluster may take to answer, and to have its first worker."""


def cluster_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--cluster`."""
    about = "Let the workers of a Dask cluster play, such as tcp://10.0.0.1:8786."
    return click.option("--cluster", metavar="ADDRESS", help=about)(command)


def play_on_cluster(task: Task, seeds: Iterable[range], address: str) -> Iterator[Chunk]:
    """Play a game for each seed; chunks arrive as they end, in no certain order. Raises CommandError (E041)."""
    forget(task)
    own = open_once(task).fingerprint
    with _client(address) as client:
        crew = _Dask(client, task, own)
        try:
            yield from scheduled(crew, seeds, task.size(2)).play()
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
        raise CommandError("E041", "--cluster needs the package distributed", address, installs("cluster"), more)
    distributed = import_module("distributed")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told here, without its tracebacks
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        helps = ("`dask scheduler` begins one, and `dask worker ADDRESS` gives it workers",)
        raise CommandError("E041", f"no scheduler answers at '{address}': {error}", address, *helps) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except Exception:  # its class differs between versions
            help = f"`dask worker {address}` starts one"
            raise CommandError("E041", f"the cluster at '{address}' has no worker", address, help) from None
        yield client


class _Dask:
    """The workers of a cluster; jobs are keys of futures."""

    def __init__(self, client: Any, task: Task, fingerprint: str) -> None:
        self._client, self._fingerprint = client, fingerprint
        self._play = partial(played, task, fingerprint)
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
        """The games; Died where workers died, CommandError where they play by other rules."""
        future = self._futures.pop(job)
        try:
            fingerprint, chunk = future.result()
        except Exception as error:
            if type(error).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError"):
                raise Died from None
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


def played(task: Task, fingerprint: str, seeds: range) -> tuple[str, Chunk]:
    """What a worker does: it plays by these rules, if those are in its files by now."""
    if open_once(task).fingerprint != fingerprint:
        forget(task)
    return open_once(task).fingerprint, play_chunk(task, seeds)
