"""The table of strengths goes on where it was stopped, even in the middle of a line, and plays nothing twice.

What is kept of a match at its last look is as good as its deals.
"""

from __future__ import annotations

import importlib
import json
from math import inf
from pathlib import Path
from types import ModuleType

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

NONE = Path("nothing.is.kept")


@pytest.fixture
def strengths(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The benchmark, as a module."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("strengths")


@pytest.mark.thorough
def test_strengths_are_resumed(strengths: ModuleType, tmp_path: Path) -> None:
    wanted = strengths.matches(["course-folle:2"], ["random", "first"], "")

    def played(file: Path) -> list[tuple[int, float]]:
        strengths.play(wanted, strengths.read(file, NONE), file, inf, 10)
        deals = strengths.read(file, NONE)[wanted[0]]
        assert deals.running().n == 10
        return list(deals.above.items())

    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    all_deals = played(whole)
    lines = whole.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:4]) + lines[4][:30])
    assert played(cut) == all_deals
    other = json.loads(lines[0]) | {"rules": "another"}
    cut.write_text(json.dumps(other) + "\n")
    assert played(cut) == all_deals and len(cut.read_text().splitlines()) == 11


def test_a_match_goes_on_from_what_is_kept(strengths: ModuleType, tmp_path: Path) -> None:
    file, kept = tmp_path / "deals.jsonl", tmp_path / "kept.jsonl"
    [match] = wanted = strengths.matches(["course-folle:2"], ["random", "first"], "")
    found = strengths.read(file, kept)
    found[match].above = {seed: seed % 3 - 1.0 for seed in range(1, 24)}
    strengths.keep(found, kept)
    again = strengths.read(file, kept)
    assert strengths.cell(again[match]) == strengths.cell(found[match])
    assert again[match].running().n == 20  # the last look; the three deals after it are not kept
    again[match].above = {seed: found[match].above.get(seed, 1.0) for seed in range(21, 41)}
    found[match].above |= again[match].above
    assert strengths.cell(again[match]) == strengths.cell(found[match])
    assert again[match].running().n == found[match].running().n == 40
    strengths.keep(again, kept)
    assert [json.loads(line)["deals"] for line in kept.read_text().splitlines()] == [40]
    assert len(list(strengths.table(wanted, strengths.read(file, kept)))) == 3


def test_of_some_matches_only_the_table_is_kept(strengths: ModuleType, tmp_path: Path) -> None:
    file, kept = tmp_path / "deals.jsonl", tmp_path / "kept.jsonl"
    [match] = wanted = strengths.matches(["course-folle:2"], ["random", "first"], "")
    found = strengths.read(file, kept)
    found[match].told = "-0.90 ± 0.48 (10)"
    strengths.keep(found, kept)
    again = strengths.read(file, kept)
    assert strengths.cell(again[match]) == "-0.90 ± 0.48 (10)"
    strengths.play(wanted, again, file, inf, 10)
    assert not file.exists()  # it is settled
    again[match].told += " ?"
    strengths.play(wanted, again, file, inf, 10)
    assert len(file.read_text().splitlines()) == 10  # it is begun anew
    strengths.keep(again, kept)
    assert "told" not in json.loads(kept.read_text())


def test_what_is_kept_can_be_read(strengths: ModuleType) -> None:
    """Each line is a match of a table; whether it counts, the rules as they are say."""
    lines = [json.loads(line) for line in strengths.KEPT.read_text(encoding="utf-8").splitlines()]
    assert len({(line["game"], line["players"], *line["bots"]) for line in lines}) == len(lines) > 0
    for line in lines:
        assert line["players"] in strengths.NUMBERS[line["game"]]
        assert line.get("told") or line["deals"] in strengths.LOOKS
