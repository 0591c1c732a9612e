"""Of a heap no card is looked at if a test is algebra."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.values import comprehensions
from cardwright.compiler.values.set_algebra import emit_over_heap
from cardwright.compiler.wasm.terms import Term
from cardwright.language.ir import nodes as ir
from tests.compiler.lockstep import pair_of, play_both, same_playouts

SPEC = """
spec: 1
game: needed
title: "Needed"
players: 3
types: {suit: [red, blue]}
cards:
  main:
    attributes: {suit: suit or none, rank: integer}
    list:
      ant: {suit: red, rank: 1, copies: 3}
      bee: {suit: red, rank: 2, copies: 3}
      cat: {suit: red, rank: 3, copies: 2}
      dog: {suit: blue, rank: 1, copies: 3}
      eel: {suit: blue, rank: 2, copies: 3}
      fox: {rank: 3, copies: 3}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  heap: {of: player, holds: main, shows: all}
variables:
  won: {of: player, type: integer, range: [0, 90]}
  limit: {type: integer, range: [0, 4]}
  wide: {type: integer, start: 4611686018427387903}
functions:
  beats(main d, main c, player p): d.suit == c.suit and (d.rank > c.rank + limit or p.won > 3 * d.rank)
  over(main c, main d): beats(d, c, last(players))
  fails(main d, main c): d.suit == c.suit and d.rank > 2 and wide * d.rank > 0
  higher(main d, player p, main c): d.suit == c.suit and (d.rank == p.heap.only.rank or d.rank > c.rank and limit != 1)
  loud(main d, main c): d.rank > 1 and (d.suit != c.suit or limit > 1)
begin: play
phases:
  play: {start: deal_all(), turns: {}, until: all(p.hand.empty for p in players), offer: [lay], otherwise: limit = 0}
effects:
  deal_all: |
    for p in players:
      repeat 5:
        draw 1 from pile to p.hand
actions:
  lay:
    choose: {c: me.hand}
    do: |
      if any(BODY for q in players if q != me for d in q.hand):
        me.won += 3
      if any(BODY for q in players for d in me.hand):
        me.won += 1
        limit = c.rank
      move c to me.heap
result: {winners: best(p for p in players by p.won)}
"""


BODIES = [
    "beats(d, c, q)",
    "beats(c, d, q)",
    "over(c, d)",
    "fails(d, c)",  # of cards that have another suit nothing fails
    "loud(d, c) and beats(d, c, me)",
    "d.rank == 2 and d.suit == c.suit",
    "beats(d, d, q)",
    "limit > 1 and d.rank > 1",
    "d.rank > 1 or limit > 1",
]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("body", BODIES)
def test_both_engines_play_it_alike(tmp_path: Path, body: str) -> None:
    pair = pair_of(tmp_path, SPEC.replace("BODY", body))
    for seed in (1, 2, 3):
        play_both(pair, seed)
        same_playouts(pair, seed, 40)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("fold", ["any", "all"])
@pytest.mark.parametrize(
    ("body", "at_once"),
    [
        ("higher(d, me, c)", False),
        ("d.rank > c.rank", True),
        ("d.rank <= c.rank", True),
        ("c.rank < d.rank or d.rank < 2", True),
        ("not c.rank <= d.rank and limit > 1", False),
        ("d.suit == me.heap.only.suit", True),  # none, unless just one card lies there
        ("limit > 1 and d.rank > 2", False),
        ("d.rank > c.rank + limit", False),  # a sum
        ("me.won > d.rank and beats(d, c, me)", False),  # there may be too many points for a table
    ],
)
def test_a_test_worked_out_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fold: str, body: str, at_once: bool
) -> None:
    found = list[bool]()

    def watched(fb: FunctionBuilder, node: ir.Fold) -> Term | None:
        term = emit_over_heap(fb, node)
        if node.op == fold and len(node.loops) == 1:
            found.append(term is not None)
        return term

    monkeypatch.setattr(comprehensions, "emit_over_heap", watched)
    spec = SPEC.replace("q.hand", "me.hand")
    for loop in ("for q in players if q != me", "for q in players"):
        spec = spec.replace(f"any(BODY {loop} for d", f"{fold}({body} for d")
    pair = pair_of(tmp_path, spec)
    for seed in (1, 2, 3):
        play_both(pair, seed)
        same_playouts(pair, seed, 40)
    assert any(found) == at_once
