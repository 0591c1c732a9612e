"""Traversal, rewriting and structural comparison of expressions and effects, one level at a time.

Every pass goes through the tree with these functions, so each pass says only what it changes. Slots
may appear wherever an expression may, see `nodes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from operator import is_
from typing import assert_never

from ...language.ir import nodes as ir
from . import nodes as prog
from .nodes import AskChoice, Expr

OnExpr = Callable[[ir.Expr], ir.Expr]
OnBody = Callable[[tuple[ir.Stmt, ...]], tuple[ir.Stmt, ...]]
OnLocal = Callable[[ir.Local], ir.Local]


def parts(expr: prog.Expr) -> Sequence[ir.Expr]:
    """The expressions directly inside one."""
    match expr:
        case ir.Apply() | ir.Call():
            return expr.args
        case ir.Const() | ir.Local() | ir.Option() | prog.Slot() | prog.SlotList():
            return ()
        case ir.Variable() | ir.ZoneOf():
            return () if expr.owner is None else (expr.owner,)
        case ir.CardVariable():
            return (expr.card,)
        case ir.AttributeOf():
            return (expr.of,)
        case ir.If():
            return expr.test, expr.yes, expr.no
        case ir.ListOf():
            return expr.items
        case ir.Fold():
            loops = [part for loop in expr.loops for part in (loop.source, loop.test) if part is not None]
            return *loops, expr.body, *expr.keys
        case _:
            assert_never(expr)


def with_parts(expr: ir.Expr, on: OnExpr, bind: OnLocal) -> ir.Expr:
    """The same expression with each part replaced, and each local that it binds.

    Where nothing changes this is the expression itself. Records are made by their classes, since all programs are made
    of what comes from here, and `dataclasses.replace` takes five times as long.
    """
    match expr:
        case ir.Const() | ir.Local() | ir.Option():
            return expr
        case ir.Apply():
            changed = tuple([on(arg) for arg in expr.args])
            return expr if _same(changed, expr.args) else ir.Apply(expr.op, changed, expr.type, expr.span)
        case ir.Call():
            changed = tuple([on(arg) for arg in expr.args])
            return expr if _same(changed, expr.args) else ir.Call(expr.function, changed, expr.type, expr.span)
        case ir.Variable():
            other = maybe(expr.owner, on)
            return expr if other is expr.owner else ir.Variable(expr.name, other, expr.type, expr.span)
        case ir.ZoneOf():
            other = maybe(expr.owner, on)
            return expr if other is expr.owner else ir.ZoneOf(expr.name, other, expr.type, expr.span)
        case ir.CardVariable():
            part = on(expr.card)
            return expr if part is expr.card else ir.CardVariable(expr.name, part, expr.type, expr.span)
        case ir.AttributeOf():
            part = on(expr.of)
            return expr if part is expr.of else ir.AttributeOf(expr.name, part, expr.type, expr.span)
        case ir.If():
            return ir.If(on(expr.test), on(expr.yes), on(expr.no), expr.type, expr.span)
        case ir.ListOf():
            changed = tuple([on(item) for item in expr.items])
            return expr if _same(changed, expr.items) else ir.ListOf(changed, expr.type, expr.span)
        case ir.Fold():
            loops = tuple([ir.Loop(bind(loop.local), on(loop.source), maybe(loop.test, on)) for loop in expr.loops])
            body, keys = on(expr.body), tuple([on(key) for key in expr.keys])
            return ir.Fold(op=expr.op, loops=loops, body=body, keys=keys, type=expr.type, span=expr.span)
        case _:
            return expr


def _same(changed: Sequence[object], parts: Sequence[object]) -> bool:
    """Whether all parts are still the records that they were."""
    return len(changed) == len(parts) and all(map(is_, changed, parts))


def maybe(expr: ir.Expr | None, on: OnExpr) -> ir.Expr | None:
    """An optional part: changed if present."""
    return None if expr is None else on(expr)


def every(expr: prog.Expr) -> Iterator[prog.Expr]:
    """An expression and all expressions inside it, each before its parts."""
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        yield one
        inside = parts(one)
        if inside:
            waiting += inside[::-1]


def every_called(expr: prog.Expr, function: Callable[[str], ir.Function]) -> Iterator[prog.Expr]:
    """All these, and then those of the functions that are called there, by them, and so on: each function once."""
    seen, waiting = set[str](), [expr]
    while waiting:
        for part in every(waiting.pop()):
            yield part
            if isinstance(part, ir.Call) and part.function not in seen:
                seen.add(part.function)
                waiting.append(function(part.function).body)


def bound(expr: prog.Expr) -> Iterator[ir.Local]:
    """All locals that an expression binds somewhere inside."""
    for inner in every(expr):
        if isinstance(inner, ir.Fold):
            yield from (loop.local for loop in inner.loops)


def values(stmt: prog.Stmt) -> Iterator[prog.Expr]:
    """The expressions directly in an effect, in the order in which they are computed."""
    match stmt:
        case ir.Let() | ir.Change() | ir.SetVariable() | ir.SetCardVariable() | prog.SetSlot():
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
        case prog.Recall():
            yield stmt.index
        case (
            ir.Forever()
            | ir.Scope()
            | ir.Exit()
            | ir.Mark()
            | ir.RunTriggers()
            | prog.ClearRecords()
            | prog.TakeTrigger()
        ):
            pass
        case _:
            assert_never(stmt)


def choice_values(choice: ir.Choice | prog.AskChoice, *, texts: bool = True) -> Iterator[ir.Expr]:
    """The expressions of a kind of move, without its body."""
    for parameter in choice.parameters:
        yield parameter.source
        yield from (e for e in (parameter.low, parameter.high, parameter.where) if e is not None)
    yield from (condition.test for condition in choice.conditions)
    if texts:
        yield from (told.value for told in texts_of_choice(choice))


def end_values(end: prog.End, *, texts: bool = True) -> Iterator[prog.Expr]:
    """The expressions of how a block ends."""
    match end:
        case prog.Branch(test):
            yield test
        case prog.SettleTop(zone, place=place):
            yield from (one for one in (zone, place) if one is not None)
        case prog.PickOne(source):
            yield source
        case prog.AskBlock(choices=choices):
            for choice in choices:
                yield from choice_values(choice, texts=texts)
        case prog.Jump() | prog.Dispatch() | prog.GameOver():
            pass
        case _:
            assert_never(end)


def targets(end: prog.End) -> Iterator[int]:
    """The blocks that may come next, as often as they are named."""
    match end:
        case prog.Jump():
            yield end.to
        case prog.Branch():
            yield from (end.yes, end.no)
        case prog.Dispatch():
            yield from end.targets
        case prog.SettleTop() | prog.PickOne():
            yield end.then
        case prog.AskBlock():
            # The choices of a secret decision are played later, where its records are recalled.
            if end.secret is None:
                yield from (choice.then for choice in end.choices)
            if end.none is not None:
                yield end.none
            if end.secret is not None:
                yield end.secret.then
        case prog.GameOver():
            pass
        case _:
            assert_never(end)


def without_texts(stmt: prog.Stmt) -> prog.Stmt:
    """An effect without what its text names."""
    return replace(stmt, told=()) if isinstance(stmt, ir.Tell) else stmt


def texts_of_choice(choice: ir.Choice | prog.AskChoice) -> Iterator[ir.Told]:
    """What the texts about a kind of move name: its label, and the reasons why it is not legal."""
    yield from choice.told
    for condition in choice.conditions:
        yield from condition.told


def bodies(stmt: prog.Stmt) -> Sequence[tuple[ir.Stmt, ...]]:
    """The blocks of effects directly inside an effect."""
    match stmt:
        case ir.When():
            return stmt.yes, stmt.no
        case ir.ForEach() | ir.Forever() | ir.Scope():
            return (stmt.body,)
        case ir.Ask():
            return *(choice.body for choice in stmt.choices), *(() if stmt.none is None else (stmt.none,))
        case _:
            return ()


def all_effects(body: tuple[prog.Stmt, ...]) -> Iterator[prog.Stmt]:
    """All effects of a block, and those inside them, each before those inside it."""
    waiting = list(body[::-1])
    while waiting:
        stmt = waiting.pop()
        yield stmt
        for inner in bodies(stmt)[::-1]:
            waiting += inner[::-1]


def with_values(stmt: ir.Stmt, on: OnExpr, body: OnBody, bind: OnLocal) -> ir.Stmt:
    """The same effect with each expression, each block inside it and each local that it binds replaced.

    What it binds is met before the parts behind it, so that names are numbered in that order.
    """
    match stmt:
        case ir.Let():
            return ir.Let(bind(stmt.local), on(stmt.value), stmt.span)
        case ir.Change():
            return ir.Change(bind(stmt.local), on(stmt.value), stmt.span)
        case ir.SetVariable():
            return ir.SetVariable(stmt.name, maybe(stmt.owner, on), on(stmt.value), stmt.span)
        case ir.SetCardVariable():
            return ir.SetCardVariable(stmt.name, on(stmt.card), on(stmt.value), stmt.span)
        case ir.MoveCards():
            position, by = maybe(stmt.position, on), maybe(stmt.by, on)
            return ir.MoveCards(on(stmt.cards), on(stmt.zone), stmt.at, position, stmt.span, by)
        case ir.MoveAll():
            return ir.MoveAll(on(stmt.source), on(stmt.target), stmt.at, stmt.span)
        case ir.ShuffleZone():
            return ir.ShuffleZone(on(stmt.zone), stmt.span)
        case ir.Settle():
            return ir.Settle(on(stmt.zone), stmt.at, stmt.span, maybe(stmt.place, on))
        case ir.ShowCards():
            return ir.ShowCards(on(stmt.cards), on(stmt.players), stmt.span, stmt.announced)
        case ir.Random():
            return ir.Random(bind(stmt.local), on(stmt.source), stmt.span)
        case ir.When():
            return ir.When(on(stmt.test), body(stmt.yes), body(stmt.no), stmt.span)
        case ir.ForEach():
            return ir.ForEach(bind(stmt.local), on(stmt.source), body(stmt.body), stmt.span)
        case ir.Forever():
            return ir.Forever(body(stmt.body), stmt.span)
        case ir.Scope():
            return ir.Scope(stmt.name, body(stmt.body), stmt.span)
        case ir.Run():
            return ir.Run(stmt.effect, tuple([on(arg) for arg in stmt.args]), stmt.span)
        case ir.Enqueue():
            return ir.Enqueue(stmt.trigger, tuple([on(arg) for arg in stmt.args]), stmt.span)
        case ir.Ask():
            choices = tuple([_choice(choice, on, body, bind) for choice in stmt.choices])
            none = None if stmt.none is None else body(stmt.none)
            return replace(stmt, me=bind(stmt.me), who=on(stmt.who), choices=choices, none=none)
        case ir.Score():
            categories = tuple([(name, on(points)) for name, points in stmt.categories])
            return ir.Score(stmt.scoring, on(stmt.owners), bind(stmt.local), categories, stmt.span)
        case ir.Tell():
            return ir.Tell(stmt.name, maybe(stmt.who, on), stmt.span, with_text_values(stmt.told, on), stmt.say)
        case ir.Exit() | ir.Mark() | ir.RunTriggers():
            return stmt
        case _:
            assert_never(stmt)


def _choice(choice: ir.Choice, on: OnExpr, body: OnBody, bind: OnLocal) -> ir.Choice:
    parameters = tuple([_parameter(parameter, on, bind) for parameter in choice.parameters])
    conditions = tuple([with_condition(condition, on) for condition in choice.conditions])
    told = with_text_values(choice.told, on)
    return replace(choice, parameters=parameters, conditions=conditions, told=told, body=body(choice.body))


def _parameter(p: ir.Parameter, on: OnExpr, bind: OnLocal) -> ir.Parameter:
    local, source = bind(p.local), on(p.source)
    low, high, where = maybe(p.low, on), maybe(p.high, on), maybe(p.where, on)
    return ir.Parameter(local=local, source=source, how=p.how, low=low, high=high, where=where)


def with_condition(condition: ir.Condition, on: OnExpr) -> ir.Condition:
    """A condition of a move with its test, and what its reason names, replaced."""
    test, told = on(condition.test), with_text_values(condition.told, on)
    return ir.Condition(condition.name, test, condition.path, condition.span, told)


def with_text_values(told: tuple[ir.Told, ...], on: OnExpr) -> tuple[ir.Told, ...]:
    """What texts name, with each value replaced."""
    return tuple([ir.Told(one.written, on(one.value), one.span) for one in told])


def zone_of(source: prog.Expr) -> ir.ZoneOf | None:
    """The zone whose cards a list has, all or some of them."""
    match source:
        case ir.Apply("cards_of", (ir.ZoneOf() as zone,)):
            return zone
        case ir.Fold(op="list", loops=(loop,), body=ir.Local(number)) if number == loop.local.number:
            return zone_of(loop.source)
        case _:
            return None


# Whether two expressions say the same, wherever in the source they are written.


def structural_key(node: object) -> object:
    """A hashable value that is equal for expressions that differ in their source locations only.

    Of a local and a slot only the number counts, not the name.
    """
    if isinstance(node, tuple):
        return tuple(map(structural_key, node))
    if not is_dataclass(node):
        return node
    parts = [
        (f.name, structural_key(getattr(node, f.name))) for f in fields(node) if f.name not in ("span", "type", "name")
    ]
    named = () if isinstance(node, ir.Local | prog.Slot | prog.SlotList) else (getattr(node, "name", None),)
    return (type(node).__name__, *named, *parts)


def bodies_of(program: prog.Program) -> Iterator[tuple[str, tuple[prog.Stmt, ...]]]:
    """The bodies of all blocks and named effects, each with what it is the body of."""
    yield from ((f"block {block.number}", block.body) for block in program.blocks)
    yield from ((f"effect {effect.name}", effect.body) for effect in program.effects.values())


def exprs_of(program: prog.Program) -> Iterator[tuple[str, prog.Expr]]:
    """All expressions of a program, each with the part of the program that it is in."""
    for where, body in bodies_of(program):
        yield from ((where, value) for stmt in all_effects(body) for value in values(stmt))
    for block in program.blocks:
        yield from ((f"block {block.number}", value) for value in end_values(block.end))
    yield from ((f"function {name}", function.body) for name, function in program.functions.items())
    if program.winners is not None:
        yield "winners", program.winners
    yield from (("result", found[1]) for found in (program.returns, program.score) if found is not None)


def tests_of(choice: AskChoice) -> list[list[Expr]]:
    """The tests of a choice by the number of arguments that they need."""
    order = [parameter.local.number for parameter in choice.parameters]
    tests: list[list[Expr]] = [[] for _ in range(len(order) + 1)]
    for place, parameter in enumerate(choice.parameters):
        if parameter.where is not None:
            tests[max(place + 1, needs(parameter.where, order))].append(parameter.where)
    for condition in choice.conditions:
        tests[needs(condition.test, order)].append(condition.test)
    return tests


def needs(test: Expr, order: list[int]) -> int:
    """The number of parameters that must be bound before a test can be made."""
    inside = {local.number for local in bound(test)}
    read = {part.number for part in every(test) if isinstance(part, ir.Local)} - inside
    return max((order.index(number) + 1 for number in read if number in order), default=0)
