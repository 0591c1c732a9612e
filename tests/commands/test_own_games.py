"""A spec of any name in a folder of one's own is found by `--path`: what was played from its path can be replayed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

SPEC = Path(__file__).parents[1] / "laws" / "specs" / "refill.yaml"


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a spec, and with a file that only names a game."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "my-own.yaml").write_bytes(SPEC.read_bytes())
    (tmp_path / "mine" / "tests.yaml").write_text("game: other\nscenarios: {}\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_played_from_its_path_and_replayed_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("run", "mine/my-own.yaml", "--seed", "1", "--trace", "game.jsonl"))) == 0
    assert answer(CommandLine(("replay", "game.jsonl", "--verify", "--path", "mine"))) == 0
    assert answer(CommandLine(("run", "refill", "--seed", "1", "--path", "mine"))) == 0
    capsys.readouterr()


def test_only_specs_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("list", "--path", "mine", "--format", "json"))) == 0
    names = {game["name"] for game in json.loads(capsys.readouterr().out)["games"]}
    assert "refill" in names and "other" not in names
