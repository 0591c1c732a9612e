"""Playouts in the compiled module are the games that the reference executor plays with the same seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright.play.game.game import Game
from tests.laws.law_games import SMALL, Case, each_once

SOME = each_once()


@pytest.mark.sampled(63)
@pytest.mark.parametrize("case", SOME, ids=str)
def test_same_games(case: Case) -> None:
    """Of a small game two, of a large one the first."""
    fast, many = Game(case.game.program, engine="fast"), 2 if Path(case.path).parent == SMALL else 1
    one, other = fast.playouts(many, seed=5), case.game.playouts(many, seed=5)
    assert list(one.ends) == list(other.ends)
    assert list(one.lengths) == list(other.lengths)
    assert [float(x) for x in _flat(one.returns)] == [float(x) for x in _flat(other.returns)]
    assert (one.winners, one.statuses) == (other.winners, other.statuses)
    for number, seed in enumerate(range(5, 5 + many)):
        state = fast.initial_state(seed=seed)
        while not state.is_terminal:
            state.apply(state.random_move())
        assert (one.winners[number], one.statuses[number]) == (state.winners, state.status)


def _flat(returns: Any) -> list[float]:
    return list(returns.ravel() if hasattr(returns, "ravel") else returns)


def test_each_game_has_its_own_seed() -> None:
    """Game k has the seed that is k larger, however many are played in one call."""
    game = Game(SOME[0].game.program, engine="fast")
    many = game.playouts(1500, seed=10)
    alone = game.playouts(1, seed=10 + 1400)
    assert many.lengths[1400] == alone.lengths[0]
    assert len(many) == sum(many.ended().values()) == 1500


def test_out_of_range() -> None:
    game = Game(SOME[0].game.program, engine="fast")
    with pytest.raises(ValueError, match="policy"):
        game.playouts(1, policy="clever")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed"):
        game.playouts(2, seed=2**63 - 1)
