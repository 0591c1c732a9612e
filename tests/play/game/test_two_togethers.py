"""Two decisions that all make at once, one after the other, share the cells in which what was chosen waits.

What waits is then told by the words of its own decision, and a choice that nobody is told of stays one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.commands.transcript import Transcript
from cardwright.play.game.engines import Engine
from cardwright.play.game.game import State

GAME = """\
spec: 1
game: twice
title: "Twice"
players: 2
cards: {main: {list: {ace: {copies: 4}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
variables:
  x: {of: player, type: integer, range: [0, 9], shows: owner}
  sums: {of: player, type: integer, range: [0, 9]}
begin: play
phases:
  play:
    do: |
      together p in players:
        choose secretly n in 1..3:
          p.x = n
      together p in players:
        choose a in 1..2, b in 1..2:
          p.sums = a + b
"""


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_each_decision_has_its_own_words(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "twice.yaml").write_text(GAME, encoding="utf-8")
    game = load_game(str(tmp_path / "twice.yaml"), engine=engine)
    state, waiting = game.initial_state(seed=1), []
    for move in ("n=3", "n=2", "a=2, b=1", "a=1, b=2"):
        assert State.from_bytes(game, state.to_bytes()) == state
        waiting.append([state.view(seat).get("chosen") for seat in (0, 1)])
        state.apply(move)
    assert waiting[1::2] == [[{"p1": "n=3"}, {"p1": "?"}], [{"p1": "a=2, b=1"}, {"p1": "?"}]]
    told = [(one.what, one.seat, one.text) for one in state.events(0) if one.what in ("move", "chosen")]
    in_secret, openly = told[:4], told[4:]
    assert {text for what, seat, text in in_secret if seat == 1} == {"?"}
    assert openly[2:] == [("move", 0, "a=2, b=1"), ("move", 1, "a=1, b=2")]
    lines = list(Transcript(state, "en").lines(state))
    assert [line.strip() for line in lines][:2] == ["player 1: has chosen in secret", "player 2: has chosen in secret"]
