"""An element of a list, `steps[3]`, a part of a list, `steps[1..3]`, and a member of a family, `row[3]`."""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import INTEGER, UNKNOWN, Type, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..names.scope import Frame, Scope
from .bounds import check_place
from .families import chosen, missing
from .matching import cards_of, check_order, fit, number, zone_type
from .properties import attribute


def index(node: syn.Index, scope: Scope) -> ir.Expr:
    """`steps[3]`: from 1, none outside; `steps[2..4]`: as many as there are; `row[3]`: a zone or a variable."""
    member = _member(node, scope)
    if member is not None:
        return member
    value = scope.typed(node.target)
    if value.type.base == "zone":
        check_order(value, scope, node.target.span, place=True)
        value = cards_of(value, scope, ordered=False)
    value = fit(value, Type("list"), scope, node.target.span)
    match node.index:
        case syn.Binary(operator="..", left=low, right=high):
            first, last = (fit(scope.typed(bound), INTEGER, scope, bound.span) for bound in (low, high))
            check_place(node, value, first, scope)
            return part(value, first, last, node.span, scope)
        case one:
            place = fit(scope.typed(one), INTEGER, scope, one.span)
            check_place(node, value, place, scope)
            return item(value, place, node.span)


def item(value: ir.Expr, number: ir.Expr, span: Span) -> ir.Expr:
    """One element of a list, none outside."""
    return ir.Apply("item", (value, number), (value.type.item or UNKNOWN).maybe(), span)


def part(value: ir.Expr, first: ir.Expr, last: ir.Expr, span: Span, scope: Scope) -> ir.Expr:
    """The elements of a list from one number to another, as many as there are."""
    element = value.type.item or UNKNOWN
    return ir.Call(_part(element, span, scope), (value, first, last), list_of(element), span)


def is_place(node: syn.Index, scope: Scope) -> bool:
    """Whether the last brackets say a place in a zone or list, not which member of a family is meant."""
    indexes = 0
    target: syn.Expr = node
    while isinstance(target, syn.Index):
        indexes, target = indexes + 1, target.target
    declared = _family(target, scope)
    return indexes == 1 + (len(declared.along) if declared is not None else 0)


def _member(node: syn.Index, scope: Scope) -> ir.Expr | None:
    """A member of a family, `row[2]`, `me.slot[k]`, `spot[red][2]`; None where the brackets mean something else."""
    indexes: tuple[syn.Expr, ...] = ()
    target: syn.Expr = node
    while isinstance(target, syn.Index):
        indexes, target = (target.index, *indexes), target.target
    declared = _family(target, scope)
    if declared is None or len(indexes) > len(declared.along):
        return None
    if isinstance(target, syn.Attribute):
        found = attribute(target, scope, indexes)
        meant = isinstance(found, ir.ZoneOf | ir.Variable) or found.type == UNKNOWN
        return replace(found, span=node.span) if meant else None
    if declared.of is not None:
        return scope.typed(target)
    if len(indexes) < len(declared.along):
        return missing(declared, node, indexes, scope)
    name, which = declared.name.text, chosen(declared, None, indexes, node, scope)
    if isinstance(declared, spec.Zone):
        return ir.ZoneOf(name, which, zone_type(declared, scope.world), node.span)
    return ir.Variable(name, which, scope.world.variables[name], node.span)


def _family(target: syn.Expr, scope: Scope) -> spec.Zone | spec.Variable | None:
    """The family that is named before the brackets."""
    match target:
        case syn.Name(id=name) if name not in scope.names:
            pass
        case syn.Attribute(name=syn.Word(text=name)):
            pass
        case _:
            return None
    world = scope.world.spec
    declared = world.zones.get(name) or world.variables.get(name)
    if declared is None or not declared.along or (isinstance(target, syn.Attribute) and declared.of is None):
        return None
    return declared


def _part(item: Type, span: Span, scope: Scope) -> str:
    """The function that cuts a part out of a list, generated once for each type of element.

    Its value is `[list[n] for n in max(low, 1)..min(high, count(list))]`.
    """
    key, frame = f"part of {list_of(item)}", Frame()
    if key not in scope.world.functions:
        whole = frame.local("list", list_of(item), span)
        low, high = (frame.local(name, INTEGER, span) for name in ("low", "high"))
        n = frame.local("n", INTEGER, span)
        first = ir.Apply("larger", (low, number(1, span)), INTEGER, span)
        size = ir.Apply("size", (whole,), INTEGER, span)
        last = ir.Apply("smaller", (high, size), INTEGER, span)
        source = ir.Apply("range", (first, last), list_of(INTEGER), span)
        element = ir.Apply("item", (whole, n), item, span)
        body = ir.Fold(
            op="list", loops=(ir.Loop(n, source, None),), body=element, keys=(), type=list_of(item), span=span
        )
        scope.world.functions[key] = ir.Function(key, (whole, low, high), body, span)
        scope.world.results[key] = list_of(item)
    return key
