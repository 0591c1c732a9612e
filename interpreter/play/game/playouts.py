"""What came of many games, as arrays: those of NumPy where it is installed, otherwise of the standard library."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...engines.program.layout import STATUSES
from ...engines.reference.playouts import Playouts

POLICIES = ("random",)
"""How moves may be chosen in playouts."""


@dataclass(frozen=True, slots=True)
class Results:
    """How games went.

    `returns` has a row a game and a column a seat (without NumPy: one row after the other), `lengths` the number of
    decisions of each game, `ends` how it ended, by its place in `STATUSES`.
    """

    returns: Any
    lengths: Any
    ends: Any

    def __len__(self) -> int:
        return len(self.lengths)

    def ended(self) -> dict[str, int]:
        """How many games ended in which way."""
        ends = list(self.ends)
        return {status: ends.count(n) for n, status in enumerate(STATUSES) if n in ends}


def as_arrays(found: Playouts) -> Results:
    """The results for the user."""
    if find_spec("numpy") is None:
        return Results(found.returns, found.lengths, found.ends)
    numpy = import_module("numpy")
    returns = numpy.frombuffer(found.returns, dtype="f8") if found.returns else numpy.zeros(0)
    lengths = numpy.frombuffer(found.lengths, dtype="i8") if found.lengths else numpy.zeros(0, "i8")
    ends = numpy.frombuffer(found.ends, dtype="i1") if found.ends else numpy.zeros(0, "i1")
    return Results(returns.reshape(-1, found.players), lengths, ends)
