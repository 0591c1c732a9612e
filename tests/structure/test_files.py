"""Files are short, have docstrings, and have names that say something; packages have no logic."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from python_files import PACKAGE, python_files, tree_of

FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in python_files())

MOST = 400

TABLES = {
    "diagnostics/codes.py": "a table, one row a code",
    "language/syntax/nodes.py": "a table, one record a construct of the language",
    "language/spec/nodes.py": "a table, one record a key of the spec",
    "language/ir/nodes.py": "a table, one record a node",
}
"""Files that may be longer than `MOST`, each with the reason."""


def lines(file: str) -> int:
    """How many lines a file has."""
    return len((PACKAGE / file).read_text(encoding="utf-8").splitlines())


def test_length() -> None:
    assert [file for file in FILES if file not in TABLES and lines(file) > MOST] == []


@pytest.mark.parametrize("file", TABLES)
def test_every_excused_file_is_long(file: str) -> None:
    assert lines(file) > MOST


def test_docstrings() -> None:
    """Files, public classes and public functions have docstrings."""
    assert [found for file in FILES for found in undescribed(file)] == []


def undescribed(file: str) -> Iterator[str]:
    """The file and its public names that have no docstring."""
    tree = tree_of(PACKAGE / file)
    if file.endswith("__init__.py") and not tree.body:
        return
    if not ast.get_docstring(tree):
        yield file
    yield from (f"{file}: {node.name}" for node in public(tree) if not (ast.get_docstring(node) or _is_form(node)))


def public(tree: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """The functions, classes and methods that others may use."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


def _is_form(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """An overload, whose docstring is at the implementation."""
    return any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list)


def test_packages_have_no_logic() -> None:
    for file in FILES:
        if file.endswith("/__init__.py"):
            body = tree_of(PACKAGE / file).body
            logic = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
            assert logic == [], file


def test_the_package_itself_only_lists_its_names() -> None:
    tree = tree_of(PACKAGE / "__init__.py")
    assert [node.name for node in tree.body if isinstance(node, ast.FunctionDef)] == ["__getattr__"]


@pytest.mark.parametrize("word", ["utils", "helpers", "base", "manager", "misc", "common"])
def test_file_names_are_specific(word: str) -> None:
    assert [file for file in FILES if Path(file).stem == word] == []
