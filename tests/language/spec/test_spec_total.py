"""Whatever passes the check of the shape can be read: a spec never crashes the program."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.language.spec.read import read_spec
from cardwright.source.shape.validation import check_spec
from cardwright.source.text.tree import Mapping
from tests.language.spec.strange_trees import changed, composed

FULL = Path(__file__).parent / "records" / "full.yaml"
STRANGE = ["''", "a of b", "[a, -5]", "{that: a}"]


@pytest.mark.sampled(2)
@pytest.mark.thorough
@pytest.mark.parametrize("strange", STRANGE)
def test_what_has_the_right_shape_can_be_read(strange: str) -> None:
    other = composed(f"x: {strange}").get("x")
    assert other is not None
    first = STRANGE.index(strange)  # each place with one of them
    for tree in islice(changed(composed(FULL.read_text(encoding="utf-8")), other), first, None, len(STRANGE)):
        report = Report()
        if isinstance(tree, Mapping):
            tree = check_spec(tree, report)
            if not report.errors:
                assert (read_spec(tree, report) is None) == (report.errors > 0)
