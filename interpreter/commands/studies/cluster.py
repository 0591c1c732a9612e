"""A study on many machines: `--cluster ADDRESS`, `--shard 3/16`.

Each worker needs the same version of this package, and the files of the game at the same paths.
"""

from __future__ import annotations

import logging
import re
from concurrent.futures import Executor
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import click

from ...diagnostics.record import dataclass
from ...diagnostics.text import install_hint
from ..failure import CommandError
from ..workers import Workers

CONNECT_SECONDS = 20
"""How many seconds a cluster may take to answer, and to have its first worker."""


cluster_flag = click.option(
    "--cluster", metavar="ADDRESS", help="Let the workers of a Dask cluster play, such as tcp://10.0.0.1:8786."
)
"""Adds `--cluster`."""


class Cluster(Workers):
    """The workers of a Dask cluster, whose scheduler has this address."""

    name, flag, spread = "cluster", "--cluster", True

    def __init__(self, address: str) -> None:
        super().__init__(0, apart=True)
        self._address: str = address
        self._client: Any = None

    def begin(self, most: int) -> Executor:
        """An executor of a new connection. Raises CommandError (E041) without a scheduler that has a worker."""
        self._client = _connected(self._address)
        made: Executor = self._client.get_executor(
            pure=False, retries=0
        )  # a worker that dies gives its chunk back once
        return made

    def hands(self) -> int:
        """How many threads all workers have now. Raises CommandError (E041) when the scheduler is gone."""
        try:
            return 0 if self._client is None else sum(self._client.nthreads().values())
        except OSError as error:
            if self._client.status == "running":
                raise
            helps = ("games that --out has kept are not lost: begin the scheduler again, then add --resume",)
            why = f"the scheduler at '{self._address}' is gone: {error}"
            raise CommandError("E041", why, self._address, *helps) from None

    def end(self, executor: Executor, *, abandoned: bool) -> None:
        """Close the connection."""
        self._client.close()


def _connected(address: str) -> Any:
    """A connection to the scheduler, which has a worker."""
    if find_spec("distributed") is None:
        more = "each worker needs it, too"
        raise CommandError("E041", "--cluster needs the package distributed", address, install_hint("cluster"), more)
    distributed = import_module("distributed")
    # What goes wrong is reported here, without its tracebacks
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        helps = ("`dask scheduler` begins one, and `dask worker ADDRESS` gives it workers",)
        raise CommandError("E041", f"no scheduler answers at '{address}': {error}", address, *helps) from None
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except Exception:  # its class differs between versions
        client.close()
        help = f"`dask worker {address}` starts one"
        raise CommandError("E041", f"the cluster at '{address}' has no worker", address, help) from None
    return client


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
