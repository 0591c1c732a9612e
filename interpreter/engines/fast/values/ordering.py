"""Sorting the rows that a comprehension has made."""

from __future__ import annotations

from ..building.making import Making
from ..building.room import CELL
from ..wasm.module import Fn
from ..wasm.term import I32, Term, block, br, br_if, copy, if_, loop


def sort(m: Making) -> Fn:
    """`sort(rows, n, width)`: rows of cells in place, by all cells but the last, smallest first; equal ones keep
    their order.
    """

    def write(fn: Fn) -> bytes:
        rows, n, width = fn.param(0), fn.param(1), fn.param(2)
        i, j, k, spare, less = fn.local(), fn.local(), fn.local(), fn.local(), fn.local()
        bytes_ = width << 3

        def row(place: Term) -> Term:
            return rows + place * bytes_

        one, other = (spare + (k << 3)).load(), (row(j - 1) + (k << 3)).load()
        compare = (
            less.set(0)
            + k.set(0)
            + block(
                loop(br_if(k.eq(width - 1), 1) + if_(one.ne(other), less.set(one.lt(other)) + br(2)) + k.up() + br(0))
            )
        )
        return (
            spare.set(m.room_for.call(width) + CELL)
            + i.set(1)
            + block(
                loop(
                    br_if(i.ge(n), 1)
                    + copy(spare, row(i), bytes_)
                    + j.set(i)
                    + block(
                        loop(
                            br_if(j.eq(0), 1)
                            + compare
                            + br_if(less.not_(), 1)
                            + copy(row(j), row(j - 1), bytes_)
                            + j.up(-1)
                            + br(0)
                        )
                    )
                    + copy(row(j), spare, bytes_)
                    + i.up()
                    + br(0)
                )
            )
            + m.top.set(spare - CELL)
        )

    return m.helper("sort", (I32, I32, I32), None, write)
