"""Imports only point backwards: each wing and each room of the interpreter knows those before it, never one after it.

`WINGS` and `ROOMS` are the only place that defines the order. A room names all the others that it uses, so that a new
dependency is a decision.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from cardwright.compiler.runtime.engine import COMPILED_FROM
from tests.structure.python_files import PACKAGE, python_files, tree_of

WINGS = (
    "diagnostics",
    "documents",
    "source",
    "language",
    "engines",
    "compiler",
    "play",
    "table",
    "studies",
    "commands",
    "editor",
)
"""The folders of the package, in order: a wing may use those before it."""

ROOMS: dict[str, str] = {
    "diagnostics": "",
    "documents": "diagnostics",
    "source/text": "diagnostics",
    "source/shape": "diagnostics text",
    "source/merge": "diagnostics text shape",
    "language/ir": "diagnostics",
    "language/builtins": "diagnostics text ir",
    "language/syntax": "diagnostics text builtins",
    "language/layout": "diagnostics text shape syntax",
    "language/spec": "diagnostics text syntax",
    "language/typing": "diagnostics text ir builtins syntax spec",
    "engines/program": "diagnostics ir builtins",
    "engines": "diagnostics ir program",
    "engines/reference": "diagnostics ir builtins program engines",
    "compiler": "diagnostics text ir builtins program engines reference",
    "play/game": "diagnostics text merge ir builtins spec typing program engines reference compiler",
    "play/players": "diagnostics text ir spec program engines game",
    "play/scenario": "diagnostics text shape merge ir builtins syntax spec typing program engines game players",
    "play/hunting": "diagnostics merge ir spec program engines game players scenario",
    "play/trial": "diagnostics ir syntax spec program engines reference game",
    "table/printing": "ir syntax spec program game",
    "table/page": "diagnostics text game",
    "table/picture": "game page",
    "table/serving": "diagnostics text merge spec program game players page",
    "studies": "diagnostics documents text spec program engines game players trial",
    "commands": (
        "diagnostics documents text shape merge ir builtins syntax layout spec program game players scenario trial"
        " printing page picture serving hunting studies"
    ),
    "editor": ("diagnostics text shape merge ir builtins syntax layout spec typing game scenario commands"),
}
"""Each room, and the rooms that it may use, all of them before it."""

LEVELS: dict[str, dict[str, str]] = {
    "language/typing": {
        "names": "",
        "expressions": "names",
        "effects": "names expressions",
        "checks": "names effects",
        ".": "names expressions effects checks",
    },
    "compiler": {
        "wasm": "",
        "passes": "",
        "builder": "wasm passes",
        "values": "wasm passes builder",
        "cards": "wasm builder values",
        "moves": "wasm passes builder values cards",
        "rules": "wasm passes builder values cards moves",
        "search": "wasm passes builder values cards moves rules",
        ".": "wasm passes builder values cards moves rules search",
        "runtime": "wasm passes builder .",
    },
    "play/game": {
        ".": "determinisation",
        "determinisation": ".",
        "loading": ".",
        "traces": ". loading",
    },
    "studies": {
        "statistics": "",
        "measures": "statistics",
        ".": "statistics measures",
        "report": ". statistics measures",
        "exact": "statistics report",
    },
    "commands": {
        ".": "",
        "sources": ".",
        "descriptions": ".",
        "sessions": ". sources descriptions",
        "studies": ". sessions",
    },
}
"""The folders of the large rooms, each with those it may use; `.` is the room itself."""

LAZY = {
    ("commands", "verbs.py"): "a command is loaded when it is used",
    ("commands", "start.py"): "while everything else is loaded, Ctrl-C is already handled",
    ("", "__init__.py"): "a public name is loaded when it is first used",
}

WHEN_NEEDED = {
    "commands/output_file.py": "a page is rarely asked for",
    "commands/sessions/game_page.py": "a page is rarely asked for",
    "commands/sources/validate.py": "other processes are only worth it for many files",
    "commands/sessions/serve.py": "the server comes with an extra, and nobody else loads it",
    "compiler/runtime/engine.py": "nothing is compiled where the module is cached",
    "source/text/files.py": "reading YAML is loaded when the first text is read",
    "play/game/loading/load.py": "rules that are kept need not be read, merged and typed",
    "play/game/setup.py": "what is checked is played by the reference engine",
    "play/game/game.py": "few who play guess what they do not see",
    "studies/measures/observation.py": "special cases are only looked for in games that are watched in full",
}
"""Files that import another one of the package within a function, and why: commands start twice as fast by that."""


class Import(NamedTuple):
    """An import of one file by another, as paths in the package."""

    file: str
    target: str


@cache
def imports() -> tuple[Import, ...]:
    """All imports of modules of the package, anywhere in a file."""
    return tuple(_imports())


def _imports() -> Iterator[Import]:
    for path in python_files():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom | ast.Import):
                for target in targets(path, node):
                    yield Import(path.relative_to(PACKAGE).as_posix(), target)


def targets(path: Path, node: ast.ImportFrom | ast.Import) -> Iterator[str]:
    """The files of the package that an import names."""
    if isinstance(node, ast.Import):
        assert not any(one.name.split(".")[0] == "cardwright" for one in node.names), f"{path}: imports are relative"
        return
    assert node.level or (node.module or "").split(".")[0] not in ("cardwright", "interpreter"), (
        f"{path}: imports are relative"
    )
    if not node.level:
        return
    folder = path.parents[node.level - 1]
    place = folder.joinpath(*(node.module or "").split(".")) if node.module else folder
    for one in node.names:
        for found in (place / f"{one.name}.py", place.with_suffix(".py"), place / "__init__.py"):
            if found.is_file():
                yield found.relative_to(PACKAGE).as_posix()
                break


def wing(file: str) -> str:
    """The wing that a file belongs to; empty for the package itself."""
    return file.partition("/")[0] if "/" in file else ""


def room(file: str) -> str:
    """The room that a file belongs to: one folder of a wing, or a wing itself."""
    names = file.split("/")[:-1]
    return inner if (inner := "/".join(names[:2])) in ROOMS else "".join(names[:1])


def level(file: str) -> str:
    """The folder of a file within its room; `.` for the room itself."""
    return "/".join(file.removeprefix(room(file)).strip("/").split("/")[:-1]) or "."


def test_the_order_is_consistent() -> None:
    before: list[str] = []
    for name, uses in ROOMS.items():
        assert set(uses.split()) <= {one.rpartition("/")[2] for one in before}, (
            f"{name} uses a room that comes after it"
        )
        before.append(name)
    assert [WINGS.index(wing(f"{name}/")) for name in ROOMS] == sorted(WINGS.index(wing(f"{name}/")) for name in ROOMS)


def test_all_folders_are_in_the_order() -> None:
    folders = {path.parent.relative_to(PACKAGE).as_posix() for path in python_files()} - {"."}
    assert {wing(f"{folder}/") for folder in folders} == set(WINGS)
    rooms = {room(f"{folder}/_") for folder in folders} - set(WINGS)
    assert rooms == {name for name in ROOMS if "/" in name}
    for name, levels in LEVELS.items():
        assert {level(f"{folder}/_") for folder in folders if room(f"{folder}/_") == name} == set(levels)
    assert all(level(f"{folder}/_") == "." for folder in folders if room(f"{folder}/_") not in LEVELS)


@pytest.mark.parametrize("name", WINGS)
def test_wings_know_those_before_them(name: str) -> None:
    used = {wing(one.target) for one in imports() if wing(one.file) == name}
    assert used <= set(WINGS[: WINGS.index(name) + 1])


@pytest.mark.parametrize("name", ROOMS)
def test_rooms_know_those_before_them(name: str) -> None:
    used = {room(one.target) for one in imports() if room(one.file) == name} - {name}
    assert {one.rpartition("/")[2] for one in used} - set(ROOMS[name].split()) == set()


@pytest.mark.parametrize(("name", "inside"), [(name, inside) for name, levels in LEVELS.items() for inside in levels])
def test_levels_know_those_before_them(name: str, inside: str) -> None:
    used = {
        level(one.target)
        for one in imports()
        if room(one.file) == room(one.target) == name and level(one.file) == inside
    }
    assert used - {inside} - set(LEVELS[name][inside].split()) == set()


def test_no_cycle() -> None:
    """Neither at the top of a file, nor within a function, nor for annotations."""
    graph: dict[str, set[str]] = {}
    for one in imports():
        if (wing(one.file), Path(one.file).name) not in LAZY:
            graph.setdefault(one.file, set()).add(one.target)
    TopologicalSorter(graph).prepare()


def test_imports_are_at_the_top() -> None:
    found = []
    for path in python_files():
        file = path.relative_to(PACKAGE).as_posix()
        at_the_top = {id(node) for node in _outside_functions(tree_of(path))}
        inside = (node for node in ast.walk(tree_of(path)) if id(node) not in at_the_top)
        found += [file for node in inside if isinstance(node, ast.ImportFrom) and node.level]
    assert {file for file in found if (wing(file), Path(file).name) not in LAZY} == set(WHEN_NEEDED)


def _outside_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a file that are in no function."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.FunctionDef):
            yield node
            yield from _outside_functions(node)


def test_records_are_cheap_to_define() -> None:
    """Only rooms that no short command loads take records from the standard library (`diagnostics/record.py`)."""
    dear = {
        room(path.relative_to(PACKAGE).as_posix())
        for path in python_files()
        if path.name != "record.py"
        and re.search(r"^from dataclasses import .*\bdataclass\b", text := path.read_text("utf-8"), re.M)
        and re.search(r"^@dataclass.*slots=True", text, re.M)
    }
    assert dear == {"table/printing", "table/picture"}


def test_all_that_compiling_depends_on_is_in_the_version() -> None:
    """Whatever the compiler imports lies in the folders whose sources are hashed: there is no number to raise."""
    targets: dict[str, set[str]] = {}
    for one in imports():
        targets.setdefault(one.file, set()).add(one.target)
    needed, waiting = set[str](), ["compiler/compile.py"]
    while waiting:
        file = waiting.pop()
        if file not in needed:
            needed.add(file)
            waiting += targets.get(file, ())
    assert [file for file in needed if not file.startswith(tuple(f"{one}/" for one in COMPILED_FROM))] == []
