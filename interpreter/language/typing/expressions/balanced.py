"""Long rows of alike parts, such as one for each kind of card of a deck, as trees that are as shallow as can be.

    a or b or c or … h   ->   ((a or b) or (c or d)) or ((e or f) or (g or h))

Two hundred kinds of card with a rule on each are eight levels that way, not two hundred. The order in which the parts
are looked at stays the same, and so does where that ends early. Short rows are left as an author would read them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, Type, kind

SHORT = 16
"""The longest row that is left as it is."""

Part = TypeVar("Part")


def from_left(op: str, parts: Sequence[ir.Expr], type: Type) -> ir.Expr:
    """`a op b op c`, of at least one part; the operator must not care how its parts are bracketed."""
    if len(parts) > SHORT:
        middle = len(parts) // 2
        first, second = from_left(op, parts[:middle], type), from_left(op, parts[middle:], type)
        return ir.Apply(op, (first, second), type, second.span)
    value = parts[0]
    for part in parts[1:]:
        value = ir.Apply(op, (value, part), type, part.span)
    return value


def by_kind(
    of: ir.Expr,
    deck: str,
    rows: Sequence[tuple[int, Part]],
    *,
    split: Callable[[ir.Expr, Part, Part], Part],
    few: Callable[[Sequence[tuple[int, Part]]], Part],
    span: Span,
) -> Part:
    """The row of a card's kind, found by halving: rows are (number of the kind, what it gives), in order of numbers.

    `few` makes one of a short row, `split` one of a test (the kind is among the first) and two parts.
    """
    if len(rows) <= SHORT:
        return few(rows)
    middle = len(rows) // 2
    number = ir.Apply("kind", (of,), kind(deck), span)
    earlier = ir.Apply("less", (number, ir.Const(rows[middle][0], kind(deck), span)), BOOLEAN, span)
    first, second = (
        by_kind(of, deck, part, split=split, few=few, span=span) for part in (rows[:middle], rows[middle:])
    )
    return split(earlier, first, second)
