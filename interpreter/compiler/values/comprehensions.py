"""Comprehensions, as loops that end where the result is decided, and the sorting of their rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engines.program.bounds import CELL
from ...language.builtins.definitions import FOLDS
from ...language.builtins.intervals import Known
from ...language.ir import nodes as ir
from ...language.ir.types import LEAST, MOST, NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.module_builder import ModuleBuilder, helper
from ..wasm.module import Fn
from ..wasm.statements import br, copy_cells, if_, load_cells, loop_until, sequence, store_cells
from ..wasm.terms import I32, I64, NOTHING, Instructions, JumpLabel, Op, Term, Var, after, choose, const, long, select
from .arithmetic import checked
from .card_groups import best_disjoint, joined, runs, sets
from .conditions import when
from .lists import list_length
from .loop_specialisation import is_single_card, mostly_single, with_single_card
from .loops import ROOM, Room, nested_loops, tested_loop
from .set_algebra import emit_over_heap

# Whether a test holds for any element, or for all: the first that decides it is the last that is looked at.

FoldEmitter = Callable[[FunctionBuilder, ir.Fold], Term]
"""Emits the code of a comprehension."""


def short_circuit_fold(value: int) -> FoldEmitter:
    """`any` (by the first 1) and `all` (by the first 0)."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        found = fb.fn.local(I32)

        def inner(done: JumpLabel) -> Instructions:
            test, decided = when(fb, node.body), found.set(value) + br(done)
            return test(decided) if value else test(NOTHING, decided)

        return after(found.set(1 - value) + nested_loops(fb, node.loops, inner), found)

    return fold


# Sorting the rows of a comprehension; its keys as one number.


@helper("sort", (I32, I32))
def sort(mb: ModuleBuilder, fn: Fn, width: int) -> Instructions:
    """`sort(rows, n)`: sort n rows of `width` cells in place, by all cells but the last, smallest first.

    Rows with equal keys keep their order: an insertion sort, which is stable and quick for the few rows of a hand.

    for i from 1 to n - 1:
        spare = row[i]
        j = i
        while j > 0 and spare < row[j - 1]:
            row[j] = row[j - 1]
            j -= 1
        row[j] = spare

    where `spare` is in locals, and `spare < row` means that the first key that differs is smaller.
    """
    rows, n = fn.param(0), fn.param(1)
    place, here, end = fn.local(), fn.local(), fn.local()
    row = CELL * width
    spare, take = load_cells(fn, place, width)
    before = here - row
    smaller = _is_less(spare[:-1], [before.load(CELL * key) for key in range(width - 1)])
    sink = copy_cells(fn, here, before, width) + here.up(-row)
    insert = take + here.set(place) + loop_until(here.eq(rows), smaller.not_(), do=sink)
    turn = insert + store_cells(here, spare) + place.up(row)
    return place.set(rows + row) + end.set(rows + n * row) + loop_until(place.op("geu", end), do=turn)


def _is_less(one: Sequence[Term], other: Sequence[Term]) -> Term:
    """Whether of some keys the first that differs is smaller; they are not where there are none."""
    found: Term = const(0)
    for mine, theirs in zip(reversed(one), reversed(other), strict=True):
        found = mine.lt(theirs) if found.fixed() == 0 else choose(mine.eq(theirs), found, mine.lt(theirs))
    return found


@helper("best rows", (I32, I32), I32)
def best_rows(mb: ModuleBuilder, fn: Fn, width: int) -> Instructions:
    """`best_rows(rows, n)`: those with the largest keys come to the front, in their order; returns how many they are.

    to = the first row
    for each row:
        if the first is smaller than it: to = the first
        if it is not smaller than the first: copy it to `to`, and go on there
    """
    rows, n, here, to, end = fn.param(0), fn.param(1), fn.local(), fn.local(), fn.local()
    row, first, mine = CELL * width, *([at.load(CELL * key) for key in range(width - 1)] for at in (rows, here))
    turn = if_(_is_less(first, mine), to.set(rows))
    turn += if_(_is_less(mine, first).not_(), copy_cells(fn, to, here, width) + to.up(row)) + here.up(row)
    code = to.set(rows) + here.set(rows) + end.set(rows + n * row) + loop_until(here.eq(end), do=turn)
    return code + (to - rows).op("divu", row).code


def emit_fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """The code of a comprehension."""
    one = _of_one(fb, node, lambda value, may_be_none: value)
    return _of_any(fb, node) if one is None else one


def emit_fold_or(fb: FunctionBuilder, node: ir.Fold, instead: Term) -> Term:
    """The code of a comprehension that is a number, and of a known number where it is none."""

    def filled(value: Term, may_be_none: bool) -> Term:
        if not may_be_none:
            return value
        found, code = fb.reusable(value)
        return after(code, select(found, instead, found.ne(NONE)))

    one = _of_one(fb, node, filled)
    return filled(_of_any(fb, node), not _never_fails(fb, node)) if one is None else one


def _never_fails(fb: FunctionBuilder, node: ir.Fold) -> bool:
    """Whether the smallest or largest is certainly a number: there is one turn, and something comes of it."""
    single = _gives_a_number(node) and is_single_card(fb, node.loops, surely=True)
    return single and not fb.mb.facts.may_be_none(node.body, _inside(fb, node))


def _gives_a_number(node: ir.Fold) -> bool:
    """Whether it is a sum, the smallest or the largest, which of one number is that number."""
    return FOLDS[node.op].unordered and FOLDS[node.op].body == "integer"


def _of_any(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """The code of a comprehension, however many there are to go through."""
    over_heap = emit_over_heap(fb, node)
    if over_heap is not None:
        return over_heap
    with fb.scope(), fb.loops(fb.mb.facts.steps(node, fb.known())):
        return _FOLDS[node.op](fb, node)


def _of_one(fb: FunctionBuilder, node: ir.Fold, filled: Callable[[Term, bool], Term]) -> Term | None:
    """A sum, the smallest or the largest of a zone that mostly holds one card (`alone`); `filled` is what is made of
    the value, which may be none or not."""
    zone = mostly_single(fb, node.loops) if _gives_a_number(node) else None
    if zone is None:
        return None
    result = fb.fn.local(I64)
    more = result.set(filled(_of_any(fb, node), True))

    def one() -> Instructions:
        return result.set(filled(fb.number(node.body), fb.mb.facts.may_be_none(node.body, fb.known())))

    return after(with_single_card(fb, node.loops[0], zone, one, more), result)


# One result -------------------------------------------------------------------------------


def _count(fb: FunctionBuilder, node: ir.Fold) -> Term:
    n = fb.fn.local(I64)
    return after(n.set(0) + nested_loops(fb, node.loops, lambda done: n.up(), whole=True), n)


def _sum(fb: FunctionBuilder, node: ir.Fold) -> Term:
    total = fb.fn.local(I64)
    low, high = fb.mb.facts.range(node, fb.known())
    safe = low > LEAST and high < MOST

    def inner(done: JumpLabel) -> Instructions:
        value = fb.number(node.body)
        return total.set(total + value if safe else checked(fb.mb, "add").call(total, value))

    return after(total.set(0) + nested_loops(fb, node.loops, inner, whole=True), total)


def _extreme(better: Op) -> FoldEmitter:
    """`max` and `min`; none of nothing. None is smaller than any number, so `max` begins with it; `min` begins with a
    number that is larger than all, where there is one."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        best, value, some = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I32)
        low, high = fb.mb.facts.range(node.body, _inside(fb, node))
        single, least = is_single_card(fb, node.loops), better == "lt" and (low == NONE or high == MOST)

        def inner(done: JumpLabel) -> Instructions:
            if single:
                return best.set(fb.number(node.body))
            element = value.set(fb.number(node.body))
            if least:
                return element + if_(some.not_() | value.lt(best), best.set(value) + some.set(1))
            return element + best.set(select(value, best, value.op(better, best)))

        loops = nested_loops(fb, node.loops, inner, whole=True)
        if single or least or better == "gt":
            return after(best.set(NONE) + some.set(0) + loops, best)
        return after(best.set(MOST) + loops, select(best, long(NONE), best.ne(MOST)))

    return fold


def _inside(fb: FunctionBuilder, node: ir.Fold) -> dict[int, Known]:
    """What is known within the loops of a comprehension."""
    inner = fb.known()
    for loop in node.loops:
        inner[loop.local.number] = fb.mb.facts.element(loop.source, inner)
    return inner


def _end(*, first: bool) -> FoldEmitter:
    """`first` and `last`; none of nothing."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        found = fb.fn.local(I64)

        def inner(done: JumpLabel) -> Instructions:
            return found.set(fb.number(node.body)) + (br(done) if first else NOTHING)

        return after(found.set(NONE) + nested_loops(fb, node.loops, inner, whole=not first), found)

    return fold


# Lists ------------------------------------------------------------------------------------


def _list(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """A list. One loop makes a list no longer than its source, so its room can be reserved before the loop runs; so can
    that of several if their turns are certainly few.

    source = …;  out = to = new_list(size(source))
    for x in source: if test: to += 8; memory[to] = value
    size of out = what has come
    """
    longest = fb.mb.facts.longest(node, fb.known())
    if len(node.loops) > 1 and longest > ROOM:
        return _rows(fb, node, lambda rows, n: NOTHING)
    out, to, value = fb.fn.local(), fb.fn.local(), fb.fn.local(I64)

    def room(turns: Term) -> Instructions:
        return out.set(fb.mb.new_list.call(turns)) + to.set(out)

    def push() -> Instructions:
        return value.set(fb.number(node.body)) + to.up(CELL) + to.store(value)

    return after(_with_room(fb, node, longest, room, push) + out.store(((to - out) >> 3).wide()), out)


def _with_room(
    fb: FunctionBuilder, node: ir.Fold, longest: int, room: Room, act: Callable[[], Instructions]
) -> Instructions:
    """The loops of a comprehension, after room was made for all of their turns: those of several are few."""
    if len(node.loops) == 1:
        return tested_loop(fb, node.loops[0], act, room)
    return room(const(longest)) + nested_loops(fb, node.loops, lambda done: act(), whole=True)


def _rows(fb: FunctionBuilder, node: ir.Fold, arrange: Callable[[Var, Var], Instructions]) -> Term:
    """Rows of keys and a value, which `arrange` may sort, or leave fewer of; then the values alone.

    rows = …;  n = their number
    arrange(rows, n)
    out = new_list(n)
    for n from 0 to size(out) - 1: out[n] = the value of rows[n]
    """
    rows, n, out, at, end = (fb.fn.local() for _ in range(5))
    width = len(node.keys) + 1
    few = len(node.loops) == 1 or fb.mb.facts.longest(node, fb.known()) * width <= ROOM
    make = _rows_in_place if few else _rows_in_chain
    take = at.store((rows + CELL * (width - 1)).load()) + at.up(CELL) + rows.up(CELL * width)
    listed = at.set(out + CELL) + end.set(at + (list_length(out) << 3)) + loop_until(at.eq(end), do=take)
    return after(make(fb, node, rows, n) + arrange(rows, n) + out.set(fb.mb.new_list.call(n)) + listed, out)


def _row(fb: FunctionBuilder, node: ir.Fold) -> tuple[list[Var], Instructions]:
    """The keys and the value of an element, and what computes them."""
    parts = (*node.keys, node.body)
    cells = [fb.fn.local(I64) for _ in parts]
    return cells, sequence(cell.set(fb.number(part)) for cell, part in zip(cells, parts, strict=True))


def _rows_in_place(fb: FunctionBuilder, node: ir.Fold, rows: Var, n: Var) -> Instructions:
    """The rows of one loop: no more than its source has elements, so they have their room before it runs. So have those
    of several loops whose turns are few.

    rows = new_list(width * size(source)) + 8;  to = rows
    for each element: memory[to …] = keys and value; to += 8 * width
    n = (to - rows) / (8 * width)
    """
    to, width = fb.fn.local(), len(node.keys) + 1

    def room(turns: Term) -> Instructions:
        return rows.set(fb.mb.new_list.call(turns * width) + CELL) + to.set(rows)

    def act() -> Instructions:
        cells, computed = _row(fb, node)
        return computed + store_cells(to, cells) + to.up(CELL * width)

    loops = _with_room(fb, node, fb.mb.facts.longest(node, fb.known()), room, act)
    return loops + n.set((to - rows).op("divu", CELL * width))


def _rows_in_chain(fb: FunctionBuilder, node: ir.Fold, rows: Var, n: Var) -> Instructions:
    """The rows of several loops.

    How many there are is known only at the end, and each turn may need the arena for itself. So a row is left where it
    was made, with the address of the row before, and nothing has to move while the loops run:

        … │ lists │ row 1: before = 0 │ keys │ value │ lists │ row 2: before = row 1 │ keys │ value │ …

    last = 0;  n = 0
    for each element: row = new_list(width); row[-1] = last; row[…] = keys and value; last = row; n += 1
    rows = new_list(n * width) + 8;  to = behind the last of them
    until last is 0: to -= 8 * width; copy row `last` to `to`; last = the row before
    """
    last, row, to = fb.fn.local(), fb.fn.local(), fb.fn.local()
    width = len(node.keys) + 1

    def inner(done: JumpLabel) -> Instructions:
        cells, computed = _row(fb, node)
        chain = row.set(fb.mb.new_list.call(const(width))) + row.store(last)
        return computed + chain + store_cells(row + CELL, cells) + last.set(row) + n.up()

    unchain = to.up(-CELL * width) + copy_cells(fb.fn, to, last + CELL, width) + last.set(last.load32())
    start = rows.set(fb.mb.new_list.call(n * width) + CELL) + to.set(fb.mb.top.get)
    code = last.set(0) + n.set(0) + nested_loops(fb, node.loops, inner, whole=True) + start
    return code + loop_until(last.eq(0), do=unchain)


def _sort(fb: FunctionBuilder, node: ir.Fold) -> Term:
    return _rows(fb, node, lambda rows, n: sort(fb.mb, len(node.keys) + 1).run(rows, n))


def _best(fb: FunctionBuilder, node: ir.Fold) -> Term:
    return _rows(fb, node, lambda rows, n: n.set(best_rows(fb.mb, len(node.keys) + 1).call(rows, n)))


def _top(fb: FunctionBuilder, node: ir.Fold) -> Term:
    """The first element with the largest key, or the smallest; none of nothing.

    for each element:
        if it is the first one, or its keys are larger than `most`: most = its keys; found = its value
    """
    found, value, some = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local(I32)
    most = [fb.fn.local(I64) for _ in node.keys]
    keys = [fb.fn.local(I64) for _ in node.keys]
    sign: Op = "gt" if node.op == "top" else "lt"

    def larger(place: int) -> Term:
        key, top = keys[place], most[place]
        beyond = key.op(sign, top)
        return beyond if place + 1 == len(keys) else beyond | (key.eq(top) & larger(place + 1))

    def inner(done: JumpLabel) -> Instructions:
        computed = sequence(key.set(fb.number(part)) for key, part in zip(keys, node.keys, strict=True))
        computed += value.set(fb.number(node.body))
        keep = sequence(top.set(key) for top, key in zip(most, keys, strict=True)) + found.set(value) + some.set(1)
        return computed + if_(some.not_() | larger(0), keep)

    return after(found.set(NONE) + some.set(0) + nested_loops(fb, node.loops, inner, whole=True), found)


def _grouped(make: Callable[..., Fn]) -> FoldEmitter:
    """`sets` and `runs`: what is made of the rows, in the order of their keys; lists that come together are joined."""

    def fold(fb: FunctionBuilder, node: ir.Fold) -> Term:
        found, width = fb.fn.local(), const(len(node.keys) + 1)

        def arrange(rows: Var, n: Var) -> Instructions:
            made = make(fb.mb, counting=fb.counting).call(rows, n, width)
            if node.body.type.base == "list":
                made = joined(fb.mb, counting=fb.counting).call(made)
            return sort(fb.mb, len(node.keys) + 1).run(rows, n) + found.set(made) + fb.check()

        return after(_rows(fb, node, arrange).drop(), found)

    return fold


def _best_disjoint(fb: FunctionBuilder, node: ir.Fold) -> Term:
    best = fb.fn.local(I64)

    def arrange(rows: Var, n: Var) -> Instructions:
        return best.set(best_disjoint(fb.mb, counting=fb.counting).call(rows, n)) + fb.check()

    return after(_rows(fb, node, arrange).drop(), best)


_FOLDS: dict[str, FoldEmitter] = {
    "list": _list,
    "count": _count,
    "any": short_circuit_fold(1),
    "all": short_circuit_fold(0),
    "sum": _sum,
    "max": _extreme("gt"),
    "min": _extreme("lt"),
    "first": _end(first=True),
    "last": _end(first=False),
    "best": _best,
    "top": _top,
    "least": _top,
    "sort": _sort,
    "sets": _grouped(sets),
    "runs": _grouped(runs),
    "apart": _best_disjoint,
}
