"""Groups of cards: `subsets`, `stretches`, `sets` and `runs` as functions of the module.

The groups are made one behind the other at the end of the arena, and then a list of their addresses:

    │ 2 │ a │ b │ 1 │ c │ 3 │ a │ b │ c │ 3 │ at ─ │ at ─ │ at ─ │
    ↑ start                             ↑ the list of lists

Each group takes 1 step and its length, which is counted and checked as it is made.
"""

from __future__ import annotations

from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.bulk import copy_cells
from ..wasm.control import br, if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Term, Var, after, const, give
from .lists import for_each, numbers, size


def spend_here(mb: ModuleBuilder, steps: Term | int, *, counting: bool) -> Instructions:
    """Count steps inside a function of the module, and trap where there were too many."""
    if not counting:
        return NOTHING
    more = steps.wide() if isinstance(steps, Term) else const(steps, I64)
    return mb.spent.set(mb.spent.get + more) + if_(mb.spent.get.gt(mb.program.steps_limit), TRAP)


def listed(mb: ModuleBuilder) -> Fn:
    """`listed(start)`: the list of the lists that lie between `start` and the end of the arena.

    end = top;  n = 0
    for at from start to end, list by list: n += 1
    out = new_list(n)
    for at from start to end, list by list: out[…] = at
    """

    def emit(fn: Fn) -> Instructions:
        start, at, end, n, out, to = fn.param(0), *(fn.local() for _ in range(5))
        onward = at.up((size(at) << 3) + CELL)
        return (
            end.set(mb.top.get)
            + at.set(start)
            + loop_until(at.eq(end), do=n.up() + onward)
            + out.set(mb.new_list.call(n))
            + to.set(out + CELL)
            + at.set(start)
            + loop_until(at.eq(end), do=to.store(at) + to.up(CELL) + onward)
            + out.code
        )

    return mb.helper("listed", (I32,), I32, emit)


def subsets(mb: ModuleBuilder, *, counting: bool) -> Fn:
    """`subsets(list, sizes)`: the sub-lists of these sizes; of each size, in the order of their places.

    start = top, behind room for the places of one sub-list
    for k in sizes:
        if 0 <= k <= size(list):
            at = 0, 1, … k - 1
            until there is no next: make [list[i] for i in at]; at = next places
    return listed(start)
    """

    def emit(fn: Fn) -> Instructions:
        of, start, at, n, k = fn.param(0), *(fn.local() for _ in range(4))
        i, out = fn.local(), fn.local()

        def place(which: Term) -> Term:
            return (at + (which << 3)).load32(CELL)

        def put(which: Term, value: Term) -> Instructions:
            return (at + (which << 3)).store(value, CELL)

        make = spend_here(mb, k + 1, counting=counting) + out.set(mb.new_list.call(k)) + i.set(0)
        element = (of + (place(i) << 3)).load(CELL)
        make += loop_until(i.eq(k), do=(out + (i << 3)).store(element, CELL) + i.up())
        done, moved = Label(), Label()
        follow = loop_until(i.eq(k), do=put(i, place(i - 1) + 1) + i.up())
        move = if_(place(i).lt(n - k + i), put(i, place(i) + 1) + i.up() + follow + br(moved))
        advance = i.set(k) + loop_until(do=if_(i.eq(0), br(done)) + i.up(-1) + move, done=moved)
        first = i.set(0) + loop_until(i.eq(k), do=put(i, i) + i.up())
        every = first + loop_until(do=make + advance, done=done)
        return (
            n.set(size(of))
            + at.set(mb.new_list.call(n))
            + start.set(mb.top.get)
            + for_each(fn, fn.param(1), lambda x: if_(x.ltu((n + 1).wide()), k.set(x.wrap()) + every))
            + listed(mb).call(start).code
        )

    return mb.helper(("groups", "subsets", counting), (I32, I32), I32, emit)


def stretches(mb: ModuleBuilder, *, counting: bool) -> Fn:
    """`stretches(list, sizes)`: the parts of these sizes that have no gap, from the beginning on.

    start = top
    for k in sizes:
        if 1 <= k <= size(list):
            for i from 0 to size(list) - k: make list[i : i + k]
    return listed(start)
    """

    def emit(fn: Fn) -> Instructions:
        of, start, n, k, i, out = fn.param(0), *(fn.local() for _ in range(5))
        make = spend_here(mb, k + 1, counting=counting) + out.set(mb.new_list.call(k))
        make += copy_cells(fn, out + CELL, of + CELL + (i << 3), k) + i.up()
        every = i.set(0) + loop_until(i.gt(n - k), do=make)
        return (
            n.set(size(of))
            + start.set(mb.top.get)
            + for_each(fn, fn.param(1), lambda x: if_((x - 1).ltu(n.wide()), k.set(x.wrap()) + every))
            + listed(mb).call(start).code
        )

    return mb.helper(("groups", "stretches", counting), (I32, I32), I32, emit)


def emit_parts(fb: FunctionBuilder, op: str, args: list[Term]) -> Term:
    """The code of `subsets` and `stretches`; without sizes, of all that there are."""
    make = (subsets if op.endswith("subsets") else stretches)(fb.mb, counting=fb.counting)
    of, code = fb.reusable(args[0])
    every = numbers(fb.mb).call(const(int(op == "all_stretches"), I64), size(of).wide())
    sizes = args[1] if len(args) > 1 else every
    out = fb.fn.local()
    return after(code + out.set(make.call(of, sizes)) + fb.check(), out)


# Elements behind their keys ---------------------------------------------------------------


def alike(mb: ModuleBuilder) -> Fn:
    """`alike(one, other, keys)`: whether so many cells at two addresses are equal.

    for k from 0 to keys - 1: if one[k] != other[k]: return 0
    return 1
    """

    def emit(fn: Fn) -> Instructions:
        one, other, left = fn.param(0), fn.param(1), fn.param(2)
        differ = if_(one.load().ne(other.load()), give(0))
        onward = one.up(CELL) + other.up(CELL) + left.up(-1)
        return loop_until(left.eq(0), do=differ + onward) + const(1).code

    return mb.helper("alike cells", (I32, I32, I32), I32, emit)


def sets(mb: ModuleBuilder, *, counting: bool) -> Fn:
    """`sets(rows, n, width)`: the elements of sorted rows with equal keys together.

    start = top;  end = row n
    for at from row 0 to end, row by row:
        if at is the first row or its keys are not those of the row before: out = a new list without elements
        append its element to out
    return listed(start)
    """

    def emit(fn: Fn) -> Instructions:
        rows, n, width = fn.param(0), fn.param(1), fn.param(2)
        start, at, end, out, row = (fn.local() for _ in range(5))
        same = alike(mb)
        new = spend_here(mb, 1, counting=counting) + out.set(mb.new_list.call(const(0)))
        push = mb.top.get.store((at + row - CELL).load()) + mb.top.set(mb.top.get + CELL) + out.store(size(out) + 1)
        turn = (
            if_(at.eq(rows), new, if_(same.call(at, at - row, width - 1).not_(), new))
            + spend_here(mb, 1, counting=counting)
            + if_(mb.top.get.gtu(mb.memory.arena_end - CELL), mb.give_up())
            + push
            + at.up(row)
        )
        return (
            row.set(width << 3)
            + start.set(mb.top.get)
            + at.set(rows)
            + end.set(rows + n * row)
            + loop_until(at.eq(end), do=turn)
            + listed(mb).call(start).code
        )

    return mb.helper(("groups", "sets", counting), (I32, I32, I32), I32, emit)


def runs(mb: ModuleBuilder, *, counting: bool) -> Fn:
    """`runs(rows, n, width)`: the longest runs in sorted rows; where several rows fit, one run with each.

    at = first row
    while at is not the end:
        stop = the first row that neither equals the row before it nor follows it
        pick = the first row of each place of the run that lies between
        until there is no next: make [element of row for row in pick]; pick = next rows
        at = stop
    return listed(start)
    """

    def emit(fn: Fn) -> Instructions:
        rows, n, width = fn.param(0), fn.param(1), fn.param(2)
        start, at, end, row, pick = (fn.local() for _ in range(5))
        stop = fn.local()
        return (
            row.set(width << 3)
            + pick.set(mb.new_list.call(n))
            + start.set(mb.top.get)
            + at.set(rows)
            + end.set(rows + n * row)
            + loop_until(
                at.eq(end), do=_one_run(mb, fn, (at, stop, end, row, pick), width, counting=counting) + at.set(stop)
            )
            + listed(mb).call(start).code
        )

    return mb.helper(("groups", "runs", counting), (I32, I32, I32), I32, emit)


def _one_run(
    mb: ModuleBuilder, fn: Fn, names: tuple[Var, Var, Var, Var, Var], width: Var, *, counting: bool
) -> Instructions:
    """Find the rows from `at` to `stop`, pick the first ones of each place, and make the runs."""
    at, stop, end, row, pick = names
    places, i, out = fn.local(), fn.local(), fn.local()
    same, keys = alike(mb), width - 1
    over = Label()
    last, before = (stop + row - 2 * CELL).load(), (stop - 2 * CELL).load()
    follows = same.call(stop, stop - row, keys - 1) & last.eq(before + 1)
    place = _cell(pick, places).store(stop) + places.up()
    more = if_(same.call(stop, stop - row, keys).not_(), if_(follows, place, br(over)))
    find = (
        _cell(pick, const(0)).store(at)
        + places.set(1)
        + stop.set(at + row)
        + loop_until(stop.eq(end), do=more + stop.up(row), done=over)
    )
    picked = _cell(pick, i).load32()
    element = (picked + row - CELL).load()
    make = spend_here(mb, places + 1, counting=counting) + out.set(mb.new_list.call(places)) + i.set(0)
    make += loop_until(i.eq(places), do=_cell(out, i).store(element) + i.up())
    done, moved = Label(), Label()
    is_there = (picked + row).ne(stop) & same.call(picked, picked + row, keys)
    back = loop_until(
        picked.eq(at), same.call(picked, picked - row, keys).not_(), do=_cell(pick, i).store(picked - row)
    )
    step = if_(is_there, _cell(pick, i).store(picked + row) + br(moved)) + back
    advance = i.set(places) + loop_until(do=if_(i.eq(0), br(done)) + i.up(-1) + step, done=moved)
    return find + loop_until(do=make + advance, done=done)


def _cell(of: Term, place: Term) -> Term:
    """The address of an element of a list, from 0."""
    return of + (place << 3) + CELL
