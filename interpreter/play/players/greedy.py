"""A player who tries each move out on a guess of the hidden cards, and takes what leaves him best off.

Knows nothing of any game: what is compared are the returns at the end of the game, and before it the scores with the
points that everybody would be given now. Where all is equal, chance picks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import IllegalMove, Move
from ..game.state import State
from .player import Luck
from .standing import Standing

Worth = tuple[float, float]
"""What a position is worth to a seat: how far its return is ahead, then its standing."""


class Greedy:
    """Looks one move ahead."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._luck = seat, Luck(seed, seat)
        self._standing: Standing | None = None

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move after which this seat stands best, on one guess at what it does not see."""
        if len(moves) == 1:
            return moves[0]
        if self._standing is None:
            self._standing = Standing(state.game)
        guess = state.resample(seat=self._seat, seed=self._luck.seed())
        worths = [self._worth(guess, move, self._standing) for move in moves]
        best = max(worths)
        return self._luck.one_of([move for move, worth in zip(moves, worths, strict=True) if worth == best])

    def _worth(self, guess: State, move: Move, standing: Standing) -> Worth:
        after = guess.clone()
        try:
            after.apply(move.text)
        except IllegalMove:  # the guess may differ in what the move is about
            return (float("-inf"), 0)
        returns = _lead(after.returns, self._seat) if after.is_terminal else 0
        return (returns, _lead(standing.of(after), self._seat))


def _lead(numbers: Sequence[float], seat: int) -> float:
    """How far a number is above the largest of those that differ from it; 0 where none does."""
    others = [n for n in numbers if n != numbers[seat]]
    return numbers[seat] - max(others) if others else 0
