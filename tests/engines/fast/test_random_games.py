"""Random programs mean the same to both executors."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lockstep import Pair, play_both, same_playouts
from random_games import Maker

from cardwright.diagnostics.diagnostic import SpecError
from cardwright.engines.program.make import make_program


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.integers(2, 3))
def test_random_games(seed: int, players: int) -> None:
    game = Maker(Random(seed)).game()
    try:
        program = make_program(game, players=players, options={})
    except SpecError:
        return
    pair = Pair(program)
    play_both(pair, seed % 1000)
    play_both(pair, seed % 1000, explicit=True)
    same_playouts(pair, seed % 1000)
