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
from ...ir.types import INTEGER, PLAYER, TEAM, Type, list_of, symbol
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.write import write
from ..names.scope import Scope
from ..names.types import owner_type
from .fixed import fixed
from .matching import everybody, fit, number, unknown

Declared = spec.Zone | spec.Variable
"""What there can be a family of."""

ALL: dict[str, Type] = {"player": PLAYER, "team": TEAM}


def axis_type(axis: syn.Expr) -> Type:
    """The type of what a family runs along: the integers of a range, the symbols of an enumeration."""
    return (ALL.get(axis.id) or symbol(axis.id)) if isinstance(axis, syn.Name) else INTEGER


def axes(declared: Declared, scope: Scope) -> tuple[decl.Axis, ...]:
    """What a family runs along, with its bounds as expressions over options."""
    return tuple(_axis(declared, place, axis, scope) for place, axis in enumerate(declared.along))


def _axis(declared: Declared, place: int, axis: syn.Expr, scope: Scope) -> decl.Axis:
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
                size = ir.Apply("size", (everybody(type, axis.span),), INTEGER, axis.span)
            last = ir.Apply("subtract", (size, number(1, axis.span)), INTEGER, axis.span)
            return decl.Axis(type, number(0, axis.span), last)


def _bound(written: syn.Expr, key: str, scope: Scope) -> ir.Expr:
    """A bound of a range; a function of its own where it binds names, which must not meet those of where it is used."""
    world = scope.world
    if key in world.functions:
        return ir.Call(key, (), INTEGER, written.span)
    value = fixed(written, INTEGER, scope)
    if isinstance(value, ir.Const | ir.Option):
        return value
    world.functions[key] = ir.Function(key, (), value, written.span)
    world.results[key] = INTEGER
    return ir.Call(key, (), INTEGER, written.span)


def of_member(before: ir.Expr | None, index: ir.Expr, axis: decl.Axis, span: Span) -> ir.Expr:
    """The number of a member; `before` is that of the owner, or of what the family runs along first."""
    return ir.Apply("member", (before or number(0, span), index, axis.low, axis.high), INTEGER, span)


def chosen(
    declared: Declared, owner: ir.Expr | None, indexes: Sequence[syn.Expr], node: syn.Expr, scope: Scope
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


def missing(declared: Declared, node: syn.Expr, indexes: Sequence[syn.Expr], scope: Scope) -> ir.Expr:
    """Report that it is not said which member of a family is meant (E210)."""
    name, what = declared.name.text, "zone" if isinstance(declared, spec.Zone) else "variable"
    along = " and each of ".join(f"`{write(axis)}`" for axis in declared.along)
    scope.world.report.add(
        "E210",
        f"there is one {what} '{name}' for each of {along}; say which",
        node.span,
        label=f"which {name}?",
        others=(Label(declared.name.span, "declared here"),),
        helps=(f"for example `{write(node)}{likely(declared, len(indexes), scope)}`",),
        path=scope.path,
    )
    return unknown(node.span)


def likely(declared: Declared, given: int, scope: Scope) -> str:
    """How the indexes of a member may be written, behind the first few of them: `[n]`, `[red]`."""
    return "".join(f"[{_word(axis, scope)}]" for axis in declared.along[given:])


def _word(axis: syn.Expr, scope: Scope) -> str:
    """A likely name for a member: of an enumeration its first symbol."""
    match axis:
        case syn.Binary():
            return "n"
        case syn.Name(id=name):
            return next(iter(scope.world.enumerations.get(name, ())), name[0])
        case _:
            return "x"


Loops = tuple[tuple[ir.Local, ir.Expr], ...]
"""Names with the lists that they run through."""


def everyone(
    declared: Declared, scope: Scope, span: Span, name: str, owner: ir.Expr | None = None
) -> tuple[Loops, ir.Expr | None]:
    """Loops over all members of a family, outermost first, and the number of the member inside them.

    The first of the names is `name`: the owner, or the first thing that the family runs along. With `owner` only the
    members of that player or team are meant.
    """
    loops: list[tuple[ir.Local, ir.Expr]] = []
    found = owner
    if declared.of is not None and owner is None:
        type = owner_type(declared.of)
        loops.append((scope.frame.local(name, type, span), everybody(type, span)))
        found = loops[0][0]
    for axis in axes(declared, scope):
        local = scope.frame.local("at" if loops else name, axis.type, span)
        loops.append((local, _values(axis, span)))
        found = of_member(found, local, axis, span)
    return tuple(loops), found


def owner_in(which: ir.Expr | None, declared: Declared) -> ir.Expr | None:
    """The player or team in the number of a member; None where the family has no owner."""
    while isinstance(which, ir.Apply) and which.op == "member":
        which = which.args[0]
    return which if declared.of is not None else None


def _values(axis: decl.Axis, span: Span) -> ir.Expr:
    if axis.type.base in ("player", "team"):
        return everybody(axis.type, span)
    return ir.Apply("range", (axis.low, axis.high), list_of(axis.type), span)


def looped(loops: Iterable[tuple[ir.Local, ir.Expr]], body: ir.Body, span: Span) -> ir.Body:
    """A block inside loops, the first of which is the outermost."""
    for local, source in reversed(tuple(loops)):
        body = (ir.ForEach(local, source, body, span),)
    return body
