"""Expressions on a position name players: those who play, and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


@pytest.fixture
def trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """A game of three, of those that up to seven may play."""
    path = tmp_path / "t.jsonl"
    assert say("run", "president", "--players", "3", "--seed", "1", "--trace", str(path)) == 0
    capsys.readouterr()
    return f"{path}@4"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("words", ["p5.hand", "count(p4.hand) == 0", "p4.next == p1", "p4 in players"])
def test_who_does_not_play(trace: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("eval", trace, words) != 0
    name = "p5" if "p5" in words else "p4"
    assert f"{name} is not a player of this game, which has p1 to p3" in capsys.readouterr().err


@pytest.mark.thorough
def test_players_are_no_facts(trace: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert say("eval", trace, "p1 == p2") == 0
    assert capsys.readouterr().out == "false\n"


def test_a_scenario_is_told_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "few.yaml"
    path.write_text("game: president\nscenarios:\n  few: {players: 3, then: {gone: count(p5.hand) == 0}}\n")
    assert say("test", str(path)) == 1
    said = capsys.readouterr()
    assert "p5 is not a player of this game, which has p1 to p3" in said.out + said.err
