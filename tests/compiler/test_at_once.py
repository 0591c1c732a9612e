"""What whole games do at once, instead of card by card, comes to the same, and takes the same steps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.compiler.compile import compile_program
from cardwright.compiler.rules import effects
from cardwright.compiler.values import expressions
from cardwright.compiler.wasm.terms import NOTHING
from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import ERROR
from tests.compiler.lockstep import Pair, pair_of, same_playouts

GAME = """
spec: 1
game: at-once
title: "At once"
players: 3
types: {colour: [red, blue]}
cards:
  main:
    attributes: {colour: colour or none, path: list of integer}
    variables:
      used: {type: boolean, start: false, each: turn}
      mark: {type: "integer or none", range: [0, 9], start: none, each: turn}
    list:
      ant: {colour: red, copies: 6, path: [1, 2, 3]}
      bee: {colour: blue, copies: 5, path: [5, 4, 3]}
      cat: {copies: 4, path: [0, 0, 9]}
zones:
  pile: {holds: main, start: shuffled, shows: count, refill: {from: spent}}
  row: {holds: main, order: row, shows: all}
  spent: {holds: main, shows: all}
  hand: {of: player, holds: main, shows: owner}
variables:
  sum: {type: integer, range: [0, 100000]}
begin: play
phases:
  play: {turns: {}, until: sum > 400, steps: [more, choice], start: draw 2 from pile to row}
  more:
    do: |
      draw 3 from pile to me.hand
      sum += "STEP"
      sum += count(spent) + 3 * count(c for p in players for c in p.hand if c.used or c.mark is not none)
  choice: {offer: [keep, lay, colours, stay, use]}
functions:
  step(integer i): "[p for c in row for p in c.path][i]"
actions:
  keep:
    choose: {c: optional me.hand, d: optional spent}
    when: {new: "c is none or not c.used"}
    do: move me.hand except [c, d] to spent
  lay: {choose: {c: me.hand}, do: move c to row}
  colours: {choose: {k: colour}, do: "move [c for c in me.hand if c.colour == k] to spent"}
  stay: {do: "move [c for c in spent if c.colour is none] to spent"}
  use:
    choose: {c: me.hand}
    when: {new: not c.used, low: c.mark is none or c.mark > 3}
    do: |
      c.used = true
      c.mark = 7
      sum += count(x for p in players for x in p.hand if x.used)
result: {winners: best(p for p in players by sum + count(p.hand))}
limits: {decisions: 100, steps: LIMIT}
"""
STEP = "sum(step(i) else 1 for i in [0, 1, 3, 4, 7, 999])"


def _pair(tmp_path: Path, limit: int) -> Pair:
    return pair_of(tmp_path, GAME.replace('"STEP"', STEP), limit=limit)


@pytest.mark.thorough
def test_games_are_the_same(tmp_path: Path) -> None:
    same_playouts(_pair(tmp_path, 100_000), 1, n=60)


@pytest.mark.sampled(11)
@pytest.mark.parametrize("limit", range(180, 300, 11))
def test_steps_are_the_same(limit: int, tmp_path: Path) -> None:
    """With so small a limit some games go wrong, some of them late, and they do so at the same decision."""
    pair = _pair(tmp_path, limit)
    same_playouts(pair, 1, n=60)
    found = pair.fast.playouts(first_state(pair.code, 0), 60, 1)
    assert {ERROR} <= set(found.ends) and len(set(found.lengths)) > 4


def test_each_is_done_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []

    def spy(where: object, name: str) -> None:
        act: Callable[..., object] = getattr(where, name)

        def noted(*args: object) -> object:
            result = act(*args)
            if result not in (None, (0, NOTHING)):
                found.append(name)
            return result

        monkeypatch.setattr(where, name, noted)

    spy(effects, "move_as_set")
    spy(effects, "reset_deck")
    spy(expressions, "emit_item")
    compile_program(_pair(tmp_path, 100_000).code.program, "playouts")
    assert [found.count(name) for name in ("move_as_set", "reset_deck")] == [3, 4]
    assert "emit_item" in found
