"""Random programs mean the same to both executors."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cardwright.diagnostics.diagnostic import SpecError
from cardwright.engines.program.configuration_invariants import find_invariants
from cardwright.engines.program.make import declared, make_program
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.game import TypedGame
from cardwright.language.ir.types import INTEGER
from tests.compiler.lockstep import Pair, play_both, same_playouts
from tests.compiler.random_games import Maker
from tests.engines.program import small_games as g


@pytest.mark.sampled(5)
@pytest.mark.parametrize("part", range(5))
@example(seed=499368, players=2)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), players=st.integers(2, 3))
def test_random_games(part: int, seed: int, players: int) -> None:
    game = Maker(Random(seed)).game()
    try:
        program = make_program(game, players=players, options={})
    except SpecError as error:
        assert {found.code for found in error.report.diagnostics} == {"E576"}, "only a member that does not exist"
        assert declared(game, players=players, options={}, foreseen=find_invariants(game, 3)) is None, (
            "`validate` reports it"
        )
        return
    foreseen = find_invariants(_without_families(game), 3)
    assert foreseen is not None and program.layout.locals_size <= foreseen.room, "what `validate` foresees holds"
    pair = Pair(program)
    play_both(pair, seed % 1000)
    play_both(pair, seed % 1000, explicit=True)
    same_playouts(pair, seed % 1000)


class _Plain(Maker):
    """Names members of families by numbers and by names alone, as most games do; a few of the numbers are none."""

    def member(self, deep: int, owner: ir.Expr | None) -> ir.Expr:
        names = self.names.get(INTEGER, [])
        some: list[ir.Expr] = [*names, *map(g.number, (1, 2, 3, 3, 4 if self.luck.random() < 0.02 else 1))]
        return g.op("member", owner or g.number(0), self.luck.choice(some), g.number(1), g.number(3))


@pytest.mark.thorough
def test_members_of_families_are_foreseen() -> None:
    """Where the members that the rules name are foreseen to be there, they are; else the program is made to see."""
    found: Counter[str] = Counter()
    for seed in range(60):
        game = _Plain(Random(seed)).game()
        foreseen = find_invariants(game, 3)
        fine = declared(game, players=2, options={}, foreseen=foreseen) is not None
        found["fine" if fine else "doubtful" if foreseen else "unclear"] += 1
        if fine:
            make_program(game, players=2, options={})
    assert min(found[one] for one in ("fine", "doubtful", "unclear")) > 1, found


def _without_families(game: TypedGame) -> TypedGame:
    """The same game, but that nothing is declared to be of a family: how its members are named may not be foreseen."""
    zones = {name: zone for name, zone in game.zones.items() if not zone.along}
    return replace(game, zones=zones, variables={name: one for name, one in game.variables.items() if not one.along})
