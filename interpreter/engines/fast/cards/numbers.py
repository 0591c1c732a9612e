"""Between numbers as they lie in their cells, 64 bits each, and as they lie in memory (`program.narrow`).

Cells of numbers that lie together go together: wide ones are copied, others one by one, in a loop if they are many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...program.compact import CELL
from ...program.narrow import in_order
from ..building.module_builder import ModuleBuilder
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I64, Term, Var, const, copy

FEW = 8
"""As long as a position has no more numbers than this to be converted, that is done without a loop."""

INLINE = 64
"""So many cells are copied two by two; to ask the host for it takes longer."""


def numbers_from(mb: ModuleBuilder, fn: Fn, cells: int, which: Sequence[int], *, sound: bool = False) -> Instructions:
    """Some numbers of the position that is played become those that lie in cells from an address on, in this order.

    Gives up at one that does not fit, unless they are known to be `sound`.
    """
    value, code = fn.local(I64), NOTHING

    def one(address: int, cell: Term, offset: int, index: Var | None) -> Instructions:
        fits = NOTHING if sound else _check(mb, address, value)
        return value.set(cell.load(offset)) + fits + mb.write(address, value, index)

    for place, first, many in _stretches(mb, which):
        at = cells + CELL * place
        if mb.compact.number_bytes[first] == CELL:
            code += _copied(mb.number_at(first), at, many)
        else:
            code += _each(mb, fn, first, many, at, one)
    return code


def numbers_to(mb: ModuleBuilder, fn: Fn, cells: int, which: Sequence[int]) -> Instructions:
    """The cells from an address on become these numbers of the position that is played, in this order."""

    def one(address: int, cell: Term, offset: int, index: Var | None) -> Instructions:
        return cell.store(mb.read(address, index), offset)

    code = NOTHING
    for place, first, many in _stretches(mb, which):
        at = cells + CELL * place
        if mb.compact.number_bytes[first] == CELL:
            code += _copied(at, mb.number_at(first), many)
        else:
            code += _each(mb, fn, first, many, at, one)
    return code


def elements_from(mb: ModuleBuilder, held: int) -> Instructions:
    """The small elements of lists become those that are held at an address. Up to 15 bytes behind them change."""
    return _elements(mb, lambda first: (first, held))


def elements_to(mb: ModuleBuilder, held: int) -> Instructions:
    """What is held at an address becomes the small elements of lists. Up to 15 bytes behind it change."""
    return _elements(mb, lambda first: (held, first))


def _elements(mb: ModuleBuilder, way: Callable[[int], tuple[int, int]]) -> Instructions:
    if not mb.compact.small:
        return NOTHING
    to, source = way(_first(mb))
    if mb.compact.small > CELL * INLINE:
        return copy(const(to), const(source), mb.compact.small)
    at, blocks = const(0), range(0, mb.compact.small, 2 * CELL)
    return sequence(at.move16(at, source + offset, to + offset) for offset in blocks)


def _first(mb: ModuleBuilder) -> int:
    """Where the first of them lies."""
    return mb.number_at(in_order(mb.layout)[1][0])


def _stretches(mb: ModuleBuilder, which: Sequence[int]) -> list[tuple[int, int, int]]:
    """Neighbours: the place of the first among these numbers, its address, and how many they are."""
    found, place = list[tuple[int, int, int]](), 0
    for addresses in mb.compact.stretches(which):
        found.append((place, addresses[0], len(addresses)))
        place += len(addresses)
    return found


def _each(mb: ModuleBuilder, fn: Fn, first: int, many: int, cells: int, one: NumberEmitter) -> Instructions:
    """`one` for each of so many neighbours, the cell of the first of which lies there."""
    at = const(0)
    if len(mb.compact.fitting) <= FEW or many == 1:
        code = NOTHING
        for address in range(first, first + many):
            code += one(address, at, cells + CELL * (address - first), None)
        return code
    index = fn.local()
    turn = one(first, index << 3, cells, index) + index.up()
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
