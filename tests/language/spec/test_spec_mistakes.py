"""What is reported about wrong specs: see `mistakes.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.diagnostics.diagnostic import Diagnostic, Report
from cardwright.diagnostics.span import Source
from cardwright.language.spec.read import read_spec
from cardwright.source.shape.first_version import modern
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping

CASES = yaml.safe_load((Path(__file__).parent / "mistakes.yaml").read_text(encoding="utf-8"))

SOUND = {
    "spec": "1",
    "game": "sound",
    "title": "Sound",
    "players": "2",
    "begin": "match",
    "cards": "{main: {list: {one: {}}}}",
    "zones": "{pile: {holds: main, start: shuffled}}",
    "phases": "{match: {do: shuffle pile}}",
}


def said(text: str) -> list[str]:
    given = {line.split(":")[0] for line in text.splitlines()}
    text += "".join(f"{key}: {value}\n" for key, value in SOUND.items() if key not in given)
    report = Report()
    tree = compose(Source("case.yaml", text), report, mapping=True)
    assert isinstance(tree, Mapping) and not report.diagnostics
    spec = read_spec(modern(tree, "spec", report), report)
    assert (spec is None) == (report.errors > 0)
    return [shown(found) for found in report.diagnostics]


def shown(found: Diagnostic) -> str:
    assert found.span is not None
    near = [f" ({help_text})" for help_text in found.helps if help_text.startswith("did you mean")]
    place = f"{found.span.line}:{found.span.column} `{found.span.text}`"
    return f"{found.code} {place} {found.message}{''.join(near)}"


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_mistakes(case: dict[str, Any]) -> None:
    assert said(case["spec"]) == case["says"]


def test_a_correct_spec() -> None:
    assert said("") == []
