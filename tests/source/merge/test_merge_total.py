"""Whatever a variant says, what is wrong with it is reported, and the program never crashes."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.source.merge.assembly import digests
from cardwright.source.merge.merge import merge
from cardwright.source.merge.yaml_output import origins, to_yaml
from cardwright.source.shape.validation import check_spec, check_variant
from cardwright.source.text.tree import Mapping
from tests.language.spec.strange_trees import changed, composed

CORPUS = Path(__file__).parent / "corpus"
STRANGE = [
    "''",
    "actions.drive",
    "[rest, [a]]",
    "{}",
    "{after: drive}",
    "{goal: {x: y}}",
    "{when: {of: [a, {b: c}]}}",
]
APART = 3
"""Each place gets some of them, one in so many."""


GAME = composed((CORPUS / "game.base").read_text(encoding="utf-8"))
VARIANTS = [
    composed(part.partition("\n")[2])
    for path in sorted(CORPUS.glob("*.yaml"))
    for part in path.read_text(encoding="utf-8").split("--- ")[1:]
]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("strange", STRANGE)
def test_no_variant_crashes_the_program(strange: str) -> None:
    other = composed(f"x: {strange}").get("x")
    assert other is not None
    first = STRANGE.index(strange) % APART
    for number, variant in enumerate(VARIANTS):
        for tree in islice(changed(variant, other), (first + number) % APART, None, APART):
            report = Report()
            if isinstance(tree, Mapping):
                check_variant(tree, report)
            if isinstance(tree, Mapping) and not report.errors:
                merged = merge(GAME, [tree], report)
                if not report.errors:
                    merged = check_spec(merged, report)
                    assert len(digests(merged)[0]) == 64 and to_yaml(merged, origins=True) and list(origins(merged))
