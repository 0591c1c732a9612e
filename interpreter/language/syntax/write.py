"""Prints a syntax tree as its author might have written it: two spaces per block, and no superfluous brackets.

The law: what is printed parses as the same tree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from .nodes import (
    Attribute,
    Binary,
    BinaryOperator,
    Boolean,
    Call,
    Comprehension,
    Conditional,
    Expr,
    For,
    Index,
    Integer,
    IsNone,
    ListOf,
    Modifier,
    Name,
    Nothing,
    OrElse,
    Stmt,
    Unary,
)
from .write_effects import lines

# How tightly a construct binds, loosest first; the order is that of the rules of the grammar.
EXPR, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, UNARY, POSTFIX = range(10)

_COMPARISON = (COMPARE, RANGE, RANGE)
_BINARY: dict[BinaryOperator, tuple[int, int, int]] = {
    "or": (OR, OR, AND),
    "and": (AND, AND, NOT),
    "==": _COMPARISON,
    "!=": _COMPARISON,
    "<": _COMPARISON,
    "<=": _COMPARISON,
    ">": _COMPARISON,
    ">=": _COMPARISON,
    "in": _COMPARISON,
    "not in": _COMPARISON,
    "..": (RANGE, SUM, SUM),
    "+": (SUM, SUM, PRODUCT),
    "-": (SUM, SUM, PRODUCT),
    "*": (PRODUCT, PRODUCT, UNARY),
    "div": (PRODUCT, PRODUCT, UNARY),
    "mod": (PRODUCT, PRODUCT, UNARY),
}
"""How tightly each operator binds, and how tightly its left and right operands must bind to need no brackets."""


def write(node: Expr | Stmt | Modifier | tuple[Stmt, ...]) -> str:
    """Print an expression, an effect (its lines, without a newline at the end) or a modifier.

    >>> from ...diagnostics.diagnostic import Report
    >>> from .parse import parse_expression
    >>> from ..text.tree import Scalar
    >>> from ...diagnostics.span import Source, Span
    >>> text = "(a+b)*(c)"
    >>> scalar = Scalar(text, Span(Source("a.yaml", text), 0, 9), "plain", tuple(range(10)))
    >>> write(parse_expression(scalar, Report(), path=""))
    '(a + b) * c'
    """
    match node:
        case Modifier():
            return _modifier(node)
        case tuple():
            return "\n".join(line for statement in node for line in lines(statement, value))
        case (
            Name()
            | Integer()
            | Boolean()
            | Nothing()
            | Attribute()
            | Call()
            | Index()
            | ListOf()
            | Binary()
            | Unary()
            | IsNone()
            | Conditional()
            | OrElse()
        ):
            return value(node)
        case _:
            return "\n".join(lines(node, value))


def value(node: Expr, least: int = EXPR) -> str:
    """Print an expression, in brackets if it binds less tightly than `least`."""
    level, text = _text(node)
    return f"({text})" if level < least else text


def _text(node: Expr) -> tuple[int, str]:
    """How tightly an expression binds, and its text."""
    match node:
        case Name():
            return POSTFIX, node.id
        case Integer():
            return POSTFIX, str(node.value)
        case Boolean():
            return POSTFIX, "true" if node.value else "false"
        case Nothing():
            return POSTFIX, "none"
        case Attribute():
            return POSTFIX, f"{value(node.target, POSTFIX)}.{node.name.text}"
        case Call():
            target = f"{value(node.target, POSTFIX)}." if node.target else ""
            return POSTFIX, f"{target}{node.name.text}({_inside(node.args, node.comprehension)})"
        case Index():
            return POSTFIX, f"{value(node.target, POSTFIX)}[{value(node.index)}]"
        case ListOf():
            return POSTFIX, f"[{_inside(node.items, node.comprehension)}]"
        case Unary():
            return _unary(node)
        case Binary():
            level, left, right = _BINARY[node.operator]
            gap = "" if node.operator == ".." else " "
            return level, f"{value(node.left, left)}{gap}{node.operator}{gap}{value(node.right, right)}"
        case IsNone():
            return COMPARE, f"{value(node.operand, RANGE)} is {'not ' if node.negated else ''}none"
        case Conditional():
            return EXPR, f"{value(node.yes, OR)} if {value(node.test, OR)} else {value(node.no)}"
        case OrElse():
            return EXPR, f"{value(node.value, OR)} else {value(node.default)}"
        case _:
            assert_never(node)


def _unary(node: Unary) -> tuple[int, str]:
    match node.operator:
        case "not":
            return NOT, f"not {value(node.operand, NOT)}"
        case "-":
            return UNARY, f"-{value(node.operand, UNARY)}"
        case "may":
            return UNARY, f"may {value(node.operand, POSTFIX)}"
        case _:
            assert_never(node.operator)


def _inside(items: Iterable[Expr], comprehension: Comprehension | None) -> str:
    """The inside of the brackets of a call or a list."""
    if comprehension is None:
        return ", ".join(value(item) for item in items)
    by = ", ".join(value(key) for key in comprehension.by)
    loops = " ".join(_for(loop) for loop in comprehension.loops)
    return f"{value(comprehension.body)} {loops}" + (f" by {by}" if by else "")


def _for(loop: For) -> str:
    test = f" if {value(loop.test, OR)}" if loop.test else ""
    return f"for {loop.name.text} in {value(loop.source, OR)}{test}"


def _modifier(node: Modifier) -> str:
    target = value(node.target, POSTFIX)
    if node.value is None:
        text = f"{node.how} {target}"
    elif node.how == "set":
        text = f"{target} = {value(node.value, SUM)}"
    elif isinstance(node.value, Unary) and node.value.operator == "-":
        text = f"{target} - {value(node.value.operand, PRODUCT)}"  # as it was parsed, see `effects.modifier`
    else:
        text = f"{target} + {value(node.value, SUM)}"
    loop = f" {_for(node.loop)}" if node.loop else ""
    return text + loop + (f" when {value(node.when)}" if node.when else "")
