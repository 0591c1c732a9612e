"""A game that was stopped goes on: played again as its record says, also where the rules have changed.

A game that was begun with a seed is played again from it, and goes on by it; so its seats are still told that it has
one. In any other, chance goes on by the secret that is kept beside the record. If that is lost, a new one takes over,
and the moves so far cannot be taken back: chance would give something else after them.
"""

from __future__ import annotations

from ..game.game import Game
from ..game.secret_chance import new_secret
from ..game.trace import VERSION
from .following import followed
from .kept import KeptGame, Past, check_same, known_of, secret_in
from .session import Seating, Session


def resumed(past: Past, game: Game, seating: Seating, kept: KeptGame) -> Session:
    """The game of `past`, where it was stopped. Raises IllegalMove, NotFollowed and NotResumed."""
    known = {} if kept.path is None else known_of(kept.path)
    found, first = secret_in(known), past.lines[0]
    secret = new_secret() if found is None else found
    if first["digest"] != game.digest or (past.seed is None and found is None):
        session = Session(followed(past.lines, game), secret, seating, kept, followed=past.lines)
    elif past.seed is None:
        told = [str(line["outcome"]) for line in past.lines if "chance" in line]
        session = Session(game.initial_state(chance="explicit"), secret, seating, kept, past.moves, told=told)
    else:
        session = Session(game.initial_state(seed=past.seed), secret, seating, kept, past.moves)
    if first["digest"] == game.digest and first["trace"] == VERSION:
        check_same(past, kept.lines)
    session.seeded |= known.get("seeded") is True
    return session
