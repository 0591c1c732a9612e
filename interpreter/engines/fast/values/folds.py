"""Comprehensions, as loops. No list is made unless the result is one."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import LEAST, MOST, NONE
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.places import zone_address
from ..building.zones import each_card, whole_zone
from ..wasm.control import br, if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Op, Term, Var, after, const, copy
from . import lists
from .apart import apart
from .arithmetic import checked
from .groups import runs, sets
from .lists import size
from .loops import element, is_whole, nested_loops, rows_of
from .ordering import sort
from .sets import emit_over_heap

FoldEmitter = Callable[[FunctionBuilder, ir.Fold], Term]


def emit_fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """The code of a comprehension."""
    over_heap = emit_over_heap(fb, node)
    if over_heap is not None:
        return over_heap
    with fb.scope(), fb.loops(fb.mb.facts.steps(node, fb.known())):
        return _FOLDS[node.op](fb, node)


def emit_item(fb: FunctionBuilder, fold: ir.Fold, index: ir.Expr) -> Term | None:
    """`[x for … for x in list][index]`, without making the list; None if the comprehension is of another form.

    left = index - 1;  found = none
    for each list:
        if 0 <= left < size(list): found = list[left]
        left -= size(list)
    """
    last = fold.loops[-1]
    plain = isinstance(fold.body, ir.Local) and fold.body.number == last.local.number
    if fold.op != "list" or not plain or not is_whole(last):
        return None
    left, found = fb.fn.local(I64), fb.fn.local(I64)
    start = left.set(fb.number(index) - 1) + found.set(NONE)

    def look(row: Var) -> Instructions:
        here = if_(left.ltu(row.load()), found.set((row + (left.wrap() << 3)).load(CELL)))
        return here + left.set(left - row.load())

    with fb.scope(), fb.loops(fb.mb.facts.steps(fold, fb.known())):
        return after(start + rows_of(fb, fold.loops, look), found)


# One result -------------------------------------------------------------------------------


def _count(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """Where the last loop has no test, the lengths of its lists are added up."""
    n = fb.fn.local(I64)
    if is_whole(node.loops[-1]):
        return after(n.set(0) + rows_of(fb, node.loops, lambda row: n.up(size(row).wide()), sizes=True), n)
    return after(n.set(0) + nested_loops(fb, node.loops, lambda done: n.up()), n)


def _decided_by(value: int) -> FoldEmitter:
    """`any` (by the first 1) and `all` (by the first 0)."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        found = fb.fn.local(I32)

        def inner(done: Label) -> Instructions:
            test = fb.boolean(node.body)
            return if_(test if value else test.not_(), found.set(value) + br(done))

        return after(found.set(1 - value) + nested_loops(fb, node.loops, inner), found)

    return fold


def _sum(fb: FunctionBuilder, node: ir.Fold) -> Term:
    total = fb.fn.local(I64)
    low, high = fb.mb.facts.range(node, fb.known())
    safe = low > LEAST and high < MOST

    def inner(done: Label) -> Instructions:
        value = fb.number(node.body)
        return total.set(total + value if safe else checked(fb.mb, "add").call(total, value))

    return after(total.set(0) + nested_loops(fb, node.loops, inner), total)


def _extreme(better: Op) -> FoldEmitter:
    """`max` and `min`; none of nothing."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        best, value, some = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I32)

        def inner(done: Label) -> Instructions:
            element = value.set(fb.number(node.body))
            return element + if_(some.not_() | value.op(better, best), best.set(value) + some.set(1))

        return after(best.set(NONE) + some.set(0) + nested_loops(fb, node.loops, inner), best)

    return fold


def _end(*, first: bool) -> FoldEmitter:
    """`first` and `last`; none of nothing."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        found = fb.fn.local(I64)

        def inner(done: Label) -> Instructions:
            return found.set(fb.number(node.body)) + (br(done) if first else NOTHING)

        return after(found.set(NONE) + nested_loops(fb, node.loops, inner), found)

    return fold


# Lists ------------------------------------------------------------------------------------


def _list(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """A list. One loop makes a list no longer than its source, so its room can be reserved before the loop runs.

    source = …;  out = new_list(size(source)), emptied
    for x in source: if test: add value to out
    """
    if len(node.loops) > 1:
        return _rows(fb, node, lambda rows, n: NOTHING)
    out, value, source = fb.fn.local(), fb.fn.local(I64), fb.fn.local()
    loop = node.loops[0]
    zone = whole_zone(fb.mb, loop.source)
    start = source.set(fb.expr(loop.source) if zone is None else zone_address(fb, zone[0]))
    known, longest = fb.mb.facts.element(loop.source, fb.known()), fb.mb.facts.longest(loop.source, fb.known())

    def turn(x: Var) -> Instructions:
        fb.bind(loop.local, element(loop.source, x), known)
        test = None if loop.test is None else fb.boolean(loop.test)
        push = out.store(size(out) + 1) + (out + (size(out) << 3)).store(value)
        body = value.set(fb.number(node.body)) + push
        return fb.check_turn() + (body if test is None else if_(test, body))

    room = out.set(fb.mb.new_list.call(size(source))) + out.store(0)
    each = lists.for_each(fb.fn, source, turn) if zone is None else each_card(fb.mb, fb.fn, source, zone[1], turn)
    return after(start + fb.spend_list(size(source), longest) + room + each, out)


def _rows(fb: FunctionBuilder, node: ir.Fold, arrange: Callable[[Var, Var], Instructions]) -> Term:
    """Rows of keys and a value, in a chain; then an array of rows, which `arrange` may sort; then the values alone.

    How long the result will be is known only at the end, and each turn may need the arena for itself. So a row is left
    where it was made, with the address of the row before, and nothing has to move while the loops run:

        … │ lists │ row 1: before = 0 │ keys │ value │ lists │ row 2: before = row 1 │ keys │ value │ …

    last = 0;  n = 0
    for each element: row = new_list(width); row[-1] = last; row[…] = keys and value; last = row; n += 1
    out = new_list(n);  rows = new_list(n * width) + 8
    until last is 0: n -= 1; copy row `last` to place n of rows; last = the row before
    arrange(rows, size(out))
    for n from 0 to size(out) - 1: out[n] = the value of rows[n]
    """
    keys = len(node.keys)
    width = keys + 1
    last, n, rows, out, row = (fb.fn.local() for _ in range(5))
    cells = [fb.fn.local(I64) for _ in range(width)]

    def inner(done: Label) -> Instructions:
        parts = (*node.keys, node.body)
        computed = sequence(cell.set(fb.number(part)) for cell, part in zip(cells, parts, strict=True))
        chain = row.set(fb.mb.new_list.call(const(width))) + row.store(last)
        filled = sequence(row.store(cell, CELL * (1 + i)) for i, cell in enumerate(cells))
        return computed + chain + filled + last.set(row) + n.up()

    place = rows + n * (CELL * width)
    unchain = n.up(-1) + copy(place, last + CELL, CELL * width) + last.set(last.load32())
    gather = (
        out.set(fb.mb.new_list.call(n))
        + rows.set(fb.mb.new_list.call(n * width) + CELL)
        + loop_until(last.eq(0), do=unchain)
    )
    value = (rows + n * (CELL * width) + CELL * keys).load()
    take = n.set(0) + loop_until(n.eq(size(out)), do=(out + (n << 3)).store(value, CELL) + n.up())
    loops = last.set(0) + n.set(0) + nested_loops(fb, node.loops, inner)
    return after(loops + gather + n.set(size(out)) + arrange(rows, n) + take, out)


def _sort(fb: FunctionBuilder, node: ir.Fold) -> Term:
    width = len(node.keys) + 1
    return _rows(fb, node, lambda rows, n: sort(fb.mb).run(rows, n, const(width)))


def _best(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """The elements with the largest key. Only those are kept, in a chain as in `_rows`.

    last = 0;  n = 0
    for each element:
        better = 1 if n is 0, else 1, 0 or -1 as its keys are larger than `most`, the same or smaller
        if better > 0: most = its keys; last = 0; n = 0
        if better >= 0: add its value to the chain
    out = the chain as a list
    """
    last, n, row, out, better = (fb.fn.local() for _ in range(5))
    most = [fb.fn.local(I64) for _ in node.keys]
    keys = [fb.fn.local(I64) for _ in node.keys]
    value = fb.fn.local(I64)

    def compare(place: int) -> Instructions:
        if place == len(keys):
            return better.set(0)
        key, top = keys[place], most[place]
        return if_(key.eq(top), compare(place + 1), better.set((key.gt(top) << 1) - 1))

    def inner(done: Label) -> Instructions:
        computed = sequence(key.set(fb.number(part)) for key, part in zip(keys, node.keys, strict=True))
        computed += value.set(fb.number(node.body))
        new = sequence(top.set(key) for top, key in zip(most, keys, strict=True)) + last.set(0) + n.set(0)
        chain = row.set(fb.mb.new_list.call(const(1))) + row.store(last) + row.store(value, CELL)
        add = chain + last.set(row) + n.up()
        return computed + if_(n, compare(0), better.set(1)) + if_(better.gt(0), new) + if_(better.ge(0), add)

    unchain = (out + (n << 3)).store(last.load(CELL)) + n.up(-1) + last.set(last.load32())
    gather = out.set(fb.mb.new_list.call(n)) + loop_until(last.eq(0), do=unchain)
    return after(last.set(0) + n.set(0) + nested_loops(fb, node.loops, inner) + gather, out)


def _top(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """The first element with the largest key; none of nothing.

    for each element:
        if it is the first one, or its keys are larger than `most`: most = its keys; found = its value
    """
    found, value, some = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I32)
    most = [fb.fn.local(I64) for _ in node.keys]
    keys = [fb.fn.local(I64) for _ in node.keys]

    def larger(place: int) -> Term:
        key, top = keys[place], most[place]
        return key.gt(top) if place + 1 == len(keys) else key.gt(top) | (key.eq(top) & larger(place + 1))

    def inner(done: Label) -> Instructions:
        computed = sequence(key.set(fb.number(part)) for key, part in zip(keys, node.keys, strict=True))
        computed += value.set(fb.number(node.body))
        keep = sequence(top.set(key) for top, key in zip(most, keys, strict=True)) + found.set(value) + some.set(1)
        return computed + if_(some.not_() | larger(0), keep)

    return after(found.set(NONE) + some.set(0) + nested_loops(fb, node.loops, inner), found)


def _grouped(make: Callable[..., Fn]) -> FoldEmitter:
    """`sets` and `runs`: what is made of the rows, in the order of their keys."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        found, width = fb.fn.local(), const(len(node.keys) + 1)

        def arrange(rows: Var, n: Var) -> Instructions:
            made = make(fb.mb, counting=fb.counting).call(rows, n, width)
            return sort(fb.mb).run(rows, n, width) + found.set(made) + fb.check()

        return after(_rows(fb, node, arrange).drop(), found)

    return fold


def _apart(fb: FunctionBuilder, node: ir.Fold) -> Term:
    best = fb.fn.local(I64)

    def arrange(rows: Var, n: Var) -> Instructions:
        return best.set(apart(fb.mb, counting=fb.counting).call(rows, n)) + fb.check()

    return after(_rows(fb, node, arrange).drop(), best)


_FOLDS: dict[str, FoldEmitter] = {
    "list": _list,
    "count": _count,
    "any": _decided_by(1),
    "all": _decided_by(0),
    "sum": _sum,
    "max": _extreme("gt"),
    "min": _extreme("lt"),
    "first": _end(first=True),
    "last": _end(first=False),
    "best": _best,
    "top": _top,
    "sort": _sort,
    "sets": _grouped(sets),
    "runs": _grouped(runs),
    "apart": _apart,
}

FOLDS = frozenset(_FOLDS)
"""All comprehensions that are compiled."""
