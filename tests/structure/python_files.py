"""The Python files of the package, each parsed once for all tests of the structure."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import cardwright

PACKAGE = Path(cardwright.__file__).parent


@cache
def python_files() -> tuple[Path, ...]:
    """All of them, in order."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


@cache
def tree_of(path: Path) -> ast.Module:
    """A parsed file."""
    return ast.parse(path.read_text(encoding="utf-8"))
