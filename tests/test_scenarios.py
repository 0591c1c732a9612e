"""Every scenario of every game that comes with the package, and of the examples, one test each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.play.scenario.initial_state import GameCache
from cardwright.play.scenario.nodes import Scenario, ScenarioFile
from cardwright.play.scenario.runner import read_file, run_scenario

ROOT = Path(__file__).parents[1]
COMPILED = GameCache()
INTERPRETED = GameCache(engine="reference", loaded=COMPILED.loaded)
"""With options, players or variants of their own scenarios are few to a program: not worth compiling it."""


def collected() -> list[object]:
    """All scenarios, with their files; a file that cannot be read is a test of its own, which fails."""
    found: list[object] = []
    for path in sorted(path for folder in ("specs", "examples") for path in (ROOT / folder).glob("*/scenarios/*.yaml")):
        report = Report()
        name = os.path.relpath(path)
        file = read_file(name, report)
        stem = f"{path.parts[-3]}/{path.stem}"
        if file is None:
            found.append(pytest.param(None, None, report, id=stem))
        else:
            found += [pytest.param(file, one, report, id=f"{stem}::{one.name}") for one in file.scenarios]
    return found


@pytest.mark.parametrize(("file", "scenario", "report"), collected())
def test_scenario(file: ScenarioFile | None, scenario: Scenario | None, report: Report) -> None:
    assert file is not None and scenario is not None, render(report)
    own = scenario.options or scenario.players or scenario.variants or scenario.preset
    result = run_scenario(scenario, file, INTERPRETED if own else COMPILED)
    assert result.passed, "\n" + render(result.report)
