"""Lowers what is chosen for an action or a reaction: `choose: {c: me.hand, t: optional teams}`."""

from __future__ import annotations

from typing import assert_never

from ...ir import nodes as ir
from ...ir.types import INTEGER, Type, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..expressions.lists import many, single
from ..expressions.matching import fit
from ..names.scope import Scope
from ..names.types import member


def parameter_of(pick: spec.Pick, scope: Scope) -> tuple[Scope, ir.Parameter]:
    """One thing to choose, and the scope in which it has a name."""
    source = many(pick.source, scope)
    item = single(source, scope, pick.source.span)
    how = member(ir.HOWS, pick.how)
    inner, local = scope.local(pick.name, chosen(item, how))
    low, high = (_bound(b, scope) for b in (pick.low, pick.high))
    return inner, ir.Parameter(local=local, source=source, how=how, low=low, high=high, where=None)


def chosen(item: Type, how: ir.How) -> Type:
    """The type of what is chosen from a list of these elements."""
    match how:
        case "one":
            return item
        case "optional":
            return item.maybe()
        case "some":
            return list_of(item)
        case _:
            assert_never(how)


def _bound(node: syn.Expr | None, scope: Scope) -> ir.Expr | None:
    return None if node is None else fit(scope.typed(node, INTEGER), INTEGER, scope, node.span)
