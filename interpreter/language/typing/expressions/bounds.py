"""Between which numbers a value lies, and what is always the same for that reason: a test, or an element of a list.

Such a rule does nothing, or always the same, so it is hardly what was meant; but it does no harm, and a variant may
give it a sense: so it is a warning, and only about what one file says on both sides. In a part a number may stand for
a parameter. Whoever means it writes `true`, `false` or `none`.
"""

from __future__ import annotations

from ...ir import nodes as ir
from ...ir.types import INTEGER, LEAST, MOST, Type
from ...spec.reading import literal
from ...syntax import nodes as syn
from ...syntax.write import write
from ..names.scope import Scope

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}

Range = tuple[int, int]
"""The least and the greatest value."""


def bounds(number: ir.Expr, scope: Scope) -> Range | None:
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
    one, other = _range(node.left, left, scope), _range(node.right, right, scope)
    if write(node.left) == write(node.right):
        truth, why = node.operator in ("==", "<=", ">="), "the same on both sides"
    elif _is_fixed(node.left, scope) and _is_fixed(node.right, scope):
        same = left.type != INTEGER or right.type != INTEGER  # two symbols, which are written differently
        truth = node.operator == "!=" if same else _holds(node.operator, one, other)
        why = "neither side can change"
    else:
        truth = _holds(node.operator, one, other)
        if not truth and not _holds(_OPPOSITE[node.operator], one, other):
            return
        side, (low, high) = (node.right, other) if literal(node.left) is not None else (node.left, one)
        why = f"`{write(side)}` is " + (f"from {low} to {high}" if high < MOST else f"never below {low}")
    if node.span.source.used is None:
        word = str(truth).lower()
        helps = (f"compare with something else; or, if this is meant, write `{word}`",)
        message = f"this is always {word}, however the game goes"
        scope.world.report.add("W335", message, node.span, label=why, helps=helps, path=scope.path)


def _holds(operator: str, one: Range, other: Range) -> bool:
    """Whether a comparison holds for all values of both sides."""
    match operator:
        case "<" | "<=":
            return one[1] < other[0] + (operator == "<=")
        case ">" | ">=":
            return _holds("<" + operator[1:], other, one)
        case "!=":
            return one[1] < other[0] or one[0] > other[1]
        case _:
            return False


def _is_fixed(side: syn.Expr, scope: Scope) -> bool:
    """Whether a number, a symbol or a kind is written; the name of an attribute means another number on each card."""
    if isinstance(side, syn.Name) and side.id not in scope.names:
        return side.id in scope.world.symbols or side.id in scope.world.kinds
    return literal(side) is not None


def _range(side: syn.Expr, number: ir.Expr, scope: Scope) -> Range:
    """Between which numbers one side lies, as far as the file of the comparison says it itself."""
    declared, low, high = scope.world.spec, literal(side), literal(side)
    match number:
        case ir.Option(type=Type(base="integer")):
            option = declared.options[number.name]
            if option.name.span.source is side.span.source:
                low, high = option.low, option.high
        case ir.Variable(type=Type(base="integer", optional=False)) if number.name in declared.variables:
            ends = declared.variables[number.name].low, declared.variables[number.name].high
            if all(end is None or end.span.source is side.span.source for end in ends):
                low, high = map(literal, ends)
        case ir.Apply(op="size" | "zone_size"):
            low = 0
        case _:
            pass
    return LEAST if low is None else low, MOST if high is None else high


def check_place(node: syn.Index, value: ir.Expr, number: ir.Expr, scope: Scope) -> None:
    """Warn of an element that no list has there (W336): before its first place, or behind the last."""
    part = isinstance(node.index, syn.Binary)
    place = literal(node.index.left if isinstance(node.index, syn.Binary) else node.index)
    if place is None or number.type != INTEGER or node.span.source.used is not None:
        return
    target, most, label = write(node.target), _room(value, scope), "places are counted from 1"
    if place > 0 and (part or most is None or place <= most):
        return
    if isinstance(node.index, syn.Binary):
        cure = f"write `{target}[1..{write(node.index.right)}]`"
    elif place > 0:
        cure, label = f"the last place is {most}", f"there are at most {most}"
    else:
        end = f"count({target})" + (f" - {-1 - place}" if place < -1 else "")
        cure = f"counted from the end: `{target}[{end}]`" if place else f"the first one is `{target}[1]`"
    message = f"there is never an element at place {place}" + ("" if part else ", so this is always none")
    scope.world.report.add("W336", message, node.span, label=label, helps=(cure,), path=scope.path)


def _room(value: ir.Expr, scope: Scope) -> int | None:
    """How many elements a list has at most, where that is written."""
    if isinstance(value, ir.Variable) and value.name in scope.world.spec.variables:
        return literal(scope.world.spec.variables[value.name].room)
    return len(value.items) if isinstance(value, ir.ListOf) else None
