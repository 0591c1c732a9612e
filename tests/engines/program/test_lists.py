"""Lists that outlast a decision have room for as many elements as there can be, and no more."""

from __future__ import annotations

from pathlib import Path

from cardwright import load_game
from cardwright.engines.program.nodes import SlotList

DRAWN = """
spec: 1
game: drawn
title: "Drawn"
players: 2
cards:
  main: {attributes: {price: {type: integer}}, list: {ace: {copies: 70, price: 2}, king: {copies: 3, price: 1}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
functions:
  kings(player p): max(min(5, sum(1 for c in p.hand if c.kind == king)) - 1, 0)
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [take_all, take_few, fill_up, take_twice, pay, keep, name]}
actions:
  take_all:
    do: |
      for every_card in 1..count(pile):
        draw 1 from pile to me.hand
  take_few:
    do: |
      for some_cards in 1..kings(me):
        draw 1 from pile to me.hand
  fill_up:
    do: |
      for up_to_seven in 1..7 - count(me.hand):
        draw 1 from pile to me.hand
  take_twice:
    choose: {n: 0..1}
    do: |
      for unknown in 1..2 * n:
        draw 1 from pile to me.hand
  pay:
    choose: {b: me.hand, paid: b.price of me.hand}
    do: move paid to pile
  keep:
    choose: {kept: any of me.hand}
    do: move kept to pile
  name:
    choose: {n: 0..1, named: "count(i for i in 1..90 * n) of me.hand"}
    do: move named to pile
"""


def test_they_are_as_long_as_they_can_get(tmp_path: Path) -> None:
    """Of `1..b` that is the greatest b; where nothing is known of b, 64. Choosing exactly so many needs no more."""
    path = tmp_path / "game.yaml"
    path.write_text(DRAWN, encoding="utf-8")
    game = load_game(path, engine="reference")
    lists = {slot for block in game.program.blocks for slot in block.live if isinstance(slot, SlotList)}
    assert sorted(slot.capacity for slot in lists if slot.name == "list") == [4, 7, 64, 73]
    assert {slot.name: slot.capacity for slot in lists if slot.name != "list"} == {"paid": 2, "kept": 73, "named": 73}
    state = game.initial_state(seed=1)
    state.apply("take_all")
    assert state.is_terminal and state.error is None
