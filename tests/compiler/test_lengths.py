"""Tests that the length of a list decides are left out of whole games, which are the same games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.passes.jump_threading import with_known_lengths
from cardwright.engines.program.control_flow import blocks_from
from cardwright.engines.program.layout import RUNNING, STATUS
from cardwright.engines.program.nodes import Branch, Program
from tests.compiler.lockstep import pair_of, play_both, same_playouts

SPEC = """
spec: 1
game: lengths
title: "Lengths"
players: 3
cards: {main: {attributes: {worth: integer}, list: {ant: {worth: 1, copies: 9}, bee: {worth: 2, copies: 9}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  heap: {holds: main, shows: all}
variables:
  seen: {type: integer}
  starter: {type: player, start: random}
  score: {of: player, type: integer}
functions:
  by_score: "sort(p for p in players by p.score, distance(p, last(players)))"
  turned: reverse(by_score)
  some: "[p for p in players if p.score < 5]"
  order: ORDER
begin: play
phases:
  play:
    start: |
      for p in players:
        draw 4 from pile to p.hand
    steps: [turns, count_up]
    until: {empty: all(p.hand.empty for p in players)}
  turns: {turns: {order: order, once: true}, offer: [lay, keep], otherwise: seen += 5}
  count_up:
    do: |
      for p in order:
        seen = (seen * 7 + p.score + distance(first(players), p)) mod 10007
        choose n in [1, 2, 3] by p:
          p.score += n
actions:
  lay:
    choose: {c: me.hand}
    do: |
      move c to heap
      me.score += c.worth
  keep:
    when: {few: {that: count(me.hand) < 3 and seen mod 3 == 1, en: "not yet"}}
    do: seen += 1
result: {winners: "best(p for p in players by p.score)", returns: seen + it.score}
limits: {decisions: 200, steps: 3000}
"""


def _questions(program: Program, begun: int) -> int:
    """How many of the blocks that were laid out, to which games come, end with a question."""
    there = blocks_from(program.blocks, [0])
    return sum(isinstance(program.blocks[one].end, Branch) for one in there if one >= begun)


@pytest.mark.parametrize(
    ("order", "known"),
    [
        ("by_score", True),
        ("turned", True),
        ("players_from(starter)", True),
        ("by_score if seen mod 2 == 0 else players", True),
        ("by_score if seen mod 2 == 0 else some", False),
        ("some", False),
        ("reverse(some)", False),
    ],
)
def test_rounds_of_all_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, order: str, known: bool) -> None:
    """Games from the beginning, and from each position of a game, such as those in the middle of a round."""
    found = list[tuple[int, int]]()

    def watched(program: Program, begun: int, rounds: dict[int, int]) -> Program:
        made = with_known_lengths(program, begun, rounds)
        found.append((_questions(program, begun), _questions(made, begun)))
        return made

    monkeypatch.setattr("cardwright.compiler.builder.module_builder.with_known_lengths", watched)
    pair = pair_of(tmp_path, SPEC.replace("ORDER", order))
    ModuleBuilder(pair.program, "playouts")
    ((before, after),) = found
    assert before > 0 and (after < before) is known
    play_both(pair, 1)
    same_playouts(pair, 1, 40)
    m, luck = pair.slow.start(2, explicit=False, record=False), random.Random(2)
    while m.state[STATUS] == RUNNING:
        one, other = (executor.playouts(list(m.state), 2, 4) for executor in (pair.slow, pair.fast))
        assert (one.ends, one.lengths, one.returns) == (other.ends, other.lengths, other.returns)
        assert m.moves is not None
        m.play(luck.choice(m.moves))
