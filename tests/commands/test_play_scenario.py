"""A person plays from the position of a scenario."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.sessions.scenario_position import scenario_position
from cardwright.play.game.chance import resume_with_seed, settle_chance
from tests.editor.editor_client import write_game


def test_play_begins_where_a_scenario_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scenarios = write_game(tmp_path) / "dash" / "scenarios" / "laying.yaml"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"save {tmp_path / 'a.jsonl'}\n1\nquit\n"))
    assert answer(CommandLine(("play", "--from", f"{scenarios}@A red card", "--seed", "3"))) == 0
    shown = capsys.readouterr().out
    assert "1) lay(rose)" in shown and "2) lay(leaf)" in shown
    assert "points: 4" in shown  # after the red card
    assert "cannot be saved" in shown and not (tmp_path / "a.jsonl").exists()


def test_the_position_is_the_same_once_chance_falls_by_a_seed(tmp_path: Path) -> None:
    scenarios = write_game(tmp_path) / "dash" / "scenarios" / "laying.yaml"
    laid_out = scenario_position(f"{scenarios}@A red card", 0, ())
    going = resume_with_seed(settle_chance(laid_out, 7), 7)
    assert going.legal_moves == laid_out.legal_moves
    assert [going.view(seat) for seat in (0, 1)] == [laid_out.view(seat) for seat in (0, 1)]
    going.apply("lay(rose)")
    assert going.decider.kind == "seat" and going.decider.seat == 1  # a card was drawn by itself
