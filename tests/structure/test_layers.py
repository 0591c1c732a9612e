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

from cardwright.compiler.runtime.hosts import COMPILED_FROM
from tests.structure.python_files import PACKAGE, python_files, tree_of
from tests.structure.test_budget import BUDGET

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
    "studio",
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
    "language/spec": "diagnostics text ir syntax",
    "language/typing": "diagnostics text ir builtins syntax spec",
    "engines/program": "diagnostics ir builtins",
    "engines": "diagnostics ir program",
    "engines/reference": "diagnostics ir builtins program engines",
    "compiler": "diagnostics text ir builtins program engines reference",
    "play/game": "diagnostics text merge ir builtins spec typing program engines reference compiler",
    "play/players": "diagnostics text ir spec program engines game",
    "play/scenario": "diagnostics text shape merge ir builtins syntax spec typing program engines game players",
    "play/hunting": "diagnostics merge ir spec program engines game players scenario",
    "play/trial": "diagnostics ir builtins syntax spec program engines reference game",
    "table/faces": "spec game",
    "table/page": "diagnostics text game faces",
    "table/picture": "game faces page",
    "table/printing": "diagnostics documents ir syntax spec program game faces page picture",
    "table/serving": "diagnostics text merge spec program game players page",
    "studies": "diagnostics documents text spec program engines game players trial",
    "commands": (
        "diagnostics documents text shape merge ir builtins syntax layout spec program compiler game players scenario"
        " trial printing page picture serving hunting studies"
    ),
    "editor": ("diagnostics text shape merge ir builtins syntax layout spec typing game scenario commands"),
    "studio": "diagnostics documents text merge game players scenario page printing serving studies commands editor",
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
        "cards": "wasm passes builder values",
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
    "commands/output_file.py": "most verbs print no document, and few write a page",
    "commands/sessions/game_page.py": "a page is rarely asked for",
    "commands/descriptions/resolve.py": "the compiler is loaded where its listing is asked for",
    "commands/sources/validate.py": "other processes are only worth it for many files",
    "commands/sessions/serve.py": "the server comes with an extra, and nobody else loads it",
    "table/printing/sheets.py": "a page is rarely asked for",
    "compiler/runtime/engine.py": "nothing is compiled where the module is cached",
    "source/text/files.py": "reading YAML is loaded when the first text is read",
    "play/game/loading/load.py": "rules that are kept need not be read, merged and typed",
    "play/game/setup.py": "what is checked is played by the reference engine",
    "play/game/game.py": "few who play guess what they do not see",
    "studies/measures/observation.py": "special cases are only looked for in games that are watched in full",
}
"""Files that import another one of the package within a function, and why: commands start twice as fast by that."""


FACES: dict[str, dict[str, str]] = {
    "diagnostics": {
        "diagnostic": "messages, and reports of them",
        "span": "positions in files",
        "codes": "the table of codes",
        "suggest": "names that are meant",
        "text": "sentences in messages",
        "render": "messages as they are printed",
        "suppression": "warnings that an author has silenced",
        "record": "records that are cheap to define",
    },
    "documents": {
        "document": "results as headings, sentences, tables, plots",
        "terminal": "as text",
        "html": "as a page",
    },
    "source": {
        "text/files": "files, and what is open in an editor",
        "text/tree": "located trees",
        "text/literals": "numbers and names in texts",
        "text/scalars": "how YAML reads scalars",
        "text/composer": "trees of broken files",
        "text/storage": "writing files",
        "text/disk": "what was asked of the disk",
        "text/disk_cache": "what is kept between calls",
        "shape/first_version": "what version 1 of the language wrote otherwise",
        "shape/schema": "the schemas",
        "shape/validation": "a tree held against one",
        "shape/patch_syntax": "paths of patches",
        "merge/catalogue": "finding games, variants and parts",
        "merge/assembly": "one tree of a game",
        "merge/causes": "the line of a variant that is to blame",
        "merge/parts": "bringing in parts",
        "merge/part_arguments": "what a use gives its part",
        "merge/part_expansion": "one use, expanded",
        "merge/paths": "places in a tree by name",
        "merge/error_recovery": "a tree without its mistakes",
        "merge/stale_texts": "texts that a variant leaves behind",
        "merge/differences": "what two trees differ in",
        "merge/yaml_output": "a tree as YAML",
    },
    "language": {
        "ir/nodes": "typed rules",
        "ir/types": "types",
        "ir/game": "a typed game",
        "ir/traversal": "walks over records",
        "ir/printer": "typed rules as text",
        "builtins/table": "what is known of each builtin and effect",
        "builtins/row": "what a row says",
        "builtins/definitions": "what builtins mean",
        "builtins/intervals": "ranges and lengths",
        "syntax/nodes": "syntax trees",
        "syntax/parse": "texts of rules, parsed",
        "syntax/findings": "words that are taken",
        "layout/formatter": "files, laid out",
        "layout/regions": "where which language stands in a file",
        "spec/nodes": "the records of a spec",
        "spec/read": "a tree, read",
        "spec/texts": "texts for people",
        "spec/drawings": "icons in files",
        "spec/text_checks": "their languages",
        "spec/lint": "what phases announce",
        "spec/option_values": "options, settled",
        "spec/printer": "records as text",
        "typing/check": "a spec, typed",
        "typing/entry_points": "expressions from elsewhere, typed",
        "typing/names/world": "all that is declared",
        "typing/names/scope": "names at a place",
        "typing/expressions/members": "what a value has",
    },
    "engines": {
        "position": "positions and what follows from a program for all of them",
        "engine": "what plays positions",
        "host": "what runs compiled games",
        "events": "what happened, and errors of play",
        "cells": "how cells are read and written",
        "invariants": "what holds in all positions, and equal ones",
        "program/nodes": "blocks",
        "program/layout": "what cells mean",
        "program/traversal": "walks over blocks",
        "program/make": "a game, made a program",
        "program/derived_values": "results, values, what tables show",
        "program/configuration_invariants": "what holds in all configurations",
        "program/state_abstraction": "cells that only count, zones read from the top",
        "program/fingerprint": "names of programs",
        "program/printer": "programs as text",
        "reference/executor": "the engine that defines the language",
        "reference/position": "its positions, for who compiles or watches them",
    },
    "compiler": {
        "runtime/executor": "the fast engine",
        "listing": "what was made of a program",
    },
    "play": {
        "game/loading/load": "games from files",
        "game/loading/rules": "rules for all configurations",
        "game/loading/front_end": "the stages up to typed rules",
        "game/game": "games, positions, batches",
        "game/move": "moves, and why one is not legal",
        "game/decider": "who decides",
        "game/happenings": "what a seat has seen",
        "game/disclosure": "what it may be told",
        "game/table": "how its table is laid out",
        "game/texts": "words of a game",
        "game/phrases": "words of the tool",
        "game/notation": "values as they are typed",
        "game/chance": "chance by a secret or a new seed",
        "game/cycle_detection": "games that go round",
        "game/engines": "which engines are here",
        "game/traces/recorder": "traces written",
        "game/traces/reader": "read",
        "game/traces/replay": "and replayed",
        "players/registry": "bots by name",
        "players/player": "what a player is",
        "players/playout": "whole games by players",
        "players/lookahead": "what a position is worth",
        "players/fault": "programs that do not play on",
        "players/human": "people at the terminal",
        "players/prompt": "what they type",
        "players/screen": "how wide their screen is",
        "scenario/nodes": "scenarios as records",
        "scenario/runner": "running them",
        "scenario/initial_state": "where they begin",
        "scenario/static_checks": "checking them before",
        "scenario/expectations": "what must hold",
        "scenario/clauses": "clauses of a rulebook",
        "scenario/export": "a scenario of a position",
        "trial/trial": "what only play finds",
        "trial/simulation": "its configurations",
        "trial/coverage": "where play has come",
        "hunting/property": "positions with a property",
        "hunting/laws": "laws of play",
        "hunting/fuzzer": "play until one is broken",
        "hunting/fuzz_input": "how such a game went",
    },
    "table": {
        "page/page": "the page",
        "page/film": "a game as frames",
        "page/phrases": "words of pages",
        "picture/picture": "the table as SVG",
        "picture/png": "as PNG",
        "printing/rulebook": "rulebooks",
        "printing/rulebook_entries": "their entries",
        "printing/rulebook_page": "as pages",
        "printing/printed_cards": "lists of cards",
        "printing/sheets": "sheets of cards",
        "printing/tabletop": "cards for virtual tables",
        "printing/phrases": "words of print",
        "serving/hall": "tables to play at",
        "serving/lobby": "what can be played",
        "serving/session": "a game at a table",
        "serving/connection": "what its page says and is told",
        "serving/persistence": "tables that go on",
        "serving/app": "requests",
        "serving/web_server": "the server",
    },
    "studies": {
        "study": "studies",
        "comparison": "comparisons",
        "sweep": "sweeps",
        "usage": "what is done in compared games",
        "outcomes": "how games ended",
        "rows": "a row a game",
        "journal": "what is kept while games are played",
        "restricted_bots": "bots that never do something",
        "measures/observation": "a game, watched",
        "measures/action_counts": "what was done in many",
        "exact/solution": "small games, solved",
        "exact/game_tree": "their trees",
        "exact/bounds": "bounds for larger ones",
        "exact/solution_document": "these for people",
        "report/study_document": "studies for people",
        "report/comparison_document": "comparisons for people",
        "report/summary_document": "summaries for people",
        "report/sweep_document": "sweeps for people",
    },
    "commands": {
        "selection": "which files are meant",
        "sources/checks": "checks of files",
        "sources/fix": "mistakes, mended",
        "flags": "flags of games",
        "workers": "other processes",
        "failure": "how commands fail",
        "outcome": "what commands answer",
        "descriptions/cards": "titles of variants",
        "descriptions/diff": "differences in words",
        "sessions/game_page": "how games end",
        "sessions/scenario_position": "where scenarios begin",
        "sessions/serve": "listening",
        "sources/new": "files to start from",
        "sources/scenario_reports": "coverage",
    },
    "editor": {
        "workspace": "what is open, and what is known of it",
        "positions": "places as editors count them",
        "findings": "what is wrong",
        "completion": "what may be written",
        "hover": "what a word means",
        "references": "where a name stands",
        "document_features": "colours, outline, layout",
    },
}
"""The modules of each wing that other wings may import, and what each is for: all else is its own business."""

BESIDE = {("compiler", "engines")}
"""A wing that looks behind the face of another: the compiler is an engine by its own right, a wing for its size."""

LARGEST = 17_000
"""No wing has more lines of code, as `.ci/budget.py` counts them."""


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


@pytest.mark.parametrize("name", FACES)
def test_others_use_the_face_of_a_wing(name: str) -> None:
    """And all of it: what nobody else uses is no part of it."""
    used = {
        one.target.removeprefix(f"{name}/").removesuffix(".py")
        for one in imports()
        if wing(one.target) == name and wing(one.file) not in ("", name) and (wing(one.file), name) not in BESIDE
    }
    assert used == set(FACES[name])


def test_no_wing_is_too_large() -> None:
    sizes: dict[str, int] = {}
    for path in python_files():
        name = wing(path.relative_to(PACKAGE).as_posix())
        sizes[name] = sizes.get(name, 0) + BUDGET.size(path.read_text("utf-8")).code
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


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
    assert dear == {"table/printing", "table/picture", "table/faces"}


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
