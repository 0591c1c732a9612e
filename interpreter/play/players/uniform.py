"""A player who picks any legal move, each as likely."""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import Move
from ..game.state import State


class Uniform:
    """Picks by the game's own random numbers, so that a game of such players is the one that `Game.playouts` plays."""

    def __init__(self, seat: int, seed: int) -> None:
        pass

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Any of the moves."""
        return state.random_move()
