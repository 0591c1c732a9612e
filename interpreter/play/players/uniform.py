"""A bot that picks any legal move, each as likely."""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import Move
from ..game.state import State


class Uniform:
    """Picks by the game's own random numbers, so that a game of such players is the one that `Game.playouts` plays."""

    def __init__(self, seat: int, seed: int) -> None:
        """Take the arguments of every bot, and use neither."""

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Any of the moves."""
        return state.random_move()

    def lots(self, moves: Sequence[Move]) -> Sequence[Move]:
        """All of them."""
        return moves
