"""A guess that nobody holds any more is freed at once: whoever searches makes thousands of them."""

from __future__ import annotations

import gc
from random import Random

import pytest

from cardwright import load_game


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "players"), [("mille-bornes", 2), ("neko-racing", 3)])
def test_nothing_is_left_for_the_collector(name: str, players: int) -> None:
    luck, state = Random(1), load_game(name, players=players, engine="fast").initial_state(seed=1)
    for _ in range(12):
        state.apply(luck.choice(state.legal_moves))
    seat = state.current_seat
    for seed in range(3):
        state.resample(seat, seed)
    gc.collect()
    gc.disable()
    try:
        for seed in range(3):
            assert not state.resample(seat, seed).sampling.fallback  # type: ignore[union-attr]
        assert gc.collect() == 0
    finally:
        gc.enable()
