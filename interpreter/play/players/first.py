"""A bot that always takes the first legal move: not clever, but the same every time."""

from __future__ import annotations

from collections.abc import Sequence

from ..game.move import Move
from ..game.state import State


class First:
    """Takes the first of the legal moves, in the order of the spec."""

    def __init__(self, seat: int, seed: int) -> None:
        """Take the arguments of every bot, and use neither."""

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The first move."""
        return moves[0]
