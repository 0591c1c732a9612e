"""Variants that contradict the game or each other, and what is reported about them.

Each `NAME.yaml` contains one or more variant files of the game in `game.base`, each after a line `--- FILE`;
`NAME.txt` is the exact report when all of them are merged, or, if nothing is wrong, the changed lines of the game.
"""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source
from cardwright.source.merge.merge import merge
from cardwright.source.merge.yaml_output import to_yaml
from cardwright.source.shape.validation import check_spec, check_variant
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping

CORPUS = Path(__file__).parent / "corpus"
NAMES = sorted(path.stem for path in CORPUS.glob("*.yaml"))


def read(name: str, text: str, report: Report) -> Mapping:
    tree = compose(Source(name, text), report, mapping=True)
    assert isinstance(tree, Mapping)
    return tree


def outcome(name: str) -> str:
    """The report about the variants of one case, or what they change."""
    report = Report()
    base = read("game.yaml", (CORPUS / "game.base").read_text(encoding="utf-8"), report)
    base = check_spec(base, report)
    parts = (CORPUS / f"{name}.yaml").read_text(encoding="utf-8").split("--- ")[1:]
    variants = [read(file, text, report) for file, _, text in (part.partition("\n") for part in parts)]
    for variant in variants:
        check_variant(variant, report)
    assert not report.errors, render(report)
    merged = merge(base, variants, report)
    backwards = merge(base, variants[::-1], Report())
    assert to_yaml(merged) == to_yaml(backwards)
    if not report.errors:
        merged = check_spec(merged, report)
    return render(report) or changes(base, merged)


def changes(base: Mapping, merged: Mapping) -> str:
    lines = difflib.unified_diff(to_yaml(base).splitlines(), to_yaml(merged).splitlines(), n=0, lineterm="")
    return "".join(f"{line}\n" for line in lines if line[:2] not in ("--", "++", "@@"))


@pytest.mark.parametrize("name", NAMES)
def test_outcome(name: str) -> None:
    assert outcome(name) == (CORPUS / f"{name}.txt").read_text(encoding="utf-8")


def test_nothing_is_left_over() -> None:
    assert sorted(path.stem for path in CORPUS.glob("*.txt")) == NAMES
