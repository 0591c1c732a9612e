"""A player who picks any legal move, each as likely."""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import Move
from ..game.state import State
from .player import Luck


class Uniform:
    """Picks by chance alone."""

    def __init__(self, seat: int, seed: int) -> None:
        self._luck = Luck(seed, seat)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Any of the moves."""
        return self._luck.one_of(moves)
