"""Two decisions in secret may use the same cells, one after the other; what is told of each is about itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game

GAME = """\
spec: 1
game: twice
title: "Twice"
players: 2
cards: {main: {list: {one: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
variables: {told: {of: player, type: integer}, kept: {of: player, type: integer, shows: none}}
begin: match
phases:
  match: {steps: [open, hidden]}
  open: {together: players, offer: [bid, pass]}
  hidden:
    do: |
      together p in players:
        choose secretly n in 1..9:
          p.kept = n
actions:
  bid: {choose: {n: 1..9}, do: me.told = n}
  pass: {}
"""


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_each_choice_is_told_as_what_it_was(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    state = load_game(str(path), engine=engine).initial_state()
    for move in ("bid(4)", "pass", "n=3"):
        state.apply(move)
    told = [(one.what, one.text) for one in state.events(1) if one.what in ("move", "chosen")]
    assert told == [("chosen", "?"), ("chosen", "pass"), ("move", "bid(4)"), ("move", "pass"), ("chosen", "?")]
