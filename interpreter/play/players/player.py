"""What a player is to the engine: something that picks one of the legal moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from ..game.chance import reseeded_copy
from ..game.game import State
from ..game.move import Move

T = TypeVar("T")


class Player(Protocol):
    """A bot or a person at one seat.

    The law of a player: `state` is the whole position, but a player may use only what their seat sees of it: the legal
    moves, `state.view(seat)`, and positions made by `state.resample(seat, …)`.
    """

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move to play: one of `moves`, which are never empty."""
        ...


@runtime_checkable
class LotteryPlayer(Player, Protocol):
    """A player who draws lots among moves, and tells which: that is luck, too, and studies can take it out."""

    def lots(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Of these legal moves those that may be drawn, each as likely; none if the player does not draw lots."""
        ...


Maker = Callable[[int, int], Player]
"""Makes a player for a seat (from 0), with a seed for whatever the player leaves to chance."""


class PlayerRandom:
    """Random numbers for a player's own use: for a seed and a seat the same on every platform and Python version."""

    def __init__(self, seed: int, seat: int) -> None:
        self._source = random.Random(f"player {seat} of {seed}")

    def number(self, size: int) -> int:
        """A number from 0 to `size` - 1, each as likely."""
        return int(self._source.random() * size)

    def one_of(self, values: Sequence[T]) -> T:
        """One of the values, each as likely."""
        return values[self.number(len(values))]

    def seed(self) -> int:
        """A seed for other random numbers."""
        return self.number(2**31)


class SeededPlayer:
    """A player whose luck is their own: they draw from other random numbers at each decision, never from the game's.

    So nothing follows from their moves about what chance will bring. `luck` is also the seed of the player.
    """

    def __init__(self, make: Maker, seat: int, luck: int) -> None:
        self._player, self._luck = make(seat, luck), luck

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The move that the player chooses on a copy of the position."""
        twin = reseeded_copy(state, PlayerRandom(self._luck, state.decisions).seed())
        return self._player.choose(twin, moves)


# A bot that picks any legal move, each as likely.


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


class WeightedActions:
    """Picks an action by its weight, 1 if nothing is said, then any of its moves; any move where all weights are 0."""

    def __init__(self, seat: int, seed: int, weights: Mapping[str, int]) -> None:
        self._random, self._weights = PlayerRandom(seed, seat), weights

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """Any move of an action that is drawn by lot."""
        found: dict[str, list[Move]] = {}
        for move in moves:
            found.setdefault(move.action or ", ".join(move.parameters), []).append(move)
        drawn = [action for action in found for _ in range(self._weights.get(action, 1))]
        return self._random.one_of(found[self._random.one_of(drawn)] if drawn else moves)


# A bot that always takes the first legal move: not clever, but the same every time.


class FirstMove:
    """Takes the first of the legal moves, in the order of the spec."""

    def __init__(self, seat: int, seed: int) -> None:
        """Take the arguments of every bot, and use neither."""

    def choose(self, state: State, moves: Sequence[Move]) -> Move:
        """The first move."""
        return moves[0]
