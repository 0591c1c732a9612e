"""The table of strengths goes on where it was stopped, even in the middle of a line, and plays nothing twice."""

from __future__ import annotations

import importlib
import json
from math import inf
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def strengths(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The benchmark, as a module."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("strengths")


def test_strengths_are_resumed(strengths: ModuleType, tmp_path: Path) -> None:
    wanted = strengths.matches(["course-folle:2"], ["random", "first"], "")

    def played(file: Path) -> list[tuple[int, float]]:
        strengths.play(wanted, strengths.read(file), file, inf, 10)
        deals = strengths.read(file)[wanted[0]]
        assert deals.running().n == 10
        return list(deals.above.items())

    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    all_deals = played(whole)
    lines = whole.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:4]) + lines[4][:30])
    assert played(cut) == all_deals
    other = json.loads(lines[0]) | {"spec": "another"}
    cut.write_text(json.dumps(other) + "\n")
    assert played(cut) == all_deals and len(cut.read_text().splitlines()) == 11
