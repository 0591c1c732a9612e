"""What a seat is told at the terminal of errors of the rules, and of moves of others: nothing that it does not see."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """
spec: 1
game: overflow
title: "Overflow"
players: 2
cards: {main: {attributes: {number: integer}, list: {five: {number: 5}, six: {number: 6}}}}
zones: {hand: {of: player, holds: main, shows: owner}, pile: {holds: main, start: listed, shows: count}}
variables: {secret: {of: player, type: integer, range: [0, 7], shows: owner}}
begin: whole
phases:
  whole: {start: "move pile to first(players).hand", turns: {}, offer: [add], ends_when: round.number > 4}
actions:
  add:
    do: |
      choose secretly c in me.hand:
        me.secret += c.number + 1
result: {winners: players}
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    (tmp_path / "overflow.yaml").write_text(GAME, encoding="utf-8")
    return str(tmp_path / "overflow.yaml")


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ((), ["'secret' would become 1"]),
        (("--seat", "p1"), ["R701", "variable out of range", "me.secret += c.number + 1"]),
        (("--seat", "p2"), ["R701", "variable out of range", "me.secret += c.number + 1"]),
    ],
)
def test_run(game: str, seat: tuple[str, ...], told: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    answer(CommandLine(("run", game, "--seed", "1", *seat)))
    found = capsys.readouterr().err
    assert all(one in found for one in told)
    assert ("would become" in found) == (not seat)


def test_play(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 30))
    answer(CommandLine(("play", game, "--seat", "1=human", "--seat", "2=human")))
    found = capsys.readouterr().err
    assert "R701" in found and "would become" not in found


def test_console(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("add\nmoves\nwhy c=six\nc=sux\nc=six\nmoves\n"))
    answer(CommandLine(("console", game, "--seat", "p2")))
    found = capsys.readouterr().out
    assert found.count("only they know what they may do") == 3
    assert "five" not in found and "p2> add" in found
