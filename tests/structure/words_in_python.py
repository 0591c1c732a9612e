"""The words in Python files: names and words of texts, and apart from these the words of docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

WORD = re.compile(r"[A-Za-z_]\w*")


def words(source: str) -> Iterator[tuple[str, int]]:
    """Each word of a Python file but those of docstrings, with its line."""
    tree = ast.parse(source)
    docstrings = {id(one) for one in _docstrings(tree)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name, line
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, line
            case ast.alias(name=name, asname=other):
                yield from ((word, line) for word in WORD.findall(f"{name} {other or ''}"))
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield from ((word, line) for word in WORD.findall(text))


def docstring_words(source: str) -> Iterator[tuple[str, int]]:
    """Each word of the docstrings of a Python file, with its line."""
    for one in _docstrings(ast.parse(source)):
        for number, line in enumerate(str(one.value).split("\n")):
            yield from ((word, one.lineno + number) for word in WORD.findall(line))


def _docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """The texts that stand alone, for people only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value
