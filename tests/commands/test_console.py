"""`cardwright console`: lines and their answers."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """spec: 1
game: race
title: Race
players: 2
cards: {main: {list: {ace: {copies: 4}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
begin: play
phases: {play: {turns: {}, until: pile.empty, offer: [take, stop]}}
actions:
  take: {do: draw 1 from pile to me.hand}
  stop: {when: {enough: count(me.hand) > 1}, do: end game}
"""

LINES = (
    ("count(pile)", "4"),
    ("moves", "take"),
    ("take", ""),
    ("count(pile) + count(p1.hand)", "4"),
    ("p1.hand", "p2 may not know this"),
    ("p2.hand", "[]"),
    ("why stop", "condition: enough"),
    ("count(p2.hnad)", "no such property"),
    ("undo", ""),
    ("count(pile) == 4 and pile.empty", "false"),
    ("undo", "nothing was played"),
    ("?", "takes back"),
    ("3 +", "E309"),
    ("quit", ""),
    ("count(pile)", "never answered"),
)


def test_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "race.yaml").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line, _ in LINES)))
    assert answer(CommandLine.of(("console", "race.yaml", "--seed", "1", "--seat", "p2"))) == 0
    shown = capsys.readouterr()
    for _, said in LINES[:-1]:
        assert said in shown.out + shown.err
    assert shown.out.count("> ") == len(LINES) - 1
