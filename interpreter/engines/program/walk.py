"""Taking expressions and effects apart and putting them together again, one level at a time.

Every pass goes through the tree with these functions, so each pass says only what it changes. Slots
may appear wherever an expression may, see `nodes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import is_
from typing import assert_never

from ...language.ir import nodes as ir
from .nodes import Choice, ClearRecords, Expr, Recall, SetSlot, Slot, SlotList, Stmt, TakeTrigger

OnExpr = Callable[[ir.Expr], ir.Expr]
OnBody = Callable[[tuple[ir.Stmt, ...]], tuple[ir.Stmt, ...]]
OnLocal = Callable[[ir.Local], ir.Local]


def parts(expr: Expr) -> Iterator[ir.Expr]:
    """The expressions directly inside one."""
    match expr:
        case ir.Const() | ir.Local() | ir.Option() | Slot() | SlotList():
            pass
        case ir.Variable() | ir.ZoneOf():
            if expr.owner is not None:
                yield expr.owner
        case ir.CardVariable():
            yield expr.card
        case ir.AttributeOf():
            yield expr.of
        case ir.Apply() | ir.Call():
            yield from expr.args
        case ir.If():
            yield from (expr.test, expr.yes, expr.no)
        case ir.ListOf():
            yield from expr.items
        case ir.Fold():
            for loop in expr.loops:
                yield loop.source
                if loop.test is not None:
                    yield loop.test
            yield expr.body
            yield from expr.keys
        case _:
            assert_never(expr)


def with_parts(expr: ir.Expr, on: OnExpr, bind: OnLocal) -> ir.Expr:
    """The same expression with each part replaced, and each local that it binds.

    Where nothing changes this is the expression itself. Records are made by their classes, since all programs are made
    of what comes from here, and `dataclasses.replace` takes several times as long.
    """
    match expr:
        case ir.Const() | ir.Local() | ir.Option():
            return expr
        case ir.Apply(op, args, type, span):
            changed = tuple([on(arg) for arg in args])
            return expr if _same(changed, args) else ir.Apply(op, changed, type, span)
        case ir.Call(function, args, type, span):
            changed = tuple([on(arg) for arg in args])
            return expr if _same(changed, args) else ir.Call(function, changed, type, span)
        case ir.Variable(name, owner, type, span):
            other = maybe(owner, on)
            return expr if other is owner else ir.Variable(name, other, type, span)
        case ir.ZoneOf(name, owner, type, span):
            other = maybe(owner, on)
            return expr if other is owner else ir.ZoneOf(name, other, type, span)
        case ir.CardVariable(name, card, type, span):
            part = on(card)
            return expr if part is card else ir.CardVariable(name, part, type, span)
        case ir.AttributeOf(name, of, type, span):
            part = on(of)
            return expr if part is of else ir.AttributeOf(name, part, type, span)
        case ir.If(test, yes, no, type, span):
            return ir.If(on(test), on(yes), on(no), type, span)
        case ir.ListOf(items, type, span):
            changed = tuple([on(item) for item in items])
            return expr if _same(changed, items) else ir.ListOf(changed, type, span)
        case ir.Fold():
            loops = tuple(ir.Loop(bind(loop.local), on(loop.source), maybe(loop.test, on)) for loop in expr.loops)
            return replace(expr, loops=loops, body=on(expr.body), keys=tuple(on(key) for key in expr.keys))
        case _:
            return expr


def _same(changed: tuple[ir.Expr, ...], parts: tuple[ir.Expr, ...]) -> bool:
    """Whether all parts are still the records that they were."""
    return all(map(is_, changed, parts))


def maybe(expr: ir.Expr | None, on: OnExpr) -> ir.Expr | None:
    """An optional part: changed if present."""
    return None if expr is None else on(expr)


def every(expr: Expr) -> Iterator[Expr]:
    """An expression and all expressions inside it."""
    yield expr
    for part in parts(expr):
        yield from every(part)


def bound(expr: Expr) -> Iterator[ir.Local]:
    """All locals that an expression binds somewhere inside."""
    for inner in every(expr):
        if isinstance(inner, ir.Fold):
            yield from (loop.local for loop in inner.loops)


def values(stmt: Stmt) -> Iterator[Expr]:
    """The expressions directly in an effect, in the order in which they are computed."""
    match stmt:
        case ir.Let() | ir.Change() | ir.SetVariable() | ir.SetCardVariable() | SetSlot():
            if isinstance(stmt, ir.SetVariable) and stmt.owner is not None:
                yield stmt.owner
            if isinstance(stmt, ir.SetCardVariable):
                yield stmt.card
            yield stmt.value
        case ir.MoveCards():
            yield stmt.cards
            yield stmt.zone
            yield from (one for one in (stmt.position, stmt.by) if one is not None)
        case ir.MoveAll():
            yield from (stmt.source, stmt.target)
        case ir.ShuffleZone():
            yield stmt.zone
        case ir.Settle():
            yield stmt.zone
            if stmt.place is not None:
                yield stmt.place
        case ir.ShowCards():
            yield from (stmt.cards, stmt.players)
        case ir.Random() | ir.ForEach():
            yield stmt.source
        case ir.When():
            yield stmt.test
        case ir.Run() | ir.Enqueue():
            yield from stmt.args
        case ir.Ask():
            yield stmt.who
            for choice in stmt.choices:
                yield from choice_values(choice)
        case ir.Score():
            yield stmt.owners
            yield from (points for _, points in stmt.categories)
        case ir.Tell():
            if stmt.who is not None:
                yield stmt.who
            yield from (one.value for one in stmt.told)
        case Recall():
            yield stmt.index
        case ir.Forever() | ir.Scope() | ir.Exit() | ir.Mark() | ir.RunTriggers() | ClearRecords() | TakeTrigger():
            pass
        case _:
            assert_never(stmt)


def choice_values(choice: ir.Choice | Choice, *, texts: bool = True) -> Iterator[ir.Expr]:
    """The expressions of a kind of move, without its body."""
    for parameter in choice.parameters:
        yield parameter.source
        yield from (e for e in (parameter.low, parameter.high, parameter.where) if e is not None)
    yield from (condition.test for condition in choice.conditions)
    if texts:
        yield from (told.value for told in told_at(choice))


def untold(stmt: Stmt) -> Stmt:
    """An effect without what its text names."""
    return replace(stmt, told=()) if isinstance(stmt, ir.Tell) else stmt


def told_at(choice: ir.Choice | Choice) -> Iterator[ir.Told]:
    """What the texts about a kind of move name: its label, and the reasons why it is not legal."""
    yield from choice.told
    for condition in choice.conditions:
        yield from condition.told


def bodies(stmt: Stmt) -> Iterator[tuple[ir.Stmt, ...]]:
    """The blocks of effects directly inside an effect."""
    match stmt:
        case ir.When():
            yield from (stmt.yes, stmt.no)
        case ir.ForEach() | ir.Forever() | ir.Scope():
            yield stmt.body
        case ir.Ask():
            yield from (choice.body for choice in stmt.choices)
            if stmt.none is not None:
                yield stmt.none
        case _:
            pass


def all_effects(body: tuple[Stmt, ...]) -> Iterator[Stmt]:
    """All effects of a block, and those inside them."""
    for stmt in body:
        yield stmt
        for inner in bodies(stmt):
            yield from all_effects(inner)


def with_values(stmt: ir.Stmt, on: OnExpr, body: OnBody, bind: OnLocal) -> ir.Stmt:
    """The same effect with each expression, each block inside it and each local that it binds replaced."""
    match stmt:
        case ir.Let():
            return ir.Let(bind(stmt.local), on(stmt.value), stmt.span)
        case ir.Change():
            return ir.Change(bind(stmt.local), on(stmt.value), stmt.span)
        case ir.SetVariable():
            return replace(stmt, owner=maybe(stmt.owner, on), value=on(stmt.value))
        case ir.SetCardVariable():
            return replace(stmt, card=on(stmt.card), value=on(stmt.value))
        case ir.MoveCards():
            position, by = maybe(stmt.position, on), maybe(stmt.by, on)
            return replace(stmt, cards=on(stmt.cards), zone=on(stmt.zone), position=position, by=by)
        case ir.MoveAll():
            return replace(stmt, source=on(stmt.source), target=on(stmt.target))
        case ir.ShuffleZone():
            return replace(stmt, zone=on(stmt.zone))
        case ir.Settle():
            return replace(stmt, zone=on(stmt.zone), place=maybe(stmt.place, on))
        case ir.ShowCards():
            return replace(stmt, cards=on(stmt.cards), players=on(stmt.players))
        case ir.Random():
            return replace(stmt, local=bind(stmt.local), source=on(stmt.source))
        case ir.When():
            return replace(stmt, test=on(stmt.test), yes=body(stmt.yes), no=body(stmt.no))
        case ir.ForEach():
            return replace(stmt, local=bind(stmt.local), source=on(stmt.source), body=body(stmt.body))
        case ir.Forever():
            return replace(stmt, body=body(stmt.body))
        case ir.Scope():
            return replace(stmt, body=body(stmt.body))
        case ir.Run():
            return replace(stmt, args=tuple(on(arg) for arg in stmt.args))
        case ir.Enqueue():
            return replace(stmt, args=tuple(on(arg) for arg in stmt.args))
        case ir.Ask():
            choices = tuple(_choice(choice, on, body, bind) for choice in stmt.choices)
            none = None if stmt.none is None else body(stmt.none)
            return replace(stmt, me=bind(stmt.me), who=on(stmt.who), choices=choices, none=none)
        case ir.Score():
            categories = tuple((name, on(points)) for name, points in stmt.categories)
            return replace(stmt, owners=on(stmt.owners), local=bind(stmt.local), categories=categories)
        case ir.Tell():
            return replace(stmt, who=maybe(stmt.who, on), told=with_told(stmt.told, on))
        case ir.Exit() | ir.Mark() | ir.RunTriggers():
            return stmt
        case _:
            assert_never(stmt)


def _choice(choice: ir.Choice, on: OnExpr, body: OnBody, bind: OnLocal) -> ir.Choice:
    parameters = tuple(
        replace(
            p,
            local=bind(p.local),
            source=on(p.source),
            low=maybe(p.low, on),
            high=maybe(p.high, on),
            where=maybe(p.where, on),
        )
        for p in choice.parameters
    )
    conditions = tuple(replace(c, test=on(c.test), told=with_told(c.told, on)) for c in choice.conditions)
    told = with_told(choice.told, on)
    return replace(choice, parameters=parameters, conditions=conditions, told=told, body=body(choice.body))


def with_told(told: tuple[ir.Told, ...], on: OnExpr) -> tuple[ir.Told, ...]:
    """What texts name, with each value replaced."""
    return tuple(ir.Told(one.written, on(one.value), one.span) for one in told)
