"""The words in Python files: names, and words of texts that are not docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

WORD = re.compile(r"[A-Za-z_]\w*")


def words(source: str) -> Iterator[tuple[str, int]]:
    """Each word of a Python file, with its line."""
    tree = ast.parse(source)
    docstrings = _docstrings(tree)
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


def _docstrings(tree: ast.AST) -> set[int]:
    """The texts that stand alone, for people only."""
    return {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
