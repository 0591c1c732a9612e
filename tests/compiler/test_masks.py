"""Legal moves that are counted as sets are those that are listed, in the same order: playouts are the same games."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.moves.move_counts import counted_choices
from cardwright.compiler.values.expressions import emit_expr
from cardwright.engines.program.nodes import AskBlock
from tests.compiler.lockstep import pair_of, same_playouts

TESTED = """
spec: 1
game: tested
title: "Tested"
players: 3
types: {colour: [red, blue, green], size: [small, large]}
cards:
  main:
    attributes: {colour: colour or none, size: size, worth: integer}
    list:
      ant: {colour: red, size: small, worth: 1, copies: 20}
      bee: {colour: red, size: large, worth: 3, copies: 30}
      cat: {colour: blue, size: small, worth: 5, copies: 2}
      dog: {colour: blue, size: large, worth: 8, copies: 9}
      eel: {size: large, worth: 13, copies: 14}
      fox: {colour: green, size: small, worth: 21}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  row: {holds: main, order: row, shows: all}
  heap: {of: player, holds: main, shows: all}
variables:
  sum: {type: integer, range: [0, 100000]}
  wish: {type: colour or none}
functions:
  total(player p): sum(c.worth for c in p.heap)
begin: play
phases:
  play: {turns: {}, until: round.number > 14, steps: [more, choice]}
  more: {do: draw 2 from pile to me.hand}
  choice: {offer: [free, small_one, fitting, either, both, given, guarded, once_more, wished, plain, shed]}
actions:
  free: {choose: {c: me.hand}, when: {a: c.size == small, b: c.worth < 10}, do: move c to me.heap}
  small_one: {choose: {c: me.hand}, when: {a: count(row) > 2}, do: move c to row}
  fitting: {choose: {c: me.hand}, when: {a: total(me) + c.worth <= 40}, do: move c to me.heap}
  either:
    choose: {c: me.hand}
    when: {a: "c.colour == red or count(row) > 3", b: "c.worth > 4 or c.size == small"}
    do: move c to me.heap
  both: {choose: {c: me.hand}, when: {a: "not (c.colour == red and total(me) > 9)"}, do: move c to row}
  given:
    choose: {c: me.hand, p: players}
    when: {a: p != me, b: "c.worth > 4 or total(p) > 9", d: c.colour is not none}
    do: |
      wish = c.colour
      move c to row
  guarded:
    choose: {c: me.hand}
    when: {a: c.worth != 13, b: "sum div max(1, c.worth - 13) < 9"}
    do: move c to me.heap
  once_more: {choose: {c: me.hand}, when: {a: "12 div max(1, total(me)) > 2"}, do: move c to me.heap}
  wished: {choose: {c: me.hand}, when: {a: c.colour == wish}, do: move c to me.heap}
  plain: {when: {a: sum < 30, b: not pile.empty}, do: sum = sum + 3}
  shed: {choose: {c: me.hand}, do: move c to me.heap}
result: {winners: best(p for p in players by total(p))}
"""

SECRET = """
spec: 1
game: secret
title: "Secret"
players: 3
cards: {main: {attributes: {worth: integer}, list: {
  ant: {worth: 1, copies: 9}, bee: {worth: 3, copies: 4}, cat: {worth: 5}, dog: {worth: 8}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  heap: {of: player, holds: main, shows: all}
variables: {turned: {of: player, type: integer, range: [0, 99]}}
begin: play
phases:
  play: {start: deal(), steps: [choose_all], until: sum(p.turned for p in players) > 20}
  choose_all: {together: players, offer: [rest, lay, give]}
effects:
  deal: |
    for p in players:
      draw 4 from pile to p.hand
actions:
  rest: {do: me.turned += 1}
  lay:
    choose: {c: me.hand}
    when: {a: c.worth != 3}
    do: |
      move c to me.heap
      me.turned += 2
  give:
    choose: {c: me.hand, p: players}
    when: {a: p != me, b: c.worth > me.turned}
    do: |
      move c to p.hand
      me.turned += 3
result: {winners: best(p for p in players by sum(c.worth for c in p.heap))}
"""
"""Three kinds of secret choices: without an argument, of a card, and of a card and a player."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("spec", [TESTED, SECRET], ids=["open", "secret"])
def test_moves_that_are_counted_are_those_that_are_listed(spec: str, tmp_path: Path) -> None:
    pair = pair_of(tmp_path, spec)
    mb = ModuleBuilder(pair.code.program, "playouts")
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr)
    asks = [block.end for block in pair.code.program.blocks if isinstance(block.end, AskBlock)]
    assert all(counted_choices(fb, ask) for ask in asks)
    same_playouts(pair, 1, n=12)
