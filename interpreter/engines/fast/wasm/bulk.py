"""Copying and clearing a few cells by loads and stores: asking the host to do it takes longer than thirty of them."""

from __future__ import annotations

from .control import do_while
from .instructions import NOTHING, Instructions, sequence, uleb
from .module import Fn
from .term import F64, I64, Term, Var, clear, copy

CELL = 8
"""Bytes of a cell."""

FEW = 12
"""So many cells are copied or cleared one by one, without a loop; more, if their number is known, by the host."""


SHORT = 8
"""A list for which there is no more room than this may be copied with all of its room."""


def copy_cells(fn: Fn, to: Term, source: Term, cells: Term | int) -> Instructions:
    """Copy so many cells, from the first to the last: where both ranges overlap, `to` comes before `source`."""
    if isinstance(cells, int) and cells > FEW:
        return copy(to, source, CELL * cells)
    there, here = fn.local(), fn.local()
    start = there.set(to) + here.set(source)
    if isinstance(cells, int):
        return start + sequence(there.store(here.load(CELL * n), CELL * n) for n in range(cells))
    end = fn.local()
    turn = there.store(here.load()) + there.up(CELL) + here.up(CELL)
    return start + end.set(here + (cells << 3)) + do_while(skip=here.eq(end), do=turn, again=here.ne(end))


def copy_short(to: Term, source: Term, room: int, offset: int = 0) -> Instructions:
    """Copy a list of up to `room` cells with all of its room to `to + offset`, whatever lies behind it: without a loop,
    since a processor seldom foresees how long a list is."""
    moves = sequence(to.move16(source, CELL * cell, CELL * cell + offset) for cell in range(0, room, 2))
    return moves + (NOTHING if room % 2 else to.store(source.load(CELL * room), CELL * room + offset))


def rearrange(at: Term, offset: int, order: Term) -> Instructions:
    """Put the 16 bytes at `at + offset` into another order: each of the 16 bytes at `order` says which comes there."""
    row, places = at.raw + b"\xfd\x00\x00" + uleb(offset), order.raw + b"\xfd\x00\x03" + uleb(0)
    return Instructions(at.raw + row + places + b"\xfd\x0e" + b"\xfd\x0b\x00" + uleb(offset))


def clear_cells(fn: Fn, at: Term, cells: Term | int) -> Instructions:
    """Set so many cells to 0."""
    if isinstance(cells, int) and cells > FEW:
        return clear(at, CELL * cells)
    here = fn.local()
    if isinstance(cells, int):
        return here.set(at) + sequence(here.store(0, CELL * n) for n in range(cells))
    end = fn.local()
    turn = here.store(0) + here.up(CELL)
    return here.set(at) + end.set(here + (cells << 3)) + do_while(skip=here.eq(end), do=turn, again=here.ne(end))


def load_cells(fn: Fn, at: Term, cells: int) -> tuple[list[Var], Instructions]:
    """So many cells as locals, and the code that loads them."""
    found = [fn.local(I64) for _ in range(cells)]
    return found, sequence(var.set(at.load(CELL * n)) for n, var in enumerate(found)) if found else NOTHING


def store_cells(at: Term, values: list[Var]) -> Instructions:
    """Store locals as cells, one behind the other."""
    return sequence(at.store(var, CELL * n) for n, var in enumerate(values))


def as_fraction(bits: Term) -> Term:
    """The fraction with these 64 bits."""
    return Term(bits.raw + b"\xbf", F64)
