"""Statements: tests, blocks, loops, jumps to labels, and copies between cells of memory.

A jump to the label of a block goes behind the end of it; one to the label of a loop starts the loop again. A loop
does not repeat by itself: it ends where its code runs out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .module import Fn
from .terms import I32, I64, NOTHING, Instructions, JumpHole, JumpLabel, Term, Var, const, long, uleb

_VOID = b"\x40"
_END = b"\x0b"

TRAP = Instructions(b"\x00")
"""The play cannot go on: an error of the game, or a limit of this engine."""

RETURN = Instructions(b"\x0f")
"""Leave the function, which has no result."""


def give(value: Term | int) -> Instructions:
    """Leave the function with this result; a number of Python stands for 32 bits."""
    term = value if isinstance(value, Term) else const(value)
    return Instructions(term.raw) + RETURN


def sequence(parts: Iterable[Instructions]) -> Instructions:
    """All of them, one after the other."""
    out, holes = bytearray(), list[JumpHole]()
    for part in parts:
        holes += (hole.moved(len(out)) for hole in part.holes)
        out += part.raw
    return Instructions(bytes(out), tuple(holes))


def if_(test: Term, yes: Instructions, no: Instructions = NOTHING) -> Instructions:
    """`if test: yes else: no`"""
    holds = test.fixed()
    if holds is not None:
        return yes if holds else no
    if not yes and not no:
        return test.drop()
    head = test.raw + b"\x04" + _VOID
    return yes.inside(head, tail=_END) if not no else yes.inside(head) + no.inside(b"\x05", tail=_END)


def block(leave: JumpLabel, body: Instructions) -> Instructions:
    """Run `body`; a jump to `leave` goes behind it."""
    return body.inside(b"\x02" + _VOID, leave, _END)


def loop(again: JumpLabel, body: Instructions) -> Instructions:
    """Run `body`; a jump to `again` starts it again."""
    return body.inside(b"\x03" + _VOID, again, _END)


def br(to: JumpLabel) -> Instructions:
    """Jump."""
    return Instructions(b"\x0c", (JumpHole(1, to, 0),))


def br_if(test: Term, to: JumpLabel) -> Instructions:
    """`if test: jump`"""
    holds = test.fixed()
    if holds is not None:
        return br(to) if holds else NOTHING
    raw = test.raw + b"\x0d"
    return Instructions(raw, (JumpHole(len(raw), to, 0),))


def br_table(which: Term, to: Sequence[JumpLabel], otherwise: JumpLabel) -> Instructions:
    """Jump to `to[which]`, past the end of them to `otherwise`."""
    raw = which.raw + b"\x0e" + uleb(len(to))
    return Instructions(raw, tuple(JumpHole(len(raw), label, 0) for label in (*to, otherwise)))


MEMORY = Term(b"\x3f\x00", I32) << 16
"""The bytes of the memory."""


def grow(pages: Term) -> Term:
    """Let the memory have so many more pages: how many it had, or -1 if there are none."""
    return Term(pages.raw + b"\x40\x00", I32)


# Put together from these ------------------------------------------------------------------


def loop_until(*ends: Term, do: Instructions, done: JumpLabel | None = None) -> Instructions:
    """`until one of ends: do`, with the tests before each turn; a jump to `done` leaves the loop too.

    block $done:
      loop $again:
        if one of ends: jump $done
        do
        jump $again
    """
    done, again = done or JumpLabel(), JumpLabel()
    return block(done, loop(again, sequence(br_if(end, done) for end in ends) + do + br(again)))


def do_while(*, skip: Term, do: Instructions, again: Term) -> Instructions:
    """`if not skip: do, and repeat while again`. One jump a turn, where `loop_until` has two.

    block $done:
      if skip: jump $done
      loop $next:
        do
        if again: jump $next
    """
    done, following = JumpLabel(), JumpLabel()
    return block(done, br_if(skip, done) + loop(following, do + br_if(again, following)))


def arms(head: Instructions, cases: Iterable[tuple[JumpLabel, Instructions]]) -> Instructions:
    """Cases to which `head` can jump: a jump to the label of a case goes to its start.

    block $b:
      block $a:
        head                     jumps to $a or $b
      the code of a              goes on into that of b, unless it jumps away
    the code of b
    """
    ways = tuple(cases)
    places = {label: place for place, (label, _) in enumerate(ways)}
    ended = Instructions(_END)
    code = [Instructions((b"\x02" + _VOID) * len(ways)), head.within(places, 0)]
    for place, (_, body) in enumerate(ways):
        code += (ended, body.within(places, place + 1))
    return sequence(code)


# Copying and clearing a few cells by loads and stores: asking the host to do it takes longer than thirty of them.

CELL = 8
"""Bytes of a cell."""

FEW = 12
"""So many cells are copied or cleared one by one, without a loop; more, if their number is known, by the host."""


SHORT = 8
"""A list for which there is no more room than this may be copied with all of its room."""


def copy(to: Term, source: Term, size: Term | int) -> Instructions:
    """Copy `size` bytes; the two ranges may overlap."""
    length = size if isinstance(size, Term) else const(size)
    return Instructions(to.raw + source.raw + length.raw + b"\xfc\x0a\x00\x00")


def clear(at: Term, size: Term | int) -> Instructions:
    """Set `size` bytes to 0."""
    length = size if isinstance(size, Term) else const(size)
    return Instructions(at.raw + const(0).raw + length.raw + b"\xfc\x0b\x00")


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


# Numbers of 1, 2, 4 or 8 bytes in memory, as 64 bits: those that may be below 0 with their sign.

_LOADS = {1: (0x31, 0x30), 2: (0x33, 0x32), 4: (0x35, 0x34), 8: (0x29, 0x29)}
"""The instructions that load so many bytes, without and with a sign."""

_STORES = {1: 0x3C, 2: 0x3D, 4: 0x3E, 8: 0x37}


def load_number(at: Term, bytes: int, offset: int = 0, *, signed: bool = False) -> Term:
    """The number at this address."""
    return Term(at.raw + _LOADS[bytes][signed].to_bytes() + _aligned(bytes) + uleb(offset), I64)


def store_number(at: Term, bytes: int, value: Term | int, offset: int = 0) -> Instructions:
    """Store a number, which fits, at this address."""
    number = value if isinstance(value, Term) else long(value)
    return Instructions(at.raw + number.wide().raw + _STORES[bytes].to_bytes() + _aligned(bytes) + uleb(offset))


def _aligned(size: int) -> bytes:
    """How the address is a multiple of what is loaded there: as a power of 2."""
    return (size.bit_length() - 1).to_bytes()
