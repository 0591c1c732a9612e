"""What the rows of the table of builtins must have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardwright.language.builtins.definitions import FOLDS, SPELLED
from cardwright.language.builtins.row import BuiltinRow
from cardwright.language.builtins.table import EFFECTS, ROWS, spelled, spellings
from cardwright.language.typing.names.world import bind_pattern, instantiate_pattern

NEEDS_CARDS_OR_SEATS = ("card", "zone", "player", "team", "symbol")


def test_rows_have_their_keys_as_names() -> None:
    assert all(op == row.op for op, row in ROWS.items())
    assert all(op == fold.op for op, fold in FOLDS.items())
    assert all(verb == row.verb for verb, row in EFFECTS.items())


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_row_is_documented(row: BuiltinRow) -> None:
    """A sentence, and an example wherever one can be given without a game."""
    assert row.about.endswith(".")
    types = " ".join((*row.parameters, row.result))
    if not any(word in types for word in NEEDS_CARDS_OR_SEATS):
        assert row.examples


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_types_can_be_read(row: BuiltinRow) -> None:
    """Each pattern is one that the typing stage can fill, and matches what it was filled with."""
    for pattern in (*row.parameters, row.result):
        type = instantiate_pattern(pattern, {})
        assert type.base
        assert bind_pattern(pattern, type, {}) is not None


def test_rows_of_one_spelling_differ() -> None:
    """Functions of one spelling differ in their types, so that a call means one of them."""
    for form in ("function", "property"):
        for spelling in spellings(form):
            rows = spelled(form, spelling)
            assert len({row.parameters for row in rows}) == len(rows)


MOST_WORDS = 34
"""So many functions and properties an author has to know at most."""

OTHER_PROPERTIES = ("rival", "sheet")
"""Properties without a row of their own."""


def test_functions_and_properties_are_few() -> None:
    """Words before parentheses and after dots. More of them need a reason, or another one goes."""
    words = {fold.spelling for fold in SPELLED.values() if fold.op != "list"}
    words |= {*spellings("function"), *spellings("property"), *OTHER_PROPERTIES}
    page = (
        (Path(__file__).parents[3] / "docs" / "language.md").read_text(encoding="utf-8").partition("### Properties")[2]
    )
    assert len(words) <= MOST_WORDS and all(re.search(rf"`[\w .]*\b{word}\b", page) for word in words), sorted(words)


def test_effects_are_on_the_page() -> None:
    """The table of effects in the manual has each, and besides only blocks, assignments and effects with a name."""
    page = (Path(__file__).parents[3] / "docs" / "language.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| `(\w+)", page.partition("\n## Effects\n")[2].partition("\n## ")[0], re.MULTILINE)
    assert set(lines) - {"if", "for", "repeat", "while", "V", "advance"} == set(EFFECTS)
