"""What others have chosen is announced in a determinisation just as it was in truth, hidden cards included."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.engines import Engine

SPEC = Path(__file__).with_name("thinking.yaml")

MOVES = ["show_one", "think", "say(-1)", "some([-1])", "either(none)", "either", "both", "hide"]
"""Each is made by both players; where no argument is given it is the first legal move of this name."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_the_same_is_heard(engine: Engine) -> None:
    """A card that stayed hidden is neither none nor one that the seat has known all the time; -1 is a number."""
    game = load_game(SPEC, players=2, engine=engine)
    state = game.initial_state(seed=1)
    for start in MOVES:
        for _ in range(2):
            state.apply(next(move for move in state.legal_moves if move.text.startswith(start)))
    sample = state.resample(0, 1)
    assert sample.sampling is not None and not sample.sampling.fallback
    assert sample.events(0) == state.events(0)
