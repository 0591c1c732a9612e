"""What a single name means."""

from __future__ import annotations

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...builtins.table import spellings
from ...ir import nodes as ir
from ...ir.types import UNKNOWN, Type, kind, list_of, symbol
from ...syntax import nodes as syn
from ..names.scope import Scope
from ..names.world import World
from .families import likely, missing
from .instances import quantity
from .matching import unknown, zone_type
from .unknown_names import not_found


def name(node: syn.Name, scope: Scope, expect: Type | None) -> ir.Expr:
    """The meaning of a name: a local; what is expected; then options, variables, zones, functions, symbols, kinds.

    Reports E201 (unknown), E210 (each player has one), E211 (several meanings), E320 (`me` or `it` without meaning).
    """
    id = node.id
    if id in scope.names:
        return scope.names[id]
    if id in ("me", "it"):
        return _person(node, scope)
    wanted = expected_symbol(id, scope, expect, node.span)
    if wanted is not None:
        return wanted
    for find in (_option, _variable, _zone, _quantity, _function, _builtin):
        found = find(id, scope, node.span)
        if found is not None:
            return found
    return _symbol_or_kind(node, scope)


def expected_symbol(id: str, scope: Scope, expect: Type | None, span: Span) -> ir.Expr | None:
    """The symbol or kind of this name in the enumeration or deck that is expected, if it is there."""
    world = scope.world
    if expect is None:
        return None
    if expect.base == "list" and expect.item is not None:
        return None
    if expect.base == "symbol" and id in world.enumerations.get(expect.name, ()):
        return ir.Const(world.enumerations[expect.name].index(id), symbol(expect.name), span)
    if expect.base in ("card", "kind"):
        for deck, number in world.kinds.get(id, ()):
            if deck == expect.name:
                return ir.Const(number, kind(deck), span)
    return None


def meanings(id: str, world: World) -> list[Type]:
    """The enumerations and decks in which this word is a symbol or a kind."""
    return [symbol(e) for e in world.symbols.get(id, ())] + [kind(d) for d, _ in world.kinds.get(id, ())]


def needs_help(node: syn.Expr, scope: Scope) -> bool:
    """Whether the other side of a comparison decides what this name means: a symbol or kind that is nothing else."""
    match node:
        case syn.Conditional():
            return needs_help(node.yes, scope) and needs_help(node.no, scope)
        case syn.ListOf(comprehension=None):
            return bool(node.items) and all(needs_help(item, scope) for item in node.items)
        case syn.Name():
            pass
        case _:
            return False
    if node.id in scope.names or node.id in ("me", "it"):
        return False
    return bool(meanings(node.id, scope.world)) and node.id not in scope.world.globals


OWNERLESS = {
    "on the table": "say whose value it is: `of: player` or `of: team`",
    "for a whole track": "this is the same for everybody on the track: leave the owner out",
}
"""What to do about `it` in places where it means nothing, by place."""


def _person(node: syn.Name, scope: Scope) -> ir.Expr:
    found = scope.me if node.id == "me" else scope.it
    if found is not None:
        return found
    persons = {
        "in a card's rule": "the zone where this rule applies has no owner; say for whom: `p.NAME … for p in players`",
        "in `start`": "the owner is called `it` here",
        "in a scoring": "the owner of the sheet is called `it` here",
        "in a scenario": "the players are called `p1`, `p2` and so on",
        "in a property": "the players are called `p1`, `p2` and so on",
        "in a question": "the players are called `p1`, `p2` and so on; with `--seat p1`, `me` is player 1",
        "in the result": "each player is called `it` here",
        "on the table": "with `of: player` or `of: team` the owner is called `it` here",
    }
    usual = "pass the player as a parameter: `name(player p)`, called as `name(me)`"
    helps = {
        "me": (_of_each_turn(scope) or persons.get(scope.where, usual),),
        "it": (
            OWNERLESS.get(
                scope.where, "`it` is the owner in `start`, `scoring` and `result`, and the card in a card's rule"
            ),
        ),
    }
    scope.world.report.add(
        "E320",
        f"'{node.id}' has no meaning {scope.where or 'here'}",
        node.span,
        label="which player?" if node.id == "me" else "which card or owner?",
        helps=helps[node.id],
        path=scope.path,
    )
    return unknown(node.span)


def _of_each_turn(scope: Scope) -> str:
    """What to do in the `start` or `finish` of a phase with turns, which runs once; "" elsewhere."""
    section, _, name = scope.path.partition(".")
    phase = scope.world.spec.phases.get(name) if section == "phases" else None
    if phase is None or phase.turns is None:
        return ""
    return "this runs once, for all turns together; a phase of its own among the `steps` runs in each turn"


def _option(id: str, scope: Scope, span: Span) -> ir.Expr | None:
    type = scope.world.option_types.get(id)
    return ir.Option(id, type, span) if type else None


def _variable(id: str, scope: Scope, span: Span) -> ir.Expr | None:
    variable = scope.world.spec.variables.get(id)
    if variable is None:
        return None
    if variable.of is not None:
        return _owned(f"{id}{likely(variable, 0, scope)}", "variable", variable.of.text, variable.name, scope, span)
    if variable.along:
        return missing(variable, syn.Name(id, span), (), scope)
    return ir.Variable(id, None, scope.world.variables[id], span)


def _zone(id: str, scope: Scope, span: Span) -> ir.Expr | None:
    zone = scope.world.spec.zones.get(id)
    if zone is None:
        return None
    if zone.of is not None:
        return _owned(f"{id}{likely(zone, 0, scope)}", "zone", zone.of.text, zone.name, scope, span)
    if zone.along:
        return missing(zone, syn.Name(id, span), (), scope)
    return ir.ZoneOf(id, None, zone_type(zone, scope.world), span)


def _quantity(id: str, scope: Scope, span: Span) -> ir.Expr | None:
    declared = scope.world.spec.quantities.get(id)
    if declared is None:
        return None
    if declared.of is not None:
        return _owned(id, "quantity", declared.of.text, declared.name, scope, span)
    return quantity(declared, None, scope, span)


def _owned(text: str, what: str, of: str, declared: syn.Word, scope: Scope, span: Span) -> ir.Expr:
    id = declared.text
    whose = {"player": "me", "team": "me.team"}[of] if scope.me is not None else {"player": "p", "team": "t"}[of]
    scope.world.report.add(
        "E210",
        f"each {of} has {'their' if of == 'player' else 'its'} own {what} '{id}'; say whose",
        span,
        label=f"whose {id}?",
        others=(Label(declared.span, f"declared of: {of}"),),
        helps=(f"for example `{whose}.{text}`",),
        path=scope.path,
    )
    return unknown(span)


def _function(id: str, scope: Scope, span: Span) -> ir.Expr | None:
    if id not in scope.world.spec.functions:
        return None
    call = syn.Call(None, syn.Word(id, span), (), None, span)
    return scope.typed(call)


def _builtin(id: str, scope: Scope, span: Span) -> ir.Expr | None:
    world = scope.world
    if id in spellings("name"):
        types = {"players": list_of(Type("player")), "teams": list_of(Type("team"))}
        if id == "teams" and not world.spec.teams:
            world.report.add(
                "E212",
                "this game has no teams",
                span,
                label="no teams",
                helps=("declare them: `teams: {number: 2}`",),
                path=scope.path,
            )
            return unknown(span)
        return ir.Apply(id, (), types.get(id, UNKNOWN), span)
    if id in world.listed:
        return all_symbols(id, scope, span)
    if id in world.spec.decks:
        numbers = [n for pairs in world.kinds.values() for d, n in pairs if d == id]
        kinds: tuple[ir.Expr, ...] = tuple(ir.Const(n, kind(id), span) for n in sorted(numbers))
        return ir.ListOf(kinds, list_of(kind(id)), span)
    return None


def all_symbols(id: str, scope: Scope, span: Span) -> ir.Expr:
    """An enumeration as the list of its symbols."""
    size = len(scope.world.enumerations[id])
    items: tuple[ir.Expr, ...] = tuple(ir.Const(i, symbol(id), span) for i in range(size))
    return ir.ListOf(items, list_of(symbol(id)), span)


def _symbol_or_kind(node: syn.Name, scope: Scope) -> ir.Expr:
    world = scope.world
    found = meanings(node.id, world)
    if len(found) == 1:
        known = expected_symbol(node.id, scope, found[0], node.span)
        assert known is not None
        return known
    if found:
        world.report.add(
            "E211",
            f"'{node.id}' can mean several things here",
            node.span,
            label="which one?",
            notes=("it could be " + " or ".join(_meaning(t) for t in found),),
            helps=("compare it with something whose type is known, or rename one of them",),
            path=scope.path,
        )
        return unknown(node.span)
    return not_found(node, scope)


def _meaning(type: Type) -> str:
    return f"a symbol of {type.name}" if type.base == "symbol" else f"a kind of {type.name} card"
