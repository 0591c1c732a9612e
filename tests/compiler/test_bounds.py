"""Rules that would take for ever are stopped soon after the limit of steps, in playouts too."""

from __future__ import annotations

import random

import pytest

from cardwright.engines.program.make import make_program
from cardwright.language.ir import game as decl
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import INTEGER
from tests.compiler.lockstep import Pair, play_both, same_playouts
from tests.engines.program import small_games as g


def heavy(luck: random.Random, deep: int) -> ir.Expr:
    """A number that takes many steps: loops over long ranges, one inside the other."""
    if deep == 0:
        return g.var("wide")
    x = g.local(luck.randrange(10**9), "x", INTEGER)
    most = g.op("add", g.var("wide"), g.number(luck.choice([3, 300, 30_000])))
    return g.fold(
        luck.choice(["sum", "count", "max", "last"]), heavy(luck, deep - 1), (x, g.op("range", g.number(1), most))
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(12))
def test_heavy_programs_stop(seed: int) -> None:
    luck = random.Random(seed)
    main: ir.Stmt = g.set_("wide", g.op("mod", heavy(luck, luck.randint(2, 5)), g.number(7)))
    for _ in range(luck.randint(0, 3)):
        loop = g.local(luck.randrange(10**9), "n", INTEGER)
        main = g.each(loop, g.op("range", g.number(1), g.op("add", g.var("wide"), g.number(900))), main)
    made: decl.TypedGame = g.game(
        main, variables=(g.variable("wide"),), steps_limit=g.number(20_000), winners=None, score=None
    )
    pair = Pair(make_program(made, players=2, options={}))
    play_both(pair, 1)
    same_playouts(pair, 1)
