"""Comprehensions, as loops. No list is made unless the result is one."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import LEAST, MOST, NONE
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..wasm.control import block, br, do_while, if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Op, Term, Var, after, const, copy
from . import lists
from .apart import apart
from .arithmetic import checked
from .builtins import spend_range
from .groups import runs, sets
from .lists import size
from .ordering import sort

Inner = Callable[[Label], Instructions]
"""Emits what is done with each element; a jump to the label leaves the whole comprehension."""

LoopBody = Callable[[Term, Known], Instructions]
"""Emits what is done with an element of which this is known."""

FoldEmitter = Callable[[FunctionBuilder, ir.Fold], Term]


def emit_fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """The code of a comprehension."""
    with fb.scope(), fb.loops(fb.mb.facts.steps(node, fb.known())):
        return _FOLDS[node.op](fb, node)


# Loops ------------------------------------------------------------------------------------


def nested_loops(fb: FunctionBuilder, loops: tuple[ir.Loop, ...], inner: Inner) -> Instructions:
    """The loops of a comprehension, one inside the other.

    block $done:
      for x in source of x:
        if test of x:
          for y in source of y:
            if test of y:
              inner                (may jump to $done)
    """
    done = Label()
    return block(done, _nested(fb, loops, inner, done))


def _nested(fb: FunctionBuilder, loops: tuple[ir.Loop, ...], inner: Inner, done: Label) -> Instructions:
    if not loops:
        return inner(done)
    first, *rest = loops

    def body(term: Term, known: Known) -> Instructions:
        fb.bind(first.local, term, known)
        if first.test is None:
            return _nested(fb, tuple(rest), inner, done)
        test = fb.boolean(first.test)
        return if_(test, _nested(fb, tuple(rest), inner, done))

    return loop_over(fb, first.source, body)


def loop_over(fb: FunctionBuilder, source: ir.Expr, body: LoopBody, *, changes_state: bool = False) -> Instructions:
    """`for x in source: body(x)`, where the length counts as steps.

    With `changes_state` the body changes the state: a list that may lie there is copied first. The steps are then
    counted by the caller, turn by turn.

    at = the list;  end = at + 8 * size(at)
    while at != end:
        x = memory[at + 8]
        body(x)
        at += 8
    """
    known = fb.mb.facts.element(source, fb.known())
    if isinstance(source, ir.Apply) and source.op == "range":
        return _count_up(fb, source, body, known, changes_state)
    longest = fb.mb.facts.longest(source, fb.known())
    at, end, x = fb.fn.local(), fb.fn.local(), fb.fn.local(I64)
    value = fb.expr(source)
    if changes_state and not isinstance(source, ir.Const):
        value = lists.copied(fb.mb).call(value)
    start = at.set(value) + (NOTHING if changes_state else fb.spend_list(size(at), longest))
    turn = x.set(at.load(CELL)) + fb.check_turn() + body(_element(source, x), known) + at.up(CELL)
    return start + end.set(at + (size(at) << 3)) + do_while(skip=at.eq(end), do=turn, again=at.ne(end))


def _element(source: ir.Expr, x: Var) -> Term:
    """An element as its type has it: of a list of lists, an address."""
    return x.wrap() if source.type.is_nested() else x


def _count_up(fb: FunctionBuilder, source: ir.Apply, body: LoopBody, known: Known, changes_state: bool) -> Instructions:
    """A loop over consecutive numbers. Its length counts twice: making the list would have counted it too.

    x = low
    while x <= last: body(x); x += 1          (the body sees a copy of x, which it may change)
    """
    x, last, shown = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I64)
    start = x.set(fb.number(source.args[0])) + last.set(fb.number(source.args[1]))
    steps = spend_range(fb, x, last) + (NOTHING if changes_state else spend_range(fb, x, last))
    turn = shown.set(x) + fb.check_turn() + body(shown, known) + x.up()
    return start + steps + do_while(skip=x.gt(last), do=turn, again=x.le(last))


def _is_whole(loop: ir.Loop) -> bool:
    """Whether a loop goes through a list from end to end, whatever the elements are."""
    return loop.test is None and not (isinstance(loop.source, ir.Apply) and loop.source.op == "range")


def _rows_of(fb: FunctionBuilder, loops: tuple[ir.Loop, ...], body: Callable[[Var], Instructions]) -> Instructions:
    """`body(list)` for each list that the last loop would go through, instead of once for each of its elements."""
    row = fb.fn.local()

    def inner(done: Label) -> Instructions:
        found = row.set(fb.expr(loops[-1].source))
        return found + fb.spend_list(size(row), fb.mb.facts.longest(loops[-1].source, fb.known())) + body(row)

    return nested_loops(fb, loops[:-1], inner)


def emit_item(fb: FunctionBuilder, fold: ir.Fold, index: ir.Expr) -> Term | None:
    """`[x for … for x in list][index]`, without making the list; None if the comprehension is of another form.

    left = index - 1;  found = none
    for each list:
        if 0 <= left < size(list): found = list[left]
        left -= size(list)
    """
    last = fold.loops[-1]
    plain = isinstance(fold.body, ir.Local) and fold.body.number == last.local.number
    if fold.op != "list" or not plain or not _is_whole(last):
        return None
    left, found = fb.fn.local(I64), fb.fn.local(I64)
    start = left.set(fb.number(index) - 1) + found.set(NONE)

    def look(row: Var) -> Instructions:
        here = if_(left.ltu(row.load()), found.set((row + (left.wrap() << 3)).load(CELL)))
        return here + left.set(left - row.load())

    with fb.scope(), fb.loops(fb.mb.facts.steps(fold, fb.known())):
        return after(start + _rows_of(fb, fold.loops, look), found)


# One result -------------------------------------------------------------------------------


def _count(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """Where the last loop has no test, the lengths of its lists are added up."""
    n = fb.fn.local(I64)
    if _is_whole(node.loops[-1]):
        return after(n.set(0) + _rows_of(fb, node.loops, lambda row: n.up(size(row).wide())), n)
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
    out, value = fb.fn.local(), fb.fn.local(I64)
    loop = node.loops[0]
    source = fb.fn.local()
    elements = fb.expr(loop.source)
    known = fb.mb.facts.element(loop.source, fb.known())
    at, end, x = fb.fn.local(), fb.fn.local(), fb.fn.local(I64)
    fb.bind(loop.local, _element(loop.source, x), known)
    test = None if loop.test is None else fb.boolean(loop.test)
    push = out.store(size(out) + 1) + (out + (size(out) << 3)).store(value)
    body = value.set(fb.number(node.body)) + push
    turn = x.set(at.load(CELL)) + fb.check_turn() + (body if test is None else if_(test, body)) + at.up(CELL)
    code = (
        source.set(elements)
        + fb.spend_list(size(source), fb.mb.facts.longest(loop.source, fb.known()))
        + out.set(fb.mb.new_list.call(size(source)))
        + out.store(0)
        + at.set(source)
        + end.set(at + (size(at) << 3))
        + do_while(skip=at.eq(end), do=turn, again=at.ne(end))
    )
    return after(code, out)


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
