"""A card that was played unseen, and is then shuffled and dealt anew, is not told to whoever happens to get it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.engines import Engine

SPEC = Path(__file__).parents[2] / "laws" / "specs" / "redealt.yaml"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_only_the_player_is_told(engine: Engine) -> None:
    """The last move before a new deal: p1 gets three of nine cards, so often the one that p2 has laid."""
    game, dealt = load_game(SPEC, players=2, engine=engine), 0
    for seed in range(20):
        state = game.initial_state(seed=seed)
        first, second = state.current_seat, 1 - state.current_seat
        state.apply(0)
        state.apply(0)
        moves = [[one.text for one in state.events(seat) if one.what == "move"] for seat in (first, second)]
        assert moves[0][1] == "lay(?)"
        assert moves[1][1] != "lay(?)", "who has laid it knows"
        dealt += any(
            moves[1][1] == f"lay({card})" for card in state.view(first)["zones"][f"p{first + 1}.hand"]["cards"]
        )
        sample = state.resample(first, seed)
        assert sample.events(first) == state.events(first)
    assert dealt > 5, "or nothing was tried"
