"""A whole game, played by players from its first decision to its last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...diagnostics.diagnostic import Diagnostic
from ...engines.program.layout import STATUSES, Status
from ..game.game import Game
from .player import Player
from .uniform import Uniform


@dataclass(frozen=True, slots=True)
class Played:
    """How a game ended. `seed` plays the same game again; `returns` are by seat; `error` is set if the rules failed."""

    seed: int
    status: Status
    returns: tuple[float, ...]
    decisions: int
    error: Diagnostic | None = None


def play_at_random(game: Game, seeds: range) -> list[Played]:
    """A game for each seed, played by `Uniform` players: the games that `play_out` plays, in one call of the engine."""
    found = game.at_random(len(seeds), seeds.start)
    returns = [tuple(found.returns[i : i + game.players]) for i in range(0, len(found.returns), game.players)]
    played = []
    for number, seed in enumerate(seeds):
        one = Played(seed, STATUSES[found.ends[number]], returns[number], found.lengths[number])
        played.append(
            play_out(game, [Uniform(seat, seed) for seat in range(game.players)], seed=seed)
            if one.status == "error"
            else one
        )
    return played


def play_out(game: Game, players: Sequence[Player], *, seed: int) -> Played:
    """Play one game to its end.

    A game always ends: by its rules, or at its limit of decisions.
    """
    state = game.initial_state(seed=seed, record=False)
    while not state.is_terminal:
        move = players[state.current_seat].choose(state, state.legal_moves)
        state.apply(move)
    return Played(seed, state.status, state.returns, state.decisions, state.error)
