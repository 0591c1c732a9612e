"""The backs of a hand tell how many cards of each back are there, and nothing of which these are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.engines import Engine

SPEC = """
spec: 1
game: backs
title: "Backs"
players: 2
cards:
  main:
    attributes: {colour: [red, blue], worth: integer}
    back: [colour]
    list:
      low_red: {colour: red, worth: 1}
      low_blue: {colour: blue, worth: 1}
      high_red: {colour: red, worth: 9}
      high_blue: {colour: blue, worth: 9}
zones:
  stock: {holds: main, order: stack, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: {all: colour, owner: all}}
begin: match
phases:
  match:
    start: |
      for p in players:
        draw 2 from stock to p.hand
    turns: {once: true}
    offer: [wait]
actions: {wait: {do: draw 0 from stock to me.hand}}
result: {winners: players}
"""


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_backs_are_seen_in_an_order_of_their_own(engine: Engine, tmp_path: Path) -> None:
    """A low red card and a high blue one look like a high red one and a low blue one."""
    path = tmp_path / "backs.yaml"
    path.write_text(SPEC)
    game, held, seen = load_game(str(path), engine=engine), set[str](), set[str]()
    for seed in range(60):
        state = game.initial_state(seed=seed)
        held.add(str(state.view(1)["zones"]["p2.hand"]["cards"]))
        seen.add(str(state.view(0)["zones"]["p2.hand"]["cards"]))
    assert len(held) == 6, "all hands were dealt"
    assert len(seen) == 3, "two red backs, two blue ones, or one of each"
