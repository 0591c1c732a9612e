"""Prints an expression as its author might have written it, without superfluous brackets.

The law: what is printed parses as the same tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from . import nodes as syn

# How tightly a construct binds, loosest first; the order is that of the rules of the grammar.
EXPR, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, UNARY, POSTFIX = range(10)

_BINARY: dict[str, tuple[int, int, int]] = {
    "or": (OR, OR, AND),
    "and": (AND, AND, NOT),
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in"), (COMPARE, RANGE, RANGE)),
    "..": (RANGE, SUM, SUM),
    **dict.fromkeys(("+", "-"), (SUM, SUM, PRODUCT)),
    **dict.fromkeys(("*", "div", "mod"), (PRODUCT, PRODUCT, UNARY)),
}
"""How tightly each operator binds, and how tightly its left and right operands must bind to need no brackets."""
_UNARY = {"not": ("not ", NOT, NOT), "-": ("-", UNARY, UNARY), "may": ("may ", UNARY, POSTFIX)}
"""The same of operators with one operand, and how they are written."""


def print_syntax(node: syn.Expr, least: int = EXPR) -> str:
    """Print an expression, in brackets if it binds less tightly than `least`.

    >>> from ...diagnostics.diagnostic import Report
    >>> from .parse import parse_expression
    >>> from ...source.text.tree import Scalar
    >>> from ...diagnostics.span import Source, Span
    >>> text = "(a+b)*(c)"
    >>> scalar = Scalar(text, Span(Source("a.yaml", text), 0, 9), "plain", tuple(range(10)))
    >>> print_syntax(parse_expression(scalar, Report(), path=""))
    '(a + b) * c'
    """
    level, text = _text(node)
    return f"({text})" if level < least else text


def _text(node: syn.Expr) -> tuple[int, str]:
    """How tightly an expression binds, and its text."""
    match node:
        case syn.Name():
            return POSTFIX, node.id
        case syn.Integer():
            return POSTFIX, str(node.value)
        case syn.Boolean():
            return POSTFIX, "true" if node.value else "false"
        case syn.Nothing():
            return POSTFIX, "none"
        case syn.AttributeAccess():
            return POSTFIX, f"{print_syntax(node.target, POSTFIX)}.{node.name.text}"
        case syn.CallExpression():
            target = f"{print_syntax(node.target, POSTFIX)}." if node.target else ""
            return POSTFIX, f"{target}{node.name.text}({_inside(node.args, node.comprehension)})"
        case syn.Subscript():
            return POSTFIX, f"{print_syntax(node.target, POSTFIX)}[{print_syntax(node.index)}]"
        case syn.ListExpression():
            return POSTFIX, f"[{_inside(node.items, node.comprehension)}]"
        case syn.Unary():
            sign, level, operand = _UNARY[node.operator]
            return level, f"{sign}{print_syntax(node.operand, operand)}"
        case syn.Binary():
            level, left, right = _BINARY[node.operator]
            gap = "" if node.operator == ".." else " "
            one, other = print_syntax(node.left, left), print_syntax(node.right, right)
            return level, f"{one}{gap}{node.operator}{gap}{other}"
        case syn.IsNone():
            return COMPARE, f"{print_syntax(node.operand, RANGE)} is {'not ' if node.negated else ''}none"
        case syn.Conditional():
            yes, test = print_syntax(node.yes, OR), print_syntax(node.test, OR)
            return EXPR, f"{yes} if {test} else {print_syntax(node.no)}"
        case syn.OrElse():
            return EXPR, f"{print_syntax(node.value, OR)} else {print_syntax(node.default)}"
        case _:
            assert_never(node)


def _inside(items: Iterable[syn.Expr], comprehension: syn.Comprehension | None) -> str:
    """The inside of the brackets of a call or a list."""
    if comprehension is None:
        return ", ".join(print_syntax(item) for item in items)
    by = ", ".join(print_syntax(key) for key in comprehension.by)
    loops = " ".join(_for(loop) for loop in comprehension.loops)
    return f"{print_syntax(comprehension.body)} {loops}" + (f" by {by}" if by else "")


def _for(loop: syn.For) -> str:
    test = f" if {print_syntax(loop.test, OR)}" if loop.test else ""
    return f"for {loop.name.text} in {print_syntax(loop.source, OR)}{test}"
