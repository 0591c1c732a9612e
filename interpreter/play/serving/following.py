"""A game goes on by other rules than those it was begun with: its moves and what chance gave are played once more.

It stays at the same decision if each move is still possible for its seat, and chance can still give what it gave. From
there on chance is explicit, also where a seed decided: by the new rules its numbers would give other cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.game import Game
from ..game.onto import play_onto
from ..game.state import State
from ..game.trace import Line


class NotFollowed(Exception):
    """Raised where a game cannot go on by other rules; `line` of its trace (from 1) fails, the text says why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


def followed(lines: Sequence[Line], game: Game) -> State:
    """The position to which a trace leads by the rules of `game`, with explicit chance.

    Raises NotFollowed.
    """
    moved = play_onto(lines, game)
    if moved.fails is not None:
        raise NotFollowed(*moved.fails)
    if moved.state.decider.kind == "chance":
        raise NotFollowed(len(lines), "chance decides here by the new rules")
    return moved.state
