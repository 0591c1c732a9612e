"""Between which numbers a value lies, and what is always the same for that reason: a test, or an element of a list.

Such a rule does nothing, or always the same, so it is hardly what was meant; but it does no harm, and a variant may
give it a sense: so it is a warning, and only about what one file says on both sides. In a part a number may stand for
a parameter. Whoever means it writes `true`, `false` or `none`.
"""

from __future__ import annotations

from ...ir import nodes as ir
from ...ir.types import INTEGER
from ...spec.reading import literal
from ...syntax import nodes as syn
from ...syntax.write import write
from ..names.scope import Scope

Range = tuple[int | None, int | None]
"""The least and the greatest value; None where there is no such bound."""


def bounds(number: ir.Expr, scope: Scope) -> tuple[int, int] | None:
    """The least and the greatest value of a number, where they are plain to see."""
    match number:
        case ir.Const(value=int() as n):
            return n, n
        case ir.Option():
            option = scope.world.spec.options[number.name]
            return None if option.low is None or option.high is None else (option.low, option.high)
        case ir.Apply(op="size", args=(ir.Apply(op="players"),)):
            return min(scope.world.spec.players), max(scope.world.spec.players)
        case _:
            return None


def check_test(node: syn.Binary, left: ir.Expr, right: ir.Expr, scope: Scope) -> None:
    """Warn of a comparison that is always true, or always false (W335)."""
    if node.span.source.used is not None:
        return
    found = _settled(node, left, right, scope)
    if found is not None:
        truth, label = found
        word = str(truth).lower()
        helps = (f"compare with something else; or, if this is meant, write `{word}`",)
        message = f"this is always {word}, however the game goes"
        scope.world.report.add("W335", message, node.span, label=label, helps=helps, path=scope.path)


def _settled(node: syn.Binary, left: ir.Expr, right: ir.Expr, scope: Scope) -> tuple[bool, str] | None:
    """Whether a comparison always holds or never does, and why; None where that depends on the game."""
    if write(node.left) == write(node.right):
        return node.operator in ("==", "<=", ">="), "the same on both sides"
    fixed = _is_fixed(node.left, scope) and _is_fixed(node.right, scope)
    if left.type != INTEGER or right.type != INTEGER:  # two symbols or kinds, which are not the same
        return (node.operator == "!=", "neither side can change") if fixed else None
    (low, high), (least, most) = _range(node.left, left, scope), _range(node.right, right, scope)
    below = high is not None and least is not None and high < least
    above = low is not None and most is not None and low > most
    at_most = high is not None and least is not None and high <= least
    at_least = low is not None and most is not None and low >= most
    holds, fails = {
        "<": (below, at_least),
        "<=": (at_most, above),
        ">": (above, at_most),
        ">=": (at_least, below),
        "==": (False, below or above),
        "!=": (below or above, False),
    }[node.operator]
    if not holds and not fails:
        return None
    if fixed:
        return holds, "neither side can change"
    side, low, high = (node.right, least, most) if literal(node.left) is not None else (node.left, low, high)
    limits = f"never below {low}" if high is None else f"never above {high}" if low is None else f"from {low} to {high}"
    return holds, f"`{write(side)}` is {limits}"


def _is_fixed(side: syn.Expr, scope: Scope) -> bool:
    """Whether a number, a symbol or a kind is written; the name of an attribute means another number on each card."""
    if isinstance(side, syn.Name) and side.id not in scope.names:
        return side.id in scope.world.symbols or side.id in scope.world.kinds
    return literal(side) is not None


def _range(side: syn.Expr, number: ir.Expr, scope: Scope) -> Range:
    """Between which numbers one side lies, as far as the file of the comparison says it itself."""
    declared = scope.world.spec
    match number:
        case ir.Const():
            return literal(side), literal(side)
        case ir.Option() if declared.options[number.name].name.span.source is side.span.source:
            return bounds(number, scope) or (None, None)
        case ir.Variable() if number.name in declared.variables:
            found = declared.variables[number.name]
            ends = [end for end in (found.low, found.high) if end is not None]
            here = all(end.span.source is side.span.source for end in ends)
            return (literal(found.low), literal(found.high)) if here else (None, None)
        case ir.Apply(op="size" | "zone_size"):
            return 0, None
        case _:
            return None, None


def check_place(node: syn.Index, value: ir.Expr, number: ir.Expr, scope: Scope) -> None:
    """Warn of an element that no list has there (W336): before its first place, or behind the last."""
    written = node.index.left if isinstance(node.index, syn.Binary) else node.index
    place = literal(written) if number.type == INTEGER and node.span.source.used is None else None
    if place is None:
        return
    target, most = write(node.target), _room(value, scope)
    if isinstance(node.index, syn.Binary):
        if place < 1:
            message, label = "this begins before the first element", "places are counted from 1"
            helps = (f"write `{target}[1..{write(node.index.right)}]`",)
            scope.world.report.add("W336", message, node.span, label=label, helps=helps, path=scope.path)
        return
    if place < 1:
        end = f"count({target}) - {-1 - place}" if place < -1 else f"count({target})"
        helps = (f"the first one is `{target}[1]`" if place == 0 else f"counted from the end: `{target}[{end}]`",)
        label = "places are counted from 1"
    elif most is not None and place > most:
        helps, label = (f"the last place is {most}",), f"there are at most {most}"
    else:
        return
    message = f"there is never an element at place {place}, so this is always none"
    scope.world.report.add("W336", message, node.span, label=label, helps=helps, path=scope.path)


def _room(value: ir.Expr, scope: Scope) -> int | None:
    """How many elements a list has at most, where that is written."""
    match value:
        case ir.ListOf(items=items):
            return len(items)
        case ir.Variable() if value.name in scope.world.spec.variables:
            return literal(scope.world.spec.variables[value.name].room)
        case _:
            return None
