"""A mistake is told once, however often and by whatever names its file is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.command_line import CommandLine
from cardwright.commands.main import answer

GAME = "spec: 1\ngame: race\ntitle: Race\nplayers: 2\nspeed: 3\n"
VARIANT = "variant: fast\nextends: race\ntitle: Fast\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with a mistake, with variants in two places, and a link to it."""
    for name, text in {
        "game.yaml": GAME,
        "fast.yaml": VARIANT,
        "variants/slow.yaml": VARIANT.replace("fast", "slow"),
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to("game.yaml")
    monkeypatch.chdir(tmp_path)


LINES = (
    ("validate", "game.yaml", "fast.yaml"),
    ("validate", "fast.yaml", "variants/slow.yaml", "game.yaml"),
    ("validate", "."),
    ("diff", "game.yaml", "game.yaml"),
    ("diff", "game.yaml", "./link.yaml"),
)


@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_told_once(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine((*words, "--format", "json"))) == 1
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    keys = [one["code"] for one in told["diagnostics"] if one["message"].startswith("'speed'")]
    assert keys == ["E160"]
    assert told["errors"] + told["warnings"] == len(told["diagnostics"])
