"""Between a position that is played and the bytes that a state in Python holds of it (`program.compact`, Held).

The numbers lie in cells there (`numbers`), but for small elements of lists; up to the rows all else is the same. Both
ways copy a row with its count, sixteen bytes at a time, a little further than its last card: what is written too far is
written over by the next row, and behind the last one there is slack.
"""

from __future__ import annotations

from collections.abc import Callable

from ...program.compact import CELL, COUNT
from ...program.narrow import in_order
from ..building.counting import in_row
from ..building.memory import HELD
from ..building.module_builder import ModuleBuilder
from ..building.rows import span
from ..wasm.control import loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import Term, Var, const, copy
from .numbers import elements_from, elements_to, numbers_from, numbers_to


def from_held(mb: ModuleBuilder) -> Fn:
    """`from_held()`: the position that is held becomes the one that is played.

    the numbers;  copy the small elements of lists, then what lies between them and the rows
    for each row: its count and its cards
    """

    def emit(fn: Fn) -> Instructions:
        held, bytes = fn.local(), fn.local()

        def one(row: Var) -> Instructions:
            return bytes.set(_taken(mb, held)) + _bytes(fn, row, held, bytes) + held.up(bytes)

        places, held_places = mb.memory.state + mb.compact.places, mb.memory.held + mb.compact.spread
        before = mb.compact.rows - mb.compact.places
        start = numbers_from(mb, fn, mb.memory.held, in_order(mb.layout)[0], sound=True)
        start += elements_from(mb, held_places - mb.compact.small) + copy(const(places), const(held_places), before)
        return start + held.set(held_places + before) + _each_row(mb, fn, one)

    return mb.helper("from_held", (), None, emit)


def to_held(mb: ModuleBuilder) -> Fn:
    """`to_held()`: the position that is played goes to `held`, and its length to the control, a multiple of 8."""

    def emit(fn: Fn) -> Instructions:
        held, bytes = fn.local(), fn.local()

        def one(row: Var) -> Instructions:
            return bytes.set(_taken(mb, row)) + _bytes(fn, held, row, bytes) + held.up(bytes)

        places, held_places = mb.memory.state + mb.compact.places, mb.memory.held + mb.compact.spread
        before = mb.compact.rows - mb.compact.places
        start = numbers_to(mb, fn, mb.memory.held, in_order(mb.layout)[0])
        start += elements_to(mb, held_places - mb.compact.small) + copy(const(held_places), const(places), before)
        start += held.set(held_places + before)
        taken = (held + (CELL - 1 - mb.memory.held)) & -CELL
        return start + _each_row(mb, fn, one) + held.store(0) + const(0).store(taken, HELD)

    return mb.helper("to_held", (), None, emit)


def _each_row(mb: ModuleBuilder, fn: Fn, one: RowEmitter) -> Instructions:
    """`one` for the address of each zone that has an order."""
    rows = [mb.memory.state + mb.compact.zones[zone.number] for zone in mb.compact.in_order if zone.order != "heap"]
    if not rows:
        return NOTHING
    entry, row, table = fn.local(), fn.local(), mb.table(rows)
    turn = row.set(entry.load32()) + one(row) + entry.up(CELL)
    return entry.set(table) + loop_until(entry.eq(table + CELL * len(rows)), do=turn)


def _taken(mb: ModuleBuilder, row: Term) -> Term:
    """The bytes of a row up to its last card."""
    return span(mb, in_row(row)) + COUNT


def _bytes(fn: Fn, to: Term, source: Term, bytes: Var) -> Instructions:
    """Copy so many bytes."""
    here, there, end = fn.local(), fn.local(), fn.local()
    move = here.move16(there, 0, 0) + here.up(2 * CELL) + there.up(2 * CELL)
    start = here.set(to) + there.set(source) + end.set(here + bytes)
    return start + loop_until(here.op("geu", end), do=move)


RowEmitter = Callable[[Var], Instructions]
"""Emits what is done with a row, given its address."""
