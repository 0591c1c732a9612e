"""The variables that a result names as its measures are reported when the game is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """\
spec: 1
game: short
title: "Short"
players: 2
cards:
  main: {list: {one: {copies: 4}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
variables:
  turns: {type: integer, start: 0, label: {en: "turns taken", fr: "tours joués"}}
  drawn: {of: player, type: integer, start: 0}
begin: play
phases:
  play: {turns: {}, offer: [take], until: pile.empty}
actions:
  take: {do: "draw 1 from pile to me.hand\\nturns += 1\\nme.drawn += 1"}
result:
  winners: players
  measures: [turns, drawn]
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    (tmp_path / "game.yaml").write_text(GAME)
    return str(tmp_path / "game.yaml")


def test_in_words(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("run", game, "--seed", "1"))) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-4:-1] == ["turns taken: 4", "drawn (player 1): 2", "drawn (player 2): 2"]


def test_in_the_last_line_of_the_record(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = str(tmp_path / "trace.jsonl")
    assert answer(CommandLine(("run", game, "--seed", "1", "--format", "json", "--trace", trace))) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["measures"] == {"turns": 4, "p1.drawn": 2, "p2.drawn": 2}
    assert answer(CommandLine(("replay", trace, "--path", str(tmp_path), "--verify"))) == 0
