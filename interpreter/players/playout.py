"""A whole game, played by players from its first decision to its last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..game.game import Game
from ..game.move import Move
from ..game.state import State
from .player import Player

Watch = Callable[[State, Move], None]
"""Is told each move just before it is played, with the position it is played in."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went. `seed` plays the same game again; `returns` are by seat."""

    seed: int
    status: str
    returns: tuple[float, ...]
    decisions: int


def play_out(game: Game, players: Sequence[Player], *, seed: int, watch: Watch | None = None) -> tuple[State, Played]:
    """Play one game to its end; the last position, and how it went.

    A game always ends: by its rules, or at its limit of decisions.
    """
    state = game.initial_state(seed=seed)
    decisions = 0
    while not state.is_terminal:
        move = players[state.current_seat].choose(state, state.legal_moves)
        if watch:
            watch(state, move)
        state.apply(move)
        decisions += 1
    return state, Played(seed, state.status, tuple(state.returns), decisions)
