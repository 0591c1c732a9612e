"""Sequences of instructions, and jumps that name a label.

In WebAssembly a jump gives the number of enclosing blocks to skip: `br 2`. That depth changes with every block that is
put around the jump, so it should not be counted by hand. Here a jump names a `Label`; its depth stays a hole in the
code until the block that carries the label is closed (see `control.block`).

    br(done)                     0C __                              1 hole: done, 0 blocks left so far
    if_(test, br(done))          … 04 40 0C __ 0B                   1 hole: done, 1 block left so far
    block(done, if_(…))          02 40 … 04 40 0C 01 0B 0B          closed: plain bytes
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


def uleb(n: int) -> bytes:
    """A number from 0 on, in as many bytes as it needs (LEB128, unsigned)."""
    out = bytearray()
    while True:
        low, n = n & 0x7F, n >> 7
        if not n:
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


def sleb(n: int) -> bytes:
    """A signed number, in as many bytes as it needs (LEB128, signed)."""
    out = bytearray()
    while True:
        low, n = n & 0x7F, n >> 7
        if (n == 0 and not low & 0x40) or (n == -1 and low & 0x40):
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


class Label:
    """Where a jump leads: behind the end of a block, or to the start of a loop. Each label is its own."""

    __slots__ = ()


class Hole(NamedTuple):
    """A jump whose depth is not known yet: it belongs at `offset`; so far the jump leaves `depth` blocks."""

    offset: int
    label: Label
    depth: int


class Instructions:
    """Instructions that leave nothing on the stack. `a + b` runs one after the other."""

    __slots__ = ("holes", "raw")

    def __init__(self, raw: bytes = b"", holes: tuple[Hole, ...] = ()) -> None:
        self.raw = raw
        self.holes = holes

    def __add__(self, other: Instructions) -> Instructions:
        if not other.holes:
            return Instructions(self.raw + other.raw, self.holes)
        start = len(self.raw)
        return Instructions(self.raw + other.raw, self.holes + tuple(_moved(hole, start) for hole in other.holes))

    def __bool__(self) -> bool:
        return bool(self.raw)

    def closed(self) -> bytes:
        """The bytes of code that no jump leaves."""
        assert not self.holes, "a jump leads out of this code"
        return self.raw

    def inside(self, head: bytes, label: Label | None = None, tail: bytes = b"") -> Instructions:
        """This code as the body of a structured instruction; `label` is the one that this instruction carries."""
        around = self.within({label or Label(): 0}, 0)
        holes = tuple(_moved(hole, len(head)) for hole in around.holes)
        return Instructions(head + around.raw + tail, holes)

    def within(self, places: Mapping[Label, int], first: int) -> Instructions:
        """This code in the innermost of blocks within one another; `places` has the label of each, by its place.

        The innermost block has the place `first`, those before have ended, and the last is the outermost.
        """
        out, done, holes = bytearray(), 0, list[Hole]()
        for offset, label, depth in self.holes:
            out += self.raw[done:offset]
            done = offset
            place = places.get(label, -1)
            if place >= first:
                out += uleb(depth + place - first)
            else:
                holes.append(Hole(len(out), label, depth + len(places) - first))
        out += self.raw[done:]
        return Instructions(bytes(out), tuple(holes))


def _moved(hole: Hole, by: int) -> Hole:
    return Hole(hole.offset + by, hole.label, hole.depth)


NOTHING = Instructions()
"""No instructions at all."""


def sequence(parts: Iterable[Instructions]) -> Instructions:
    """All of them, one after the other."""
    out, holes = bytearray(), list[Hole]()
    for part in parts:
        holes += (_moved(hole, len(out)) for hole in part.holes)
        out += part.raw
    return Instructions(bytes(out), tuple(holes))
