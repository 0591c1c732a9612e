"""Bots that play the same deal again, and choose otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.game.move import Move
from ..play.game.state import State
from ..play.players.player import Luck, Player
from ..play.players.registry import RANDOM, maker


class OwnLuck:
    """Picks at random like `random`, but by numbers of its own, so that the deal and what chance does stay the same."""

    def __init__(self, seat: int, seed: int) -> None:
        self._luck = Luck(seed, seat)

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Any of the moves."""
        return self._luck.one_of(moves)


def players_again(kinds: Sequence[str], seed: int, again: int) -> tuple[Player, ...]:
    """The bots of these kinds, by seat, for the game of a deal that is played for the `again`-th time."""
    own = (seed * 1_000_003 + again + 1) % 2**62
    return tuple(OwnLuck(seat, own) if kind == RANDOM else maker(kind)(seat, own) for seat, kind in enumerate(kinds))
