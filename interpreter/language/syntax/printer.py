"""Prints a syntax tree as its author might have written it: two spaces per block, and no superfluous brackets.

The law: what is printed parses as the same tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, assert_never

from . import nodes as syn

# How tightly a construct binds, loosest first; the order is that of the rules of the grammar.
EXPR, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, UNARY, POSTFIX = range(10)

_COMPARISON = (COMPARE, RANGE, RANGE)
_BINARY: dict[syn.BinaryOperator, tuple[int, int, int]] = {
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


def print_syntax(node: syn.Expr | syn.Stmt | syn.Modifier | tuple[syn.Stmt, ...]) -> str:
    """Print an expression, an effect (its lines, without a newline at the end) or a modifier.

    >>> from ...diagnostics.diagnostic import Report
    >>> from .parse import parse_expression
    >>> from ...source.text.tree import Scalar
    >>> from ...diagnostics.span import Source, Span
    >>> text = "(a+b)*(c)"
    >>> scalar = Scalar(text, Span(Source("a.yaml", text), 0, 9), "plain", tuple(range(10)))
    >>> print_syntax(parse_expression(scalar, Report(), path=""))
    '(a + b) * c'
    """
    match node:
        case syn.Modifier():
            return _modifier(node)
        case tuple():
            return "\n".join(line for statement in node for line in print_statement(statement, print_expression))
        case (
            syn.Name()
            | syn.Integer()
            | syn.Boolean()
            | syn.Nothing()
            | syn.AttributeAccess()
            | syn.CallExpression()
            | syn.Subscript()
            | syn.ListExpression()
            | syn.Binary()
            | syn.Unary()
            | syn.IsNone()
            | syn.Conditional()
            | syn.OrElse()
        ):
            return print_expression(node)
        case _:
            return "\n".join(print_statement(node, print_expression))


def print_expression(node: syn.Expr, least: int = EXPR) -> str:
    """Print an expression, in brackets if it binds less tightly than `least`."""
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
            return POSTFIX, f"{print_expression(node.target, POSTFIX)}.{node.name.text}"
        case syn.CallExpression():
            target = f"{print_expression(node.target, POSTFIX)}." if node.target else ""
            return POSTFIX, f"{target}{node.name.text}({_inside(node.args, node.comprehension)})"
        case syn.Subscript():
            return POSTFIX, f"{print_expression(node.target, POSTFIX)}[{print_expression(node.index)}]"
        case syn.ListExpression():
            return POSTFIX, f"[{_inside(node.items, node.comprehension)}]"
        case syn.Unary():
            return _unary(node)
        case syn.Binary():
            level, left, right = _BINARY[node.operator]
            gap = "" if node.operator == ".." else " "
            return (
                level,
                f"{print_expression(node.left, left)}{gap}{node.operator}{gap}{print_expression(node.right, right)}",
            )
        case syn.IsNone():
            return COMPARE, f"{print_expression(node.operand, RANGE)} is {'not ' if node.negated else ''}none"
        case syn.Conditional():
            yes, test = print_expression(node.yes, OR), print_expression(node.test, OR)
            return EXPR, f"{yes} if {test} else {print_expression(node.no)}"
        case syn.OrElse():
            return EXPR, f"{print_expression(node.value, OR)} else {print_expression(node.default)}"
        case _:
            assert_never(node)


def _unary(node: syn.Unary) -> tuple[int, str]:
    match node.operator:
        case "not":
            return NOT, f"not {print_expression(node.operand, NOT)}"
        case "-":
            return UNARY, f"-{print_expression(node.operand, UNARY)}"
        case "may":
            return UNARY, f"may {print_expression(node.operand, POSTFIX)}"
        case _:
            assert_never(node.operator)


def _inside(items: Iterable[syn.Expr], comprehension: syn.Comprehension | None) -> str:
    """The inside of the brackets of a call or a list."""
    if comprehension is None:
        return ", ".join(print_expression(item) for item in items)
    by = ", ".join(print_expression(key) for key in comprehension.by)
    loops = " ".join(_for(loop) for loop in comprehension.loops)
    return f"{print_expression(comprehension.body)} {loops}" + (f" by {by}" if by else "")


def _for(loop: syn.For) -> str:
    test = f" if {print_expression(loop.test, OR)}" if loop.test else ""
    return f"for {loop.name.text} in {print_expression(loop.source, OR)}{test}"


def _modifier(node: syn.Modifier) -> str:
    target = print_expression(node.target, POSTFIX)
    if node.value is None:
        text = f"{node.how} {target}"
    elif node.how == "set":
        text = f"{target} = {print_expression(node.value, SUM)}"
    elif isinstance(node.value, syn.Unary) and node.value.operator == "-":
        # `ast_builder.modifier` reads `- x` as a negative value: printed as it was written
        text = f"{target} - {print_expression(node.value.operand, PRODUCT)}"
    else:
        text = f"{target} + {print_expression(node.value, SUM)}"
    loop = f" {_for(node.loop)}" if node.loop else ""
    return text + loop + (f" when {print_expression(node.when)}" if node.when else "")


# The lines of effects.

FILTER_BINDING, SOURCE_BINDING = 1, 6
"""How tightly a filter (`where`) and a source (`c in …`) must bind; the numbers are those above."""


class ExpressionPrinter(Protocol):
    """Prints an expression, in brackets if it binds less tightly than `least`."""

    def __call__(self, node: syn.Expr, least: int = 0) -> str: ...


def print_statement(node: syn.Stmt, value: ExpressionPrinter) -> Iterator[str]:
    """Print one effect; the lines of a block are indented by two spaces."""
    match node:
        case syn.IfStatement():
            for i, (test, body) in enumerate(node.branches):
                yield f"{'elif' if i else 'if'} {value(test)}:"
                yield from _block(body, value)
            yield from _else(node.no, value)
        case syn.ForStatement():
            yield f"for {node.name.text} in {value(node.source)}:"
            yield from _block(node.body, value)
        case syn.TogetherStatement():
            yield f"together {node.name.text} in {value(node.source)}:"
            yield from _block(node.body, value)
        case syn.Repeat():
            yield f"repeat {value(node.times)}:"
            yield from _block(node.body, value)
        case syn.While():
            yield f"while {value(node.test)} at most {value(node.most)}:"
            yield from _block(node.body, value)
        case syn.Choose():
            yield _choose(node, value)
            yield from _block(node.body, value)
            yield from _else(node.no, value)
        case _:
            yield _line(node, value)


def _block(body: tuple[syn.Stmt, ...], value: ExpressionPrinter) -> Iterator[str]:
    return (f"  {line}" for statement in body for line in print_statement(statement, value))


def _else(body: tuple[syn.Stmt, ...], value: ExpressionPrinter) -> Iterator[str]:
    if body:
        yield "else:"
        yield from _block(body, value)


def _choose(node: syn.Choose, value: ExpressionPrinter) -> str:
    how_many = ""
    if node.how_many:
        low, high = node.how_many.low, node.how_many.high
        if low is None or high is None:
            how_many = "some "
        else:
            how_many = (
                f"{value(low, SOURCE_BINDING)} "
                if low is high
                else f"{value(low, SOURCE_BINDING)}..{value(high, SOURCE_BINDING)} "
            )
    picks = ", ".join(
        f"{pick.name.text} in {value(pick.source, SOURCE_BINDING)}"
        + (f" where {value(pick.where, FILTER_BINDING)}" if pick.where else "")
        for pick in node.picks
    )
    secretly = "secretly " if node.secretly else ""
    return f"choose {secretly}{how_many}{picks}{_by(node.by, value)}:"


def _by(player: syn.Expr | None, value: ExpressionPrinter) -> str:
    return f" by {value(player)}" if player else ""


def _line(
    node: syn.MoveStatement
    | syn.Draw
    | syn.Gather
    | syn.Shuffle
    | syn.Swap
    | syn.Show
    | syn.RandomStatement
    | syn.LetStatement
    | syn.Assign
    | syn.CallEffect
    | syn.OfferStatement
    | syn.End
    | syn.NextTurn,
    value: ExpressionPrinter,
) -> str:
    """Print an effect that is a single line."""
    match node:
        case syn.MoveStatement():
            alike = f"{value(node.alike, SOURCE_BINDING)} alike of " if node.alike else ""
            left_out = f" except {value(node.left_out)}" if node.left_out else ""
            return f"move {alike}{value(node.cards)}{left_out} to {_place(node.place, value)}"
        case syn.Draw():
            return f"draw {value(node.number)} from {value(node.source)} to {value(node.target)}"
        case syn.Gather():
            return f"gather {node.deck.text} to {value(node.target)}"
        case syn.Shuffle():
            return f"shuffle {value(node.zone)}"
        case syn.Swap():
            return f"swap {value(node.left)}, {value(node.right)}"
        case syn.Show():
            return f"show {value(node.cards)} to {value(node.to)}"
        case syn.RandomStatement():
            return f"random {node.name.text} in {value(node.source)}"
        case syn.LetStatement():
            return f"let {node.name.text} = {value(node.value)}"
        case syn.Assign():
            return f"{value(node.target)} {node.operator} {value(node.value)}"
        case syn.CallEffect():
            return value(node.call)
        case syn.OfferStatement():
            return f"offer {', '.join(word.text for word in node.actions)}{_by(node.by, value)}"
        case syn.End():
            return f"end {node.name.text}"
        case syn.NextTurn():
            return f"next turn {value(node.player)}"
        case _:
            assert_never(node)


def _place(place: syn.Destination, value: ExpressionPrinter) -> str:
    position = f" {value(place.position, SOURCE_BINDING)}" if place.position else ""
    return f"{place.at}{position} of {value(place.zone)}" if place.at else value(place.zone)
