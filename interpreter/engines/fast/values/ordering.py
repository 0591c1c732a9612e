"""Sorting the rows of a comprehension."""

from __future__ import annotations

from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.control import br, if_, loop_until
from ..wasm.instructions import Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import I32, Term, after, copy


def sort(mb: ModuleBuilder) -> Fn:
    """`sort(rows, n, width)`: sort n rows of `width` cells in place, by all cells but the last, smallest first.

    Rows with equal keys keep their order: an insertion sort, which is stable and quick for the few rows of a hand.

    for i from 1 to n - 1:
        spare = row[i]
        j = i
        while j > 0 and spare < row[j - 1]:
            row[j] = row[j - 1]
            j -= 1
        row[j] = spare

    where `spare < row` looks for the first key that differs:

    less = 0
    for k from 0 to width - 2:
        if spare[k] != row[k]: less = spare[k] < row[k]; stop
    """

    def emit(fn: Fn) -> Instructions:
        rows, n, width = fn.param(0), fn.param(1), fn.param(2)
        i, j, k, spare, less = fn.local(), fn.local(), fn.local(), fn.local(), fn.local()
        bytes_ = width << 3

        def row(place: Term) -> Term:
            return rows + place * bytes_

        one, other = (spare + (k << 3)).load(), (row(j - 1) + (k << 3)).load()
        found = Label()
        differ = if_(one.ne(other), less.set(one.lt(other)) + br(found))
        compare = less.set(0) + k.set(0) + loop_until(k.eq(width - 1), do=differ + k.up(), done=found)
        sink = loop_until(j.eq(0), after(compare, less.not_()), do=copy(row(j), row(j - 1), bytes_) + j.up(-1))
        insert = copy(spare, row(i), bytes_) + j.set(i) + sink + copy(row(j), spare, bytes_) + i.up()
        return (
            spare.set(mb.new_list.call(width) + CELL)
            + i.set(1)
            + loop_until(i.ge(n), do=insert)
            + mb.top.set(spare - CELL)
        )

    return mb.helper("sort", (I32, I32, I32), None, emit)
