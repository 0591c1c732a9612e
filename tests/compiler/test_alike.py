"""Cards that are the same to the rules are one choice, for each of several arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compiler.lockstep import pair_of, play_both, same_playouts

ROWS = """
spec: 1
game: rows
title: "Rows"
players: 2
cards:
  main: {attributes: {worth: integer}, list: {low: {copies: 5, worth: 1}, mid: {copies: 4, worth: 2}, high: {worth: 3}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  row: {holds: main, order: row, shows: all}
  heap: {holds: main, order: row, shows: all}
variables:
  seen: {type: integer, range: [0, 40], start: 0}
begin: play
phases:
  play: {turns: {}, until: round.number > 4, steps: [more, choice]}
  more: {do: draw 2 from pile to row}
  choice: {offer: [take]}
actions:
  take:
    choose: {c: "FIRST", d: "SECOND"}
    do: |
      seen = (3 * seen + c.worth) mod 37
      move c to heap
result: {winners: "best(p for p in players by seen mod 5 if p == turn.player else 2)"}
"""


@pytest.mark.parametrize("first", ["row", "[x for x in row if x.worth < 3]", "optional row"])
@pytest.mark.parametrize("second", ["row", "[x for x in row if x.worth < 3]", "optional row"])
def test_arguments_that_may_be_the_same_cards(first: str, second: str, tmp_path: Path) -> None:
    spec = ROWS.replace("c.worth", "(c.worth else 5)") if "optional" in first else ROWS
    pair = pair_of(tmp_path, spec, first=first, second=second)
    for seed in range(3):
        play_both(pair, seed)
    same_playouts(pair, 1, n=20)
