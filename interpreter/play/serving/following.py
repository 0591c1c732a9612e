"""A game goes on by other rules than those it was begun with: its moves and what chance gave are played once more.

It stays at the same decision if each move is still possible for its seat, and chance can still give what it gave. What
chance has yet to give is drawn anew, since the random numbers of the old rules would give other cards by the new ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..game.game import Game
from ..game.history import Beginning, History
from ..game.onto import play_onto
from ..game.state import State
from ..game.trace import Line


class NotFollowed(Exception):
    """Raised where a game cannot go on by other rules; `line` of its trace (from 1) fails, the text says why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(why)
        self.line = line


def followed(lines: Sequence[Line], game: Game, stream: int) -> State:
    """The position to which a trace leads by the rules of `game`; `stream` is the seed of what chance gives from there.

    Raises NotFollowed.
    """
    moved = play_onto(lines, game)
    if moved.fails is not None:
        raise NotFollowed(*moved.fails)
    if moved.state.decider.kind == "chance":
        raise NotFollowed(len(lines), "chance decides here by the new rules")
    history = _told(moved.state.history, stream)
    m = history.beginning.table(game.code)
    for entry in history.entries(1):
        entry.play_again(m)
    return State(game, game.executor.receive(m), history)


def _told(explicit: History, stream: int) -> History:
    """The same history, with what chance gave told after each move, and a stream of its own for what is to come."""
    told: list[list[int]] = [[]]
    moves = []
    for entry in explicit.entries(1):
        if entry.what == "decide":
            told[-1].append(entry.given)
        else:
            moves.append(entry.given)
            told.append([])
    first, *others = map(tuple, told)
    history = History.begun(Beginning(0, False, told=first))
    for move, outcomes in zip(moves, others, strict=True):
        history = history.then("play", move, outcomes)
    return history.then("luck", stream)
