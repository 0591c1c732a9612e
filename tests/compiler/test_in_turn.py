"""Parts of a test are asked in another order where nobody can tell: the games, their steps and errors are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.values.conditions import evaluation_order
from cardwright.compiler.values.expressions import emit_expr
from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import ERROR, FINISHED
from cardwright.language.ir import nodes as ir
from tests.compiler.lockstep import Pair, pair_of, same_playouts

SPEC = """\
spec: 1
game: tracks
title: "Cars on tracks"
players: 3
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables:
  column: {of: player, type: integer, range: [0, 20]}
  lane: {of: player, type: integer, range: [0, 2]}
  rival: {of: player, type: player or none, start: none}
  far: {type: integer}
  seen: {type: integer}
functions:
  lap(integer n): n mod 5 + 1
  rivals(player p): count(q for q in players if q.rival == p)
  found: "TEST"
begin: play
phases: {play: {turns: {}, until: round.number > 9, offer: [drive, swerve, leap, chase]}}
actions:
  drive: {choose: {n: 0..20}, do: me.column = n, when: {ahead: found or n < 15}}
  swerve: {choose: {n: 0..2}, do: me.lane = n}
  leap: {choose: {n: 0..1}, do: far += 5000000000000000000 * n - 2000000000000000000}
  chase:
    choose: {p: players}
    do: |
      me.rival = p
      seen += 1 if found else 0
      for n in 1..3:
        if found and n != me.lane:
          seen += n
result:
  winners: "[p for p in players if found and p.lane == 0]"
  returns: it.column + 30 * it.lane + seen
limits: {steps: STEPS, decisions: 60}
"""


def _pair(tmp_path: Path, test: str, steps: int = 1000) -> Pair:
    return pair_of(tmp_path, SPEC, test=test, steps=steps)


TESTS = [
    "any(q.lane == 1 and q.column > 0 and lap(q.column) == lap(q.column + 3) for q in players)",
    "all(q.lane > 0 or q.column == 3 or q.rival is none for q in players)",
    "any(q != r and q.lane == r.lane and not (q.column == r.column) for q in players for r in players)",
    "any(q.lane == 1 and q.rival is not none and q.rival.lane == 2 for q in players)",
    "any(q.rival.lane == 0 and q.column != 4 for q in players if q.rival is not none)",
    "far > 0 and 2 * far > 0 and far == 3000000000000000000",
    "any(q.lane == 2 and far + 6000000000000000000 > 0 and q.column == 5 for q in players)",
    "any(q.lane == 2 and rivals(q) > 0 and q.column == 5 for q in players)",
    "any(q.column > 9 and (q.lane == 0 or q.lane == 2 and rivals(q) == 1) for q in players)",
]


@pytest.mark.sampled(15)
@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("steps", [25, 60, 1000])
def test_the_same_games(tmp_path: Path, test: str, steps: int) -> None:
    """With few steps allowed, games end where one is counted too much or too little."""
    same_playouts(_pair(tmp_path, test, steps), 1, 30)


@pytest.mark.parametrize("place", [5, 6])
def test_some_of_them_go_wrong(tmp_path: Path, place: int) -> None:
    """The sums do become too large, and not in every game: so the tests above see who asks for them."""
    pair = _pair(tmp_path, TESTS[place])
    assert set(pair.fast.playouts(list(first_state(pair.code, 0)), 60, 1).ends) == {FINISHED, ERROR}


@pytest.mark.parametrize(
    ("test", "order"),
    [
        ("q.lane == 1 and q.column > 0 and q.column == 7", [2, 0, 1]),
        ("q.column > 0 and not (q.column == 7) and q.lane == 1", [2, 0, 1]),
        ("q.column > 0 or q.lane == 1 or not (q.column == 7)", [2, 0, 1]),
        ("q.lane == 1 and lap(q.column) == 2", [1, 0]),
        ("q.column > 0 and far * 2 > 0 and q.column == 7 and q.lane == 1", [0, 1, 2, 3]),
        ("q.lane == 1 and far * 2 > 0 and q.column > 7 and q.column == 8", [0, 1, 3, 2]),
        ("q.rival == q and rivals(q) == 4 and q.column == 8", [0, 1, 2]),
    ],
)
def test_in_which_order_they_are_asked(tmp_path: Path, test: str, order: list[int]) -> None:
    """Of 21 columns one is less likely than one of three lanes. What may go wrong, or goes through something, stays
    where it is, and others do not go past it."""
    program = _pair(tmp_path, f"any({test} for q in players)").program
    mb = ModuleBuilder(program, "playouts")
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr, counting=False)
    fold = program.functions["found"].body
    assert isinstance(fold, ir.Fold) and isinstance(fold.body, ir.Apply)
    loop = fold.loops[0]
    fb.bind(loop.local, fb.local(loop.local.type), mb.facts.element(loop.source, {}))
    written = sorted(evaluation_order(fb, fold.body), key=lambda part: part.span.start)
    assert [written.index(part) for part in evaluation_order(fb, fold.body)] == order


def test_where_steps_are_counted_those_that_take_some_stay(tmp_path: Path) -> None:
    """A call is a step, and those behind it would not have been made."""
    program = _pair(tmp_path, "any(q.lane == 1 and lap(q.column) == 2 for q in players)").program
    mb = ModuleBuilder(program, "playouts")
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr, counting=True)
    fold = program.functions["found"].body
    assert isinstance(fold, ir.Fold) and isinstance(fold.body, ir.Apply)
    loop = fold.loops[0]
    fb.bind(loop.local, fb.local(loop.local.type), mb.facts.element(loop.source, {}))
    assert evaluation_order(fb, fold.body) == list(fold.body.args)
