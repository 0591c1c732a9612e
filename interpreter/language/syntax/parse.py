"""Parses what authors write in the effect language: effects, values, rules on cards, heads, types and names.

Each function takes a text of the located tree and returns its syntax tree with exact locations, or reports every
mistake that it finds and returns None. `path` is the location by name, such as `actions.advance.do`, for the
diagnostics.

A text is parsed with lark. Only if that fails, or the outcome makes no sense (`Mistake`), is the text examined again,
line by line, to find out why (`explain.py`): most texts are correct, and lark's own errors say little to an author.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import lru_cache
from typing import Any, TypeVar

from lark.exceptions import UnexpectedInput

from ...diagnostics.diagnostic import Report
from ..text.tree import Scalar
from . import effects, expressions, heads
from .depth import check_depth
from .explain import explain_effect, explain_value
from .finding import Finding, Mistake
from .nodes import Expr, Modifier, Signature, Source, Stmt, TypeName, Word
from .table import parser

T = TypeVar("T")


def parse_effect(
    scalar: Scalar, report: Report, path: str = "", named: Set[str] = frozenset()
) -> tuple[Stmt, ...] | None:
    """Parse the lines of an effect.

    The text is one line (`do: move c to discard`) or a block of lines; nested blocks are indented. Errors: E30x, one
    for each line that has a mistake. `named` are the named effects of the spec, for these messages alone.
    """

    def read() -> tuple[Stmt, ...]:
        return effects.effect(scalar, _tree(scalar, "effect"))

    return _try(scalar, report, path, read, lambda: explain_effect(scalar, named))


def parse_expression(scalar: Scalar, report: Report, path: str = "") -> Expr | None:
    """Parse a value or a condition; line breaks in it count as spaces. Errors: E30x."""

    def read() -> Expr:
        return expressions.expression(scalar, _tree(scalar, "expression").children[0])

    return _try(scalar, report, path, read, lambda: explain_value(scalar, "expression"))


def parse_modifier(scalar: Scalar, report: Report, path: str = "") -> Modifier | None:
    """Parse what a card changes, forbids or allows: `me.draws - 1`, `forbid me.pairing(green)`. Errors: E30x."""

    def read() -> Modifier:
        return effects.modifier(scalar, _tree(scalar, "modifier"))

    return _try(scalar, report, path, read, lambda: explain_value(scalar, "modifier"))


def parse_source(scalar: Scalar, report: Report, path: str = "") -> Source | None:
    """Parse what is chosen for an action: `me.hand`, `optional teams`, `1..3 of me.hand`. Errors: E30x."""

    def read() -> Source:
        return effects.source(scalar, _tree(scalar, "source"))

    return _try(scalar, report, path, read, lambda: explain_value(scalar, "source"))


def parse_signature(key: Scalar, report: Report, path: str = "") -> Signature | None:
    """Parse the head of a function or a named effect: `safe(team t, suit s)`, `ranking`. Errors: E304 to E306."""
    return _try(key, report, path, lambda: heads.read_signature(key), tuple)


def parse_type(scalar: Scalar, report: Report, path: str = "") -> TypeName | None:
    """Parse a type: `integer`, `team or none`, `list of colour`. Errors: E304 to E306."""
    return _try(scalar, report, path, lambda: heads.read_type(scalar), tuple)


def parse_word(scalar: Scalar, report: Report, path: str = "") -> Word | None:
    """Parse a single name: lowercase letters, digits and `_`, but not a reserved word. Errors: E304 to E306."""
    return _try(scalar, report, path, lambda: heads.read_word(scalar), tuple)


def _tree(scalar: Scalar, entry: str) -> Any:
    """Lark's tree of a text."""
    return _tree_of(scalar.text, entry)


@lru_cache(maxsize=4096)
def _tree_of(text: str, entry: str) -> Any:
    """The same by the text alone: wherever it stands, it is parsed once. Nobody changes the tree."""
    tree = parser().parse(text + "\n", start=entry)
    check_depth(tree, text)
    return tree


def _try(
    scalar: Scalar,
    report: Report,
    path: str,
    read: Callable[[], T],
    explain: Callable[[], tuple[Finding, ...]],
) -> T | None:
    """Parse a text; if that fails, find out why, and report it."""
    try:
        return read()
    except Mistake as mistake:
        findings = explain() or (mistake.finding,)
    except UnexpectedInput:
        findings = explain()
    for finding in findings:
        finding.add_to(report, scalar, path)
    return None
