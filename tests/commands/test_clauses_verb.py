"""`cardwright clauses` as JSON: there is JSON however it ends, and no flag is without effect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

SPEC = Path(__file__).parents[1] / "laws" / "specs" / "deal.yaml"
CLAUSES = 'clauses:\n  "003":\n    dealing: "cards are dealt"\n    counting: "nobody counts"\n'
SCENARIOS = """game: deal
scenarios:
  "Cards are dealt": {rule: "003, dealing", then: 1 == 1}
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a folder of its own, without clauses."""
    (tmp_path / "deal").mkdir()
    (tmp_path / "deal" / "game.yaml").write_bytes(SPEC.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path / "deal"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    """The exit code and the JSON of `cardwright clauses deal`."""
    code = answer(CommandLine(("clauses", "deal", *words, "--format", "json")))
    shown = capsys.readouterr()
    assert shown.err == ""
    return code, json.loads(shown.out)


def test_without_clauses(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    none = {"game": "deal", "clauses": [], "held": 0, "open": 0, "diagnostics": [], "errors": 0, "warnings": 0}
    assert said(capsys) == (5, none)


def test_only_the_open_ones(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "clauses.yaml").write_text(CLAUSES, encoding="utf-8")
    (game / "scenarios").mkdir()
    (game / "scenarios" / "rules.yaml").write_text(SCENARIOS, encoding="utf-8")
    code, told = said(capsys)
    assert (code, [row["id"] for row in told["clauses"]], told["held"], told["open"]) == (
        1,
        ["dealing", "counting"],
        1,
        1,
    )
    code, told = said(capsys, "--open")
    assert (code, [row["id"] for row in told["clauses"]], told["held"], told["open"]) == (1, ["counting"], 1, 1)


def test_a_page_is_not_json(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "--markdown")
    assert code == 2
    assert [one["message"] for one in told["diagnostics"]] == ["--markdown prints a page, not JSON"]
