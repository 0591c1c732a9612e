"""What must be complete is: a row that is missing in a table, or a function that no table names, fails a test.

The first tests find for themselves what is to be complete. The last takes each row of each table away in turn, and
looks whether the test that holds this table notices.
"""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from importlib import import_module
from typing import Any, Literal, get_args, get_origin

from cardwright.commands.verbs import VERBS
from tests.structure.python_files import PACKAGE, python_files, tree_of
from tests.structure.test_layers import targets

Definition = tuple[str, str]
"""A file of the package, and a function or class that it defines."""

DEFINES = (ast.FunctionDef, ast.ClassDef)

UNNAMED = {
    ("__init__.py", "__getattr__"): "Python asks it for names that are loaded when they are needed",
    ("compiler/runtime/engine.py", "close_all"): "runs when Python ends",
    ("editor/server.py", "serve"): "loaded by the verb `lsp`",
    ("table/page/film_encoding.py", "FrameDecoder"): "for whoever reads films in Python, see docs/table.md",
    **{("commands/completion.py", one): "named by a flag" for one in ("games", "variants", "presets", "settings")},
}
"""What is defined, and named nowhere else in the package."""


def commands() -> set[Definition]:
    """What the table of verbs loads."""
    paths = (
        verb.module.removeprefix(".") if verb.module[0] == "." else f"commands.{verb.module}" for verb in VERBS.values()
    )
    return {(f"{path.replace('.', '/')}.py", "command") for path in paths}


@cache
def used() -> Counter[Definition]:
    """How often what files define is used, in the file itself and where it is imported. The faces of the package and of
    its parts name by strings what they load late.
    """
    found: Counter[Definition] = Counter()
    for path in python_files():
        file, tree = path.relative_to(PACKAGE).as_posix(), tree_of(path)
        known = {node.name: (file, node.name) for node in tree.body if isinstance(node, DEFINES)}
        nodes = list(ast.walk(tree))
        for node in nodes:
            if isinstance(node, ast.ImportFrom) and node.level:
                files = tuple(targets(path, node))
                known |= {one.asname or one.name: (files[place], one.name) for place, one in enumerate(node.names)}
        for node in nodes:
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name in known:
                    found[known[name]] += 1
                case ast.Attribute(value=ast.Name(id=module), attr=name) if module in known:
                    found[known[module][0], name] += 1
    return found


def test_what_is_defined_is_used() -> None:
    """A function that is to be registered, such as a check, a rule of messages or an answer to an editor, and stands in
    no table is never called; a verb that stands in no table is never loaded.
    """
    faces = [path for path in python_files() if path.name == "__init__.py"]
    late = {node.value for path in faces for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant)}
    defined = [
        (path.relative_to(PACKAGE).as_posix(), node.name)
        for path in python_files()
        for node in tree_of(path).body
        if isinstance(node, DEFINES) and node.name not in late
    ]
    assert [one for one in defined if not used()[one] and one not in UNNAMED.keys() | commands()] == []


PARTIAL = {
    "_FRACTIONS": "operations on numbers that are no integers",
    "COURSE": "who is skipped is told by another sentence",
}
"""Tables with less than a row for each word, though they are asked by `TABLE[word]`."""


def test_a_table_by_closed_words_has_them_all() -> None:
    """A table whose keys are of a closed set of words, and that is asked by `TABLE[word]`, has a row for each."""
    missing = {}
    for path in python_files():
        module = import_module(".".join(("cardwright", *path.relative_to(PACKAGE).with_suffix("").parts)))
        text = path.read_text(encoding="utf-8")
        for name, annotation in getattr(module, "__annotations__", {}).items():
            table = getattr(module, name, None)
            words = closed_words(annotation, vars(module)) if isinstance(table, dict) else ()
            if f"{name}[" in text and set(words) - set(table or ()) and name not in PARTIAL:
                missing[path.relative_to(PACKAGE).as_posix(), name] = set(words) - set(table or ())
    assert missing == {}


def closed_words(annotation: str, names: dict[str, Any]) -> tuple[Any, ...]:
    """The words that the keys of a dictionary can be, if its type says so."""
    key = annotation.removeprefix("dict[").partition(",")[0]
    found = names.get(key) if annotation.startswith("dict[") else None
    return get_args(found) if get_origin(found) is Literal else ()
