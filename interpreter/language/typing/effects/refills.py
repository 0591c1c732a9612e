"""Refilling a zone from another: when a card is needed and none is there, or as soon as the last is gone."""

from __future__ import annotations

from collections.abc import Callable

from ...ir import nodes as ir
from ...ir.types import BOOLEAN
from ...spec import nodes as spec
from ..expressions.families import owner_in
from ..expressions.matching import fit
from ..names.scope import Scope


def by_zone(place: ir.Expr, then: Callable[[ir.ZoneOf, Scope], ir.Body], scope: Scope) -> ir.Body:
    """What to do with a zone, also where `a if x else b` decides which zone it is."""
    match place:
        case ir.ZoneOf():
            return then(place, scope)
        case ir.If():
            yes, no = by_zone(place.yes, then, scope), by_zone(place.no, then, scope)
            return (ir.When(place.test, yes, no, place.span),) if yes or no else ()
        case _:
            return ()


def when_needed(source: ir.ZoneOf, scope: Scope) -> ir.Body:
    """Refill a zone in which a card is needed, if it is empty."""
    declared = scope.world.spec.zones[source.name]
    if declared.refill is None:
        return ()
    empty = ir.Apply("zone_empty", (source,), BOOLEAN, source.span)
    return (ir.When(empty, _refill(source, declared.refill, scope), (), source.span),)


def when_empty(source: ir.ZoneOf, scope: Scope) -> ir.Body:
    """Refill a zone from which a card is gone, if that was the last and the spec says `when: empty`."""
    refill = scope.world.spec.zones[source.name].refill
    if refill is None or refill.when == "needed":
        return ()
    test: ir.Expr = ir.Apply("zone_empty", (source,), BOOLEAN, source.span)
    if not isinstance(refill.when, str):
        plain = scope.fresh(frame=scope.frame, where="in `refill`", path=f"zones.{source.name}.refill")
        early = fit(plain.typed(refill.when), BOOLEAN, plain, refill.when.span)
        test = ir.Apply("and", (early, test), BOOLEAN, source.span)
    return (ir.When(test, _refill(source, refill, scope), (), source.span),)


def _refill(source: ir.ZoneOf, refill: spec.Refill, scope: Scope) -> ir.Body:
    declared = scope.world.spec.zones.get(refill.zone.text)
    if declared is None:
        return ()
    # what is refilled from is one on the table, one of the same owner, or the same member of a family (E634)
    owner = source.owner if declared.along else owner_in(source.owner, declared)
    other = ir.ZoneOf(refill.zone.text, owner, source.type, source.span)
    return (ir.MoveAll(other, source, "", source.span), ir.ShuffleZone(source, source.span))


def emptying(place: ir.Expr, moved: ir.Body, scope: Scope) -> ir.Body:
    """Move cards out of a zone, and refill it if they were the last ones and the spec says `when: empty`."""
    refilled = by_zone(place, when_empty, scope)
    if not refilled:
        return moved
    empty = ir.Apply("zone_empty", (place,), BOOLEAN, place.span)
    return (ir.When(ir.Apply("not", (empty,), BOOLEAN, place.span), (*moved, *refilled), (), place.span),)
