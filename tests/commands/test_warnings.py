"""Warnings about a spec come beside the result of a verb, on standard error, in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """spec: 1
game: idle
title: Idle
players: 2
cards: {main: {list: {ace: {copies: 4}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  spare: {holds: main, shows: count}
  hand: {of: player, holds: main, shows: all}
begin: play
phases: {play: {turns: {}, until: pile.empty, offer: [take]}}
actions: {take: {do: draw 1 from pile to me.hand}}
"""


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "words",
    [("run", "--seed", "1"), ("simulate", "-n", "2"), ("options",), ("resolve", "--stage", "typed")],
    ids=lambda words: words[0],
)
def test_warnings_come_beside_the_result(
    words: tuple[str, ...], form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "idle.yaml"
    file.write_text(GAME, encoding="utf-8")
    assert answer(CommandLine.of((words[0], str(file), *words[1:], "--format", form))) == 0
    shown = capsys.readouterr()
    assert shown.err.count("warning[W611]: the zone 'spare' is never used") == 1
    assert "W611" not in shown.out and shown.out
    if form == "json":
        for text in shown.out.splitlines() if words[0] == "run" else [shown.out]:
            json.loads(text)
