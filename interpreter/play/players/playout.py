"""A whole game, played by players from its first decision to its last."""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.record import dataclass
from ...engines.program.derived_values import Sides, has_result, sides_of
from ...engines.program.layout import STATUSES, Status
from ..game.game import Game, State
from .player import Player, Uniform


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How a game ended. `seed` plays the same game again; `returns` are by seat; `error` is set if the rules failed.

    `winners` are the winning sides; None if the game did not end by its rules, or the rules do not say who wins.
    """

    seed: int
    status: Status
    returns: tuple[float, ...]
    decisions: int
    winners: Sides | None = None
    error: Diagnostic | None = None


def play_at_random(game: Game, seeds: range) -> list[Played]:
    """A game for each seed, played by `Uniform` players: the games that `play_out` plays, in one call of the engine."""
    found = game.at_random(len(seeds), seeds.start)
    returns = [tuple(found.returns[i : i + game.players]) for i in range(0, len(found.returns), game.players)]
    played = []
    for number, seed in enumerate(seeds):
        status = STATUSES[found.ends[number]]
        if status == "error":
            played.append(play_out(game, [Uniform(seat, seed) for seat in range(game.players)], seed=seed))
            continue
        told = status == "finished" and has_result(game.program)
        one = Played(
            seed=seed,
            status=status,
            returns=returns[number],
            decisions=found.lengths[number],
            winners=sides_of(game.program, found.winners[number], returns[number]) if told else None,
        )
        played.append(one)
    return played


def play_out(game: Game, players: Sequence[Player], *, seed: int) -> Played:
    """Play one game to its end.

    A game always ends: by its rules, or at its limit of decisions.
    """
    state = game.initial_state(seed=seed, record=False)
    while not state.is_terminal:
        state.apply(players[state.current_seat].choose(state, state.legal_moves))
    return outcome_of(state, seed)


def outcome_of(state: State, seed: int) -> Played:
    """How a game has come out that is over; `seed` is the one it was dealt by."""
    told = state.status == "finished" and has_result(state.game.program)
    return Played(
        seed=seed,
        status=state.status,
        returns=state.returns,
        decisions=state.decisions,
        winners=state.winners if told else None,
        error=state.error,
    )
