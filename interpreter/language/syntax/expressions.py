"""Converts lark's tree of an expression to the nodes of `nodes.py`, with their locations.

Each function below builds the node of one rule of the grammar from its parts, and returns it with the range in which it
is written. That range includes the brackets around it, which the node's own span leaves out: `(a + b) * c` begins with
the bracket, and `a + b` with `a`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from lark import Token, Tree

from ..text.tree import Scalar
from .finding import Finding, Mistake
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
    Name,
    Nothing,
    OrElse,
    Unary,
    UnaryOperator,
    Word,
)

Parts = list[Any]
"""The parts of a rule: lark's trees and tokens."""
Built = tuple[Expr, int, int]
"""A node, and the offsets where it begins and ends in the text, including the brackets around it."""
LARGEST = 2**63 - 1
BINARY: dict[str, BinaryOperator] = {word: word for word in get_args(BinaryOperator)}
UNARY: dict[str, UnaryOperator] = {word: word for word in get_args(UnaryOperator)}


def expression(scalar: Scalar, tree: Tree[Token]) -> Expr:
    """Build the node of a tree."""
    return built(scalar, tree)[0]


def built(scalar: Scalar, tree: Tree[Token]) -> Built:
    """Build the node of a tree, and return it with its range in the text."""
    return RULES[tree.data](scalar, tree.children)


def end_of(token: Token) -> int:
    """The offset after a token."""
    return token.start_pos + len(token)  # type: ignore[operator]


def word(scalar: Scalar, token: Token) -> Word:
    """A name with its location."""
    start: int = token.start_pos  # type: ignore[assignment]
    return Word(str(token), scalar.at(start, start + len(token)))


def _name(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[0])
    return Name(str(parts[0]), scalar.at(start, end)), start, end


def _integer(scalar: Scalar, parts: Parts) -> Built:
    token = parts[0]
    start, end = token.start_pos, end_of(token)
    if len(token) > 19 or int(token) > LARGEST:
        raise Mistake(Finding("E302", "this number is too large", start, end, label=f"the largest number is {LARGEST}"))
    if len(token) > 1 and token[0] == "0":
        helps = f"write `{int(token)}`"
        raise Mistake(Finding("E302", "a number does not begin with 0", start, end, helps=(helps,)))
    return Integer(int(token), scalar.at(start, end)), start, end


def _truth(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[0])
    return Boolean(parts[0] == "true", scalar.at(start, end)), start, end


def _nothing(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[0])
    return Nothing(scalar.at(start, end)), start, end


def _in_brackets(scalar: Scalar, parts: Parts) -> Built:
    return expression(scalar, parts[1]), parts[0].start_pos, end_of(parts[2])


def _attribute(scalar: Scalar, parts: Parts) -> Built:
    target, start, _ = built(scalar, parts[0])
    end = end_of(parts[2])
    return Attribute(target, word(scalar, parts[2]), scalar.at(start, end)), start, end


def _call(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[-1])
    args, loops = _inside(scalar, parts[2:-1])
    return Call(None, word(scalar, parts[0]), args, loops, scalar.at(start, end)), start, end


def _method(scalar: Scalar, parts: Parts) -> Built:
    target, start, _ = built(scalar, parts[0])
    end = end_of(parts[-1])
    args, loops = _inside(scalar, parts[4:-1])
    return Call(target, word(scalar, parts[2]), args, loops, scalar.at(start, end)), start, end


def _index(scalar: Scalar, parts: Parts) -> Built:
    target, start, _ = built(scalar, parts[0])
    end = end_of(parts[3])
    return Index(target, expression(scalar, parts[2]), scalar.at(start, end)), start, end


def _list(scalar: Scalar, parts: Parts) -> Built:
    start, end = parts[0].start_pos, end_of(parts[-1])
    items, loops = _inside(scalar, parts[1:-1])
    return ListOf(items, loops, scalar.at(start, end)), start, end


def _inside(scalar: Scalar, parts: Parts) -> tuple[tuple[Expr, ...], Comprehension | None]:
    """The inside of the brackets of a call or a list: values, or one comprehension."""
    if len(parts) == 1 and parts[0].data == "comprehension":
        return (), _comprehension(scalar, parts[0].children)
    return tuple(expression(scalar, part) for part in parts[::2]), None


def _comprehension(scalar: Scalar, parts: Parts) -> Comprehension:
    body, start, end = built(scalar, parts[0])
    loops: list[For] = []
    by: list[Expr] = []
    for part in parts[1:]:
        if part.data == "by":
            for key in part.children[1::2]:
                node, _, end = built(scalar, key)
                by.append(node)
        else:
            loop, end = for_part(scalar, part)
            loops.append(loop)
    return Comprehension(body, tuple(loops), tuple(by), scalar.at(start, end))


def for_part(scalar: Scalar, tree: Tree[Token]) -> tuple[For, int]:
    """`for c in me.hand if …`, and the offset where it ends."""
    parts: Parts = tree.children
    source, _, end = built(scalar, parts[3])
    test: Expr | None = None
    if len(parts) > 4:
        test, _, end = built(scalar, parts[5])
    return For(word(scalar, parts[1]), source, test), end


def _chain(scalar: Scalar, parts: Parts) -> Built:
    """`a + b - c`: from left to right."""
    left, start, end = built(scalar, parts[0])
    for sign, part in zip(parts[1::2], parts[2::2], strict=True):
        right, _, end = built(scalar, part)
        left = Binary(BINARY[sign], left, right, scalar.at(start, end))
    return left, start, end


def _compare(scalar: Scalar, parts: Parts) -> Built:
    pair = _chain(scalar, parts)
    node, sign = pair[0], parts[1]
    assert isinstance(node, Binary)
    if sign in ("==", "!=") and (isinstance(node.left, Nothing) or isinstance(node.right, Nothing)):
        say = "is none" if sign == "==" else "is not none"
        raise Mistake(
            Finding(
                "E303",
                f"`{sign}` cannot compare with `none`",
                sign.start_pos,
                end_of(sign),
                helps=(f"write `x {say}`",),
            )
        )
    return pair


def _not_in(scalar: Scalar, parts: Parts) -> Built:
    (left, start, _), (right, _, end) = built(scalar, parts[0]), built(scalar, parts[3])
    return Binary("not in", left, right, scalar.at(start, end)), start, end


def _is_none(scalar: Scalar, parts: Parts) -> Built:
    operand, start, _ = built(scalar, parts[0])
    end = end_of(parts[-1])
    return IsNone(operand, len(parts) == 4, scalar.at(start, end)), start, end


def _unary(scalar: Scalar, parts: Parts) -> Built:
    operand, _, end = built(scalar, parts[1])
    start = parts[0].start_pos
    return Unary(UNARY[parts[0]], operand, scalar.at(start, end)), start, end


def _conditional(scalar: Scalar, parts: Parts) -> Built:
    (yes, start, _), (no, _, end) = built(scalar, parts[0]), built(scalar, parts[4])
    return Conditional(expression(scalar, parts[2]), yes, no, scalar.at(start, end)), start, end


def _or_else(scalar: Scalar, parts: Parts) -> Built:
    (value, start, _), (default, _, end) = built(scalar, parts[0]), built(scalar, parts[2])
    return OrElse(value, default, scalar.at(start, end)), start, end


RULES: dict[str, Callable[[Scalar, Parts], Built]] = {
    "name": _name,
    "integer": _integer,
    "true": _truth,
    "false": _truth,
    "none": _nothing,
    "atom": _in_brackets,
    "attribute": _attribute,
    "call": _call,
    "method": _method,
    "index": _index,
    "list": _list,
    "or_": _chain,
    "and_": _chain,
    "sum_": _chain,
    "prod": _chain,
    "range": _chain,
    "in_": _chain,
    "compare": _compare,
    "not_in": _not_in,
    "is_none": _is_none,
    "is_not_none": _is_none,
    "not_": _unary,
    "negative": _unary,
    "may": _unary,
    "cond": _conditional,
    "otherwise": _or_else,
}
