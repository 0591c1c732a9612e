"""The corpus: correct texts and their trees, wrong texts and what is reported about them."""

from __future__ import annotations

import pytest

from cardwright.diagnostics.codes import codes
from cardwright.language.syntax import findings, foreign_syntax, parse, syntax_errors, token_errors
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
        assert one.code in codes()
        assert not one.message.endswith(".")


TABLES = ("SURPLUS", "ARTICLES", "OTHERS", "OPERATORS", "COMPARISONS", "_CHAINS", "WORDS", "HEADS", "VERBS", "FORMS")
"""Words by which mistakes are told, in the modules that explain them."""


@pytest.mark.sampled(3)
@pytest.mark.thorough
@pytest.mark.parametrize("name", TABLES)
def test_a_word_that_is_taken_away_is_missed(
    name: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Each has a case, whose message changes."""
    request.addfinalizer(parse._tree_of.cache_clear)  # texts that were parsed with other words
    modules = [module for module in (findings, token_errors, foreign_syntax, syntax_errors) if hasattr(module, name)]
    table = getattr(modules[0], name)
    assert [case for case in WRONG if not _is_as_expected(case)] == [], (
        "what was tried before has left something behind"
    )
    left = []
    for word in table:
        rest = {key: table[key] for key in table if key != word} if isinstance(table, dict) else None
        for module in modules:
            monkeypatch.setattr(module, name, rest or tuple(one for one in table if one != word))
        left += [word] if all(map(_is_as_expected, WRONG)) else []
    assert left == []


def _is_as_expected(case: Case) -> bool:
    try:
        return "\n".join(shown(one) for one in read(case.kind, case.text)[1]).strip("\n") == case.expected
    except (LookupError, AssertionError):
        return False
