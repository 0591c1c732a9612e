"""Files that are not what they seem, and what is reported about each.

The exact report about `NAME.yaml` is `NAME.txt`. To see the current one for a file:
`python -m cardwright validate tests/source/text/corpus/NAME.yaml`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.source.text.files import load

CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_message(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CORPUS)
    report = Report()
    load(f"{name}.yaml", report)
    assert render(report) == (CORPUS / f"{name}.txt").read_text(encoding="utf-8")


def test_nothing_is_left_over() -> None:
    assert sorted(path.stem for path in CORPUS.glob("*.txt")) == NAMES
