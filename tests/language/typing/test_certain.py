"""What is known not to be none stays known as long as nothing can change it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import SpecError, load_game

GAME = """\
spec: 1
game: said
title: "Said"
players: 2
cards: {main: {list: {ace: {copies: 6}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: all}
words: {sold: "Sold!"}
variables: {buyer: {type: player or none}}
effects: {nobody: buyer = none}
begin: play
phases: {play: {turns: {once: true}, offer: [take, tell]}}
actions:
  tell: {do: say(sold)}
  take:
    do: |
      buyer = me
      if buyer is not none:
        LINE
        draw 1 from pile to buyer.hand
"""


@pytest.mark.parametrize("line", ["say(sold)", "shuffle pile", "say(sold)\n        say(sold)"])
def test_what_changes_nothing_leaves_it_known(line: str, tmp_path: Path) -> None:
    (tmp_path / "said.yaml").write_text(GAME.replace("LINE", line), encoding="utf-8")
    assert load_game(tmp_path / "said.yaml").name == "said"


@pytest.mark.parametrize("line", ["nobody()", "buyer = none", "say(sold)\n        nobody()"])
def test_what_may_change_it_does_not(line: str, tmp_path: Path) -> None:
    (tmp_path / "said.yaml").write_text(GAME.replace("LINE", line), encoding="utf-8")
    with pytest.raises(SpecError, match="may be none"):
        load_game(tmp_path / "said.yaml")
