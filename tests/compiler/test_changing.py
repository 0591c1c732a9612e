"""Names that get another value inside of branches and loops: what is known of them holds for those values too."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.engines.program.layout import ERROR, FINISHED
from tests.compiler.lockstep import Pair, pair_of, play_both, same_playouts

GAME = """
spec: 1
game: changing
title: "Changing"
players: 2
cards: {main: {list: {ace: {copies: 12}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
variables: {kept: {type: integer, range: [0, 10]}, total: {type: integer}, rounds: {type: integer}}
begin: play
phases: {play: {turns: {}, until: pile.empty, offer: [take]}}
effects:
  sum_up: |
    let sum = 0
    for k in 1..50:
      sum += k
    total = sum
actions:
  take:
    do: |
      let n = 0
EFFECTS
limits: {steps: 2000}
"""

BRANCH = """\
if count(me.hand) == 2:
  n = GIVEN
draw 1 from pile to me.hand
kept = n
"""

COUNTED = """\
repeat 3:
  draw 1 from pile to me.hand
  if n < 5:
    for k in 1..4:
      n += 1
    draw 1 from pile to me.hand
kept = n + GIVEN
"""

BACK = """\
rounds = 0
while rounds < GIVEN at most 1000:
  rounds += 1
  if n < 2:
    n += 1
    if count(me.hand) < 20:
      n = 0
    sum_up()
    draw 1 from pile to me.hand
"""


def _pair(tmp_path: Path, effects: str, given: int) -> Pair:
    spec = GAME.replace("EFFECTS", effects.replace("GIVEN", str(given)).replace("\n", "\n      ").join(("      ", "")))
    return pair_of(tmp_path, spec)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("effects", "given", "end"),
    [
        (BRANCH, 10, FINISHED),
        (BRANCH, 11, ERROR),
        (COUNTED, 2, FINISHED),
        (COUNTED, 3, ERROR),
    ],
)
def test_a_range_is_checked(tmp_path: Path, effects: str, given: int, end: int) -> None:
    """Up to 10 may be kept: one more is an error, in whole games as well. Counting by fours ends at 8, not at 5."""
    pair = _pair(tmp_path, effects, given)
    play_both(pair, 1)
    assert same_playouts(pair, 1, 3) == {end}


@pytest.mark.parametrize(("turns", "end"), [(5, FINISHED), (80, ERROR)])
def test_what_begins_anew_is_no_counter(tmp_path: Path, turns: int, end: int) -> None:
    """A name that is below 2 again and again leads on for ever, and what it leads to takes steps each time."""
    pair = _pair(tmp_path, BACK, turns)
    assert same_playouts(pair, 1, 3) == {end}
    assert ModuleBuilder(pair.program, "playouts").budget is not None
