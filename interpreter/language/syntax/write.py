"""Writes a tree of the effect language as its author might have: two spaces a block, and no bracket too many.

The law: what is written here is read as the same tree again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from .nodes import (
    Attribute,
    Binary,
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
    Truth,
    Unary,
)
from .write_effects import lines

# How tightly something binds, loosest first; the numbers follow the rules of the grammar.
EXPR, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, UNARY, POSTFIX = range(10)

_BINARY: dict[str, tuple[int, int, int]] = {
    "or": (OR, OR, AND),
    "and": (AND, AND, NOT),
    "..": (RANGE, SUM, SUM),
    "+": (SUM, SUM, PRODUCT),
    "-": (SUM, SUM, PRODUCT),
    "*": (PRODUCT, PRODUCT, UNARY),
    "div": (PRODUCT, PRODUCT, UNARY),
    "mod": (PRODUCT, PRODUCT, UNARY),
} | {sign: (COMPARE, RANGE, RANGE) for sign in ("==", "!=", "<", "<=", ">", ">=", "in", "not in")}
"""How tightly each operator binds, and its operands on the left and on the right must."""


def write(node: Expr | Stmt | Modifier | tuple[Stmt, ...]) -> str:
    """The text of an expression, an effect (its lines, without a newline at the end) or a modifier.

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
            | Truth()
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
    """The text of an expression, in brackets where it binds less tightly than `least`."""
    level, text = _text(node)
    return f"({text})" if level < least else text


def _text(node: Expr) -> tuple[int, str]:
    """How tightly an expression binds, and its text."""
    match node:
        case Name():
            return POSTFIX, node.id
        case Integer():
            return POSTFIX, str(node.value)
        case Truth():
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
        case Unary(operator="not"):
            return NOT, f"not {value(node.operand, NOT)}"
        case Unary(operator="-"):
            return UNARY, f"-{value(node.operand, UNARY)}"
        case Unary():
            return UNARY, f"{node.operator} {value(node.operand, POSTFIX)}"
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


def _inside(items: Iterable[Expr], comprehension: Comprehension | None) -> str:
    """What stands inside the brackets of a call or a list."""
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
        text = f"{target} - {value(node.value.operand, PRODUCT)}"
    else:
        text = f"{target} + {value(node.value, SUM)}"
    loop = f" {_for(node.loop)}" if node.loop else ""
    return text + loop + (f" when {value(node.when)}" if node.when else "")
