"""What is known of a builtin stands in its row: no set, dict or pattern elsewhere has several keys of builtins."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import ROWS
from tests.structure.python_files import PACKAGE, python_files, tree_of

KEYS = {*ROWS, *FOLDS}

ABOUT_FILES = (
    "language/builtins",
    "language/syntax",
    "language/layout",
    "language/spec",
    "source",
    "editor",
    "commands",
)
"""The table itself, and folders that know of no builtin: the same words are keys and signs of files there."""

DISPATCH = (
    "compiler/values/arithmetic.py",
    "compiler/values/builtins.py",
    "compiler/values/comprehensions.py",
    "compiler/values/list_variables.py",
)
"""What the compiled engine emits for each key. In the reference engine a row has its meaning itself."""

OTHER_WORDS = {
    "compiler/search/view_hash.py": "who sees a zone",
    "compiler/values/lists.py": "which of two functions is emitted",
    "compiler/wasm/terms.py": "instructions",
    "engines/program/storage_allocation.py": "who sees a zone",
    "engines/reference/machine.py": "names of fields",
    "language/ir/nodes.py": "ends of a zone",
    "language/ir/types.py": "types",
    "language/typing/components.py": "who sees a zone",
    "language/typing/effects/card_moves.py": "ends of a zone",
    "language/typing/expressions/operators.py": "operators, as they are written",
    "language/typing/expressions/scoring.py": "functions of other languages",
    "language/typing/names/scope.py": "operators, as they are written",
    "language/typing/names/world.py": "words of the language",
    "play/game/determinisation/observations.py": "who sees a zone",
    "play/game/view.py": "types, and who sees a zone",
    "play/trial/coverage.py": "operators, as they are written",
    "studio/session.py": "how much is checked",
    "studies/report/comparison_document.py": "sides of a comparison",
}
"""Files in which words that are keys, too, stand for something else."""

MOST = 61
"""So many files name a builtin by its key, since they do something for it alone; this number only falls."""


def several(tree: ast.AST) -> Iterator[list[str]]:
    """The words of each set, tuple, list, dict or pattern of alternatives in which several are keys of builtins."""
    for node in ast.walk(tree):
        match node:
            case ast.Set(elts=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
                found: list[object] = [one.value for one in parts if isinstance(one, ast.Constant)]
            case ast.Dict(keys=names):
                found = [one.value for one in names if isinstance(one, ast.Constant)]
            case ast.MatchOr(patterns=ways):
                values = [one.value for one in ways if isinstance(one, ast.MatchValue)]
                found = [one.value for one in values if isinstance(one, ast.Constant)]
            case _:
                continue
        words = [one for one in found if isinstance(one, str) and one in KEYS]
        if len(words) > 1:
            yield words


def names_one(tree: ast.AST) -> bool:
    """Whether a builtin is named by its key: in a pattern, where a node is made, or where a key is compared."""
    for node in ast.walk(tree):
        match node:
            case ast.MatchClass(cls=ast.Attribute(attr="Apply" | "Fold"), patterns=given, kwd_patterns=named):
                parts: list[ast.AST] = [*given[:1], *named]
            case ast.Call(func=ast.Attribute(attr="Apply" | "Fold"), args=values, keywords=keywords):
                parts = [*values[:1], *(one.value for one in keywords if one.arg == "op")]
            case ast.Compare(left=ast.Attribute(attr="op") | ast.Name(id="op"), comparators=others):
                parts = [*others]
            case _:
                continue
        found = (one.value for part in parts for one in ast.walk(part) if isinstance(one, ast.Constant))
        if any(one in KEYS for one in found if isinstance(one, str)):
            return True
    return False


def _looked_at() -> Iterator[tuple[str, Path]]:
    for path in python_files():
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(ABOUT_FILES):
            yield name, path


def test_no_set_of_builtins_stands_outside_the_table() -> None:
    """Dispatch by key in the compiled engine is the one exception."""
    found = {name: sets for name, path in _looked_at() if (sets := list(several(tree_of(path))))}
    assert {name: sets for name, sets in found.items() if name not in (*DISPATCH, *OTHER_WORDS)} == {}
    assert sorted({*DISPATCH, *OTHER_WORDS} - set(found)) == [], "these are no exceptions any more"


def test_files_that_name_a_builtin_are_no_more_than_they_were() -> None:
    naming = [name for name, path in _looked_at() if names_one(tree_of(path))]
    print(len(naming), "files name a builtin by its key")
    assert len(naming) <= MOST, naming


@pytest.mark.parametrize("written", ['{"add", "size"}', '("largest", "first_of")', '{"add": 1, "size": 2}'])
def test_sets_of_builtins_are_found(written: str) -> None:
    assert list(several(ast.parse(written)))
    assert list(several(ast.parse(f"match x:\n case 'add' | 'size': pass\n{written}")))
