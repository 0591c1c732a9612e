"""Sorting the rows of a comprehension."""

from __future__ import annotations

from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.bulk import copy_cells, load_cells, store_cells
from ..wasm.control import loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, Term, choose, const


def sort(mb: ModuleBuilder, width: int) -> Fn:
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

    def emit(fn: Fn) -> Instructions:
        rows, n = fn.param(0), fn.param(1)
        place, here, end = fn.local(), fn.local(), fn.local()
        row = CELL * width
        spare, take = load_cells(fn, place, width)
        before = here - row

        def less(key: int) -> Term:
            one, other = spare[key], before.load(CELL * key)
            return one.lt(other) if key + 2 >= width else choose(one.eq(other), less(key + 1), one.lt(other))

        smaller = less(0) if width > 1 else const(0)
        sink = copy_cells(fn, here, before, width) + here.up(-row)
        insert = take + here.set(place) + loop_until(here.eq(rows), smaller.not_(), do=sink)
        turn = insert + store_cells(here, spare) + place.up(row)
        return place.set(rows + row) + end.set(rows + n * row) + loop_until(place.op("geu", end), do=turn)

    return mb.helper(("sort", width), (I32, I32), None, emit)
