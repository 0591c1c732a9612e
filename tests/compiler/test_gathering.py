"""All cards of a deck are gathered and shuffled at once where whole games are played: the games are the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.compiler.builder.function_builder import FunctionBuilder
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.rules.idiom_recognition import gather_deck
from cardwright.compiler.values.expressions import emit_expr
from cardwright.engines.program.layout import FINISHED
from cardwright.engines.program.nodes import Program
from tests.compiler.lockstep import pair_of, same_playouts

SPEC = """\
spec: 1
game: gathering
title: "Gathering"
players: 2
cards:
  coin: {list: {penny: {copies: 3}}}
  main: {each: {colour: colour, worth: 1..WORTH}, attributes: {colour: colour, worth: integer}, copies: 2}
types: {colour: [red, blue]}
words: {red: {en: red}, blue: {en: blue}}
zones:
  purse: {holds: coin, start: listed, shows: all}
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
  row: {holds: main, order: stack, shows: all}
  heap: {holds: main, shows: all}
variables: {seen: {type: integer}}
begin: play
phases:
  play:
    start: deal()
    turns: {}
    until: round.number > 9
    offer: [lay, put, back, more, again]
    otherwise: seen += 1
effects:
  deal: |
    for p in players:
      draw 2 from pile to p.hand
actions:
  lay:
    choose: {c: me.hand}
    do: |
      seen = (seen * 7 + c.worth + (30 if c.colour == red else 0)) mod 100003
      move c to heap
  put: {choose: {c: me.hand}, do: move c to row}
  back: {choose: {c: row}, do: move c to top of pile}
  more: {do: deal()}
  again:
    do: |
      GATHER
      deal()
      seen = (seen * 5 + sum(c.worth for c in me.hand)) mod 100003
result: {winners: "[p for p in players if count(p.hand) > 1]", returns: seen + sum(c.worth for c in it.hand)}
"""
ALL = """\
for p in players:
        move p.hand to pile
      move row to pile
      move heap to bottom of pile
      shuffle pile"""
SOME = """\
move row to pile
      move heap to pile
      shuffle pile"""
UNSHUFFLED = """\
for p in players:
        move p.hand to pile
      move row to pile
      move heap to pile
      seen += 1
      shuffle pile"""


def gathers(program: Program) -> bool:
    """Whether anything is gathered at once."""
    mb = ModuleBuilder(program, "playouts")
    fb = FunctionBuilder(mb, mb.module.function(), emit_expr)
    bodies = [*(block.body for block in program.blocks), *(effect.body for effect in program.effects.values())]
    return any(gather_deck(fb, body[n:])[0] > 0 for body in bodies for n in range(len(body)))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("gather", "worth", "at_once"),
    [(ALL, 2, True), (ALL, 9, True), (ALL, 25, True), (ALL, 1, False), (ALL, 40, False)]
    + [(SOME, 9, False), (UNSHUFFLED, 9, False)],
)
def test_the_same_games(tmp_path: Path, gather: str, worth: int, at_once: bool) -> None:
    """Decks of few and of very many cards, those of which some lie elsewhere, and other effects between are not."""
    pair = pair_of(tmp_path, SPEC, gather=gather, worth=worth)
    assert gathers(pair.program) is at_once
    assert same_playouts(pair, 1, 30) == {FINISHED}
