"""Sorting the rows of a comprehension; its keys as one number."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.bulk import copy_cells, load_cells, store_cells
from ..wasm.control import loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, Term, choose, const, long


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


KEY = 62
"""So many bits several keys may take together."""


def key_of(fb: FunctionBuilder, node: ir.Fold) -> Callable[[], Term] | None:
    """What emits the keys of an element as one number, larger where the first key that differs is; None if they are
    several that may be too large, or that may be none.

    keys from 0 to 1 and from -2 to 10:     key 1 │ key 2 + 2        1 bit │ 4 bits
    """
    if len(node.keys) == 1:
        return lambda: fb.number(node.keys[0])
    facts, known = fb.mb.facts, fb.known()
    for loop in node.loops:
        known[loop.local.number] = facts.element(loop.source, known)
    ranges = [facts.range(key, known) for key in node.keys]
    if sum((high - low).bit_length() for low, high in ranges) > KEY:
        return None

    def packed() -> Term:
        found: Term = long(0)
        for key, (low, high) in zip(node.keys, ranges, strict=True):
            part = fb.number(key) - low if low else fb.number(key)
            found = part if found.fixed() == 0 else (found << (high - low).bit_length()) | part
        return found

    return packed
