"""The results of many games as arrays: those of NumPy if it is installed, else those of the standard library."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, get_args

from ...engines.program.layout import STATUSES
from ...engines.reference.playouts import Playouts

Policy = Literal["random"]
"""How moves are chosen in playouts."""

POLICIES: tuple[Policy, ...] = get_args(Policy)


@dataclass(frozen=True, slots=True)
class Results:
    """How many games went.

    `returns` has a row per game and a column per seat; without NumPy it is a flat array, game after game. `lengths`
    holds the number of decisions of each game. `ends` holds how each game ended, as an index into `STATUSES`; `ended`
    counts them by name.
    """

    returns: Any
    lengths: Any
    ends: Any

    def __len__(self) -> int:
        return len(self.lengths)

    def ended(self) -> dict[str, int]:
        """The number of games for each way to end, such as `{"finished": 998, "limit": 2}`."""
        ends = list(self.ends)
        return {status: ends.count(n) for n, status in enumerate(STATUSES) if n in ends}


def as_arrays(found: Playouts) -> Results:
    """Wrap the arrays of an engine for users, without copying them."""
    if find_spec("numpy") is None:
        return Results(found.returns, found.lengths, found.ends)
    numpy = import_module("numpy")
    returns = numpy.frombuffer(found.returns, dtype="f8") if found.returns else numpy.zeros(0)
    lengths = numpy.frombuffer(found.lengths, dtype="i8") if found.lengths else numpy.zeros(0, "i8")
    ends = numpy.frombuffer(found.ends, dtype="i1") if found.ends else numpy.zeros(0, "i1")
    return Results(returns.reshape(-1, found.players), lengths, ends)
