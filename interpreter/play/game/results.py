"""The results of many games as arrays: those of NumPy if it is installed, else those of the standard library."""

from __future__ import annotations

from dataclasses import field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, get_args

from ...diagnostics.record import dataclass
from ...engines.engine import Playouts
from ...engines.program.derived_values import Sides, sides_of
from ...engines.program.layout import STATUSES, Status
from ...engines.program.nodes import Program

Policy = Literal["random"]
"""How moves are chosen in playouts."""

POLICIES: tuple[Policy, ...] = get_args(Policy)


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """How many games went.

    `returns` has a row per game and a column per seat; without NumPy it is a flat array, game after game. `lengths`
    holds the number of decisions of each game, `ends` how each ended, as a number (`statuses` has it in words).
    `winners` are the winning sides of each game; `ended` counts how many games ended in which way. `program` and
    `named`, from which the winners are worked out, are internal.

    >>> results = load_game("mille-bornes").playouts(2, seed=1)
    >>> results.winners  # p2 has won the first game, p1 the second
    (((1,),), ((0,),))
    """

    returns: Any
    lengths: Any
    ends: Any
    program: Program = field(repr=False)
    named: Any = field(repr=False)

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def winners(self) -> tuple[Sides, ...]:
        """The winning sides of each game, as `State.winners` has them: none for a game that no rule has ended."""
        players = self.program.players
        flat = self.returns.reshape(-1).tolist() if hasattr(self.returns, "reshape") else self.returns
        return tuple(
            sides_of(self.program, int(named), flat[game * players : (game + 1) * players])
            if status == "finished"
            else ()
            for game, (named, status) in enumerate(zip(self.named, self.statuses, strict=True))
        )

    @property
    def statuses(self) -> tuple[Status, ...]:
        """How each game ended, in words: `finished`, `limit` or `error`."""
        return tuple(STATUSES[end] for end in self.ends)

    def ended(self) -> dict[str, int]:
        """The number of games for each way to end, such as `{"finished": 998, "limit": 2}`."""
        ends = list(self.ends)
        return {status: ends.count(n) for n, status in enumerate(STATUSES) if n in ends}


def as_arrays(found: Playouts, program: Program) -> Results:
    """Wrap the arrays of an engine for users, without copying them."""
    numpy = numpy_or_none()
    if numpy is None:
        arrays = (found.returns, found.lengths, found.ends, found.winners)
    else:
        returns, lengths, ends, named = (
            numpy.frombuffer(flat, dtype=kind) if flat else numpy.zeros(0, kind)
            for flat, kind in ((found.returns, "f8"), (found.lengths, "i8"), (found.ends, "i1"), (found.winners, "i8"))
        )
        arrays = (returns.reshape(-1, found.players), lengths, ends, named)
    returns, lengths, ends, named = arrays
    return Results(returns=returns, lengths=lengths, ends=ends, program=program, named=named)


@cache
def numpy_or_none() -> Any:
    """NumPy, or None where it is not installed; to look for it takes as long as a hundred games."""
    return import_module("numpy") if find_spec("numpy") else None
