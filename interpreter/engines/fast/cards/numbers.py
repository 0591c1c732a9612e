"""Between numbers as they lie in their cells, 64 bits each, and as they lie in memory (`program.narrow`).

Neighbouring cells of the same size go together: wide ones are copied, others one by one, in a loop if they are many.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from ...program.compact import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import I64, Term, Var, const, copy

FEW = 8
"""As long as a position has no more numbers than this to be converted, that is done without a loop."""

INLINE = 64
"""So many cells are copied two by two; to ask the host for it takes longer."""


def numbers_from(mb: ModuleBuilder, fn: Fn, cells: int, *, sound: bool = False) -> Instructions:
    """The numbers of the position that is played become those that lie in cells at an address.

    Gives up at one that does not fit, unless they are known to be `sound`.
    """
    value, code = fn.local(I64), NOTHING

    def one(address: int, cell: Term, offset: int, index: Var | None) -> Instructions:
        fits = NOTHING if sound else _check(mb, address, value)
        return value.set(cell.load(offset)) + fits + mb.write(address, value, index)

    for first, many in _stretches(mb):
        if mb.compact.number_bytes[first] == CELL:
            code += _copied(mb.number_at(first), cells + CELL * first, many)
        else:
            code += _each(mb, fn, first, many, cells, one)
    return code


def numbers_to(mb: ModuleBuilder, fn: Fn, cells: int) -> Instructions:
    """The cells at an address become the numbers of the position that is played."""

    def one(address: int, cell: Term, offset: int, index: Var | None) -> Instructions:
        return cell.store(mb.read(address, index), offset)

    code = NOTHING
    for first, many in _stretches(mb):
        if mb.compact.number_bytes[first] == CELL:
            code += _copied(cells + CELL * first, mb.number_at(first), many)
        else:
            code += _each(mb, fn, first, many, cells, one)
    return code


def _stretches(mb: ModuleBuilder) -> list[tuple[int, int]]:
    """Neighbouring cells of the same size: the first, and how many there are."""
    found = []
    for _, some in groupby(enumerate(mb.compact.number_bytes), key=lambda one: one[1]):
        addresses = [address for address, _ in some]
        found.append((addresses[0], len(addresses)))
    return found


def _each(mb: ModuleBuilder, fn: Fn, first: int, many: int, cells: int, one: NumberEmitter) -> Instructions:
    """`one` for each of so many cells."""
    at = const(0)
    if len(mb.compact.fitting) <= FEW or many == 1:
        code = NOTHING
        for address in range(first, first + many):
            code += one(address, at, cells + CELL * address, None)
        return code
    index = fn.local()
    turn = one(first, index << 3, cells + CELL * first, index) + index.up()
    return index.set(0) + loop_until(index.eq(many), do=turn)


def _copied(to: int, source: int, many: int) -> Instructions:
    """Copy so many cells."""
    if many > INLINE:
        return copy(const(to), const(source), CELL * many)
    at, code = const(0), NOTHING
    for cell in range(0, many - 1, 2):
        code += at.move16(at, source + CELL * cell, to + CELL * cell)
    return code + at.store(at.load(source + CELL * (many - 1)), to + CELL * (many - 1)) if many % 2 else code


def _check(mb: ModuleBuilder, address: int, value: Var) -> Instructions:
    """Give up if a number does not fit where it should lie."""
    values = mb.compact.fitting[address]
    return if_((value - values.start).ltu(len(values)), NOTHING, mb.give_up())


NumberEmitter = Callable[[int, Term, int, Var | None], Instructions]
"""Emits what is done with a number: its address, that of its cell and an offset to it, and how far it lies behind."""
