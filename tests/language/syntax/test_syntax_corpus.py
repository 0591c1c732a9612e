"""The corpus: correct texts and their trees, wrong texts and what is reported about them."""

from __future__ import annotations

import pytest

from cardwright.diagnostics.codes import CODES
from tests.language.syntax.syntax_cases import CORPUS, Case, cases, read, shown
from tests.language.syntax.syntax_dump import dump

GOOD = list(cases("good.txt"))
WRONG = [case for file in sorted(CORPUS.glob("*.txt")) if file.name != "good.txt" for case in cases(file.name)]


@pytest.mark.parametrize("case", GOOD, ids=str)
def test_good_text(case: Case) -> None:
    node, found = read(case.kind, case.text)
    assert not found
    dumped = "\n".join(dump(part) for part in node) if isinstance(node, tuple) else dump(node)
    assert dumped == case.expected


@pytest.mark.parametrize("case", WRONG, ids=str)
def test_wrong_text(case: Case) -> None:
    node, found = read(case.kind, case.text)
    assert node is None
    assert "\n".join(shown(one) for one in found).strip("\n") == case.expected
    for one in found:
        assert one.code in CODES
        assert not one.message.endswith(".")
