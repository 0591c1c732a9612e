"""A player who tries each move out in many guesses of what is hidden, plays them all to the end at random, and takes
what wins most.

Knows nothing of any game. How much is tried is fixed, so the choice depends on nothing but the seed and what the
seat knows, and is the same with every engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import IllegalMove, Move
from ..game.state import State
from .player import Luck

GAMES = 512
"""About so many games are played to the end for a decision."""

GUESSES = range(8, 33)
"""In so many positions, at least and at most, are the moves tried."""

PLAYOUTS = 4
"""So many games are played on from each move in each guess."""


class Rollout:
    """Counts how random games go after each move."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._luck = seat, Luck(seed, seat)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move after which this seat gets most on average; chance picks among equals."""
        if len(moves) == 1:
            return moves[0]
        worths = [0.0] * len(moves)
        for _ in range(guesses(len(moves))):
            seed = self._luck.seed()
            guess = state.resample(seat=self._seat, seed=seed)
            for number, move in enumerate(moves):
                worths[number] += self._worth(guess, move, seed)
        best = max(worths)
        return self._luck.one_of([move for move, worth in zip(moves, worths, strict=True) if worth == best])

    def _worth(self, guess: State, move: Move, seed: int) -> float:
        """What this seat gets in the games that go on with this move."""
        after = guess.clone()
        try:
            after.apply(move.text)
        except IllegalMove:  # the guess may differ in what the move is about
            return 0
        if after.is_terminal:
            return after.returns[self._seat] * PLAYOUTS
        played = after.game.executor.playouts(list(after.machine.state), PLAYOUTS, seed)
        return sum(played.returns[self._seat :: played.players])


def guesses(moves: int) -> int:
    """How many positions are guessed where there are so many moves.

    >>> guesses(2), guesses(8), guesses(100)
    (32, 16, 8)
    """
    return min(max(GAMES // (moves * PLAYOUTS), GUESSES[0]), GUESSES[-1])
