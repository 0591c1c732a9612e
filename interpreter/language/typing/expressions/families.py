"""Families of zones and variables: which members there are, and which one is meant.

A family has an owner (`of: player`), runs along one or two things (`of: 1..4`, `of: [player, suit]`), or both. The IR
knows only the number of a member, counted from 0 in the order of the declaration. So `p.slot[k]` of `[player, 1..5]` is

    slot[member(p, k, 1, 5)]        p * 5 + (k - 1), an error of play (R709) where k is not from 1 to 5

The bounds depend on options, the types do not: a member of a range is an integer, that of an enumeration a symbol.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...ir import game as decl
from ...ir import nodes as ir
from ...ir.traversal import records
from ...ir.types import INTEGER, PLAYER, TEAM, UNKNOWN, Type, list_of, symbol
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.scope import NameScope
from ..names.world import owner_type
from .matching import all_owners, fit, number, zone_type

Declared = spec.ZoneSpec | spec.VariableSpec
"""What there can be a family of."""

ALL: dict[str, Type] = {"player": PLAYER, "team": TEAM}


def axis_type(axis: syn.Expr) -> Type:
    """The type of what a family runs along: the integers of a range, the symbols of an enumeration."""
    return (ALL.get(axis.id) or symbol(axis.id)) if isinstance(axis, syn.Name) else INTEGER


def axes(declared: Declared, scope: NameScope) -> tuple[decl.Axis, ...]:
    """What a family runs along, with its bounds as expressions over options."""
    return tuple(_axis(declared, place, axis, scope) for place, axis in enumerate(declared.along))


def _axis(declared: Declared, place: int, axis: syn.Expr, scope: NameScope) -> decl.Axis:
    type = axis_type(axis)
    match axis:
        case syn.Binary(left=low, right=high):
            name = f"{declared.path} {place}"
            plain = scope.fresh(where="in `of`", path=f"{declared.path}.of")
            return decl.Axis(type, _bound(low, f"first of {name}", plain), _bound(high, f"last of {name}", plain))
        case _:
            if type.base == "symbol":
                size: ir.Expr = number(len(scope.world.enumerations.get(type.name, ())), axis.span)
            else:
                size = ir.Apply("size", (all_owners(type, axis.span),), INTEGER, axis.span)
            last = ir.Apply("subtract", (size, number(1, axis.span)), INTEGER, axis.span)
            return decl.Axis(type, number(0, axis.span), last)


def _bound(written: syn.Expr, key: str, scope: NameScope) -> ir.Expr:
    """A bound of a range; a function of its own where it binds names, which must not meet those of where it is used."""
    world = scope.world
    if key in world.functions:
        return ir.Call(key, (), INTEGER, written.span)
    value = constant_value(written, INTEGER, scope)
    if isinstance(value, ir.Const | ir.Option):
        return value
    world.functions[key] = ir.Function(key, (), value, written.span)
    return ir.Call(key, (), INTEGER, written.span)


def of_member(before: ir.Expr | None, index: ir.Expr, axis: decl.Axis, span: Span) -> ir.Expr:
    """The number of a member; `before` is that of the owner, or of what the family runs along first."""
    return ir.Apply("member", (before or number(0, span), index, axis.low, axis.high), INTEGER, span)


def chosen(
    declared: Declared, owner: ir.Expr | None, indexes: Sequence[syn.Expr], node: syn.Expr, scope: NameScope
) -> ir.Expr | None:
    """Whose a zone or variable is, or which one of a family; None for one of the table.

    Reports E210 where it is not said which one is meant; its type is then unknown.
    """
    if len(indexes) < len(declared.along):
        return missing(declared, node, indexes, scope)
    found = owner
    for written, axis in zip(indexes, axes(declared, scope), strict=True):
        index = fit(scope.typed(written, axis.type), axis.type, scope, written.span)
        found = of_member(found, index, axis, written.span)
    return found


def state(declared: Declared, which: ir.Expr | None, scope: NameScope, span: Span) -> ir.ZoneOf | ir.Variable:
    """A zone or a variable: that of the table, of an owner, or a member of a family."""
    name = declared.name.text
    if isinstance(declared, spec.ZoneSpec):
        return ir.ZoneOf(name, which, zone_type(declared, scope.world), span)
    return ir.Variable(name, which, scope.world.variables[name], span)


def missing(declared: Declared, node: syn.Expr, indexes: Sequence[syn.Expr], scope: NameScope) -> ir.Expr:
    """Report that it is not said which member of a family is meant (E210)."""
    name, what = declared.name.text, "zone" if isinstance(declared, spec.ZoneSpec) else "variable"
    along = " and each of ".join(f"`{print_syntax(axis)}`" for axis in declared.along)
    message = f"there is one {what} '{name}' for each of {along}; say which"
    others = (Label(declared.name.span, "declared here"),)
    helps = (f"for example `{print_syntax(node)}{index_examples(declared, len(indexes), scope)}`",)
    return scope.fault("E210", message, node.span, label=f"which {name}?", others=others, helps=helps)


def index_examples(declared: Declared, given: int, scope: NameScope) -> str:
    """How the indexes of a member may be written, behind the first few of them: `[n]`, `[red]`."""
    return "".join(f"[{_word(axis, scope)}]" for axis in declared.along[given:])


def _word(axis: syn.Expr, scope: NameScope) -> str:
    """A likely name for a member: one that stands for such a one here, or the first symbol of the enumeration."""
    if not isinstance(axis, syn.Name):
        return "n"
    named = [name for name, one in scope.names.items() if (one.type.base, one.type.name) == ("symbol", axis.id)]
    if named:
        return named[-1]
    return next(iter(scope.world.enumerations.get(axis.id, ())), axis.id[0])


Loops = tuple[tuple[ir.Local, ir.Expr], ...]
"""Names with the lists that they run through."""


def member_loops(
    declared: Declared, scope: NameScope, span: Span, name: str, owner: ir.Expr | None = None
) -> tuple[Loops, ir.Expr | None]:
    """Loops over all members of a family, outermost first, and the number of the member inside them.

    The first of the names is `name`: the owner, or the first thing that the family runs along. With `owner` only the
    members of that player or team are meant.
    """
    loops: list[tuple[ir.Local, ir.Expr]] = []
    found = owner
    if declared.of is not None and owner is None:
        type = owner_type(declared.of)
        loops.append((scope.frame.local(name, type, span), all_owners(type, span)))
        found = loops[0][0]
    for axis in axes(declared, scope):
        local = scope.frame.local("at" if loops else name, axis.type, span)
        loops.append((local, _values(axis, span)))
        found = of_member(found, local, axis, span)
    return tuple(loops), found


def owner_in(which: ir.Expr | None, declared: Declared) -> ir.Expr | None:
    """The player or team in the number of a member; None where the family has no owner."""
    return ir.indices_of(which)[0] if declared.of is not None else None


def _values(axis: decl.Axis, span: Span) -> ir.Expr:
    if axis.type.base in ("player", "team"):
        return all_owners(axis.type, span)
    return ir.Apply("range", (axis.low, axis.high), list_of(axis.type), span)


def nested_loops(loops: Iterable[tuple[ir.Local, ir.Expr]], body: ir.Body, span: Span) -> ir.Body:
    """A block inside loops, the first of which is the outermost."""
    for local, source in reversed(tuple(loops)):
        body = (ir.ForEach(local, source, body, span),)
    return body


# What is computed before the game: copies, values on cards, ranges, capacities, limits, who sees a zone, options.


def constant_value(node: syn.Expr, type: Type, scope: NameScope) -> ir.Expr:
    """An expression of this type over options and the number of players; E333 where it needs the game itself."""
    return before_the_game(fit(scope.typed(node, type), type, scope, node.span), node, scope)


def before_the_game(value: ir.Expr, node: syn.Expr, scope: NameScope, *helps: str) -> ir.Expr:
    """This value, which must not need the game itself (E333)."""
    if value.type == UNKNOWN:
        return value
    found = _in_play(value, scope, set())
    if found is None:
        return value
    inside = node.span.source is found.source and node.span.start <= found.start and found.end <= node.span.end
    message = "this must be known before the game begins"
    notes = ("it may depend on options and on the number of players: `count(players)`",)
    at = found if inside else node.span
    return scope.fault("E333", message, at, label="known only during the game", notes=notes, helps=helps)


def _in_play(value: ir.Expr, scope: NameScope, seen: set[str]) -> Span | None:
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
