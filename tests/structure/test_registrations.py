"""What must be complete is: a row that is missing in a table, or a function that no table names, fails a test.

The first tests find for themselves what is to be complete. The last takes each row of each table away in turn, and
looks whether the test that holds this table notices.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from cardwright.commands.verbs import VERBS
from cardwright.compiler.values import builtins, comprehensions
from cardwright.diagnostics.codes import codes
from cardwright.language.builtins.definitions import FOLDS
from cardwright.language.builtins.table import EFFECTS, ROWS
from cardwright.language.syntax import ast_builder
from cardwright.language.typing.effects import effects
from cardwright.play.hunting.laws import LAWS
from cardwright.play.players.registry import PLAYERS
from tests import registrations
from tests.compiler import test_lockstep
from tests.diagnostics import test_codes
from tests.language.builtins import test_table
from tests.language.syntax import test_syntax_table
from tests.structure import test_commands_page
from tests.structure.python_files import PACKAGE, python_files, tree_of
from tests.structure.test_layers import targets

TESTS = Path(__file__).parents[1]

Definition = tuple[str, str]
"""A file of the package, and a function or class that it defines."""

DEFINES = (ast.FunctionDef, ast.ClassDef)

UNNAMED = {
    ("__init__.py", "__getattr__"): "Python asks it for names that are loaded when they are needed",
    ("compiler/runtime/engine.py", "close_all"): "runs when Python ends",
    ("editor/server.py", "serve"): "loaded by the verb `lsp`",
    ("engines/host.py", "use_host"): "for whoever brings a host",
    ("studio/server.py", "studio_server"): "loaded by the verb `studio`",
    ("table/page/film_encoding.py", "FrameDecoder"): "for whoever reads films in Python, see docs/table.md",
    **{
        ("commands/completion.py", one): "named by a flag"
        for one in ("games", "variants", "presets", "settings", "languages")
    },
}
"""What is defined, and named nowhere else in the package."""


def commands() -> set[Definition]:
    """What the table of verbs loads."""
    paths = (
        verb.module.removeprefix(".") if verb.module[0] == "." else f"commands.{verb.module}" for verb in VERBS.values()
    )
    return {(f"{path.replace('.', '/')}.py", "command") for path in paths}


def names_in(path: Path) -> dict[str, Definition]:
    """What a file calls what it and others define."""
    tree = tree_of(path)
    known = {
        one.name: (path.relative_to(PACKAGE).as_posix(), one.name) for one in tree.body if isinstance(one, DEFINES)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            files = tuple(targets(path, node))
            known |= {one.asname or one.name: (files[place], one.name) for place, one in enumerate(node.names)}
    return known


@cache
def used() -> Counter[Definition]:
    """How often what files define is used, in the file itself and where it is imported. The faces of the package and of
    its parts name by strings what they load late.
    """
    found: Counter[Definition] = Counter()
    for path in python_files():
        found.update(references(tree_of(path), names_in(path)))
    return found


def definitions() -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """The functions and classes of the package, each with its file."""
    for path in python_files():
        for node in tree_of(path).body:
            if isinstance(node, DEFINES):
                yield path.relative_to(PACKAGE).as_posix(), node


def test_what_is_defined_is_used() -> None:
    """A function that is to be registered, such as a check, a rule of messages or an answer to an editor, and stands in
    no table is never called; a verb that stands in no table is never loaded.
    """
    faces = [path for path in python_files() if path.name == "__init__.py"]
    late = {node.value for path in faces for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant)}
    unused = {
        (file, node.name) for file, node in definitions() if not used()[file, node.name] and node.name not in late
    }
    assert unused == UNNAMED.keys() | commands()


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


def references(node: ast.AST, known: dict[str, Definition]) -> Iterator[Definition]:
    """What the package defines and is named in a part of a file."""
    for one in ast.walk(node):
        match one:
            case ast.Name(id=name, ctx=ast.Load()) if name in known:
                yield known[name]
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in known:
                yield known[module][0], name


def tables_of_functions() -> Iterator[tuple[str, list[list[Definition]]]]:
    """The tables in which functions are registered, with those that each row names. A table whose rows are all made by
    one function holds data.
    """
    functions = {(file, node.name) for file, node in definitions() if isinstance(node, ast.FunctionDef)}
    for path in python_files():
        known = names_in(path)
        for node in tree_of(path).body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict() | ast.Tuple() | ast.List() as table):
                    pass
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() | ast.Tuple() | ast.List() as table):
                    pass
                case _:
                    continue
            rows = table.values if isinstance(table, ast.Dict) else table.elts
            named = [[one for one in references(row, known) if one in functions] for row in rows]
            if sum(map(bool, named)) * 2 > len(named) > 3 and len({one for row in named for one in row}) > 2:
                yield f"{path.relative_to(PACKAGE).as_posix()}:{name}", [row for row in named if row]


HELD = {
    "commands/flags.py:_GAME": "tests/commands/test_verbs.py",
    "compiler/values/builtins.py:_SPECIAL": "tests/compiler/test_lockstep.py",
    "compiler/values/builtins.py:_PLAIN": "tests/compiler/test_lockstep.py",
    "compiler/values/comprehensions.py:_FOLDS": "tests/compiler/test_lockstep.py",
    "compiler/values/list_variables.py:_ASKED": "tests/compiler/test_small_lists.py",
    **{
        f"language/builtins/definitions.py:{name}": "tests/compiler/test_lockstep.py"
        for name in ("OPERATORS", "FUNCTIONS", "PROPERTIES", "_ROWS")
    },
    "editor/server.py:ANSWERS": "tests/editor/test_server.py",
    "language/spec/reader.py:READERS": "tests/language/spec",
    "language/syntax/ast_builder.py:EFFECT_RULES": "tests/language/syntax/test_syntax_table.py",
    "language/syntax/ast_builder.py:EXPRESSION_RULES": "tests/language/syntax/test_syntax_table.py",
    "language/typing/effects/effects.py:LINES": "tests/language/syntax/test_syntax_table.py",
    "play/game/traces/reader.py:TYPES": "tests/play/game/test_strict_traces.py",
    "source/text/yaml_errors.py:RULES": "tests/source/text",
}
"""Tables with functions that are used elsewhere, too, or by several rows, and the test that misses each row."""


def test_a_row_is_the_only_use_of_its_function() -> None:
    """So its function is never called where it is taken away, which is found above; other tables are held by a test."""
    found = {name for name, rows in tables_of_functions() if any(all(used()[one] > 1 for one in row) for row in rows)}
    assert found == HELD.keys()
    assert [test for test in HELD.values() if not (TESTS / test.removeprefix("tests/")).exists()] == []


# Each row is taken away in turn.

TABLES: dict[str, tuple[MutableMapping[Any, Any], Callable[[], None]]] = {
    "builtins": (ROWS, test_lockstep.test_all_builtins_are_compiled),
    "comprehensions": (FOLDS, test_lockstep.test_all_builtins_are_compiled),
    "code of plain builtins": (builtins._PLAIN, test_lockstep.test_all_builtins_are_compiled),
    "code of other builtins": (builtins._SPECIAL, test_lockstep.test_all_builtins_are_compiled),
    "code of comprehensions": (comprehensions._FOLDS, test_lockstep.test_all_builtins_are_compiled),
    "effects": (EFFECTS, test_table.test_effects_are_on_the_page),
    "nodes of effects": (ast_builder.EFFECT_RULES, test_syntax_table.test_every_effect_of_the_grammar_has_a_node),
    "nodes of expressions": (
        ast_builder.EXPRESSION_RULES,
        test_syntax_table.test_every_expression_of_the_grammar_has_a_node,
    ),
    "lines of effects": (effects.LINES, test_syntax_table.test_every_line_of_an_effect_is_lowered),
    "verbs": (VERBS, test_commands_page.test_every_verb_has_its_section),
    "codes": (codes(), test_codes.test_every_use_has_a_row),
    "bots": (PLAYERS, test_commands_page.test_every_bot_is_in_the_tables),
    "laws of play": (LAWS, test_commands_page.test_every_law_of_play_is_in_the_table),
}
"""Tables in which things are registered, and the quick test that misses each row."""


@pytest.mark.parametrize("name", TABLES)
def test_each_row_is_missed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, holds = TABLES[name]
    holds()
    for row in tuple(table):
        with monkeypatch.context() as without:
            without.delitem(table, row)
            with pytest.raises(AssertionError):
                holds()


# All tables that modules write down are looked at by a program, which takes hours.


def test_a_row_is_taken_out_of_the_text() -> None:
    text = "SIZES: dict[str, int] = {'a': 1, 'b': 2, 'c': 3}\nWORDS = frozenset(('x', 'y', 'z'))\nFEW = (1, 2)\n"
    assert [name for name, _ in registrations.tables(ast.parse(text))] == ["SIZES", "WORDS"]
    assert registrations.without_row(text, "SIZES", 1)[1] == "'b': 2"
    less, taken = registrations.without_row(text, "WORDS", 0)
    assert taken == "'x'" and "WORDS = frozenset(('y', 'z'))" in less


@pytest.mark.exhaustive
def test_a_row_is_missed_in_a_copy(tmp_path: Path) -> None:
    copy = registrations.Copy(tmp_path)
    assert copy.missed("commands/verbs.py", "VERBS", 0)[0]
    assert not copy.missed("diagnostics/codes.py", "COULD_NOT_START", 0)[0], "a test of another folder misses it"
