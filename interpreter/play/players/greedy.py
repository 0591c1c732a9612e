"""A bot that tries each move out on a determinisation and takes the one that leaves it best off.

It knows nothing of any game. It compares the returns where the game is over, and otherwise the scores, with the points
that everybody would get if the score sheets were filled in now. Of equals it takes the first in the order of the spec:
authors tend to write what helps before what is left to do.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import IllegalMove, Move
from ..game.state import State
from .player import Luck
from .standing import Standing

Worth = tuple[float, float]
"""What a position is worth to a seat: the lead of its return, then the lead of its standing."""


class Greedy:
    """Looks one move ahead."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._luck = seat, Luck(seed, seat)
        self._standing: Standing | None = None

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move after which this seat stands best, on one determinisation."""
        if len(moves) == 1:
            return moves[0]
        if self._standing is None:
            self._standing = Standing(state.game)
        sample = state.resample(seat=self._seat, seed=self._luck.seed())
        worths = [self._worth(sample, move, self._standing) for move in moves]
        best = max(worths)
        return moves[worths.index(best)]

    def _worth(self, sample: State, move: Move, standing: Standing) -> Worth:
        after = sample.clone()
        try:
            after.apply(move.text)
        except IllegalMove:  # a move about hidden cards may not exist in the sample
            return (float("-inf"), 0)
        returns = _lead(after.returns, self._seat) if after.is_terminal else 0
        return (returns, _lead(standing.of(after), self._seat))


def _lead(numbers: Sequence[float], seat: int) -> float:
    """How far a number is above the largest of those that differ from it; 0 where none does."""
    others = [n for n in numbers if n != numbers[seat]]
    return numbers[seat] - max(others) if others else 0
