"""Games for the tests of this folder, and a way to play them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cardwright import Game, State, load_game

SPECS = Path(__file__).parent / "specs"

GAMES: tuple[tuple[str, int, tuple[tuple[str, Any], ...]], ...] = (
    ("envelopes", 2, ()),
    ("envelopes", 4, (("hand_size", 4),)),
    ("mille-bornes", 2, (("match_to", 0), ("coup_fourre", "ask"))),
    ("mille-bornes", 6, (("match_to", 0),)),
)
"""Name, number of players, options."""


@cache
def game(name: str, players: int, options: tuple[tuple[str, Any], ...] = ()) -> Game:
    """A game of the package or of the folder `specs`."""
    own = SPECS / name
    return load_game(str(own) if own.is_dir() else name, players=players, options=dict(options))


def positions(state: State, seed: int = 0) -> Iterator[State]:
    """Play random moves to the end: every position on the way, including the last. It is always the same object."""
    luck = random.Random(seed)
    while not state.is_terminal:
        yield state
        state.apply(luck.choice(state.legal_moves))
    yield state
