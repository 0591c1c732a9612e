"""The words in Python files: names and words of texts, and apart from these the words of docstrings."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.structure.python_files import tree_of

WORD = re.compile(r"[A-Za-z_]\w*")


class Word(NamedTuple):
    """A word of a Python file, with its line."""

    text: str
    line: int


@cache
def words(path: Path) -> tuple[Word, ...]:
    """Each word of a Python file but those of docstrings; of a catalogue of phrases each word."""
    if path.suffix == ".json":
        lines = path.read_text(encoding="utf-8").splitlines()
        return tuple(Word(word, number) for number, line in enumerate(lines, 1) for word in WORD.findall(line))
    return tuple(word for word, in_docstring in _words(path) if not in_docstring)


@cache
def docstring_words(path: Path) -> tuple[Word, ...]:
    """Each word of the docstrings of a Python file."""
    return tuple(word for word, in_docstring in _words(path) if in_docstring)


@cache
def _words(path: Path) -> list[tuple[Word, bool]]:
    """Each word, and whether it is in a docstring: a text that stands alone, for people only."""
    found, docstrings = list[tuple[Word, bool]](), set[int]()
    for node in ast.walk(tree_of(path)):  # what is around a node comes before it
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                docstrings.add(id(node.value))
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                found.append((Word(name, line), False))
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.append((Word(name, line), False))
            case ast.alias(name=name, asname=other):
                found += [(Word(word, line), False) for word in WORD.findall(f"{name} {other or ''}")]
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                found += [(Word(word, line), False) for word in WORD.findall(text)]
            case ast.Constant(value=str(text)):
                for number, part in enumerate(text.split("\n")):
                    found += [(Word(word, line + number), True) for word in WORD.findall(part)]
    return found
