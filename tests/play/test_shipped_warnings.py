"""Specs that come with the package are read as examples, so each warning about them is true and mended, or false."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.play.game.loading.load import load_rules

ROOT = Path(__file__).parents[2]
FOLDERS = [path.parent for place in ("specs", "examples") for path in sorted(ROOT.glob(f"{place}/*/game.yaml"))]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nothing_is_warned_of(folder: Path) -> None:
    """A game without variants, or each variant with its game."""
    for path in [*sorted(folder.glob("variants/*.yaml"))] or [folder / "game.yaml"]:
        report = Report()
        load_rules(str(path), (), (), report)
        assert not report.diagnostics, render(report)
