"""What is looped over or chosen from: lists, and zones as the lists of their cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import UNKNOWN, Type
from ...syntax import nodes as syn
from ...syntax.write import write
from ..names.scope import Scope
from .bounds import bounds
from .matching import cards_of, fit

_TAKEN = frozenset({"largest", "smallest", "first_of", "last_of", "list_top"})
"""Builtins that give one element of a list, none only of an empty one."""


def many(node: syn.Expr, scope: Scope, *, ordered: bool = True) -> ir.Expr:
    """A list, or the cards of a zone; E310 where it is something else, E630 where the order is unknown and counts."""
    if isinstance(node, syn.Binary) and node.operator == "in":
        return many(_listed(node, scope), scope, ordered=ordered)
    value = scope.typed(node)
    if value.type.base == "zone":
        return cards_of(value, scope, ordered=ordered)
    match value:
        case ir.Apply("range", (ir.Const(int() as low), ir.Const(int() as high))) if low > high:
            scope.world.report.add(
                "E325",
                f"the range {low}..{high} is empty",
                node.span,
                label="contains no number",
                helps=(f"the smaller number comes first: `{high}..{low}`",),
                path=scope.path,
            )
    return fit(value, Type("list"), scope, node.span)


def _listed(node: syn.Binary, scope: Scope) -> syn.Expr:
    """The list in `card in pile`, which asks whether a card lies there (E310): the name stands elsewhere already."""
    scope.world.report.add(
        "E310",
        f"a list is needed here, but `{write(node)}` is true or false",
        node.span,
        label="asks whether it is in there",
        helps=(f"write the list alone: `{write(node.right)}`",),
        path=scope.path,
    )
    return node.right


def element(source: ir.Expr, scope: Scope, span: Span) -> Type:
    """The type of the elements of a list; E310 where it never has any."""
    type = source.type
    if type.base == "list" and type.item is None:
        scope.world.report.add("E310", "this list is always empty", span, label="has no elements", path=scope.path)
    return type.item or UNKNOWN


_SUBSETS = re.compile(r"subsets\((.+), *([^,()]+)\)")


def single(source: ir.Expr, scope: Scope, span: Span) -> Type:
    """The type of what is chosen from a list, by a player or by chance; E326 where its elements are lists."""
    type = element(source, scope, span)
    if type.base != "list":
        return type
    parts = _SUBSETS.fullmatch(span.written.strip())
    some: tuple[str, ...] = ()
    if parts is not None:
        some = (f"several are chosen by `{parts[2]} of {parts[1]}`, in an effect `choose {parts[2]} x in {parts[1]}`",)
    scope.world.report.add(
        "E326",
        "a list cannot be chosen as a whole from a list of lists",
        span,
        label="its elements are lists",
        helps=(*some, "choose the number of one: `choose n in 1..count(…)`, which is then `…[n]`"),
        path=scope.path,
    )
    return UNKNOWN


def never_empty(source: ir.Expr, scope: Scope) -> bool:
    """Whether a list can be seen to have elements."""
    match source:
        case ir.ListOf():
            return bool(source.items)
        case ir.Apply(op="players" | "teams" | "players_from" | "members"):
            return True
        case ir.If(yes=yes, no=no):
            return never_empty(yes, scope) and never_empty(no, scope)
        case ir.Fold(op="list" | "best" | "sort" | "sets" | "runs", loops=loops):
            return not starved(loops, scope)
        case ir.Call(function=key) if key in scope.world.functions:
            if key not in scope.world.filled:
                scope.world.filled[key] = never_empty(scope.world.functions[key].body, scope)
            return scope.world.filled[key]
        case ir.Apply(op="range", args=(low, high)):
            most, least = bounds(low, scope), bounds(high, scope)
            return most is not None and least is not None and most[1] <= least[0]
        case ir.Apply(op="reverse" | "distinct", args=(inner,)):
            return never_empty(inner, scope)
        case ir.Apply(op="join", args=(left, right)):
            return never_empty(left, scope) or never_empty(right, scope)
        case _:
            return False


def starved(loops: Sequence[ir.Loop], scope: Scope) -> bool:
    """Whether a comprehension may come to its end without a single element."""
    return any(loop.test is not None or not never_empty(loop.source, scope) for loop in loops)


def surely(value: ir.Apply, scope: Scope) -> ir.Apply:
    """What is taken out of a list by a function or behind a dot: never none, where the list always has elements."""
    if value.op not in _TAKEN or not value.type.optional or not never_empty(value.args[0], scope):
        return value
    item = value.args[0].type.item
    return value if item is None or item.optional else replace(value, type=value.type.never())
