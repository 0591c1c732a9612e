"""Imports only point backwards: each part of the interpreter knows those before it, never one that comes after it.

`LAYERS` is the one place where the order is written down. A part names all the others that it uses, so that a new
dependency is a decision.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import cardwright

PACKAGE = Path(cardwright.__file__).parent

LAYERS: dict[str, str] = {
    "diagnostics": "",
    "text": "diagnostics",
    "shape": "diagnostics text",
    "merge": "diagnostics text shape",
    "ir": "diagnostics",
    "builtins": "ir",
    "syntax": "diagnostics text builtins",
    "spec": "diagnostics text syntax",
    "typing": "diagnostics ir builtins syntax spec",
    "program": "diagnostics ir builtins",
    "reference": "diagnostics ir builtins program",
    "fast": "diagnostics ir builtins program reference",
    "game": "diagnostics text merge ir builtins spec typing program reference fast",
    "players": "diagnostics ir program reference game",
    "scenario": "diagnostics text shape merge ir builtins syntax spec typing program reference game players",
    "commands": "diagnostics text shape merge syntax spec program game players scenario",
}
"""Each part, and the parts that it may use, all of them before it."""

LAZY = {
    ("commands", "verbs.py"): "the commands are loaded when they are called",
    ("", "__init__.py"): "what the package offers is loaded when it is asked for",
}


class Import(NamedTuple):
    """Who imports what: modules by their path in the package; `typed` where it is for annotations only."""

    file: str
    target: str
    typed: bool


def imports() -> Iterator[Import]:
    """All imports of modules of the package, wherever they stand in a file."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        typed = {id(part) for node in ast.walk(tree) if _is_typing(node) for part in ast.walk(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom | ast.Import):
                for target in _targets(path, node):
                    yield Import(path.relative_to(PACKAGE).as_posix(), target, id(node) in typed)


def _is_typing(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _targets(path: Path, node: ast.ImportFrom | ast.Import) -> Iterator[str]:
    """The files of the package that an import names."""
    if isinstance(node, ast.Import):
        assert not any(one.name.split(".")[0] == "cardwright" for one in node.names), f"{path}: imports are relative"
        return
    assert node.level or (node.module or "").split(".")[0] not in ("cardwright", "interpreter"), f"{path}: imports are relative"
    if not node.level:
        return
    folder = path.parents[node.level - 1]
    place = folder.joinpath(*(node.module or "").split(".")) if node.module else folder
    for one in node.names:
        for found in (place / f"{one.name}.py", place.with_suffix(".py"), place / "__init__.py"):
            if found.is_file():
                yield found.relative_to(PACKAGE).as_posix()
                break


ALL = tuple(imports())


def part(file: str) -> str:
    """The part of the interpreter that a file belongs to; empty for the package itself."""
    return file.partition("/")[0] if "/" in file else ""


def test_the_order_is_an_order() -> None:
    before: list[str] = []
    for name, uses in LAYERS.items():
        assert set(uses.split()) <= set(before), f"{name} uses a part that comes after it"
        before.append(name)


def test_all_parts_are_in_the_order() -> None:
    assert {path.parent.name for path in PACKAGE.glob("*/*.py")} == set(LAYERS)


@pytest.mark.parametrize("name", LAYERS)
def test_imports_point_backwards(name: str) -> None:
    used = {part(one.target) for one in ALL if part(one.file) == name} - {name}
    assert used - set(LAYERS[name].split()) == set()


def test_no_cycle() -> None:
    """Neither at the top of a file nor within a function; annotations may look both ways."""
    graph: dict[str, set[str]] = {}
    for one in ALL:
        if not one.typed and (part(one.file), Path(one.file).name) not in LAZY:
            graph.setdefault(one.file, set()).add(one.target)
    TopologicalSorter(graph).prepare()


def test_imports_stand_at_the_top() -> None:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        file = path.relative_to(PACKAGE).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                found += [file for node in ast.walk(function) if isinstance(node, ast.ImportFrom) and node.level]
    assert {file for file in found if (part(file), Path(file).name) not in LAZY} == set()
