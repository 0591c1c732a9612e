"""Lowers effects, line by line, to the few statements of the IR."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ....diagnostics.diagnostic import Label
from ....diagnostics.suggest import did_you_mean, instead
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, INTEGER, PLAYER, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..expressions.lists import element, known, list_value, never_empty, single
from ..expressions.matching import fit, number, unknown
from ..expressions.scoring import score
from ..names.scope import SAY, NameScope, if_false, if_true
from .card_moves import draw, gather, move, show, shuffle, swap, times
from .decisions import choose, offer, together
from .statements import activate, assign, changed_names, is_new, let, run, say

OUTSIDE = "outside a turn"

WHILE = ".while"
"""The scope around a `while`, which an `Exit` of this name leaves when the test fails."""


def effect(stmts: tuple[syn.Stmt, ...], scope: NameScope) -> ir.Body:
    """The lines of an effect, one after the other; a name that a line introduces holds for those below."""
    lowered: list[ir.Stmt] = []
    changing = changed_names(stmts)
    for end, after in pairwise(stmts):
        if isinstance(end, syn.End) and end.span.source.used is None:
            message, others = "no line below this one is ever done", (Label(after.span, "never reached"),)
            helps = (f"move `end {end.name.text}` below them, or remove it, or them",)
            scope.fault("W341", message, end.span, label="takes effect at once", others=others, helps=helps)
    for stmt in _with_names_for_shown(stmts):
        scope.world.enter(1, stmt.span, scope.path)
        lines, scope = _line(stmt, changing, scope)
        scope.world.depth -= 1
        lowered += lines
    return tuple(lowered)


WITHOUT_NAME = (syn.Subscript, syn.ListExpression, syn.CallExpression)
"""Cards that are neither a whole zone nor have a name."""


def _with_names_for_shown(stmts: tuple[syn.Stmt, ...]) -> list[syn.Stmt]:
    """The lines, where cards from which somebody chooses just after they were shown have a name.

    `show pile[1..3] to me` and `choose c in pile[1..3]: …` are `let NAME = pile[1..3]`, `show NAME to me` and
    `choose c in NAME: …`. A whole zone that was shown needs no name.
    """
    lines: list[syn.Stmt] = []
    for stmt in stmts:
        before = lines[-1] if lines else None
        if isinstance(stmt, syn.Choose) and isinstance(before, syn.Show) and isinstance(before.cards, WITHOUT_NAME):
            span, shown = before.cards.span, print_syntax(before.cards)
            name = syn.Name(f"shown {span.start}", span)
            chosen = [replace(one, source=name) if print_syntax(one.source) == shown else one for one in stmt.picks]
            if chosen != [*stmt.picks]:
                lines[-1:] = [
                    syn.LetStatement(syn.Word(name.id, span), before.cards, span),
                    replace(before, cards=name),
                ]
                stmt = replace(stmt, picks=tuple(chosen))
        lines.append(stmt)
    return lines


def _line(stmt: syn.Stmt, changing: frozenset[str], scope: NameScope) -> tuple[ir.Body, NameScope]:
    match stmt:
        case syn.LetStatement():
            return let(stmt, scope, changes=stmt.name.text in changing)
        case syn.RandomStatement():
            source = list_value(stmt.source, scope)
            item = single(source, scope, stmt.source.span)
            may_be_none = item.optional or not never_empty(source, stmt.source, scope)
            inner, local = scope.local(
                stmt.name, item.maybe() if may_be_none else item.never(counted=not known(source, scope).fewest)
            )
            return (ir.Random(local, source, stmt.span),), inner
        case syn.Assign() if is_new(stmt, scope):
            return (), scope.bound(print_syntax(stmt.target), unknown(stmt.target.span))
        case syn.Assign():
            return assign(stmt, scope), scope.after((stmt,))
        case syn.IfStatement(branches=((test, (*_, syn.End())),), no=()):  # whoever comes past this line has failed
            return _if(stmt, scope), scope.after((stmt,)).knowing(if_false(test))
        case _:
            return LINES[type(stmt)](stmt, scope), scope.after((stmt,))


def _next_turn(stmt: syn.NextTurn, scope: NameScope) -> ir.Body:
    player = fit(scope.typed(stmt.player), PLAYER, scope, stmt.player.span)
    if scope.where == OUTSIDE:
        message = "no turn is running here, so there is no next turn"
        helps = ("to say who has the first turn: `turns: {from: PLAYER}`",)
        scope.fault("E723", message, stmt.span, label="outside all turns", helps=helps)
    return (ir.SetVariable("turn.next", None, player, stmt.span),)


def _for(stmt: syn.ForStatement, scope: NameScope) -> ir.Body:
    source = list_value(stmt.source, scope)
    inner, local = scope.after(stmt.body).local(stmt.name, element(source, scope, stmt.source.span))
    return (ir.ForEach(local, source, effect(stmt.body, inner), stmt.span),)


def _repeat(stmt: syn.Repeat, scope: NameScope) -> ir.Body:
    how_often = times(stmt.times, scope)
    local = scope.frame.local("turn", INTEGER, stmt.span)
    source = ir.Apply("range", (number(1, stmt.span), how_often), list_of(INTEGER), stmt.times.span)
    return (ir.ForEach(local, source, effect(stmt.body, scope.after(stmt.body)), stmt.span),)


def _while(stmt: syn.While, scope: NameScope) -> ir.Body:
    """As long as the test holds, and not more often than is said.

    let left = most
    scope .while: forever:
      if left < 1 or not test: exit .while
      left = left - 1
      body
    """
    span, one = stmt.span, number(1, stmt.most.span)
    most = times(stmt.most, scope)
    left = replace(scope.frame.local("left", INTEGER, stmt.most.span), changes=True)
    around = scope.after(stmt.body)
    test = fit(around.typed(stmt.test), BOOLEAN, around, stmt.test.span)
    over = ir.Apply("less", (left, one), BOOLEAN, stmt.most.span)
    ends = ir.Apply("or", (over, ir.Apply("not", (test,), BOOLEAN, stmt.test.span)), BOOLEAN, stmt.test.span)
    body = (
        ir.When(ends, (ir.Exit(WHILE, span),), (), span),
        ir.Change(left, ir.Apply("subtract", (left, one), INTEGER, stmt.most.span), span),
        *effect(stmt.body, around.knowing(if_true(stmt.test))),
    )
    return ir.Let(left, most, span), ir.Scope(WHILE, (ir.Forever(body, span),), span)


def _if(stmt: syn.IfStatement, scope: NameScope) -> ir.Body:
    (test, body), *rest = stmt.branches
    typed = fit(scope.typed(test), BOOLEAN, scope, test.span)
    yes = effect(body, scope.knowing(if_true(test)))
    otherwise = scope.knowing(if_false(test))
    if rest:
        scope.world.enter(1, rest[0][0].span, scope.path)
        no: ir.Body = _if(syn.IfStatement(tuple(rest), stmt.no, rest[0][0].span), otherwise)
        scope.world.depth -= 1
    else:
        no = effect(stmt.no, otherwise)
    return (ir.When(typed, yes, no, stmt.span),)


def _called(stmt: syn.CallEffect, scope: NameScope) -> ir.Body:
    call = stmt.call
    if isinstance(call, syn.CallExpression) and call.target is None and call.comprehension is None:
        if call.name.text == "score":
            return score(call, scope)
        if call.name.text == "activate":
            return activate(call, scope)
        if call.name.text == SAY:
            return say(call, scope)
        return run(call, scope)
    if isinstance(call, syn.Name) and call.id in scope.world.spec.effects:
        return run(syn.CallExpression(None, syn.Word(call.id, call.span), (), None, call.span), scope)
    helps = foreign_call_help(call, scope)
    scope.fault("E331", "this line does nothing", stmt.span, label="not how an effect is written", helps=helps)
    return ()


A_ROUND = "a round ends by itself when everybody has had a turn; a phase is ended by its name, such as `end {}`"


def _end(stmt: syn.End, scope: NameScope) -> ir.Body:
    name = stmt.name.text
    known = ["turn", "phase", "game", *scope.world.spec.phases]
    if name not in known:
        notes = ("what can be ended: " + ", ".join(known),)
        helps = did_you_mean(name, known) or ((A_ROUND.format(known[-1]),) if name == "round" else ())
        scope.fault("E208", f"unknown phase '{name}'", stmt.name.span, label="no such phase", notes=notes, helps=helps)
        return ()
    return (ir.Exit(name, stmt.span),)


LINES: dict[type[syn.Stmt], Callable[[Any, NameScope], ir.Body]] = {
    syn.MoveStatement: move,
    syn.Draw: draw,
    syn.Gather: gather,
    syn.Shuffle: shuffle,
    syn.Swap: swap,
    syn.Show: show,
    syn.CallEffect: _called,
    syn.OfferStatement: offer,
    syn.Choose: choose,
    syn.TogetherStatement: together,
    syn.End: _end,
    syn.NextTurn: _next_turn,
    syn.IfStatement: _if,
    syn.ForStatement: _for,
    syn.Repeat: _repeat,
    syn.While: _while,
}
"""How lines are lowered that introduce no name for those below."""


# Lines as other languages have them, `row.append(c)`, and what is written here instead.


def foreign_call_help(call: syn.Expr, scope: NameScope) -> tuple[str, ...]:
    """The helps for a line that is an expression: what changes the zone or the variable before the dot.

    `finished.append(me)` is `finished += [me]` for a list, and `move c to row` where cards are added to a zone.
    """
    if isinstance(call, syn.CallExpression) and call.target is not None:
        name, what = call.name.text, print_syntax(call.target)
        argument = print_syntax(call.args[0]) if call.args else "…"
        declared = _declared(call.target, scope)
        if isinstance(declared, spec.VariableSpec) and not declared.type.list:
            return (f"a variable is given a value: `{what} = …`, `{what} += 1`",)
        place = "line on a zone" if isinstance(declared, spec.ZoneSpec) else "line on a list"
        if declared and (found := instead(place, name, what=what, argument=argument)):
            return found
    known = isinstance(call, syn.CallExpression) and call.name.text in scope.world.spec.effects
    written = f"{call.name.text}(…)" if isinstance(call, syn.CallExpression) and known else "pay(me, 3)"
    return (f"an effect takes all its arguments in parentheses: `{written}`",)


def _declared(target: syn.Expr, scope: NameScope) -> spec.ZoneSpec | spec.VariableSpec | None:
    """The zone or variable that is meant by `row` or `p.row`."""
    name = (
        target.id
        if isinstance(target, syn.Name)
        else target.name.text
        if isinstance(target, syn.AttributeAccess)
        else ""
    )
    return scope.world.spec.zones.get(name) or scope.world.spec.variables.get(name)
