"""How often something is done: `draw N`, `repeat N`, `while … at most N`. What is written is never below zero."""

from __future__ import annotations

from ...ir import nodes as ir
from ...ir.types import INTEGER
from ...syntax import nodes as syn
from ..expressions.matching import fit
from ..names.scope import Scope


def times(node: syn.Expr, scope: Scope) -> ir.Expr:
    """The number of times; E261 for a negative one, with which nothing would ever happen.

    A number that is computed may become negative: then nothing happens.
    """
    value = fit(scope.typed(node), INTEGER, scope, node.span)
    if isinstance(value, ir.Const) and isinstance(value.value, int) and value.value < 0 and value.type == INTEGER:
        scope.world.report.add(
            "E261",
            f"this is never done: {value.value} is below zero",
            node.span,
            label="less than once",
            helps=(f"write how often or how many: `{-value.value}`",),
            path=scope.path,
        )
    return value
