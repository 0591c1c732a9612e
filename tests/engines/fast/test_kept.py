"""Functions without arguments are computed anew once a card moves, or a variable is set, that they read."""

from __future__ import annotations

from pathlib import Path

from lockstep import Pair, play_both, same_playouts

from cardwright import load_game
from cardwright.engines.fast.building.module_builder import ModuleBuilder

KEPT = """
spec: 1
game: kept
title: "Kept"
players: 2
cards:
  main: {attributes: {worth: integer}, list: {low: {copies: 9, worth: 1}, high: {copies: 9, worth: 3}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  row: {holds: main, order: row, shows: all}
variables:
  bonus: {type: integer, range: [0, 9], start: 0}
  before: {type: integer, start: 0}
  after: {type: integer, start: 0}
functions:
  value: "sum(c.worth * i for i in 1..bonus + 1 for c in row) + count(row)"
begin: play
phases:
  play: {turns: {}, until: round.number > 6, offer: [lay, raise, clear]}
actions:
  lay:
    when: count(pile) > 0
    do: |
      before = value
      draw 1 from pile to row
      after = value
  raise:
    when: bonus < 5
    do: |
      before = value + value
      bonus += 1
      after = value
  clear:
    when: count(row) > 1 and value > 3
    do: |
      before = value
      move row to pile
      after = value
      shuffle pile
result: {winners: "best(p for p in players by after - before)"}
"""


def test_what_changes_is_computed_anew(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(KEPT, encoding="utf-8")
    program = load_game(str(tmp_path), engine="reference").program
    assert list(ModuleBuilder(program, "playouts").keeper.functions) == ["value"]
    pair = Pair(program)
    for seed in (1, 2):
        play_both(pair, seed)
    same_playouts(pair, 3)
