"""`--shard 3/16`: a part of a study that is spread over several machines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

from ..diagnostics.record import dataclass


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


def _shard(ctx: click.Context, param: click.Parameter, value: str | None) -> Shard | None:
    """The part that a text names."""
    if value is None:
        return None
    found = re.fullmatch("([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", value)
    if found is None or int(found[1]) > int(found[2]):
        raise click.BadParameter(f"a part is written as 3/16, from 1/16 to 16/16, not '{value}'", ctx, param)
    return Shard(int(found[1]), int(found[2]))


def shard_flag(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--shard`."""
    about = "Play only part K of M; `merge` puts the files of all parts together."
    return click.option("--shard", callback=_shard, metavar="K/M", help=about)(command)
