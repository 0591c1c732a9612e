"""What is known before the play of names and lists holds for all of them: of one that begins anew, of either list."""

from __future__ import annotations

from pathlib import Path

from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.engines.program.make import make_program
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import INTEGER, list_of
from tests.compiler.lockstep import pair_of, play_both, same_playouts
from tests.engines.program import small_games as g

SPEC = """
spec: 1
game: read-closely
title: "Read closely"
players: 2
cards:
  main: {attributes: {worth: integer}, list: {ace: {copies: 4, worth: 4}, king: {copies: 4, worth: 2}}}
zones:
  pile: {holds: main, start: shuffled, order: stack, shows: count}
  hand: {of: player, holds: main, shows: all}
variables:
  wide: {type: integer, start: 4611686018427387903}
  small: {type: integer, range: [0, 9]}
functions:
  tripled(integer x): x + x + x
begin: play
phases: {play: {turns: {}, until: round.number > 8, offer: [away, take, done]}}
actions:
  away:
    choose: {c: me.hand}
    when: "(tripled(wide) > c.worth if small > 5 else c.worth + small == 2)"
    do: move c to bottom of pile
  take:
    when: not pile.empty
    do: |
      let x = 0
      draw 1 from pile to me.hand
      x = 3
      if small > 2:
        x = x - 1
        small = x
      else:
        small = x - 2
      x = small
      small = x + (1 if me == first(players) else 0)
  done: {}
result: {winners: best(p for p in players by count(p.hand))}
"""


def test_both_engines_play_it_alike(tmp_path: Path) -> None:
    """A function that would go wrong if it were called is asked about cards; a name gets another value behind a draw,
    before anybody has read the first one."""
    pair = pair_of(tmp_path, SPEC)
    for seed in (1, 2):
        assert play_both(pair, seed) == 0
        same_playouts(pair, seed, 20)


def test_either_list_may_be_the_longer_one() -> None:
    numbers = list_of(INTEGER)
    short, long = g.const((7,), numbers), g.const((1, 2, 3), numbers)
    groups = ir.Apply("all_subsets", (short,), list_of(numbers), g.AT)
    perhaps = ir.Apply("first_of", (groups,), numbers.maybe(), g.AT)
    facts = ModuleBuilder(make_program(g.game(), players=2, options={}), "watched").facts
    for one, other in ((short, long), (perhaps, long)):
        assert facts.longest(ir.Apply("else", (one, other), numbers, g.AT), {}) >= 3
