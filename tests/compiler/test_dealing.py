"""Cards that are dealt one by one are the same cards where whole games are played."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.engines.program.layout import FINISHED
from tests.compiler.lockstep import Pair, pair_of, same_playouts

SPEC = """\
spec: 1
game: dealing
title: "Dealing"
players: 3
cards: {main: {each: {colour: colour, worth: 1..WORTH}, attributes: {colour: colour, worth: integer}, copies: COPIES}}
types: {colour: [red, blue]}
words: {red: {en: red}, blue: {en: blue}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all, ORDER}
  heap: {holds: main, shows: all}
variables: {seen: {type: integer}, starter: {type: player}}
begin: play
phases:
  play:
    start: |
      DEAL
    turns: {}
    until: round.number > 6
    offer: [lay, back, look, more, again]
    otherwise: seen += 1
actions:
  lay:
    choose: {c: me.hand}
    do: |
      seen = (seen * 7 + c.worth + (30 if c.colour == red else 0)) mod 100003
      move c to heap
  back:
    choose: {c: me.hand}
    do: move c to top of pile
  look:
    when: {some: not pile.empty}
    do: show pile.top to players
  more:
    do: |
      DEAL
  again:
    do: |
      move heap to pile
      shuffle pile
      starter = me
      DEAL
result: {winners: "[p for p in players if count(p.hand) > 2]", returns: seen + sum(c.worth for c in it.hand)}
"""
IN_TURN = """\
repeat 2:
        for p in players:
          draw 1 from pile to p.hand"""
IN_ORDER = """\
repeat 3:
        for p in players_from(starter):
          draw 1 from pile to p.hand"""
AT_ONCE = """\
for p in players:
        draw 4 from pile to p.hand"""


def _pair(tmp_path: Path, deal: str, *, worth: int = 9, copies: int = 1, order: str = "label: hand") -> Pair:
    return pair_of(tmp_path, SPEC, deal=deal, worth=worth, copies=copies, order=order)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("deal", [IN_TURN, IN_ORDER, AT_ONCE])
@pytest.mark.parametrize("worth", [1, 2, 3, 4, 5, 6, 9, 30])
def test_the_same_cards(tmp_path: Path, deal: str, worth: int) -> None:
    """There are too few cards for all, just enough, one more, or many; some lie openly on the others."""
    pair = _pair(tmp_path, deal, worth=worth)
    assert same_playouts(pair, 1, 25) == {FINISHED}


@pytest.mark.parametrize("change", [{"copies": 2}, {"order": "order: stack"}])
def test_equal_cards_and_hands_with_an_order(tmp_path: Path, change: dict[str, int | str]) -> None:
    """Of equal cards chance takes the first, and a hand with an order may have room for fewer cards."""
    pair = _pair(tmp_path, IN_TURN, **change)  # type: ignore[arg-type]
    same_playouts(pair, 1, 10)
