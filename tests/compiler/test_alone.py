"""Sums over a heap by digits; sums, the smallest and the largest of a zone that mostly holds one card, and of the only
card of a row that can pass a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.values import comprehensions, loop_specialisation
from cardwright.compiler.values.set_algebra import emit_over_heap
from cardwright.compiler.wasm.terms import Term
from cardwright.language.ir import nodes as ir
from tests.compiler.lockstep import pair_of, play_both, same_playouts

SPEC = """
spec: 1
game: alone
title: "Alone"
players: 2
types: {suit: [red, blue]}
cards:
  other:
    attributes: {name: integer}
    list: {one: {name: 1}, two: {name: 2}}
  main:
    attributes: {suit: suit or none, rank: integer, odd: integer, few: integer, thin: integer or none}
    list:
      ant: {suit: red, rank: 1, odd: -1, few: 0, thin: 7, copies: 2}
      bee: {suit: red, rank: 12, odd: 2, few: 3, copies: 2}
      cat: {suit: red, rank: 23, odd: 3, few: 3, thin: 1}
      dog: {suit: blue, rank: 34, odd: 4, few: 0, thin: 2}
      eel: {suit: blue, rank: 45, odd: 5, few: 3, thin: 3}
      fox: {rank: 56, odd: 6, few: 3, thin: 4}
      gnu: {rank: 67, odd: 7, few: 0, thin: 5}
      hen: {suit: blue, rank: 78, odd: 8, few: 3, thin: 6}
      owl: {rank: 89, odd: 9, few: 0, thin: 9}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  side: {holds: other, start: listed, order: row, shows: all}
  hand: {of: player, holds: main, shows: owner}
  played: {of: player, holds: main, shows: all}
  heap: {of: player, holds: main, shows: all}
variables:
  seen: {type: integer}
functions:
  worth(main c): c.rank * 2 - (seen mod 5)
begin: play
phases:
  play: {start: deal_all(), turns: {}, until: all(p.hand.empty for p in players), offer: [lay, take]}
effects:
  deal_all: |
    for p in players:
      repeat 4:
        draw 1 from pile to p.hand
  look: |
    for p in players:
      seen = (seen * 7 + (BODY) + (p.played.only.rank else 1)) mod 100003
actions:
  lay:
    choose: {c: me.hand}
    do: |
      move c to me.played
      look()
  take:
    choose: {p: players}
    when: {some: {that: count(p.played) > 1, en: "two cards at least"}}
    do: |
      move p.played to me.heap
      look()
result: {winners: "[p for p in players if count(p.heap) > 1]", returns: seen}
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("body", "at_once"),
    [
        ("sum(c.rank for c in p.heap)", True),  # by digits
        ("sum(c.rank for c in p.heap if c.suit == red)", True),
        ("sum(c.few for c in p.heap)", True),  # by numbers
        ("sum(c.odd for c in p.heap)", False),  # many numbers, and one is below 0
        ("sum(c.thin else 2 for c in p.heap)", True),
        ("sum(worth(c) for c in p.heap)", False),
    ],
)
def test_sums_by_digits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, at_once: bool) -> None:
    found = list[bool]()

    def watched(fb: FunctionBuilder, node: ir.Fold) -> Term | None:
        term = emit_over_heap(fb, node)
        if node.op == "sum":
            found.append(term is not None)
        return term

    monkeypatch.setattr(comprehensions, "emit_over_heap", watched)
    pair = pair_of(tmp_path, SPEC.replace("BODY", body))
    for seed in (1, 2, 3):
        play_both(pair, seed)
        same_playouts(pair, seed, 40)
    assert found and any(found) == at_once


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("body", "alone"),
    [
        ("sum(c.rank for c in p.played)", True),
        ("sum(worth(c) for c in p.played)", True),
        ("min(c.rank for c in p.played) else 5", True),
        ("max(c.odd for c in p.played) else -5", True),
        ("max(worth(c) for c in p.played) else 5", True),
        ("min(worth(c) for c in p.played for n in [1, 2]) else 5", False),
        ("min(c.rank for c in p.played if c.odd > 2) else 5", False),
        ("min(c.rank for c in p.hand) else 5", False),  # nobody asks for the only card of a hand
    ],
)
def test_one_card_mostly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, alone: bool) -> None:
    found, look = list[bool](), loop_specialisation.mostly_single

    def watched(fb: FunctionBuilder, loops: tuple[ir.Loop, ...]) -> object:
        zone = look(fb, loops)
        found.append(zone is not None)
        return zone

    monkeypatch.setattr(comprehensions, "mostly_single", watched)
    pair = pair_of(tmp_path, SPEC.replace("BODY", body))
    for seed in (1, 2, 3):
        play_both(pair, seed)
        same_playouts(pair, seed, 40)
    assert any(found) == alone


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("body", "sure"),
    [
        ("min(place(o) for o in side if o.name == low) else 5", True),
        ("max(o.name * 3 for o in side if low == o.name) else 5", True),
        ("max(o.name - 3 for o in side if o.name == low) else 5", True),
        ("min(place(o) for o in side if o.name == wide) else 5", False),  # no card has the number 3
        ("min(place(o) for o in side if o.name == p.played.only.thin) else 5", False),
        ("min(place(o) for o in side if o.name < wide) else 5", False),  # may be both
    ],
)
@pytest.mark.parametrize("names", [(1, 2), (2, 1)])
def test_only_card_of_a_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, names: tuple[int, int], body: str, sure: bool
) -> None:
    found, look = list[bool](), loop_specialisation.is_single_card

    def watched(fb: FunctionBuilder, loops: tuple[ir.Loop, ...], *, surely: bool = False) -> bool:
        single = look(fb, loops, surely=surely)
        if surely:
            found.append(single)
        return single

    monkeypatch.setattr(comprehensions, "is_single_card", watched)
    one, two = names
    spec = SPEC.replace(
        "  seen: {type: integer}",
        "  seen: {type: integer}\n  low: {type: integer, range: [1, 2]}\n  wide: {type: integer, range: [1, 3]}",
    )
    spec = spec.replace(
        "    for p in players:\n      seen",
        "    low = 3 - low\n    wide = wide mod 3 + 1\n    for p in players:\n      seen",
    )
    spec = spec.replace("{one: {name: 1}, two: {name: 2}}", f"{{one: {{name: {one}}}, two: {{name: {two}}}}}")
    pair = pair_of(tmp_path, spec.replace("BODY", body))
    for seed in (1, 2, 3):
        play_both(pair, seed)
        same_playouts(pair, seed, 40)
    assert any(found) == sure
