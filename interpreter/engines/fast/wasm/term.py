"""Pieces of WebAssembly, put together like sums: `a + 1`, `select(a, b, test)`, `if_(test, body)`.

A `Term` is code that leaves one number on the stack; an effect is plain `bytes` and leaves nothing. Both are closed:
they jump nowhere outside themselves, but for `br`, whose depth the one who writes it must know.
"""

from __future__ import annotations

from functools import cache

I32, I64, F64 = 0x7F, 0x7E, 0x7C
"""The types of WebAssembly's numbers."""


def uleb(n: int) -> bytes:
    """A number from 0 on, in as many bytes as it needs."""
    out = bytearray()
    while True:
        low, n = n & 0x7F, n >> 7
        if not n:
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


def sleb(n: int) -> bytes:
    """A number with a sign, in as many bytes as it needs."""
    out = bytearray()
    while True:
        low, n = n & 0x7F, n >> 7
        if (n == 0 and not low & 0x40) or (n == -1 and low & 0x40):
            out.append(low)
            return bytes(out)
        out.append(low | 0x80)


# Opcodes of the two-number operations: for 32 bits, for 64 bits.
_OPS = {
    "eq": (0x46, 0x51),
    "ne": (0x47, 0x52),
    "lt": (0x48, 0x53),
    "ltu": (0x49, 0x54),
    "gt": (0x4A, 0x55),
    "gtu": (0x4B, 0x56),
    "le": (0x4C, 0x57),
    "leu": (0x4D, 0x58),
    "ge": (0x4E, 0x59),
    "geu": (0x4F, 0x5A),
    "add": (0x6A, 0x7C),
    "sub": (0x6B, 0x7D),
    "mul": (0x6C, 0x7E),
    "div": (0x6D, 0x7F),
    "divu": (0x6E, 0x80),
    "rem": (0x6F, 0x81),
    "remu": (0x70, 0x82),
    "and": (0x71, 0x83),
    "or": (0x72, 0x84),
    "xor": (0x73, 0x85),
    "shl": (0x74, 0x86),
    "shr": (0x75, 0x87),
    "shru": (0x76, 0x88),
}


class Term:
    """Code that leaves one number of a type. Numbers of Python become constants of the same type."""

    __slots__ = ("code", "type")

    def __init__(self, code: bytes, type: int) -> None:
        self.code = code
        self.type = type

    def op(self, name: str, other: Term | int) -> Term:
        """`self name other`, by the names of `_OPS`; comparisons give 32 bits."""
        two = other.code if isinstance(other, Term) else const(other, self.type).code
        narrow, wide = _OPS[name]
        code = narrow if self.type == I32 else wide
        type = I32 if code <= 0x5A else self.type
        return Term(self.code + two + bytes((code,)), type)

    def __add__(self, other: Term | int) -> Term:
        return self if isinstance(other, int) and other == 0 else self.op("add", other)

    def __sub__(self, other: Term | int) -> Term:
        return self.op("sub", other)

    def __mul__(self, other: Term | int) -> Term:
        return self.op("mul", other)

    def __and__(self, other: Term | int) -> Term:
        return self.op("and", other)

    def __or__(self, other: Term | int) -> Term:
        return self.op("or", other)

    def __xor__(self, other: Term | int) -> Term:
        return self.op("xor", other)

    def __lshift__(self, other: Term | int) -> Term:
        return self.op("shl", other)

    def __rshift__(self, other: Term | int) -> Term:
        """Without regard to the sign."""
        return self.op("shru", other)

    def eq(self, other: Term | int) -> Term:
        """Equal."""
        return self.op("eq", other)

    def ne(self, other: Term | int) -> Term:
        """Not equal."""
        return self.op("ne", other)

    def lt(self, other: Term | int) -> Term:
        """Less, with signs."""
        return self.op("lt", other)

    def le(self, other: Term | int) -> Term:
        """Less or equal, with signs."""
        return self.op("le", other)

    def gt(self, other: Term | int) -> Term:
        """Greater, with signs."""
        return self.op("gt", other)

    def ge(self, other: Term | int) -> Term:
        """Greater or equal, with signs."""
        return self.op("ge", other)

    def ltu(self, other: Term | int) -> Term:
        """Less, without signs."""
        return self.op("ltu", other)

    def not_(self) -> Term:
        """1 for 0, 0 for all else."""
        return Term(self.code + (b"\x45" if self.type == I32 else b"\x50"), I32)

    def wrap(self) -> Term:
        """The lower 32 bits."""
        return Term(self.code + b"\xa7", I32) if self.type == I64 else self

    def wide(self) -> Term:
        """64 bits, of a number from 0 on."""
        return Term(self.code + b"\xad", I64) if self.type == I32 else self

    def float(self) -> Term:
        """The number as a fraction."""
        return Term(self.code + b"\xb9", F64)

    def load(self, offset: int = 0) -> Term:
        """The 64 bits at this address."""
        return Term(self.code + b"\x29\x03" + uleb(offset), I64)

    def load32(self, offset: int = 0) -> Term:
        """The lower half of the 64 bits at this address."""
        return Term(self.code + b"\x28\x02" + uleb(offset), I32)

    def load8(self, offset: int = 0) -> Term:
        """The byte at this address."""
        return Term(self.code + b"\x2d\x00" + uleb(offset), I32)

    def store(self, value: Term | int, offset: int = 0) -> bytes:
        """Write 64 bits (or a fraction) to this address."""
        term = value if isinstance(value, Term) else const(value, I64)
        code = b"\x39\x03" if term.type == F64 else b"\x37\x03"
        return self.code + (term.wide().code if term.type == I32 else term.code) + code + uleb(offset)

    def store8(self, value: Term | int, offset: int = 0) -> bytes:
        """Write a byte."""
        term = value if isinstance(value, Term) else const(value, I32)
        return self.code + term.code + b"\x3a\x00" + uleb(offset)

    def move16(self, source: Term, offset: int, to_offset: int) -> bytes:
        """16 bytes go from `source + offset` to this address (and `to_offset`)."""
        load = source.code + b"\xfd\x00\x03" + uleb(offset)
        return self.code + load + b"\xfd\x0b\x03" + uleb(to_offset)

    def drop(self) -> bytes:
        """Work it out and forget it."""
        return self.code + b"\x1a"

    def fixed(self) -> int | None:
        """The number, where it is a constant of 32 bits."""
        return None


class Constant(Term):
    """A number that is known."""

    __slots__ = ("value",)

    def __init__(self, value: int, type: int) -> None:
        super().__init__((b"\x41" if type == I32 else b"\x42") + sleb(value), type)
        self.value = value

    def fixed(self) -> int | None:
        """The number."""
        return self.value


class Var(Term):
    """A local of a function."""

    __slots__ = ("index",)

    def __init__(self, index: int, type: int) -> None:
        super().__init__(b"\x20" + uleb(index), type)
        self.index = index

    def set(self, value: Term | int) -> bytes:
        """It becomes this value."""
        term = value if isinstance(value, Term) else const(value, self.type)
        return term.code + b"\x21" + uleb(self.index)

    def up(self, by: Term | int = 1) -> bytes:
        """It grows."""
        return self.set(self + by)


class Global:
    """A number shared by all functions."""

    __slots__ = ("get", "index")

    def __init__(self, index: int, type: int) -> None:
        self.index = index
        self.get = Term(b"\x23" + uleb(index), type)

    def set(self, value: Term | int) -> bytes:
        """It becomes this value."""
        term = value if isinstance(value, Term) else const(value, self.get.type)
        return term.code + b"\x24" + uleb(self.index)


@cache
def const(value: int, type: int = I32) -> Term:
    """A constant; numbers beyond the sign bit are taken as they lie in memory."""
    bits = 32 if type == I32 else 64
    if value >= 1 << (bits - 1):
        value -= 1 << bits
    return Constant(value, type)


def long(value: int) -> Term:
    """A constant of 64 bits."""
    return const(value, I64)


def fraction(bits: bytes) -> Term:
    """A constant fraction, from its 8 bytes."""
    return Term(b"\x44" + bits, F64)


def select(yes: Term, no: Term, test: Term) -> Term:
    """`yes` if the test holds, else `no`; both are worked out."""
    return Term(yes.code + no.code + test.code + b"\x1b", yes.type)


def choose(test: Term, yes: Term, no: Term) -> Term:
    """`yes` if the test holds, else `no`; only one is worked out."""
    return Term(test.code + bytes((0x04, yes.type)) + yes.code + b"\x05" + no.code + b"\x0b", yes.type)


def after(effect: bytes, value: Term) -> Term:
    """A value that something happens before."""
    return Term(effect + value.code, value.type)


def if_(test: Term, yes: bytes, no: bytes = b"") -> bytes:
    """`if test: yes else: no`; adds one to the depth of both."""
    if not yes and not no:
        return test.drop()
    return test.code + b"\x04\x40" + yes + (b"\x05" + no if no else b"") + b"\x0b"


def block(body: bytes) -> bytes:
    """A stretch that `br` can leave."""
    return b"\x02\x40" + body + b"\x0b"


def loop(body: bytes) -> bytes:
    """A stretch that `br` begins anew; it ends where it runs out."""
    return b"\x03\x40" + body + b"\x0b"


def br(depth: int) -> bytes:
    """Leave (or begin anew) the stretch so many levels out."""
    return b"\x0c" + uleb(depth)


def br_if(test: Term, depth: int) -> bytes:
    """`br` if the test holds."""
    return test.code + b"\x0d" + uleb(depth)


def br_table(which: Term, depths: list[int], otherwise: int) -> bytes:
    """`br depths[which]`, or `br otherwise` past the end."""
    return which.code + b"\x0e" + uleb(len(depths)) + b"".join(map(uleb, depths)) + uleb(otherwise)


RETURN = b"\x0f"
TRAP = b"\x00"
"""The play cannot go on: an error of the game, or one of our bounds."""


def copy(to: Term, source: Term, size: Term | int) -> bytes:
    """Copy so many bytes; the places may overlap."""
    many = size if isinstance(size, Term) else const(size)
    return to.code + source.code + many.code + b"\xfc\x0a\x00\x00"


def clear(at: Term, size: Term | int) -> bytes:
    """So many bytes become 0."""
    many = size if isinstance(size, Term) else const(size)
    return at.code + const(0).code + many.code + b"\xfc\x0b\x00"
