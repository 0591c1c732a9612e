"""A game with more cards than a byte can number, in heaps of several words: both engines play it alike."""

from __future__ import annotations

from pathlib import Path

from tests.compiler.lockstep import pair_of, play_both, same_playouts

MANY = """
spec: 1
game: many-cards
title: "Many cards"
players: 2
cards:
  main: {list: {ace: {copies: 90}, king: {copies: 90}, queen: {copies: 70}, jack: {copies: 60}, ten: {}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  row: {holds: main, order: row, shows: all}
  heap: {holds: main, shows: all}
begin: play
phases:
  play:
    turns: {}
    until: round.number > 12
    offer: [take, put, back, mix]
actions:
  take: {do: draw 5 from pile to me.hand}
  put: {choose: {c: me.hand}, do: move c to row}
  back: {choose: {c: row}, do: move c to position 3 of pile}
  mix:
    when: count(row) > 2
    do: |
      move row to heap
      draw 3 from pile to me.hand
      shuffle pile
result: {winners: "best(p for p in players by count(c for c in p.hand if c == ace or c in heap))"}
"""


def test_both_engines_play_it_alike(tmp_path: Path) -> None:
    pair = pair_of(tmp_path, MANY)
    play_both(pair, 1, decisions=40)
    play_both(pair, 2, explicit=True, decisions=40)
    same_playouts(pair, 3)
