"""Traversal, rewriting and structural comparison of expressions and effects, one level at a time.

Every pass goes through the tree with these functions, so each pass says only what it changes. Slots
may appear wherever an expression may, see `nodes`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import attrgetter, is_
from typing import Any, assert_never

from ...language.ir import nodes as ir
from . import nodes as prog
from .nodes import AskChoice, Expr

OnExpr = Callable[[ir.Expr], ir.Expr]
OnBody = Callable[[tuple[ir.Stmt, ...]], tuple[ir.Stmt, ...]]
OnLocal = Callable[[ir.Local], ir.Local]


# How a node is walked follows from the types of its fields, and is worked out once for each kind of node: expressions,
# blocks of effects, the locals that it binds, and the records in which there are more of these.


def _change_each(values: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    """The values changed; the same tuple where nothing changes."""
    changed = tuple([change(value) for value in values])
    return values if all(map(is_, changed, values)) else changed


LISTED, BY_NAME, TEXTS = "tuple[Expr, ...]", "tuple[tuple[str, Expr], ...]", "tuple[Told, ...]"
RECORDS = frozenset(
    f"tuple[{one}, ...]" for one in ("Loop", "Parameter", "MoveParameter", "Condition", "Told", "Choice", "AskChoice")
)
"""What holds the records, beside expressions and effects, in which there are any."""


@cache
def _fields(kind: type) -> tuple[tuple[str, str], ...]:
    """The fields of a kind of node in which there are others, and what is in them."""
    written = ((one.name, re.sub(r"\bir\.| \| None$", "", str(one.type))) for one in fields(kind))
    walked = RECORDS | {"Expr", LISTED, BY_NAME, "Body", "Local"}
    return tuple((name, what) for name, what in written if what in walked)


Getter = Callable[[Any], Sequence[Any]]


class _Getters(dict[type, Getter]):
    """What gets the values, or the blocks, directly within a node, by its kind."""

    def __init__(self, wanted: frozenset[str]) -> None:
        self.wanted = wanted

    def __missing__(self, kind: type) -> Getter:
        steps = [(attrgetter(name), what) for name, what in _fields(kind) if what in self.wanted]
        reads = [read for read, _ in steps]

        def single(node: Any) -> list[Any]:
            return [value for read in reads if (value := read(node)) is not None]

        def found(node: Any) -> list[Any]:
            inside: list[Any] = []
            for read, what in steps:
                value = read(node)
                if what in RECORDS:
                    for one in value:
                        inside += self[type(one)](one)
                elif what == BY_NAME:
                    inside += [one for _, one in value]
                elif what == LISTED:
                    inside += value
                elif value is not None:
                    inside.append(value)
            return inside

        match [what for _, what in steps]:
            case []:
                self[kind] = lambda node: ()
            case [what] if what == LISTED:
                self[kind] = reads[0]
            case several:
                self[kind] = single if {*several} <= {"Expr", "Body"} else found
        return self[kind]


_VALUES = _Getters(RECORDS | {"Expr", LISTED, BY_NAME})
_VALUES_BUT_TEXTS = _Getters(_VALUES.wanted - {TEXTS})
_BODIES = _Getters(RECORDS | {"Body"})
_VALUES[prog.Recall] = lambda stmt: (stmt.index,)

Rebuild = Callable[[Any, OnExpr, OnBody, OnLocal], Any]


_CHANGES: dict[str, Rebuild | None] = {
    "Expr": None,  # what is changed most often takes no further call
    "Body": lambda value, on, body, bind: body(value),
    "Local": lambda value, on, body, bind: bind(value),
    LISTED: lambda value, on, body, bind: _change_each(value, on),
    BY_NAME: lambda value, on, body, bind: tuple([(name, on(one)) for name, one in value]),
}


def _change_records(value: tuple[Any, ...], on: OnExpr, body: OnBody, bind: OnLocal) -> tuple[Any, ...]:
    return _change_each(value, lambda one: _REBUILDS[type(one)](one, on, body, bind))


class _Rebuilds(dict[type, Rebuild]):
    """What makes the same node with what is in it changed, in the order of its fields; itself where nothing changes.

    Records are made by their classes, since all programs are made of what comes from here, and `dataclasses.replace`
    takes five times as long; most kinds have one field to change, so for these nothing is listed.
    """

    def __missing__(self, kind: Any) -> Rebuild:
        names = [one.name for one in fields(kind)]
        read, by_name = attrgetter(*names), fields(kind)[0].kw_only
        changes: list[tuple[int, Rebuild | None]] = [
            (names.index(name), _CHANGES.get(what, _change_records)) for name, what in _fields(kind)
        ]
        place, only = changes[0] if changes else (0, None)
        get = attrgetter(names[place])

        def made(values: Sequence[Any]) -> Any:
            return kind(**dict(zip(names, values, strict=True))) if by_name else kind(*values)

        def rebuilt(node: Any, on: OnExpr, body: OnBody, bind: OnLocal) -> Any:
            values, same = [*read(node)], True
            for index, change in changes:
                value = values[index]
                if value is not None:
                    values[index] = change(value, on, body, bind) if change else on(value)
                    same = same and values[index] is value
            return node if same else made(values)

        def with_one(node: Any, on: OnExpr, body: OnBody, bind: OnLocal) -> Any:
            value = get(node)
            other = None if value is None else only(value, on, body, bind) if only else on(value)
            if other is value:
                return node
            values = [*read(node)]
            values[place] = other
            return made(values)

        self[kind] = rebuilt if changes[1:] else with_one if changes else lambda node, on, body, bind: node
        return self[kind]


_REBUILDS = _Rebuilds()


def _no_body(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    return body


def parts(expr: prog.Expr) -> Sequence[ir.Expr]:
    """The expressions directly inside one."""
    return _VALUES[type(expr)](expr)


def with_parts(expr: ir.Expr, on: OnExpr, bind: OnLocal) -> ir.Expr:
    """The same expression with each part replaced, and each local that it binds; itself where nothing changes."""
    changed: ir.Expr = _REBUILDS[type(expr)](expr, on, _no_body, bind)
    return changed


def every(expr: prog.Expr) -> Iterator[prog.Expr]:
    """An expression and all expressions inside it, each before its parts."""
    waiting = [expr]
    while waiting:
        one = waiting.pop()
        yield one
        inside = parts(one)
        if inside:
            waiting += inside[::-1]


def chain(test: ir.Expr, op: str) -> list[ir.Expr]:
    """The tests that `and`, or `or`, joins to one."""
    match test:
        case ir.Apply(same, (one, other)) if same == op:
            return [*chain(one, op), *chain(other, op)]
        case _:
            return [test]


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


def values(stmt: prog.Stmt) -> Sequence[prog.Expr]:
    """The expressions directly in an effect, in the order in which they are computed."""
    return _VALUES[type(stmt)](stmt)


def choice_values(choice: ir.Choice | prog.AskChoice, *, texts: bool = True) -> Sequence[ir.Expr]:
    """The expressions of a kind of move, without its body."""
    return (_VALUES if texts else _VALUES_BUT_TEXTS)[type(choice)](choice)


def end_values(end: prog.End, *, texts: bool = True) -> Sequence[prog.Expr]:
    """The expressions of how a block ends."""
    return (_VALUES if texts else _VALUES_BUT_TEXTS)[type(end)](end)


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
    return _BODIES[type(stmt)](stmt)


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
    changed: ir.Stmt = _REBUILDS[type(stmt)](stmt, on, body, bind)
    return changed


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


def exprs_of(program: prog.Program, *, texts: bool = True) -> Iterator[tuple[str, prog.Expr]]:
    """All expressions of a program, each with the part of the program that it is in."""
    for where, body in bodies_of(program):
        for stmt in all_effects(body):
            yield from ((where, value) for value in values(stmt if texts else without_texts(stmt)))
    yield from exprs_outside_effects(program, texts=texts)


def exprs_outside_effects(program: prog.Program, *, texts: bool = True) -> Iterator[tuple[str, prog.Expr]]:
    """The same but for those within effects."""
    for block in program.blocks:
        yield from ((f"block {block.number}", value) for value in end_values(block.end, texts=texts))
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
