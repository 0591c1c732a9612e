"""Lists of known length, cards laid as sets, and what nobody reads: whole games are the same, with their steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.compile import compile_program
from cardwright.compiler.values import scalar_replacement
from cardwright.engines.cells import first_state
from cardwright.engines.program.layout import ERROR
from cardwright.engines.program.nodes import Expr
from cardwright.language.builtins.table import Locals
from cardwright.language.ir import nodes as ir
from tests.compiler.lockstep import Pair, pair_of, play_both, same_playouts

GAME = """
spec: 1
game: settled
title: "Settled"
players: 2..5
types: {colour: [red, green, blue]}
cards:
  main: {attributes: {colour: colour, worth: integer}, list: {
    red_card: {copies: 5, colour: red, worth: 1}, green_card: {copies: 5, colour: green, worth: -3},
    blue_card: {copies: 5, colour: blue, worth: 2}}}
  sign: {attributes: {colour: colour}, list: {r: {colour: red}, g: {colour: green}, b: {colour: blue}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  out: {holds: main, shows: all}
  stack: {holds: main, order: stack, shows: all}
  row: {holds: main, order: row, shows: all}
  signs: {holds: sign, start: listed, order: row, shows: all}
variables:
  score: {of: player, type: integer, start: 0}
  wide: {of: player, type: integer, range: [-4000000000000000000, 4000000000000000000], start: 0}
  rank: {of: player, type: "integer or none", range: [0, 9], start: none}
  starter: {type: player, start: random}
  noted: {type: integer, start: 0}
  held: {of: player, type: boolean, start: false}
functions:
  lot(player p): sum(c.worth for c in p.hand)
  row_of(colour c): min(place(s) for s in signs if s.colour == c) else 0
  best_row(player p): min(row_of(c.colour) for c in p.hand) else 9
  by_lot: "sort(p for p in players by best_row(p), -lot(p), distance(starter, p))"
  by_count: "sort(p for p in players by count(p.hand), count(c for c in p.hand if c.colour == red))"
  by_width: "sort(p for p in players by p.wide, -count(p.hand))"
  by_rank: "sort(p for p in players by p.rank else 3)"
  odd: count(pile) mod 2 == 1
  order: by_lot if odd else by_count
  lowest: reverse(by_count if odd else by_lot)
begin: play
phases:
  play: {steps: [one_round], until: "count(pile) < 5 or round.number > 30"}
  one_round:
    start: |
      noted = count(lowest) + (1 if odd else 2)
      draw 1 from pile to starter.hand
      for p in lowest:
        p.score += 1
    turns: {order: order, once: true}
    offer: [take, lay, raise, shed]
actions:
  take:
    do: |
      draw 2 from pile to me.hand
      me.wide = 1000000000000000000 * (count(me.hand) mod 4)
  lay:
    choose: {k: colour}
    do: |
      move [c for c in me.hand if c.colour == k] to top of stack
      me.score += 1 if lowest[1] == me else (2 if by_width[2] == me else 0)
      me.score += sum(1 for p in by_rank if p != me) + (1 if lowest[7] is none else 0)
  raise:
    choose: {k: colour}
    do: |
      for s in [s for s in signs if s.colour == k]:
        move s to top of signs
        me.score += place(s)
      me.rank = row_of(k)
      if count(stack) > 3:
        move stack.top to out
      me.score += sum(place(c) * c.worth for c in stack) - sum(place(c) * c.worth for c in row)
      move [c for c in out if c.colour == k] to row
  shed:
    do: |
      for c in me.hand:
        if c.worth > 0:
          move c to out
          me.score += count(out)
      for c in [c for c in me.hand if c.colour == green]:
        move c to bottom of row
      move [c for c in out if c.colour == red] to bottom of stack
      me.held = count(me.hand) == 0
result: {winners: "best(p for p in players by p.score, -p.wide)"}
limits: {decisions: 60, steps: LIMIT}
"""


def _pair(tmp_path: Path, players: int, limit: int = 100_000) -> Pair:
    return pair_of(tmp_path, GAME, players=players, limit=limit)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_are_the_same(players: int, tmp_path: Path) -> None:
    pair = _pair(tmp_path, players)
    for seed in (1, 2):
        play_both(pair, seed)
    same_playouts(pair, 1, n=60)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("limit", range(99, 182, 7))
def test_steps_are_the_same(limit: int, tmp_path: Path) -> None:
    """With so small a limit games go wrong, and they do so at the same decision."""
    pair = _pair(tmp_path, 3, limit)
    same_playouts(pair, 1, n=60)
    found = pair.fast.playouts(first_state(pair.code, 0), 60, 1)
    assert {ERROR} <= set(found.ends) and len(set(found.lengths)) > 3


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("players", "settled"), [(2, True), (3, True), (4, True), (5, False)])
def test_which_lists_are_settled(players: int, settled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of up to four players of which an element is asked for, or which a function yields, unless a key may be any
    of more numbers than there is room for, as in `by_width`."""
    program, fits = _pair(tmp_path, players).program, list[bool]()
    length = scalar_replacement.known_length

    def spy(fb: FunctionBuilder, node: Expr, known: Locals | None = None) -> int | None:
        many = length(fb, node, known)
        if isinstance(node, ir.Fold) and node.op == "sort":
            names.update(name for name, one in program.functions.items() if one.body == node and many is not None)
            fits.append(many in (None, players))
        return many

    names: set[str] = set()
    monkeypatch.setattr(scalar_replacement, "known_length", spy)
    compile_program(program, "playouts")
    assert names == ({"by_lot", "by_count"} if settled else set()) and fits and all(fits)
