"""Lowers the initial values of variables, at the beginning of the game and whenever they restart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...diagnostics.span import Span
from ..ir import nodes as ir
from ..ir.types import BOOLEAN, INTEGER, NONE, UNKNOWN, Type, list_of
from ..spec import nodes as spec
from .expressions.families import member_loops, nested_loops
from .expressions.matching import all_owners, cards_of, fit, number, over
from .expressions.names import all_kinds, all_symbols
from .names.scope import NameScope


def all_starts(scope: NameScope, *, chance: bool) -> ir.Body:
    """Every variable set to its start; without `chance` a random one gets the first value of its type."""
    return _all_starts(scope, lambda variable: True, chance)


def restarts(each: str, scope: NameScope) -> ir.Body:
    """The variables that restart with this phase, `turn` or `round`."""
    return _all_starts(scope, lambda variable: variable.each is not None and variable.each.text == each, chance=True)


def _all_starts(scope: NameScope, meant: Callable[[spec.VariableSpec], bool], chance: bool) -> ir.Body:
    lines: list[ir.Stmt] = []
    for variable in filter(meant, scope.world.spec.variables.values()):
        lines += starts(variable, scope, chance=chance)
    for deck in scope.world.spec.decks.values():
        for variable in filter(meant, deck.variables):
            lines += card_starts(deck, variable, scope, chance=chance)
    return tuple(lines)


def starts(variable: spec.VariableSpec, scope: NameScope, *, chance: bool) -> ir.Body:
    """A variable of the table, or of each player or team, or each member of a family, set to its start."""
    span, id = variable.name.span, variable.name.text
    type = scope.world.variables[id]
    scope = replace(scope, path=variable.path, names={}, me=None, it=None, where="in `start`")
    loops, which = member_loops(variable, scope, span, "it")
    owner = loops[0][0] if loops else None
    value, before = _value(variable, type, owner, replace(scope, it=owner), chance)
    return nested_loops(loops, (*before, ir.SetVariable(id, which, value, span)), span)


def _value(
    variable: spec.VariableSpec, type: Type, owner: ir.Local | None, scope: NameScope, chance: bool
) -> tuple[ir.Expr, ir.Body]:
    span = variable.name.span
    if type == UNKNOWN and getattr(variable.start, "id", "") in scope.world.symbols:
        return ir.Const(0, UNKNOWN, span), ()
    if variable.start is not None:
        return fit(scope.typed(variable.start, type), type, scope, variable.start.span), ()
    if not variable.random:
        return first_value(variable, type, scope, span), ()
    distinct = variable.random == "distinct random" and owner is not None
    if not chance and not distinct:
        return first_value(variable, type, scope, span), ()
    values = _values(variable, type, scope, span)
    if distinct and owner is not None:
        # the values that no earlier player or team has taken (`distinct random`)
        value = scope.frame.local("value", type.sure(), span)
        other = scope.frame.local("other", owner.type, span)
        owners = all_owners(owner.type, span)
        earlier = ir.Apply("less", (other, owner), BOOLEAN, span)
        has = ir.Apply("equal", (ir.Variable(variable.name.text, other, type, span), value), BOOLEAN, span)
        taken = over("any", ir.Loop(other, owners, earlier), has, BOOLEAN, span)
        free = ir.Apply("not", (taken,), BOOLEAN, span)
        values = over("list", ir.Loop(value, values, free), value, list_of(type.sure()), span)
        if not chance:
            first = ir.Apply("first_of", (values,), type.maybe(), span)
            return ir.Apply("else", (first, first_value(variable, type, scope, span)), type, span), ()
    picked = scope.frame.local(variable.name.text, type, span)  # a source of chance is named after its variable
    return picked, (ir.Random(picked, values, span),)


def first_value(variable: spec.VariableSpec, type: Type, scope: NameScope, span: Span) -> ir.Expr:
    """The value of a variable without `start`: none if allowed, else empty, zero or the nearest in range, false, …"""
    if type.optional:
        return ir.Const(NONE, type, span)
    if type.base == "list":
        return ir.Const((), type, span)
    if type.base == "kind":
        return ir.Const(min(scope.world.kinds_of(type.name), default=0), type, span)
    if type.base == "integer" and variable.low is not None:
        low = fit(scope.typed(variable.low, type), type, scope, variable.low.span)
        value: ir.Expr = ir.Apply("larger", (low, number(0, span)), INTEGER, span)
        if variable.high is not None:
            high = fit(scope.typed(variable.high, type), type, scope, variable.high.span)
            value = ir.Apply("smaller", (high, value), INTEGER, span)
        return value
    return ir.Const(0, type, span)


def _values(variable: spec.VariableSpec, type: Type, scope: NameScope, span: Span) -> ir.Expr:
    """All values of a type, for chance to pick from."""
    sure = type.sure()
    if sure.base == "symbol":
        return all_symbols(sure.name, scope, span)
    if sure.base in ("player", "team"):
        return all_owners(sure, span)
    if sure.base == "boolean":
        return ir.ListOf((ir.Const(0, BOOLEAN, span), ir.Const(1, BOOLEAN, span)), list_of(sure), span)
    if sure.base == "integer" and variable.low is not None and variable.high is not None:
        low = fit(scope.typed(variable.low, sure), sure, scope, variable.low.span)
        high = fit(scope.typed(variable.high, sure), sure, scope, variable.high.span)
        return ir.Apply("range", (low, high), list_of(sure), span)
    if sure.base == "kind":
        return all_kinds(sure.name, scope, span)
    return ir.ListOf((), list_of(sure), span)  # a type that is unknown, or a number without a range: reported before


def card_starts(deck: spec.DeckSpec, variable: spec.VariableSpec, scope: NameScope, *, chance: bool) -> ir.Body:
    """A variable of each card of a deck set to its start, wherever the card lies."""
    span = variable.name.span
    type = scope.world.card_variables[deck.name.text][variable.name.text]
    lines: list[ir.Stmt] = []
    for zone in scope.world.spec.zones.values():
        if zone.holds.text != deck.name.text:
            continue
        loops, which = member_loops(zone, scope, span, "owner")
        it = scope.frame.local("it", Type("card", deck.name.text), span)
        inner = replace(scope, it=it, me=None, names={}, path=variable.path, where="in `start`")
        value, before = _value(variable, type, None, inner, chance)
        place = ir.ZoneOf(zone.name.text, which, Type("zone", deck.name.text), span)
        setting = ir.SetCardVariable(f"{deck.name.text}.{variable.name.text}", it, value, span)
        step: ir.Body = (ir.ForEach(it, cards_of(place, inner, ordered=False), (*before, setting), span),)
        lines += nested_loops(loops, step, span)
    return tuple(lines)
