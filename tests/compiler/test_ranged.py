"""Moves with a number of a range are counted as sets where whole games are played: the same moves in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.moves.product_moves import range_choice
from cardwright.compiler.values.expressions import emit_expr
from cardwright.engines.program.layout import FINISHED
from cardwright.engines.program.nodes import AskBlock, Program
from tests.compiler.lockstep import pair_of, same_playouts

SPEC = """\
spec: 1
game: rings
title: "Rings on pegs"
players: 2
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables:
  open: {of: 0..2, type: list of integer, room: 64}
  all_open: {type: list of integer, room: 64, start: [0, 7, 62, 63]}
  wide: {type: list of integer, room: 64, start: [2, 70]}
  low: {type: integer, range: [0, 60], start: 2}
  points: {of: player, type: integer}
begin: play
phases:
  play:
    start: |
      for l in 0..2:
        for n in 0..63:
          if (n + l) * (n + 3 * l) mod 7 < 3:
            open[l] += [n]
    turns: {}
    until: round.number > 40
    offer: [OFFER]
    otherwise: low = (low * 7 + 3) mod 61
actions:
  far:
    choose: {l: 0..2, n: low..63}
    when: {reached: "n in open[l] and n in all_open"}
    do: |
      me.points += n + 100 * l
      low = (low * 5 + n) mod 61
  shifted:
    choose: {l: 0..2, n: "l + 1..8 - 4 * l"}
    when: {early: round.number < 30, reached: "n in open[l]"}
    do: |
      me.points += n * l
      all_open = open[2 - l]
      low = n
  alone:
    choose: {n: "low - 2 * round.number..low + 3"}
    when: {reached: "n in open[1]", odd: round.number mod 2 == 1}
    do: me.points += n
  last:
    choose: {n: "max(0, low - 2)..min(63, low + 6)"}
    when: {reached: n in all_open, even: me.points mod 2 == 0, few: round.number < 35}
    do: |
      me.points += 1
      all_open = open[n mod 2]
  odd:
    choose: {l: 0..2, n: 0..9}
    when: {odd: n mod 2 == 1}
    do: low = n
  other:
    choose: {l: 0..2, n: 0..3}
    when: {next: "n in open[l + 1]"}
    do: low = l
  wider: {choose: {n: 0..64}, when: {there: n in all_open}, do: low = 5}
  off: {choose: {n: "5..min(4, low)"}, do: me.points += 1000}
result: {winners: best(p for p in players by p.points)}
"""
"""`alone` may begin below 0; `odd` asks for more than sets; `other` for the set of a peg that is not there; `wider` for
more numbers than a set has."""


def counted_in(program: Program) -> set[str]:
    """The actions that are counted so."""
    mb = ModuleBuilder(program, "playouts")
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr)
    asks = [block.end for block in program.blocks if isinstance(block.end, AskBlock)]
    return {choice.name for ask in asks for choice in ask.choices if range_choice(fb, choice) is not None}


def test_what_is_counted_so(tmp_path: Path) -> None:
    pair = pair_of(tmp_path, SPEC, offer="far, shifted, alone, last, odd, wider, off")
    assert counted_in(pair.program) == {"far", "shifted", "last", "off"}


@pytest.mark.sampled(3)
@pytest.mark.thorough
@pytest.mark.parametrize(
    "offer", ["far, shifted, last", "shifted, off", "far, off", "last, off", "far, last, odd", "shifted, alone"]
)
def test_the_same_games(offer: str, tmp_path: Path) -> None:
    """All moves of a decision are counted, or all are listed."""
    assert same_playouts(pair_of(tmp_path, SPEC, offer=offer), 1, 60) == {FINISHED}
