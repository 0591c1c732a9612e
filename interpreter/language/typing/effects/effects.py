"""Lowers effects, line by line, to the few statements of the IR."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from ....diagnostics.diagnostic import Label
from ....diagnostics.suggest import suggest
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, UNKNOWN, list_of
from ...syntax import nodes as syn
from ...syntax.write import write
from ..expressions.lets import let_value
from ..expressions.lists import element, many, never_empty, single
from ..expressions.matching import a, fit, number
from ..expressions.scores import score
from ..names.facts import if_false, if_true
from ..names.scope import Scope
from .activating import activate
from .asking import choose, offer, together
from .events import run
from .moves import draw, gather, move, show, shuffle, swap

OUTSIDE = "outside a turn"


def effect(stmts: tuple[syn.Stmt, ...], scope: Scope) -> ir.Body:
    """The lines of an effect, one after the other; a name that a line introduces holds for those below."""
    lowered: list[ir.Stmt] = []
    for stmt in stmts:
        scope.world.enter(1, stmt.span, scope.path)
        lines, scope = _line(stmt, scope)
        scope.world.depth -= 1
        lowered += lines
    return tuple(lowered)


def _line(stmt: syn.Stmt, scope: Scope) -> tuple[ir.Body, Scope]:
    match stmt:
        case syn.Let():
            return _let(stmt, scope)
        case syn.Random():
            source = many(stmt.source, scope)
            item = single(source, scope, stmt.source.span)
            type = item.maybe() if item.optional or not never_empty(source, scope) else item.never()
            inner, local = scope.local(stmt.name, type)
            return (ir.Random(local, source, stmt.span),), inner
        case syn.Assign():
            return _assign(stmt, scope), scope.after((stmt,))
        case _:
            return _block(stmt, scope), scope.after((stmt,))


def _block(stmt: syn.Stmt, scope: Scope) -> ir.Body:
    """A line that introduces no name for those below."""
    match stmt:
        case syn.Move():
            return move(stmt, scope)
        case syn.Draw():
            return draw(stmt, scope)
        case syn.Gather():
            return gather(stmt, scope)
        case syn.Shuffle():
            return shuffle(stmt, scope)
        case syn.Swap():
            return swap(stmt, scope)
        case syn.Show():
            return show(stmt, scope)
        case syn.CallEffect():
            return _called(stmt, scope)
        case syn.Offer():
            return offer(stmt, scope)
        case syn.Choose():
            return choose(stmt, scope)
        case syn.Together():
            return together(stmt, scope)
        case syn.End():
            return _end(stmt, scope)
        case syn.NextTurn():
            player = fit(scope.typed(stmt.player), PLAYER, scope, stmt.player.span)
            if scope.where == OUTSIDE:
                scope.world.report.add(
                    "E723",
                    "no turn is running here, so there is no next turn",
                    stmt.span,
                    label="outside all turns",
                    helps=("to say who has the first turn: `turns: {from: PLAYER}`",),
                    path=scope.path,
                )
            return (ir.SetVariable("turn.next", None, player, stmt.span),)
        case syn.If():
            return _if(stmt, scope)
        case syn.Each():
            source = many(stmt.source, scope)
            inner, local = scope.after(stmt.body).local(stmt.name, element(source, scope, stmt.source.span))
            return (ir.ForEach(local, source, effect(stmt.body, inner), stmt.span),)
        case syn.Repeat():
            return _repeat(stmt, scope)
        case syn.Let() | syn.Random() | syn.Assign():
            raise AssertionError("handled above")
        case _:
            assert_never(stmt)


def _let(stmt: syn.Let, scope: Scope) -> tuple[ir.Body, Scope]:
    value = let_value(stmt, scope)
    inner, local = scope.local(stmt.name, value.type)
    return (ir.Let(local, value, stmt.span),), inner


def _repeat(stmt: syn.Repeat, scope: Scope) -> ir.Body:
    times = fit(scope.typed(stmt.times), INTEGER, scope, stmt.times.span)
    local = scope.frame.local("turn", INTEGER, stmt.span)
    source = ir.Apply("range", (number(1, stmt.span), times), list_of(INTEGER), stmt.times.span)
    return (ir.ForEach(local, source, effect(stmt.body, scope.after(stmt.body)), stmt.span),)


def _if(stmt: syn.If, scope: Scope) -> ir.Body:
    (test, body), *rest = stmt.branches
    typed = fit(scope.typed(test), BOOLEAN, scope, test.span)
    yes = effect(body, scope.knowing(if_true(test)))
    otherwise = scope.knowing(if_false(test))
    if rest:
        scope.world.enter(1, rest[0][0].span, scope.path)
        no: ir.Body = _if(syn.If(tuple(rest), stmt.no, rest[0][0].span), otherwise)
        scope.world.depth -= 1
    else:
        no = effect(stmt.no, otherwise)
    return (ir.When(typed, yes, no, stmt.span),)


def _called(stmt: syn.CallEffect, scope: Scope) -> ir.Body:
    call = stmt.call
    if isinstance(call, syn.Call) and call.target is None and call.comprehension is None:
        if call.name.text == "score":
            return score(call, scope)
        if call.name.text == "activate":
            return activate(call, scope)
        return run(call, scope)
    if isinstance(call, syn.Name) and call.id in scope.world.spec.effects:
        return run(syn.Call(None, syn.Word(call.id, call.span), (), None, call.span), scope)
    known = isinstance(call, syn.Call) and call.name.text in scope.world.spec.effects
    written = f"`{call.name.text}(…)`" if isinstance(call, syn.Call) and known else "`pay(me, 3)`"
    scope.world.report.add(
        "E331",
        "this line does nothing",
        stmt.span,
        label="not how an effect is written",
        helps=(f"an effect takes all its arguments in parentheses: {written}",),
        path=scope.path,
    )
    return ()


def _end(stmt: syn.End, scope: Scope) -> ir.Body:
    name = stmt.name.text
    known = ["turn", "phase", "game", *scope.world.spec.phases]
    if name not in known:
        near = suggest(name, known)
        scope.world.report.add(
            "E208",
            f"unknown phase '{name}'",
            stmt.name.span,
            label="no such phase",
            notes=("what can be ended: " + ", ".join(known),),
            helps=(f"did you mean '{near}'?",) if near else (),
            path=scope.path,
        )
        return ()
    return (ir.Exit(name, stmt.span),)


# Variables ----------------------------------------------------------------------------------


def _assign(stmt: syn.Assign, scope: Scope) -> ir.Body:
    place = _place(stmt.target, scope)
    if place is None:
        return ()
    if stmt.operator == "=":
        value = fit(scope.typed(stmt.value, place.type), place.type, scope, stmt.value.span)
    else:
        op = "add" if stmt.operator == "+=" else "subtract"
        old = fit(place, INTEGER, scope, stmt.target.span)
        more = fit(scope.typed(stmt.value, INTEGER), INTEGER, scope, stmt.value.span)
        value = ir.Apply(op, (old, more), INTEGER, stmt.span)
    if isinstance(place, ir.CardVariable):
        return (ir.SetCardVariable(place.name, place.card, value, stmt.span),)
    return (ir.SetVariable(place.name, place.owner, value, stmt.span),)


def _place(target: syn.Expr, scope: Scope) -> ir.Variable | ir.CardVariable | None:
    """The variable that is assigned to; None, and E332, where it is something else."""
    typed = replace(scope, facts=scope.facts - {write(target)}).typed(target)
    if isinstance(typed, ir.Variable) and not typed.name.startswith(("turn.", "round.")):
        return typed
    if isinstance(typed, ir.CardVariable):
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
        case ir.Local():
            return f"'{typed.name}' names a value and", ("declare a variable under `variables:`",), ()
        case ir.AttributeOf():
            return "what is printed on a card", ("give the cards a variable: `cards.DECK.variables`",), ()
        case ir.Variable():
            return f"'{typed.name}'", ("to choose who has the next turn: `next turn PLAYER`",), ()
        case ir.Call():
            return "a computed value", ("change the variables from which it is computed",), ()
        case _:
            return a(typed.type), (), ()
