"""Terms: numbers as pieces of WebAssembly that are put together like sums, and the instructions that they are made of.

A `Term` is code that leaves one number on the stack; `Instructions` act and leave nothing. No jump leads out of a term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from functools import cache, reduce
from operator import add, eq, ge, gt, le, lt, mul, ne, or_, sub
from struct import pack
from typing import Literal, NamedTuple

# Sequences of instructions, and jumps that name a label.
#
# In WebAssembly a jump gives the number of enclosing blocks to skip: `br 2`. That depth changes with every block that
# is put around the jump, so it should not be counted by hand. Here a jump names a `Label`; its depth stays a hole in
# the code until the block that carries the label is closed (see `statements.block`).
#
#     br(done)                     0C __                              1 hole: done, 0 blocks left so far
#     if_(test, br(done))          … 04 40 0C __ 0B                   1 hole: done, 1 block left so far
#     block(done, if_(…))          02 40 … 04 40 0C 01 0B 0B          closed: plain bytes


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


class JumpLabel:
    """Where a jump leads: behind the end of a block, or to the start of a loop. Each label is its own."""

    __slots__ = ()


class JumpHole(NamedTuple):
    """A jump whose depth is not known yet: it belongs at `offset`; so far the jump leaves `depth` blocks."""

    offset: int
    label: JumpLabel
    depth: int

    def moved(self, by: int) -> JumpHole:
        """The same hole where so many bytes come before the code."""
        return JumpHole(self.offset + by, self.label, self.depth)


class Instructions:
    """Instructions that leave nothing on the stack. `a + b` runs one after the other."""

    __slots__ = ("holes", "raw")

    def __init__(self, raw: bytes = b"", holes: tuple[JumpHole, ...] = ()) -> None:
        self.raw = raw
        self.holes = holes

    def __add__(self, other: Instructions) -> Instructions:
        if not other.holes:
            return Instructions(self.raw + other.raw, self.holes)
        start = len(self.raw)
        return Instructions(self.raw + other.raw, self.holes + tuple(hole.moved(start) for hole in other.holes))

    def __bool__(self) -> bool:
        return bool(self.raw)

    def closed(self) -> bytes:
        """The bytes of code that no jump leaves."""
        assert not self.holes, "a jump leads out of this code"
        return self.raw

    def inside(self, head: bytes, label: JumpLabel | None = None, tail: bytes = b"") -> Instructions:
        """This code as the body of a structured instruction; `label` is the one that this instruction carries."""
        around = self.within({label or JumpLabel(): 0}, 0)
        holes = tuple(hole.moved(len(head)) for hole in around.holes)
        return Instructions(head + around.raw + tail, holes)

    def within(self, places: Mapping[JumpLabel, int], first: int) -> Instructions:
        """This code in the innermost of blocks within one another; `places` has the label of each, by its place.

        The innermost block has the place `first`, those before have ended, and the last is the outermost.
        """
        out, done, holes = bytearray(), 0, list[JumpHole]()
        for offset, label, depth in self.holes:
            out += self.raw[done:offset]
            done = offset
            place = places.get(label, -1)
            if place >= first:
                out += uleb(depth + place - first)
            else:
                holes.append(JumpHole(len(out), label, depth + len(places) - first))
        out += self.raw[done:]
        return Instructions(bytes(out), tuple(holes))


NOTHING = Instructions()
"""No instructions at all."""


# What operations do to numbers that are known while code is put together.

_KNOWN: dict[str, Callable[[int, int], int]] = {
    "add": add, "sub": sub, "mul": mul, "eq": eq, "ne": ne, "lt": lt, "le": le, "gt": gt, "ge": ge,
}  # fmt: skip


def fold_operation(name: str, one: int, other: int, bits: int) -> int | None:
    """The result as it lies in so many bits, or whether a comparison holds; None for other operations."""
    operation = _KNOWN.get(name)
    if operation is None:
        return None
    found, sign = operation(one, other), 1 << bits - 1
    return found if isinstance(found, bool) else ((found + sign) & (2 * sign - 1)) - sign


class ValueType(IntEnum):
    """The types of WebAssembly's numbers: integers of 32 and 64 bits, fractions of 64 bits."""

    I32 = 0x7F
    I64 = 0x7E
    F64 = 0x7C


I32, I64, F64 = ValueType.I32, ValueType.I64, ValueType.F64

# fmt: off
Op = Literal[
    "eq", "ne", "lt", "ltu", "gt", "gtu", "le", "leu", "ge", "geu",
    "add", "sub", "mul", "div", "divu", "rem", "remu", "and", "or", "xor", "shl", "shr", "shru",
]
"""The operations on two numbers; a `u` at the end stands for unsigned."""

_OPS: dict[Op, tuple[int, int]] = {
    "eq":  (0x46, 0x51), "ne":   (0x47, 0x52),
    "lt":  (0x48, 0x53), "ltu":  (0x49, 0x54),
    "gt":  (0x4A, 0x55), "gtu":  (0x4B, 0x56),
    "le":  (0x4C, 0x57), "leu":  (0x4D, 0x58),
    "ge":  (0x4E, 0x59), "geu":  (0x4F, 0x5A),
    "add": (0x6A, 0x7C), "sub":  (0x6B, 0x7D), "mul":  (0x6C, 0x7E),
    "div": (0x6D, 0x7F), "divu": (0x6E, 0x80),
    "rem": (0x6F, 0x81), "remu": (0x70, 0x82),
    "and": (0x71, 0x83), "or":   (0x72, 0x84), "xor":  (0x73, 0x85),
    "shl": (0x74, 0x86), "shr":  (0x75, 0x87), "shru": (0x76, 0x88),
}
"""Their opcodes, for 32 bits and for 64 bits."""

_FRACTIONS: dict[Op, int] = {
    "eq": 0x61, "ne": 0x62, "lt": 0x63, "gt": 0x64, "le": 0x65, "ge": 0x66,
    "add": 0xA0, "sub": 0xA1, "mul": 0xA2, "div": 0xA3,
}
"""The opcodes for fractions, whose comparisons are those up to 0x66."""
# fmt: on

_LAST_COMPARISON = 0x5A
"""Up to this opcode they are comparisons, whose result has 32 bits whatever they compare."""


def _operation(name: Op) -> Callable[[Term, Term | int], Term]:
    """The method for an operation."""
    return lambda one, other: one.op(name, other)


class Term:
    """Code that leaves one number on the stack. Python's integers become constants of the same type.

    `raw` are its bytes; `code` is the same as a part of a function's code, where its value is the result.
    """

    __slots__ = ("raw", "type")

    def __init__(self, raw: bytes, type: ValueType) -> None:
        self.raw = raw
        self.type = type

    @property
    def code(self) -> Instructions:
        """The code; its number stays on the stack."""
        return Instructions(self.raw)

    def op(self, name: Op, other: Term | int) -> Term:
        """`self name other`"""
        if self.type == F64:
            assert isinstance(other, Term) and other.type == F64
            code = _FRACTIONS[name]
            return Term(self.raw + other.raw + bytes((code,)), I32 if code <= 0x66 else F64)
        two = other if isinstance(other, Term) else const(other, self.type)
        narrow, wide = _OPS[name]
        code = narrow if self.type == I32 else wide
        type = I32 if code <= _LAST_COMPARISON else self.type
        return Term(self.raw + two.raw + bytes((code,)), type)

    def __add__(self, other: Term | int) -> Term:
        return self if isinstance(other, int) and other == 0 else self.op("add", other)

    __sub__, __mul__ = _operation("sub"), _operation("mul")

    def __truediv__(self, other: Term) -> Term:
        """The quotient of two fractions."""
        assert self.type == F64
        return self.op("div", other)

    __and__, __or__, __xor__ = _operation("and"), _operation("or"), _operation("xor")

    # Zeros come in from the right and from the left.

    __lshift__, __rshift__ = _operation("shl"), _operation("shru")

    # Comparisons: 1 or 0, in 32 bits; signed, unless they end in u. So `x.ltu(n)` is `0 <= x < n`.

    eq, ne, lt, le = _operation("eq"), _operation("ne"), _operation("lt"), _operation("le")
    gt, ge, ltu, gtu = _operation("gt"), _operation("ge"), _operation("ltu"), _operation("gtu")

    def not_(self) -> Term:
        """1 for 0, and 0 for everything else."""
        return Term(self.raw + (b"\x45" if self.type == I32 else b"\x50"), I32)

    # Bits and types.

    def trailing_zeros(self) -> Term:
        """The place of the lowest bit that is set, from 0."""
        return Term(self.raw + b"\x7a", I64)

    def highest_bit(self) -> Term:
        """The place of the highest bit that is set, from 0."""
        return long(63) - Term(self.raw + b"\x79", I64)

    def bit_count(self) -> Term:
        """How many bits are set."""
        return Term(self.raw + b"\x7b", I64)

    def wrap(self) -> Term:
        """The lower 32 bits."""
        return Term(self.raw + b"\xa7", I32) if self.type == I64 else self

    def wide(self) -> Term:
        """64 bits; unsigned, so only for numbers from 0 on."""
        return Term(self.raw + b"\xad", I64) if self.type == I32 else self

    def float(self) -> Term:
        """An integer of 64 bits as a fraction."""
        return Term(self.raw + b"\xb9", F64)

    def bits(self) -> Term:
        """The 64 bits of a fraction, as a number."""
        return Term(self.raw + b"\xbd", I64)

    def root(self) -> Term:
        """The square root of a fraction."""
        return Term(self.raw + b"\x9f", F64)

    def most(self, other: Term) -> Term:
        """The larger of two fractions."""
        return Term(self.raw + other.raw + b"\xa5", F64)

    # Memory. `offset` is added to the address at no cost.

    def load(self, offset: int = 0) -> Term:
        """The 64 bits at this address."""
        return Term(self.raw + b"\x29\x03" + uleb(offset), I64)

    def load_fraction(self, offset: int = 0) -> Term:
        """The fraction at this address."""
        return Term(self.raw + b"\x2b\x03" + uleb(offset), F64)

    def load32(self, offset: int = 0) -> Term:
        """The lower half of the 64 bits at this address."""
        return Term(self.raw + b"\x28\x02" + uleb(offset), I32)

    def load8(self, offset: int = 0) -> Term:
        """The byte at this address."""
        return Term(self.raw + b"\x2d\x00" + uleb(offset), I32)

    def load_few(self, bytes: int, offset: int = 0) -> Term:
        """The number of 1 or 2 bytes at this address, as 32 bits."""
        return self.load8(offset) if bytes == 1 else Term(self.raw + b"\x2f\x01" + uleb(offset), I32)

    def store(self, value: Term | int, offset: int = 0) -> Instructions:
        """Store 64 bits (or a fraction) at this address."""
        term = value if isinstance(value, Term) else const(value, I64)
        code = b"\x39\x03" if term.type == F64 else b"\x37\x03"
        return Instructions(self.raw + term.wide().raw + code + uleb(offset))

    def store32(self, value: Term | int, offset: int = 0) -> Instructions:
        """Store 32 bits at this address."""
        term = value if isinstance(value, Term) else const(value, I32)
        return Instructions(self.raw + term.wrap().raw + b"\x36\x02" + uleb(offset))

    def store8(self, value: Term | int, offset: int = 0) -> Instructions:
        """Store a byte at this address."""
        term = value if isinstance(value, Term) else const(value, I32)
        return Instructions(self.raw + term.wrap().raw + b"\x3a\x00" + uleb(offset))

    def store16(self, value: Term | int, offset: int = 0) -> Instructions:
        """Store 2 bytes at this address."""
        term = value if isinstance(value, Term) else const(value, I32)
        code = b"\x3b\x01" if term.type == I32 else b"\x3d\x01"
        return Instructions(self.raw + term.raw + code + uleb(offset))

    def store_few(self, bytes: int, value: Term | int, offset: int = 0) -> Instructions:
        """Store 1 or 2 bytes at this address."""
        return self.store8(value, offset) if bytes == 1 else self.store16(value, offset)

    def move16(self, source: Term, offset: int, to_offset: int) -> Instructions:
        """Copy the 16 bytes at `source + offset` to this address plus `to_offset`."""
        load = source.raw + b"\xfd\x00\x03" + uleb(offset)
        return Instructions(self.raw + load + b"\xfd\x0b\x03" + uleb(to_offset))

    def bytes_from(self, low: Term, offset: int = 0) -> Term:
        """Which of the 16 bytes at this address are not below a number: 32 bits, the lowest for the first byte."""
        load = self.raw + b"\xfd\x00\x00" + uleb(offset)
        return Term(load + low.wrap().raw + b"\xfd\x0f" + b"\xfd\x2c" + b"\xfd\x64", I32)

    def bytes_that_are(self, value: Term, offset: int = 0) -> Term:
        """Which of the 16 bytes at this address are a number: 32 bits, the lowest for the first byte."""
        load = self.raw + b"\xfd\x00\x00" + uleb(offset)
        return Term(load + value.wrap().raw + b"\xfd\x0f" + b"\xfd\x23" + b"\xfd\x64", I32)

    def trailing_zeros32(self) -> Term:
        """The place of the lowest of 32 bits that is set, from 0."""
        return Term(self.raw + b"\x68", I32)

    def leading_zeros32(self) -> Term:
        """How many of 32 bits are 0 above the highest that is set."""
        return Term(self.raw + b"\x67", I32)

    def drop(self) -> Instructions:
        """Compute it for what may go wrong in it, and forget the result."""
        return Instructions(self.raw + b"\x1a")

    def fixed(self) -> int | None:
        """The number, if it is a constant."""
        return None


class Constant(Term):
    """A number that is known."""

    __slots__ = ("value",)

    def __init__(self, value: int, type: ValueType) -> None:
        super().__init__((b"\x41" if type == I32 else b"\x42") + sleb(value), type)
        self.value = value

    def op(self, name: Op, other: Term | int) -> Term:
        """`self name other`, worked out where the other number is known, too."""
        two = other if isinstance(other, Term) else const(other, self.type)
        value = two.fixed()
        found = None if value is None else fold_operation(name, self.value, value, 32 if self.type == I32 else 64)
        if found is None:
            return super().op(name, two)
        return const(int(found)) if isinstance(found, bool) else const(found, self.type)

    def fixed(self) -> int | None:
        """The number."""
        return self.value


class Var(Term):
    """A local of a function."""

    __slots__ = ("index",)

    def __init__(self, index: int, type: ValueType) -> None:
        super().__init__(b"\x20" + uleb(index), type)
        self.index = index

    def set(self, value: Term | int) -> Instructions:
        """`local = value`"""
        term = value if isinstance(value, Term) else const(value, self.type)
        return Instructions(term.raw + b"\x21" + uleb(self.index))

    def up(self, by: Term | int = 1) -> Instructions:
        """`local += by`"""
        return self.set(self + by)


class Global:
    """A number that all functions share: `get` is its value."""

    __slots__ = ("get", "index")

    def __init__(self, index: int, type: ValueType) -> None:
        self.index = index
        self.get = Term(b"\x23" + uleb(index), type)

    def set(self, value: Term | int) -> Instructions:
        """`global = value`"""
        term = value if isinstance(value, Term) else const(value, self.get.type)
        return Instructions(term.raw + b"\x24" + uleb(self.index))


@cache
def const(value: int, type: ValueType = I32) -> Term:
    """A constant. Numbers beyond the sign bit are taken as they lie in memory."""
    bits = 32 if type == I32 else 64
    return Constant(value if value < 1 << (bits - 1) else value - (1 << bits), type)


def long(value: int) -> Term:
    """A constant of 64 bits."""
    return const(value, I64)


def fraction(value: float) -> Term:
    """A constant fraction."""
    return Term(b"\x44" + pack("<d", value), F64)


def either(terms: Iterable[Term]) -> Term:
    """The bits that any of some numbers of 64 bits has."""
    return reduce(or_, found) if (found := list(terms)) else long(0)


def total(terms: Iterable[Term]) -> Term:
    """The sum of some numbers of 64 bits."""
    return reduce(add, found) if (found := list(terms)) else long(0)


def select(yes: Term, no: Term, test: Term) -> Term:
    """`yes` if the test holds, else `no`; both are computed."""
    holds = test.fixed()
    if holds is not None and (no if holds else yes).fixed() is not None:
        return yes if holds else no
    return Term(yes.raw + no.raw + test.raw + b"\x1b", yes.type)


def choose(test: Term, yes: Term, no: Term) -> Term:
    """`yes` if the test holds, else `no`; only that one is computed."""
    holds = test.fixed()
    if holds is not None:
        return yes if holds else no
    if yes.fixed() is not None and no.fixed() is not None:
        return select(yes, no, test)
    return Term(test.raw + bytes((0x04, yes.type)) + yes.raw + b"\x05" + no.raw + b"\x0b", yes.type)


def after(effect: Instructions, value: Term) -> Term:
    """Run `effect`, then yield `value`."""
    return value if not effect and value.fixed() is not None else Term(effect.closed() + value.raw, value.type)
