"""Files with keys and values that the language does not have, and the exact report on each.

`NAME.txt` beside `NAME.yaml` is the report. Its keys decide whether a file is checked as a variant, as
scenarios or as a spec.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.source.shape.validation import check_scenarios, check_spec, check_variant
from cardwright.source.text.files import load

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
