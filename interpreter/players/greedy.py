"""A player who tries each move out on a guess of the hidden cards, and takes what leaves him best off.

Knows nothing of any game: what is compared are the scores (or, at the end of the game, the
returns) after the move. Where all is equal, chance picks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import IllegalMove, Move
from ..game.state import State
from .player import Luck

Worth = tuple[float, float]
"""What a position is worth to a seat: how the game ended for it, then how far its score is ahead."""


class Greedy:
    """Looks one move ahead."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._luck = seat, Luck(seed, seat)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move after which this seat stands best, on one guess at what it does not see."""
        if len(moves) == 1:
            return moves[0]
        guess = state.resample(seat=self._seat, seed=self._luck.seed())
        worths = [self._worth(guess, move) for move in moves]
        best = max(worths)
        return self._luck.one_of([move for move, worth in zip(moves, worths, strict=True) if worth == best])

    def _worth(self, guess: State, move: Move) -> Worth:
        after = guess.clone()
        try:
            after.apply(str(move))
        except IllegalMove:  # the guess may differ in what the move is about
            return (float("-inf"), 0)
        mine = self._seat
        if after.is_terminal:
            return (_lead(after.returns, mine), _lead(after.scores, mine))
        return (0, _lead(after.scores, mine))


def _lead(numbers: Sequence[float], seat: int) -> float:
    """How far a number is above the largest of the others that are not equal to it; 0 where there are none."""
    others = [n for n in numbers if n != numbers[seat]]
    return numbers[seat] - max(others) if others else 0
