"""A game that was stopped goes on: played again from its seed, or along its record where the rules have changed."""

from __future__ import annotations

import secrets

from ..game.game import Game
from .following import followed
from .kept import KeptGame, Past, check_same
from .session import Seating, Session

LARGEST_SEED = 2**32


def resumed(past: Past, game: Game, seating: Seating, kept: KeptGame) -> Session:
    """The game of `past`, where it was stopped. Raises IllegalMove, NotFollowed and NotResumed."""
    if past.seed is None:
        stream = secrets.randbelow(LARGEST_SEED)
        return Session(followed(past.lines, game, stream), stream, seating, kept, followed=past.lines)
    session = Session(game.initial_state(seed=past.seed), past.seed, seating, kept, past.moves)
    check_same(past, kept.lines)
    return session
