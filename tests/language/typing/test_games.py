"""Small games, one for each part of the language, played as their scenarios say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.play.scenario.initial_state import GameCache
from cardwright.play.scenario.nodes import Scenario, ScenarioFile
from cardwright.play.scenario.runner import read_file, run_scenario
from tests.language.typing.mistakes import typed

GAMES = Path(__file__).parent / "games"
SHELF = GameCache((str(GAMES),))


def collected() -> list[object]:
    """All scenarios of all games here."""
    found: list[object] = []
    for path in sorted(GAMES.glob("*/scenarios.yaml")):
        report = Report()
        file = read_file(os.path.relpath(path), report)
        assert file is not None, render(report)
        found += [pytest.param(file, one, id=f"{path.parent.name}::{one.name}") for one in file.scenarios]
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("file", "scenario"), collected())
def test_scenario(file: ScenarioFile, scenario: Scenario) -> None:
    result = run_scenario(scenario, file, SHELF)
    assert result.passed, "\n" + render(result.report)


@pytest.mark.parametrize("path", sorted(GAMES.glob("*/game.yaml")), ids=lambda path: path.parent.name)
def test_no_game_here_tells_what_is_hidden(path: Path) -> None:
    """These games are read as examples, so each warning about what players see is either true and mended, or false."""
    checked, report = typed(path.name, path.read_text(encoding="utf-8"))
    assert checked is not None
    assert [found.message for found in report.diagnostics if found.code in ("W635", "W640")] == []
