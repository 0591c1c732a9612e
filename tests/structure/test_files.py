"""Files are cut at ideas, have docstrings, and have names that say something; packages have no logic."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.structure.python_files import PACKAGE, python_files, tree_of
from tests.structure.test_layers import LAZY, WHEN_NEEDED, imports, wing

FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in python_files())

MOST = 700
"""Lines of a file."""

MERGED = 500
"""A file that one neighbour alone uses stands apart if the two together would have more lines."""

FILES_IN_A_FOLDER = 20
FILES_IN_ALL = 473

TABLES = {
    "commands": "a verb a file",
    "commands/descriptions": "a verb a file",
    "commands/sessions": "a verb a file",
    "commands/sources": "a verb a file",
    "commands/studies": "a verb a file",
    "compiler/passes": "a pass a file",
    "language/builtins": "a table a file",
    "language/spec": "a reader a section of a spec",
    "play/players": "a bot a file",
}
"""Folders whose files stand in a table of their kind: one that a neighbour alone uses may stand apart."""


def lines(file: str) -> int:
    """How many lines a file has."""
    return len((PACKAGE / file).read_text(encoding="utf-8").splitlines())


def test_length() -> None:
    assert [file for file in FILES if lines(file) > MOST] == []


def test_folders_can_be_taken_in() -> None:
    many = Counter(file.rpartition("/")[0] for file in FILES if not file.endswith("__init__.py"))
    assert {folder: n for folder, n in many.items() if n > FILES_IN_A_FOLDER} == {}
    assert len(FILES) <= FILES_IN_ALL


def test_what_one_neighbour_uses_stands_there() -> None:
    """A file cut off from its only user makes a reader open two where one would do."""
    users: dict[str, set[str]] = {}
    for one in imports():
        users.setdefault(one.target, set()).add(one.file)
    apart = [
        f"{file} belongs to {user}"
        for file, (user, *others) in sorted((file, sorted(those)) for file, those in users.items())
        if not others and Path(user).parent == Path(file).parent and Path(file).parent.as_posix() not in TABLES
        if user not in WHEN_NEEDED and (wing(user), Path(user).name) not in LAZY
        if lines(file) + lines(user) <= MERGED
    ]
    assert apart == []


def test_class_names_tell_classes_apart() -> None:
    """The same name for two things in two files costs whoever looks for one of them."""
    found: dict[str, list[str]] = {}
    for file in FILES:
        for node in tree_of(PACKAGE / file).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(file)
    assert len([name for name, files in found.items() if len(files) > 1]) <= 20


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
