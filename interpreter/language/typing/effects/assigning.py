"""Lowers the lines that give something a value: variables, and names of a `let` that change.

A name changes where a line below its `let` gives it another value, in the same block or inside of it. It keeps its
type, and holds to the end of its block as any other name does:

    let high = 0
    for c in me.hand:
      if c.number > high: high = c.number
    me.total += high

Names of loops, choices and parameters never change, nor do names of lists: a list that grows has no bound. A variable
that holds a list has a room, so it may get another list. `bids += [n]` joins two lists as `+` does, and `bids -= [n]`
leaves out as `-` does; the elements of a list are never changed one by one.
"""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.diagnostic import Label
from ...ir import nodes as ir
from ...ir.types import INTEGER, UNKNOWN
from ...syntax import nodes as syn
from ...syntax.write import write
from ..expressions.lets import let_value
from ..expressions.matching import a, fit
from ..names.scope import Scope
from ..names.walk import records


def changed_names(stmts: tuple[syn.Stmt, ...]) -> frozenset[str]:
    """The names that lines give a value, in blocks inside as well; none where there is no `let`."""
    if not any(isinstance(stmt, syn.Let) for stmt in stmts):
        return frozenset()
    lines = (line.target for line in records(stmts) if isinstance(line, syn.Assign))
    return frozenset(target.id for target in lines if isinstance(target, syn.Name))


def let(stmt: syn.Let, scope: Scope, *, changes: bool) -> tuple[ir.Body, Scope]:
    """`let x = E`; `changes` says that other lines give it other values."""
    value = let_value(stmt, scope)
    scope.check_new_name(stmt.name)
    local = scope.frame.local(stmt.name.text, value.type, stmt.name.span)
    if changes and value.type.base != "list":
        local = replace(local, changes=True)
    return (ir.Let(local, value, stmt.span),), scope.bound(stmt.name.text, local)


def assign(stmt: syn.Assign, scope: Scope) -> ir.Body:
    """`V = E`, `V += E`, `V -= E`."""
    place = _place(stmt.target, scope)
    if place is None:
        return ()
    if stmt.operator == "=":
        value = fit(scope.typed(stmt.value, place.type), place.type, scope, stmt.value.span)
    elif place.type.base == "list":
        op = "join" if stmt.operator == "+=" else "without"
        other = fit(scope.typed(stmt.value, place.type), place.type, scope, stmt.value.span)
        value = ir.Apply(op, (place, other), place.type, stmt.span)
    elif place.type == UNKNOWN:
        scope.typed(stmt.value)
        return ()
    else:
        op = "add" if stmt.operator == "+=" else "subtract"
        known = scope.typed(stmt.target) if place.type.optional else place
        old = fit(known, INTEGER, scope, stmt.target.span)
        more = fit(scope.typed(stmt.value, INTEGER), INTEGER, scope, stmt.value.span)
        value = ir.Apply(op, (old, more), INTEGER, stmt.span)
    if isinstance(place, ir.CardVariable):
        return (ir.SetCardVariable(place.name, place.card, value, stmt.span),)
    if isinstance(place, ir.Local):
        return (ir.Change(place, value, stmt.span),)
    return (ir.SetVariable(place.name, place.owner, value, stmt.span),)


def _place(target: syn.Expr, scope: Scope) -> ir.Variable | ir.CardVariable | ir.Local | None:
    """The variable or the name that is assigned to; None, and E332, where it is something else."""
    typed = replace(scope, facts=scope.facts - {write(target)}).typed(target)
    if isinstance(typed, ir.Variable) and not typed.name.startswith(("turn.", "round.")):
        return typed
    if isinstance(typed, ir.CardVariable):
        return typed
    if isinstance(typed, ir.Local) and typed.changes:
        return typed
    if typed.type != UNKNOWN or isinstance(typed, ir.Variable):
        what, helps, others = _not_a_variable(typed, target, scope)
        scope.world.report.add(
            "E332",
            f"{what} cannot be changed",
            target.span,
            label="not a variable",
            helps=helps,
            others=others,
            path=scope.path,
        )
    return None


def _not_a_variable(typed: ir.Expr, target: syn.Expr, scope: Scope) -> tuple[str, tuple[str, ...], tuple[Label, ...]]:
    match typed:
        case ir.Option():
            return "an option", ("declare a variable that starts with it",), ()
        case ir.ZoneOf():
            return "a zone", ("cards are moved: `move … to …`",), ()
        case ir.Local() if typed.type.base == "list":
            return f"'{typed.name}' names a list and", ("give each new list a name of its own: `let more = …`",), ()
        case ir.Local():
            return f"'{typed.name}' names a value and", (f"give it a name that changes: `let new = {typed.name}`",), ()
        case ir.AttributeOf():
            return "what is printed on a card", ("give the cards a variable: `cards.DECK.variables`",), ()
        case ir.Variable():
            return f"'{typed.name}'", ("to choose who has the next turn: `next turn PLAYER`",), ()
        case ir.Apply(op="item"):
            helps = ("give the variable another list: `… = [… for … in …]`", "or declare one for each: `of: 1..4`")
            return "an element of a list", helps, ()
        case ir.Call():
            return "a computed value", ("change the variables from which it is computed",), ()
        case _:
            return a(typed.type), (), ()
