"""What is computed before the game: numbers of copies, values on cards, ranges, capacities, limits, `requires`."""

from __future__ import annotations

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import UNKNOWN, Type
from ...syntax import nodes as syn
from ..names.scope import Scope
from ..names.walk import records
from .matching import fit, unknown


def fixed(node: syn.Expr, type: Type, scope: Scope) -> ir.Expr:
    """An expression of this type over options and the number of players; E333 where it needs the game itself."""
    value = fit(scope.typed(node, type), type, scope, node.span)
    if value.type == UNKNOWN:
        return value
    found = _in_play(value, scope, set())
    if found is None:
        return value
    inside = node.span.source is found.source and node.span.start <= found.start and found.end <= node.span.end
    scope.world.report.add(
        "E333",
        "this must be known before the game begins",
        found if inside else node.span,
        label="known only during the game",
        notes=("it may depend on options and on the number of players: `count(players)`",),
        path=scope.path,
    )
    return unknown(node.span)


def _in_play(value: ir.Expr, scope: Scope, seen: set[str]) -> Span | None:
    """Where an expression reads the position of the game."""
    for part in records(value):
        if isinstance(part, ir.Variable | ir.CardVariable | ir.ZoneOf):
            return part.span
        if isinstance(part, ir.Call) and part.function not in seen:
            seen.add(part.function)
            body = scope.world.functions.get(part.function)
            if body is not None and _in_play(body.body, scope, seen) is not None:
                return part.span
    return None
