"""Cards that an effect takes out of a zone, or looks at: in a zone whose order is unknown chance settles them first.

    move pile.top to me.hand          settle top of pile
    show pile[1..3] to me             for n in 1..3: settle position n of pile
    move pile[n] to me.hand           settle position n of pile

The order of a shuffled zone is not drawn when it is shuffled: chance settles each card when it is first needed, after a
refill if that is needed too. Only the ends of a zone are refilled; what is looked at by its place is what lies there.
"""

from __future__ import annotations

from ...ir import nodes as ir
from ...ir.types import INTEGER, card, list_of
from ...syntax import nodes as syn
from ..expressions.indexing import is_place, item, part
from ..expressions.matching import cards_of, fit, number, zones_in
from ..names.scope import Scope
from ..names.types import member
from ..names.unordered import named_zones
from .refills import by_zone, when_needed


def taken(node: syn.Expr, scope: Scope) -> tuple[ir.Body, ir.Expr]:
    """What is taken out or looked at, and the statements that must run before."""
    match node:
        case syn.Attribute() if node.name.text in ("top", "bottom"):
            place = scope.typed(node.target)
            if _unordered(place, scope):
                read = ir.Apply(node.name.text, (place,), card(place.type.name).maybe(), node.span)
                return (
                    *by_zone(place, when_needed, scope),
                    ir.Settle(place, member(ir.EDGES, node.name.text), node.span),
                ), read
        case syn.Index() if named_zones(node.target, scope.world.spec) & scope.world.unordered and is_place(
            node, scope
        ):
            place = scope.typed(node.target)
            if _unordered(place, scope):
                return _from_the_top(node, place, scope)
        case _:
            pass
    return (), scope.typed(node)


def settled_in(settle: ir.Body) -> ir.Expr:
    """The zone in which chance settles cards here."""
    match settle[-1]:
        case ir.Settle(zone):
            return zone
        case ir.ForEach(_, _, body):
            return settled_in(body)
        case other:
            raise TypeError(f"nothing is settled by {type(other).__name__}")


def _unordered(place: ir.Expr, scope: Scope) -> bool:
    return place.type.base == "zone" and bool(set(zones_in(place)) & scope.world.unordered)


def _from_the_top(node: syn.Index, place: ir.Expr, scope: Scope) -> tuple[ir.Body, ir.Expr]:
    """`pile[2]`, `pile[1..3]`: the cards at these places, which chance settles one after the other."""
    frame, span = scope.frame, node.span
    cards = cards_of(place, scope, ordered=False)
    if not (isinstance(node.index, syn.Binary) and node.index.operator == ".."):
        at = frame.local("place", INTEGER, span)
        value = fit(scope.typed(node.index), INTEGER, scope, node.index.span)
        return (ir.Let(at, value, span), ir.Settle(place, "top", span, at)), item(cards, at, span)
    low, high, at = (frame.local(name, INTEGER, span) for name in ("low", "high", "place"))
    bounds = [fit(scope.typed(one), INTEGER, scope, one.span) for one in (node.index.left, node.index.right)]
    first = ir.Apply("larger", (low, number(1, span)), INTEGER, span)
    last = ir.Apply("smaller", (high, ir.Apply("zone_size", (place,), INTEGER, span)), INTEGER, span)
    places = ir.Apply("range", (first, last), list_of(INTEGER), span)
    lines: ir.Body = (
        ir.Let(low, bounds[0], span),
        ir.Let(high, bounds[1], span),
        ir.ForEach(at, places, (ir.Settle(place, "top", span, at),), span),
    )
    return lines, part(cards, low, high, span, scope)
