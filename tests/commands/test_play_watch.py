"""`play --watch`: the rules are edited while somebody plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """spec: 1
game: race
title: Race
players: 2
cards: {main: {list: {ace: {copies: 40}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  hand: {of: player, holds: main, shows: owner}
begin: play
phases: {play: {turns: {}, until: pile.empty, offer: [take, rest]}}
actions:
  take: {do: draw 1 from pile to me.hand}
  rest: {do: shuffle pile}
"""


class Typing:
    """What somebody types, who edits the file before some lines."""

    def __init__(self, file: Path, lines: list[tuple[str, str]]) -> None:
        self._file, self._lines = file, iter(lines)

    def readline(self) -> str:
        typed, text = next(self._lines, ("", ""))
        if text:
            self._file.write_text(text, encoding="utf-8")
        return typed

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def isatty(self) -> bool:
        return False


def test_a_game_goes_on_at_the_same_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "race.yaml"
    file.write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    more = GAME.replace("draw 1", "draw 2")
    lines = [
        ("take\n", ""),
        ("\n", more + "# longer\n"),  # taken up: p1 has 2 cards now, and decides
        ("take\n", ""),
        ("\n", more.replace("me.hand}", "me.hnad}")),  # a mistake: goes on by the rules before
        (
            "\n",
            more.replace("offer: [take, rest]", "offer: [rest]").replace(
                "  take: {do: draw 2 from pile to me.hand}\n", ""
            ),
        ),
        ("rest\n", ""),
        ("quit\n", ""),
    ]
    monkeypatch.setattr("sys.stdin", Typing(file, lines))
    assert answer(CommandLine(("play", "race.yaml", "--watch", "--seed", "1", "--seat", "2=first"))) == 0
    shown = capsys.readouterr()
    assert shown.out.count("the rules have changed; the game goes on at the same decision") == 1
    assert "no 'hnad'" in shown.err and "The new rules have mistakes" in shown.out
    assert "By the new rules the game would have gone otherwise (1: p1 may not play" in shown.out
