"""What labels name in braces is told to those who know the cards it is computed from, and to nobody else."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright import Engine, load_game
from cardwright.play.game.decider import EVERYTHING

GAME = """
spec: 1
game: secrets
title: "Secrets"
players: 3
words: {cs: "Hand over {cs}, {sum(c.number for c in cs)} in all"}
cards:
  main:
    attributes: {colour: [red, black], number: integer}
    each: {colour: colour, number: 1..6}
zones:
  pile: {holds: main, order: stack, shows: count, start: shuffled}
  hand: {of: player, holds: main, shows: {all: count, owner: all}}
  gone: {holds: main, shows: all}
begin: whole
phases:
  whole: {steps: [deal, vote, rest]}
  deal:
    do: |
      for p in players:
        draw 4 from pile to p.hand
  vote:
    do: |
      together p in players:
        offer pass, lay
  rest: {turns: {once: true}, offer: [pass, give, lay]}
actions:
  pass: {label: "Pass {c} worth {c.number + 1}", choose: {c: me.hand}, do: move c to me.next.hand}
  lay: {label: "Lay {c} worth {c.number} on {count(gone)}", choose: {c: me.hand}, do: move c to gone}
  give:
    do: |
      choose 2 cs in me.hand:
        move cs to me.next.hand
result: {winners: "[]"}
"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_values_are_hidden_where_their_cards_are(tmp_path: Path, engine: Engine) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    game = load_game(str(path), engine=engine)
    hidden = 0
    for seed in range(20):
        state, luck = game.initial_state(seed=seed), random.Random(seed)
        while not state.is_terminal:
            state.apply(luck.choice(state.legal_moves))
        truth = [one for one in state.events(EVERYTHING) if one.what == "move"]
        for seat in range(3):
            seen = [one for one in state.events(seat) if one.what == "move"]
            for one, whole in zip(seen, truth, strict=True):
                assert "?" not in one.text or one.seat != seat
                for (written, text, _), (_, true, _) in zip(one.told, whole.told, strict=True):
                    secret = "?" in one.text and written != "count(gone)"
                    assert text == ("?" if secret else true)
                    hidden += secret
    assert hidden > 40
