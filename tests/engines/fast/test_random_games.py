"""Random programs mean the same to both executors."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lockstep import Pair, play_both, same_playouts
from random_games import Maker

from cardwright.diagnostics.diagnostic import SpecError
from cardwright.engines.program.foresight import foresee
from cardwright.engines.program.make import make_program
from cardwright.language.ir.game import Game


@example(seed=499368, players=2)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.integers(2, 3))
def test_random_games(seed: int, players: int) -> None:
    game = Maker(Random(seed)).game()
    try:
        program = make_program(game, players=players, options={})
    except SpecError as error:
        assert {found.code for found in error.report.diagnostics} == {"E576"}, "only a member that does not exist"
        return
    assert program.layout.locals_size <= (foresee(_without_families(game), 3) or 0), "what `validate` foresees holds"
    pair = Pair(program)
    play_both(pair, seed % 1000)
    play_both(pair, seed % 1000, explicit=True)
    same_playouts(pair, seed % 1000)


def _without_families(game: Game) -> Game:
    """The same game, but that nothing is declared to be of a family: those are not foreseen."""
    zones = {name: zone for name, zone in game.zones.items() if not zone.along}
    return replace(game, zones=zones, variables={name: one for name, one in game.variables.items() if not one.along})
