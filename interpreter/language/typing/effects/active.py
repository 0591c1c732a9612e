"""Lowers rules on cards that apply while the card lies in a zone where its deck is active."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import Type, card
from ...spec import nodes as spec
from ..expressions.families import everyone, looped
from ..expressions.matching import cards_of, of_kind
from ..names.scope import Scope


def _active_zones(deck: spec.Deck, scope: Scope) -> list[spec.Zone]:
    return [scope.world.spec.zones[w.text] for w in deck.active_in if w.text in scope.world.spec.zones]


def each_active(deck: spec.Deck, one: spec.Kind, scope: Scope, span: Span, then: Callable[[Scope], ir.Body]) -> ir.Body:
    """For each card of the kind that lies where its rules apply: `then(scope with me and it)`."""
    lines: list[ir.Stmt] = []
    for zone in _active_zones(deck, scope):
        loops, which = everyone(zone, scope, span, "me")
        me = loops[0][0] if zone.of else None
        place = ir.ZoneOf(zone.name.text, which, Type("zone", deck.name.text), span)
        it = scope.frame.local("it", card(deck.name.text), span)
        inner = replace(scope, me=me, it=it, where="in a card's rule", path=one.path)
        when = ir.When(of_kind(it, deck, one, scope, span), then(inner), (), span)
        each: ir.Body = (ir.ForEach(it, cards_of(place, scope), (when,), span),)
        lines += looped(loops, each, span)
    return tuple(lines)
