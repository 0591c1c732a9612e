"""Watches games that were recorded: those of people as well as those of bots."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.game.decider import CHANCE
from ..play.game.game import Game
from ..play.game.trace import Line
from .watching import Seen, Watching

RECORDED = "recorded"
"""Who plays in a recorded game, as far as a trace says."""


def watch_recorded(game: Game, lines: Sequence[Line], number: int, *, followed: bool) -> Seen | None:
    """Play a trace again and watch it; None if it stops before the end of the game.

    It must be one of this game, which `replay` can play. `number` stands in for its seed.
    """
    state = game.initial_state(seed=number, chance="explicit")
    watching = Watching(state, fully=True, rules=True, followed=followed)
    for line in lines[1:]:
        if "outcome" in line and state.current_seat == CHANCE:
            state.apply(str(line["outcome"]))
        elif "move" in line:
            watching.before(state)
            move = next((one for one in state.legal_moves if one.text == line["move"]), None)
            if move is not None:
                watching.chosen(state, move)
            state.apply(str(line["move"]))
    if not state.is_terminal:
        return None
    return watching.ended(state, (RECORDED,) * game.players, number)
