"""Positions that random play reaches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, lru_cache

from cardwright.play.game.decider import CHANCE
from cardwright.play.game.game import Chance, Game, State
from tests.laws.law_games import Case

LONGEST = 100
"""The largest number of decisions to play in a game."""

APART = 12
"""The average number of decisions between two positions that are examined closely."""


def luck_of(case: Case, what: str, seed: int = 0) -> random.Random:
    """A random generator for a law and a case, the same in every run."""
    return random.Random(f"{case} {what} {seed}")


def walk(game: Game, seed: int, luck: random.Random, chance: Chance = "sampled") -> Iterator[State]:
    """The position at each decision: always the same state, played on with random moves."""
    state = game.initial_state(seed=seed, chance=chance)
    yield state
    for _ in range(LONGEST if chance == "sampled" else 2 * LONGEST):
        if state.is_terminal:
            break
        step(state, luck)
        yield state


def step(state: State, luck: random.Random) -> str:
    """Play a random move, or a random outcome of chance, and return its text."""
    if state.current_seat == CHANCE:
        moves, weights = zip(*state.chance_outcomes, strict=True)
        move = luck.choices(moves, weights)[0]
    else:
        move = luck.choice(state.legal_moves)
    state.apply(move)
    return str(move)


@cache
def positions(case: Case) -> tuple[State, ...]:
    """Some positions of a game, including the first and the last. Clone one before playing on."""
    return _positions(case, case.game)


@lru_cache(maxsize=2)
def compiled_positions(case: Case) -> tuple[State, ...]:
    """The same positions, with the compiled engine."""
    return _positions(case, case.compiled)


def _positions(case: Case, game: Game) -> tuple[State, ...]:
    found: list[State] = []
    luck = luck_of(case, "positions")
    for state in walk(game, 1, luck):
        last = state
        if state.decisions == 0 or luck.random() * APART < 1:
            found.append(state.clone())
    return (*found, last.clone())
