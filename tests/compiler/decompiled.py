"""The code of a function of a module as text that people can read: infix, blocks indented, a line for each act.

    [x + 8] = y              a cell of memory; `[x].8` has 8 bits of it, `.16` 16, `.32` 32 and `.128` 16 bytes
    if x < 3:                comparisons are signed, `<u` and the like are not
    block a: … leave a       a jump behind the end of a block
    loop b: … again b        a jump to the start of a loop

Changes between 32 and 64 bits are left out, so are values that are made only to be dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from struct import unpack

from cardwright.compiler.wasm.module import Fn, Module
from cardwright.compiler.wasm.terms import _FRACTIONS, _OPS
from cardwright.language.ir.types import NONE

SIGNS = {
    "eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "ltu": "<u", "gtu": ">u", "leu": "<=u",
    "geu": ">=u", "add": "+", "sub": "-", "mul": "*", "div": "/", "divu": "/u", "rem": "%", "remu": "%u", "and": "&",
    "or": "|", "xor": "^", "shl": "<<", "shr": ">>", "shru": ">>u",
}  # fmt: skip
BINARY = {code: SIGNS[name] for name, codes in _OPS.items() for code in codes}
BINARY |= {code: SIGNS[name] for name, code in _FRACTIONS.items()}
UNARY = {
    0x45: "not {}", 0x50: "not {}", 0x7A: "lowest({})", 0x68: "lowest({})", 0x79: "zeros_above({})",
    0x67: "zeros_above({})", 0x7B: "count({})", 0xA7: "{}", 0xAD: "{}", 0xAC: "{}", 0xB9: "{}", 0xBD: "bits({})",
    0x9F: "root({})",
}  # fmt: skip
LOADS = {0x28: ".32", 0x29: "", 0x2B: "", 0x2D: ".8", 0x2F: ".16"}
LOADS |= {0x30: ".8", 0x31: ".8", 0x32: ".16", 0x33: ".16", 0x34: ".32", 0x35: ".32"}
STORES = {0x36: ".32", 0x37: "", 0x39: "", 0x3A: ".8", 0x3B: ".16", 0x3C: ".8", 0x3D: ".16", 0x3E: ".32"}
VOID = 0x40
VECTORS = {0x0F: ("each({})", 1), 0x2C: ("{} >=u {}", 2), 0x23: ("{} == {}", 2), 0x64: ("marks({})", 1)}
VECTORS[0x0E] = ("{} in the order {}", 2)


LEAST = 256
"""What is added to an address is a place of its own from here on, below that something within a place."""


@dataclass(frozen=True)
class Names:
    """What functions and shared numbers are called, what lies at addresses, and where constants begin."""

    functions: Mapping[int, str]
    shared: Mapping[int, str]
    addresses: Mapping[int, str]
    zones: Mapping[int, str]
    tables: int

    def constant(self, number: int) -> str:
        """A number; the name of the zone at this address, `D12` for a table, `none`.

        What is as large as an address is taken for one.
        """
        if self.tables <= number < 1 << 24:
            return f"D{number}"
        return "none" if number == NONE else self.zones.get(number, str(number))

    def place(self, base: str, offset: int) -> str:
        """A place in memory: `hand`, `places[x]`, `D12[x]` for a table of constants, or a number."""
        if base.lstrip("-").isdigit():
            base, offset = "", int(base) + offset
        known = f"D{offset}" if offset >= self.tables else self.addresses.get(offset)
        if not base:
            return known or str(offset)
        return (
            f"{known}[{plain(base)}]" if known and offset >= LEAST else f"{base} + {offset}" if offset else plain(base)
        )


@dataclass
class Reader:
    """The code of one function, read from its start."""

    module: Module
    fn: Fn
    names: Names
    raw: bytes
    at: int = 0
    lines: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    many: int = 0

    def number(self, *, signed: bool = False) -> int:
        """The next number (LEB128)."""
        found = shift = 0
        while True:
            byte = self.raw[self.at]
            self.at += 1
            found |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return found - (1 << shift) if signed and byte & 0x40 else found

    def number_of(self, local: bool) -> str:
        """A local, or a number that all functions share."""
        number = self.number()
        return f"x{number}" if local else self.names.shared.get(number, f"shared{number}")

    def say(self, text: str) -> None:
        """One more line."""
        self.lines.append("  " * len(self.labels) + text)

    def place(self, bits: str) -> str:
        """A place in memory: the address is on the stack, the offset follows in the code."""
        self.number()
        return f"[{self.names.place(self.values.pop(), self.number())}]{bits}"

    def read(self) -> list[str]:
        """All lines."""
        while self.at < len(self.raw):
            self.step()
        if self.values:
            self.say(f"return {self.values.pop()}")
        return self.lines

    def opened(self, word: str, head: str = "") -> None:
        """A block begins; whatever is on the stack was computed before it."""
        kind = self.raw[self.at]
        self.at += 1
        self.many += 1
        name = f"L{self.many}"
        self.say(f"{word} {name}:" if word != "if" else f"if {head}:")
        self.labels.append(name if kind == VOID else f"={name}")

    def closed(self) -> None:
        """A block ends; the value that it leaves is named."""
        label = self.labels[-1]
        if label.startswith("="):
            self.say(f"{label[1:]} = {self.values.pop()}")
            self.values.append(label[1:])
        self.labels.pop()

    def step(self) -> None:
        """One instruction."""
        code, values = self.raw[self.at], self.values
        self.at += 1
        if code in BINARY:
            two, one = values.pop(), values.pop()
            values.append(f"({one} {BINARY[code]} {two})")
        elif code in UNARY:
            values.append(UNARY[code].format(values.pop()))
        elif code in LOADS:
            values.append(self.place(LOADS[code]))
        elif code in STORES:
            value = values.pop()
            self.say(f"{self.place(STORES[code])} = {plain(value)}")
        elif code in (0x41, 0x42):
            values.append(self.names.constant(self.number(signed=True)))
        elif code == 0x44:
            values.append(str(unpack("<d", self.raw[self.at : self.at + 8])[0]))
            self.at += 8
        elif code in (0x20, 0x23):
            values.append(self.number_of(code == 0x20))
        elif code in (0x21, 0x24):
            self.say(f"{self.number_of(code == 0x21)} = {plain(values.pop())}")
        elif code == 0x22:
            number = self.number()
            self.say(f"x{number} = {plain(values.pop())}")
            values.append(f"x{number}")
        else:
            self.step_of_control(code)

    def step_of_control(self, code: int) -> None:
        """A jump, a call, or one of the rare ones."""
        values = self.values
        if code in (0x02, 0x03):
            self.opened("block" if code == 0x02 else "loop")
        elif code == 0x04:
            self.opened("if", plain(values.pop()))
        elif code == 0x05:
            if (label := self.labels[-1]).startswith("="):
                self.say(f"{label[1:]} = {plain(values.pop())}")
            self.labels.pop()
            self.say("else:")
            self.labels.append(label)
        elif code == 0x0B:
            self.closed()
        elif code in (0x0C, 0x0D):
            test = f"if {plain(values.pop())}: " if code == 0x0D else ""
            self.say(f"{test}to {self.labels[-1 - self.number()].lstrip('=')}")
        elif code == 0x0E:
            ways = [self.labels[-1 - self.number()] for _ in range(self.number() + 1)]
            self.say(f"to one of {', '.join(ways)} by {values.pop()}")
        elif code == 0x10:
            self.call(self.module.functions[self.number()])
        elif code == 0x1A:
            values.pop()
        elif code == 0x1B:
            test, no, yes = values.pop(), values.pop(), values.pop()
            values.append(f"({yes} if {plain(test)} else {no})")
        elif code in (0x00, 0x0F):
            value = f" {plain(values.pop())}" if code == 0x0F and values and self.fn.result is not None else ""
            self.say(("return" if code == 0x0F else "trap") + value)
        elif code == 0xFC:
            self.many_bytes()
        elif code == 0xFD:
            self.vector()
        elif code == 0xA5:
            two, one = values.pop(), values.pop()
            values.append(f"most({one}, {two})")
        elif code in (0x3F, 0x40):
            self.at += 1
            values.append("pages" if code == 0x3F else f"grow({values.pop()})")
        else:
            raise AssertionError(f"{code:#x} has no text")

    def call(self, called: Fn) -> None:
        """A call: a value, or a line where there is none."""
        given = [plain(self.values.pop()) for _ in called.params][::-1]
        text = f"{self.names.functions[called.index]}({', '.join(given)})"
        if called.result is None:
            self.say(text)
        else:
            self.values.append(text)

    def many_bytes(self) -> None:
        """Bytes that are copied or cleared."""
        kind = self.number()
        self.at += 2 if kind == 0x0A else 1
        size, source, to = self.values.pop(), self.values.pop(), self.values.pop()
        self.say(f"[{plain(to)}]… = {f'[{plain(source)}]…' if kind == 0x0A else source}, {size} bytes")

    def vector(self) -> None:
        """16 bytes at once."""
        kind = self.number()
        if kind == 0x00:
            self.values.append(self.place(".128"))
        elif kind == 0x0B:
            value = self.values.pop()
            self.say(f"{self.place('.128')} = {value}")
        else:
            text, many = VECTORS[kind]
            taken = [self.values.pop() for _ in range(many)][::-1]
            self.values.append(text.format(*taken))


def plain(value: str) -> str:
    """A value without brackets around all of it."""
    if not value.startswith("("):
        return value
    depth = 0
    for at, sign in enumerate(value):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return value[1:-1] if at == len(value) - 1 else value
    return value


def text_of(module: Module, fn: Fn, names: Names) -> list[str]:
    """The lines of a function."""
    assert fn.body is not None
    return Reader(module, fn, names, fn.body.closed()).read()
