"""What `validate` reports about clauses and their citations, for a folder with a game and a scenario."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.commands.selection import select
from cardwright.commands.sources.checks import check_file
from cardwright.diagnostics.diagnostic import Report
from cardwright.play.scenario.initial_state import GameCache

GAME = Path(__file__).parents[3] / "specs" / "mille-bornes" / "game.yaml"
SCENARIO = 'game: mille-bornes\nscenarios:\n  "A case": {rule: "%s", players: 2, then: "count(teams) == 2"}\n'

CASES = [
    ("clauses:\n  manual: {leading: Somebody leads}", "manual, leading", []),
    ("game: mille-bornes\nclauses:\n  rulings 1.4: {1: One, 2: Two}", "rulings 1.4 #1 to #2", []),
    ("game: race\nclauses:\n  manual: {leading: Somebody leads}", "manual, leading", [("E821", "race")]),
    ("clauses:\n  manual: {leading: Somebody leads}", "manual, following", [("E820", '"A case"')]),
    ("clauses:\n  rulings 1.4: {1: One}", "rulings 1.4 #1 #2", [("E820", '"A case"')]),
    ("clauses: {}\nclausse: {manual: {leading: Somebody}}", "x", [("E821", "clausse")]),
    ("clauses: {manual: Somebody leads}", "manual", [("E821", "Somebody leads")]),
    ("clauses:\n  manual: {leading: [Somebody]}", "manual", [("E821", "[Somebody]")]),
]


@pytest.mark.parametrize("listed, cited, expected", CASES)
def test_clauses(tmp_path: Path, listed: str, cited: str, expected: list[tuple[str, str]]) -> None:
    shutil.copy(GAME, tmp_path / "game.yaml")
    (tmp_path / "clauses.yaml").write_text(listed + "\n", encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "cases.yaml").write_text(SCENARIO % cited, encoding="utf-8")
    report = Report()
    chosen = select([str(tmp_path / "clauses.yaml")], report)
    assert [one.kind for one in chosen] == ["clauses"]
    check_file(chosen[0], (), GameCache(), report)
    assert [(d.code, d.span.text) for d in report.diagnostics if d.span] == expected
