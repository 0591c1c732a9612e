"""Lists: what the builtins make of them, each a function of the module. A list is the address of its length.

    at         at + 8                 at + 8 * n
    │ n │ first │ second │ … │ last │

No list is ever changed once it is made, so a slot may serve as a list as long as nothing is done to it.
In the pseudo-code `x[i]` is an element, from 0, and `list_length(x)` the length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ...engines.program.bounds import CELL
from ...language.builtins.definitions import FOLDS
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.module_builder import ModuleBuilder, Zones, helper
from ..builder.zones import FORMS, each_card, place_in_row
from ..wasm.module import Fn
from ..wasm.statements import copy_cells, do_while, give, if_, loop_until
from ..wasm.terms import I32, I64, Instructions, Op, Term, Var, const, long, select


def list_length(of: Term) -> Term:
    """The length of a list, in 32 bits."""
    return of.load32()


def first_of(at: Term) -> Term:
    """The first element of a list; none of an empty one. Behind the length there is always a cell to read."""
    return select(at.load(CELL), long(NONE), at.load32())


def last_of(at: Term) -> Term:
    """The last element of a list; none of an empty one."""
    return select((at + (list_length(at) << 3)).load(), long(NONE), at.load32())


def only_of(at: Term) -> Term:
    """The element of a list of one, else none."""
    return select(at.load(CELL), long(NONE), list_length(at).eq(1))


def cell_if(inside: Term, place: Term) -> Term:
    """How far behind its start an element of a list lies: 0 if there is none at that place, so that it can be loaded
    without a jump."""
    return select(place.wrap(), const(0), inside) << 3


def for_each(fn: Fn, of: Term, body: Callable[[Var], Instructions]) -> Instructions:
    """`for x in of: body(x)`

    at = of + 8;  end = at + 8 * size(of)
    while at != end:
        x = memory[at]
        body(x)
        at += 8
    """
    at, end, x = fn.local(), fn.local(), fn.local(I64)
    turn = x.set(at.load()) + body(x) + at.up(CELL)
    code = at.set(of + CELL) + end.set(at + (list_length(at - CELL) << 3))
    return code + do_while(skip=at.eq(end), do=turn, again=at.ne(end))


def begin_list(mb: ModuleBuilder, at: Var, most: Term) -> Instructions:
    """Let `at` be a new list without elements, with room for `most`; it grows by `append`."""
    return at.set(mb.new_list.call(most)) + at.store(0) + mb.top.set(at + CELL)


def append(mb: ModuleBuilder, at: Var, value: Term) -> Instructions:
    """Add a value to the list `at`, which must be the topmost in the arena."""
    return mb.top.get.store(value) + mb.top.set(mb.top.get + CELL) + at.store(list_length(at) + 1)


@helper("contains", (I64, I32), I32)
def contains(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`contains(x, list)`

    for y in list: if y == x: return 1
    return 0
    """
    x = fn.param(0)
    return for_each(fn, fn.param(1), lambda y: if_(y.eq(x), give(1))) + const(0).code


@helper("has_kind", (I64, I32), I32)
def has_kind(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`has_kind(kind, cards)`: whether one of the cards, none of which is none, is of this kind.

    for c in cards: if kind_of[c] == kind: return 1
    return 0
    """
    kind = fn.param(0)
    return for_each(fn, fn.param(1), lambda c: if_(mb.kind(c).eq(kind), give(1))) + const(0).code


@helper("same", (I32, I32), I32)
def same(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`same(one, other)`: whether two lists are equal.

    if size(one) != size(other): return 0
    for n from size(one) down to 1: if one[n - 1] != other[n - 1]: return 0
    return 1
    """
    one, other, n = fn.param(0), fn.param(1), fn.local()
    differ = (one + (n << 3)).load().ne((other + (n << 3)).load())
    code = n.set(list_length(one)) + if_(n.ne(list_length(other)), give(0))
    return code + loop_until(n.eq(0), do=if_(differ, give(0)) + n.up(-1)) + const(1).code


@helper("kinds", (I32,), I32)
def kinds(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`kinds(cards)`: the kinds of the cards of a list, none of none.

    return [none if c is none else kind_of[c] for c in cards]
    """
    at, cards = fn.local(), fn.param(0)
    code = begin_list(mb, at, list_length(cards))
    return code + for_each(fn, cards, lambda c: append(mb, at, select(mb.kind(c), long(NONE), c.ne(NONE)))) + at.code


@helper("copied", (I32,), I32)
def copied(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`copied(list)`: the same list in the arena. Needed for a list that may lie in the state, before that changes."""
    at, of = fn.local(), fn.param(0)
    return at.set(mb.new_list.call(list_length(of))) + copy_cells(fn, at + CELL, of + CELL, list_length(of)) + at.code


def is_lasting(mb: ModuleBuilder, source: ir.Expr) -> bool:
    """Whether a list stays as it is when the state changes, since it was made anew, or lies among the constants."""
    match source:
        case ir.Const() | ir.AttributeOf() | ir.ListOf():
            return True
        case ir.Fold(op=op):
            return FOLDS[op].length is not None
        case ir.Apply(op):
            return ROWS[op].makes_list
        case ir.Variable(name):
            return mb.compact.is_small(mb.layout.variables[name])
        case _:
            return False


@helper("join", (I32, I32), I32)
def join(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`join(one, other)`: one list after the other."""
    one, other, at = fn.param(0), fn.param(1), fn.local()
    code = at.set(mb.new_list.call(list_length(one) + list_length(other)))
    code += copy_cells(fn, at + CELL, one + CELL, list_length(one))
    return code + copy_cells(fn, at + CELL + (list_length(one) << 3), other + CELL, list_length(other)) + at.code


@helper("reverse", (I32,), I32)
def reverse(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`reverse(list)`, filled from its end.

    at = new_list(size(list));  to = top
    for x in list: to -= 8; memory[to] = x
    return at
    """
    at, to = fn.local(), fn.local()
    code = at.set(mb.new_list.call(list_length(fn.param(0)))) + to.set(mb.top.get)
    return code + for_each(fn, fn.param(0), lambda x: to.up(-CELL) + to.store(x)) + at.code


@helper("distinct", (I32,), I32)
def distinct(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`distinct(list)`: each element once, in the order of their first occurrence.

    for x in list: if not contains(x, out): append x to out
    return out
    """
    out, found = fn.local(), contains(mb)
    code = begin_list(mb, out, list_length(fn.param(0)))
    return code + for_each(fn, fn.param(0), lambda x: if_(found.call(x, out).not_(), append(mb, out, x))) + out.code


@helper("without", (I32, I32), I32)
def without(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`without(one, other)`: the elements of the first list that are not in the second.

    for x in one: if not contains(x, other): append x to out
    return out
    """
    out, found = fn.local(), contains(mb)
    code = begin_list(mb, out, list_length(fn.param(0)))
    code += for_each(fn, fn.param(0), lambda x: if_(found.call(x, fn.param(1)).not_(), append(mb, out, x)))
    return code + out.code


@helper("alike", (I64, I32), I32)
def alike(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`alike(n, cards)`: the first n cards of the first kind of which there are n; an empty list if there is none.

    if n > 0:
        for card in cards:
            out = []
            for y in cards: if kind_of[y] == kind_of[card] and size(out) < n: append y to out
            if size(out) == n: return out
    return []
    """
    n, cards, out, many = fn.param(0), fn.param(1), fn.local(), fn.local(I64)
    y = fn.local(I64)
    emptied = mb.top.set(out + CELL) + out.store(0)

    def of_kind(card: Term) -> Instructions:
        take = if_(mb.kind(y).eq(mb.kind(card)) & many.lt(n), append(mb, out, y) + many.up())
        gather = for_each(fn, cards, lambda x: y.set(x) + take)
        return emptied + many.set(0) + gather + if_(many.eq(n), give(out))

    return begin_list(mb, out, list_length(cards)) + if_(n.gt(0), for_each(fn, cards, of_kind)) + emptied + out.code


@helper("numbers", (I64, I64), I32)
def numbers(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`numbers(low, high)`: the numbers from low to high; the caller counts the steps.

    n = high - low + 1 if high >= low else 0
    if n is beyond any arena: give up
    at = new_list(n)
    for to from at + 8 up to top: memory[to] = low; low += 1
    return at
    """
    low, high = fn.param(0), fn.param(1)
    at, n, to = fn.local(), fn.local(I64), fn.local()
    code = n.set(select(high - low + 1, long(0), high.ge(low))) + if_(n.gtu(1 << 24), mb.give_up())
    code += at.set(mb.new_list.call(n.wrap())) + to.set(at + CELL)
    return code + loop_until(to.eq(mb.top.get), do=to.store(low) + to.up(CELL) + low.up()) + at.code


@helper("extreme", (I32,), I64)
def extreme(mb: ModuleBuilder, fn: Fn, which: Literal["largest", "smallest"]) -> Instructions:
    """`largest(list)` or `smallest(list)`; none of an empty list.

    best = none;  some = 0
    for x in list:
        if not some or x > best: best = x          (< for the smallest)
        some = 1
    return best
    """
    best, some = fn.local(I64), fn.local()
    better: Op = "gt" if which == "largest" else "lt"
    code = best.set(NONE)
    code += for_each(fn, fn.param(0), lambda x: if_(some.not_() | x.op(better, best), best.set(x)) + some.set(1))
    return code + best.code


@helper("most_common", (I32,), I64)
def most_common(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`most_common(list)`: the element that is there most often, of several the first; none of an empty list.

    best = none;  most = 0
    for x in list:
        n = 0
        for y in list: n += x == y
        if n > most: best = x;  most = n
    return best
    """
    best, most, n = fn.local(I64), fn.local(), fn.local()

    def weighed(x: Var) -> Instructions:
        counted = n.set(0) + for_each(fn, fn.param(0), lambda y: n.up(x.eq(y)))
        return counted + if_(n.gt(most), best.set(x) + most.set(n))

    return best.set(NONE) + for_each(fn, fn.param(0), weighed) + best.code


def card_place(mb: ModuleBuilder, among: Zones) -> Fn:
    """`card_place(card)`: its place, from 1, in its zone, which is one of `among`.

    if card is none: return none
    at = the address of its zone
    n = 0
    for x in zone: n += 1; if x == card: return n        (short rows all at once)
    """

    def emit(fn: Fn) -> Instructions:
        card, n, at = fn.param(0), fn.local(I64), fn.local()
        zone = mb.place(card) if len(among) > 1 else const(among[0])
        forms = {mb.code.heap[one] for one in among}

        def look(x: Var) -> Instructions:
            return n.up() + if_(x.eq(card), give(n))

        seek = {form: each_card(mb, fn, at, form, look) for form in FORMS}
        place = place_in_row(mb, among, at, card.wrap())
        if place is not None:
            seek["row"] = give(place.wide() + 1)
        found = (
            if_(mb.is_heap(zone), seek["heap"], seek["row"])
            if len(forms) > 1
            else seek["row" if forms == {False} else "heap"]
        )
        return if_(card.ne(NONE), at.set(mb.of_zone(mb.addresses, zone, among).wrap()) + found) + long(NONE).code

    return mb.helper(("card_place", tuple(among)), (I64,), I64, emit)


def cards_of_kinds(mb: ModuleBuilder) -> list[frozenset[int]]:
    """The cards of each kind."""
    found: list[set[int]] = [set() for _ in mb.layout.kinds]
    for card, kind in enumerate(mb.layout.kind_of):
        found[kind].add(card)
    return [frozenset(cards) for cards in found]
