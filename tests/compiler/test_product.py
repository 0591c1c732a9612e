"""Moves whose arguments have nothing to do with each other are multiplied: playouts are the same games as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.moves.move_counts import counted_choices
from cardwright.compiler.moves.product_moves import ProductChoice
from cardwright.compiler.values.expressions import emit_expr
from cardwright.engines.program.nodes import AskBlock
from tests.compiler.lockstep import pair_of, same_playouts

CHOICES = """
spec: 1
game: choices
title: "Choices"
players: 2
types: {colour: [red, blue, green]}
cards:
  main:
    attributes: {colour: colour or none, worth: integer}
    list:
      ant: {colour: red, worth: 1, copies: FEW}
      bee: {colour: blue, worth: 3, copies: 4}
      cat: {worth: 5, copies: 3}
      dog: {colour: blue, worth: 8}
      eel: {colour: green, worth: 9}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  heap: {of: player, holds: main, shows: all}
  row: {holds: main, order: row, shows: all}
variables:
  wish: {type: colour or none}
  bold: {type: boolean, start: false}
  asked: {type: integer, range: [0, 9]}
begin: play
phases:
  play: {turns: {}, until: round.number > 12, steps: [more, choice, say]}
  more: {do: "draw 1 from pile to me.hand"}
  choice: {offer: [OFFERED]}
  say:
    do: |
      choose dare in [true, false] by me:
        bold = dare
      choose 0..1 pick in colour by me:
        wish = pick
actions:
  swap:
    choose: {given: optional me.heap, taken: "optional [c for c in me.hand if c.worth != 3]"}
    when: {both: "(given is none) == (taken is none)"}
    do: |
      asked = (3 * asked + (1 if given is none else 0) + (2 if taken is none else 0)) mod 10
      swap given, taken
  apart:
    choose: {given: optional me.heap, taken: "[c for c in me.hand if c.colour == blue]"}
    do: |
      move taken to me.heap
      if given is not none:
        move given to row
  number:
    choose: {c: "[c for c in me.hand if c.colour is not none]", n: "[7, 2, 4]"}
    when: {late: round.number > 3}
    do: |
      asked = n
      move c to me.heap
  many:
    choose: {n: "[7, 2, 4]", c: "optional me.hand"}
    do: |
      asked = n
      if c is not none:
        move c to me.heap
result:
  winners: "best(p for p in players by (sum(c.worth for c in p.heap) + asked) mod 7)"
"""


@pytest.mark.parametrize("few", [5, 70], ids=["one word", "two words"])
@pytest.mark.parametrize("offered", ["swap", "swap, apart, number, many", "number, many"])
def test_moves_that_are_multiplied_are_those_that_are_listed(offered: str, few: int, tmp_path: Path) -> None:
    """Hands and heaps are empty at first, so that now and then one of both arguments has nothing to choose from."""
    pair = pair_of(tmp_path, CHOICES, few=few, offered=offered)
    mb = ModuleBuilder(pair.code.program, "playouts")
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr)
    asks = [block.end for block in pair.code.program.blocks if isinstance(block.end, AskBlock)]
    found = [counted_choices(fb, ask) for ask in asks]
    assert [len(one) for one in found if one] == [len(offered.split(",")), 1, 1]
    assert all(isinstance(choice, ProductChoice) for one in found for choice in one or ())
    same_playouts(pair, 1, n=40)


@pytest.mark.parametrize(
    "when",
    ["(given is none) != (taken is none)", "given is none", "(given is none) == (me.hand.empty)"],
)
def test_other_tests_of_two_arguments_are_asked_for_each_move(when: str, tmp_path: Path) -> None:
    spec = CHOICES.replace("(given is none) == (taken is none)", when).replace("      swap given, taken\n", "")
    pair = pair_of(tmp_path, spec, few=5, offered="swap, many")
    same_playouts(pair, 1, n=12)
