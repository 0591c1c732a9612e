"""Comprehensions, and groups of cards: `sum(c.number for c in me.hand if c.colour == red)`.

The list of each loop is computed when the loop is entered, and counts its length in steps.
`any`, `all` and `first` stop at the first element that decides them; the others go to the end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from ...diagnostics.span import Span
from ...language.builtins.definitions import (
    FOLDS,
    CardGroup,
    FoldValue,
    Keyed,
    Overflow,
    best_disjoint,
    bounded_sum,
    runs,
    sets,
    stretches,
    subsets,
)
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..events import overflow
from ..position import Env
from ..program.nodes import Expr
from .machine import CompiledCode, Machine, Value

Compile = Callable[[CompiledCode, Expr], Value]
Turns = Callable[[Machine, Env], Iterator[None]]
"""Iterates over the turns of the loops, binding their locals in the environment for each."""


def compile_fold(code: CompiledCode, node: ir.Fold, compile_expr: Compile) -> Value:
    """The closure of a comprehension."""
    turns = _loops(code, node.loops, compile_expr, node.span)
    body = compile_expr(code, node.body)
    match node.op:
        case "list":
            flat = _flat(code, node, compile_expr)
            return flat or (lambda m, e: tuple([body(m, e) for _ in turns(m, e)]))
        case "count":
            return lambda m, e: sum(1 for _ in turns(m, e))
        case "any":
            return lambda m, e: any(body(m, e) for _ in turns(m, e))
        case "all":
            return lambda m, e: all(body(m, e) for _ in turns(m, e))
        case "sum":
            span = node.span
            return lambda m, e: add_up((body(m, e) for _ in turns(m, e)), span)
        case "max":
            return lambda m, e: max((body(m, e) for _ in turns(m, e)), default=NONE)
        case "min":
            return lambda m, e: min((body(m, e) for _ in turns(m, e)), default=NONE)
        case "first":
            return lambda m, e: next((body(m, e) for _ in turns(m, e)), NONE)
        case "last":
            return lambda m, e: _last(body(m, e) for _ in turns(m, e))
        case op if FOLDS[op].fails == "too many" and op != "apart":
            return _with_keys(code, node, turns, body, compile_expr, partial(group_by_keys, op))
        case "apart":
            return _with_keys(code, node, turns, body, compile_expr, disjoint_groups)
        case op:
            value = FOLDS[op].value
            return _with_keys(code, node, turns, body, compile_expr, lambda rows, m, span: _chosen(value, rows))


def _flat(code: CompiledCode, node: ir.Fold, compile_expr: Compile) -> Value | None:
    """The elements of lists within a list, `c for z in zones for c in z`, without a turn for each; None for others."""
    *outer, last = node.loops
    same = isinstance(node.body, ir.Local) and node.body.number == last.local.number
    if not outer or last.test is not None or not same:
        return None
    turns, source, span = (
        _loops(code, tuple(outer), compile_expr, node.span),
        compile_expr(code, last.source),
        node.span,
    )

    def flat(m: Machine, e: Env) -> Any:
        found: list[Any] = []
        for _ in turns(m, e):
            values = source(m, e)
            m.spend(len(values), span)
            found += values
        return tuple(found)

    return flat


def _with_keys(
    code: CompiledCode, node: ir.Fold, turns: Turns, body: Value, compile_expr: Compile, arrange: Callable[..., Any]
) -> Value:
    """What is made of the elements, each behind its keys."""
    keys, span = tuple(compile_expr(code, key) for key in node.keys), node.span
    return lambda m, e: arrange([(tuple([k(m, e) for k in keys]), body(m, e)) for _ in turns(m, e)], m, span)


def add_up(values: Iterable[int], span: Span) -> int:
    """The sum of numbers; each partial sum must be a number of the language (R702)."""
    try:
        return bounded_sum(values)
    except Overflow:
        raise overflow(span) from None


def _last(values: Iterator[Any]) -> Any:
    kept = deque(values, maxlen=1)
    return kept[0] if kept else NONE


def _chosen(value: FoldValue, rows: list[tuple[tuple[Any, ...], Any]]) -> Any:
    """What a comprehension chooses by keys, or how it orders by them."""
    return value([item for _, item in rows], [keys for keys, _ in rows])


def _loops(code: CompiledCode, loops: tuple[ir.Loop, ...], compile_expr: Compile, span: Span) -> Turns:
    first, *rest = loops
    source = compile_expr(code, first.source)
    test = None if first.test is None else compile_expr(code, first.test)
    outer = _loop(first.local.number, source, test, span)
    if not rest:
        return outer
    inner = _loops(code, tuple(rest), compile_expr, span)

    def nested(m: Machine, e: Env) -> Iterator[None]:
        for _ in outer(m, e):
            yield from inner(m, e)

    return nested


def _loop(number: int, source: Value, test: Value | None, span: Span) -> Turns:
    def every(m: Machine, e: Env) -> Iterator[None]:
        values = source(m, e)
        m.spend(len(values), span)
        for value in values:
            e[number] = value
            yield None

    def some(m: Machine, e: Env) -> Iterator[None]:
        values = source(m, e)
        m.spend(len(values), span)
        for value in values:
            e[number] = value
            if test is not None and test(m, e):
                yield None

    return every if test is None else some


# Groups of cards, counted in steps as they are made: each costs 1 and its length.
#
# What they are is in `language/builtins/definitions.py`.


def group_lists(op: str, args: tuple[Value, ...], span: Span) -> Value:
    """The closure of `subsets` or `stretches`; the sizes that are asked for, or all of them."""
    make = subsets if op.endswith("subsets") else stretches
    least = 0 if make is subsets else 1
    if len(args) == 2:
        of, sizes = args
        return lambda m, e: counted_groups(make(of(m, e), sizes(m, e)), m, span)
    (all_of,) = args

    def every(m: Machine, e: Env) -> tuple[CardGroup, ...]:
        items = all_of(m, e)
        return counted_groups(make(items, range(least, len(items) + 1)), m, span)

    return every


def counted_groups(groups: Iterable[CardGroup], m: Machine, span: Span) -> tuple[CardGroup, ...]:
    """The groups, each of which takes its steps before the next is made."""
    made = []
    for group in groups:
        m.spend(1 + len(group), span)
        made.append(group)
    return tuple(made)


def group_by_keys(op: str, rows: list[Keyed], m: Machine, span: Span) -> tuple[CardGroup, ...]:
    """`sets` and `runs` of elements with their keys; where these are lists, those that come together are joined."""
    made = counted_groups(sets(rows) if op == "sets" else runs(rows), m, span)
    return counted_groups(map(_joined, made), m, span) if rows and not isinstance(rows[0][1], int) else made


def _joined(lists: Iterable[Any]) -> CardGroup:
    return tuple(chain.from_iterable(lists))


def disjoint_groups(rows: list[tuple[tuple[CardGroup, ...], int]], m: Machine, span: Span) -> int:
    """`best_disjoint`: each row has the group as its key, and what it is worth."""
    try:
        return best_disjoint([(group, worth) for (group,), worth in rows], lambda steps: m.spend(steps, span))
    except Overflow:
        raise overflow(span) from None
