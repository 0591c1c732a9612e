"""Files with keys and values that the language has no place for: what the author of each is told.

Beside `NAME.yaml` stands `NAME.txt`, the exact text. A file is a variant, a file of scenarios or a spec
by its keys.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.language.shape.check import check_scenarios, check_spec, check_variant
from cardwright.language.text.load import load

CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_message(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS)
    report = Report()
    tree = load(f"{name}.yaml", report)
    assert tree is not None
    check = check_variant if tree.get("variant") else check_scenarios if tree.get("scenarios") else check_spec
    check(tree, report)
    assert render(report) == (CORPUS / f"{name}.txt").read_text(encoding="utf-8")


def test_nothing_is_left_over() -> None:
    assert sorted(path.stem for path in CORPUS.glob("*.txt")) == NAMES
