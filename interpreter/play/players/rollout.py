"""A bot that tries each move out on many determinisations, plays them all to the end at random, and takes the move that
wins most.

It knows nothing of any game. The effort is fixed rather than timed, so the choice depends on nothing but the seed and
what the seat knows, and is the same with every engine.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import IllegalMove, Move
from ..game.state import State
from .player import Luck

GAMES = 512
"""About how many games are played to the end for a decision."""

FEWEST, MOST = 8, 16
"""How many determinisations the moves are tried on, at least and at most."""

PLAYOUTS = 8
"""How many games are played on from each move in each determinisation, which costs more than they do."""


class Rollout:
    """Counts how random games end after each move."""

    def __init__(self, seat: int, seed: int) -> None:
        self._seat, self._luck = seat, Luck(seed, seat)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move after which this seat gets most on average; chance picks among equals."""
        if len(moves) == 1:
            return moves[0]
        worths = [0.0] * len(moves)
        for _ in range(determinisations(len(moves))):
            seed = self._luck.seed()
            sample = state.resample(seat=self._seat, seed=seed)
            for number, move in enumerate(moves):
                worths[number] += self._worth(sample, move, seed)
        best = max(worths)
        return self._luck.one_of([move for move, worth in zip(moves, worths, strict=True) if worth == best])

    def _worth(self, sample: State, move: Move, seed: int) -> float:
        """The sum of what this seat gets in the games that go on with this move."""
        after = sample.clone()
        try:
            after.apply(move.text)
        except IllegalMove:  # a move about hidden cards may not exist in the sample
            return 0
        if after.is_terminal:
            return after.returns[self._seat] * PLAYOUTS
        played = after.game.executor.playouts(list(after.machine.state), PLAYOUTS, seed)
        return sum(played.returns[self._seat :: played.players])


def determinisations(moves: int) -> int:
    """How many determinisations are sampled for a decision among this many moves.

    >>> determinisations(2), determinisations(8), determinisations(100)
    (16, 8, 8)
    """
    return min(max(GAMES // (moves * PLAYOUTS), FEWEST), MOST)
