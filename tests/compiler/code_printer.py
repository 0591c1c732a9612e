"""Prints what the compiler emits as text that people can read, before short functions become parts of their callers.

WebAssembly is a stack machine; here its terms are sums again, and its jumps are tests and loops where they have such a
form (`until`, `do … while`). What lies in the memory has a name: cells and zones of the position, cells of the control,
tables of constants.

    pile[a], pile            what lies `a` bytes behind the beginning of the pile, or at its beginning (its count)
    pile+2, points#1         what lies 2 bytes behind it; the next cell behind that with the name
    slot.me, slot.c|d        a slot of the program: who moves, what was chosen, where a loop is; one that serves as two
    zone_of[c]               an entry of a table: where each card lies
    {3, 1, 2}[n]             an entry of a table of constants
    [a + 8]                  what lies at any other address
    &pile                    an address
    a <u b, a shr b          a comparison of numbers without a sign; bits that are shifted (`shl`, `shr`, `shru`)
    $1                       a place to which jumps lead

Numbers have 32 or 64 bits and parts of the memory 1 to 16 bytes, which the text does not tell. Locals are `%3`, places
to which jumps lead `$2`, and memory to write to `@1` until whoever shows the text gives them names (`test_rewritten`).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from cardwright.compiler.builder.memory_map import BAGS, Control
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.cards.transfer import LAST
from cardwright.compiler.wasm.inlining import _steps
from cardwright.compiler.wasm.module import Fn
from cardwright.compiler.wasm.terms import _FRACTIONS, _OPS, Global
from cardwright.engines.program.layout import DECISIONS, DRAWN, PC, SEED, STATUS, ZoneCell
from cardwright.engines.program.nodes import Slot, SlotList
from cardwright.language.ir.traversal import records
from cardwright.language.ir.types import NONE

HEADER = {PC: "block", STATUS: "status", SEED: "seed", DRAWN: "drawn", DECISIONS: "decisions"}
MOST_SHOWN = 40
"""Of constants as much is shown, in characters."""

MOST_BEHIND = 160
"""An address so far behind a place with a name, in bytes, is told by that."""

# fmt: off
SIGNS = {
    "eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "ltu": "<u", "gtu": ">u", "leu": "<=u",
    "geu": ">=u", "add": "+", "sub": "-", "mul": "*", "div": "/", "divu": "/u", "rem": "mod", "remu": "modu",
    "and": "and", "or": "or", "xor": "xor", "shl": "shl", "shr": "shr", "shru": "shru",
}
BINARY = {code: SIGNS[name] for name, codes in _OPS.items() for code in codes}
BINARY |= {code: SIGNS[name] for name, code in _FRACTIONS.items()} | {0xA5: "max"}
UNARY = {
    0x67: "zeros_above({})", 0x68: "lowest({})", 0x79: "zeros_above({})", 0x7A: "lowest({})", 0x7B: "bits_in({})",
    0x9F: "root({})", 0xA7: "", 0xAD: "", 0xB9: "", 0xBD: "raw({})",
}
LOADS = {0x28: 4, 0x29: 8, 0x2B: 8, 0x2D: 1, 0x2F: 2, 0x30: 1, 0x31: 1, 0x32: 2, 0x33: 2, 0x34: 4, 0x35: 4}
STORES = {0x36: 4, 0x37: 8, 0x39: 8, 0x3A: 1, 0x3B: 2, 0x3C: 1, 0x3D: 2, 0x3E: 4}
VECTORS = {0x0F: "each({})", 0x23: "{} == {}", 0x2C: "{} >= {}", 0x0E: "{} in the order {}", 0x64: "marks({})"}
# fmt: on

LABEL = re.compile(r" *(\$\d+):")


# What lies where --------------------------------------------------------------------------


class Places:
    """What lies where in the memory of a module, and what its functions and globals are called."""

    def __init__(self, mb: ModuleBuilder) -> None:
        self.mb = mb
        self.tables = {at: values for values, at in mb._tables.items()}
        data = sorted((at, len(raw)) for at, raw in mb.module.data if at >= (mb.row.fixed() or 0))
        self.data = {at: range(at, at + size + 1) for at, size in data}
        scratch = (at for at in self.data if at not in self.tables)
        self.scratch = {at: f"@{n}" for n, at in enumerate(scratch)}
        held = {**vars(mb), **vars(mb.keeper)}
        self.globals = {one.index: name.lstrip("_") for name, one in held.items() if isinstance(one, Global)}
        self.functions = {0: "play_on"}
        self.functions |= {one.index: name for name, one in vars(mb).items() if isinstance(one, Fn)}
        self.functions |= {index: name for name, _, index in mb.module.exports}
        self.keys = {index: re.sub("0x[0-9a-f]+", "", repr(key)) for index, key in self.functions.items()}
        self.keys |= {fn.index: re.sub("0x[0-9a-f]+", "", repr(key)) for key, fn in mb._functions.items()}
        self.functions |= {fn.index: _called(key) for key, fn in mb._functions.items()}

    @cached_property
    def names(self) -> dict[int, str]:
        """What begins at which address."""
        mb, layout, compact, state = self.mb, self.mb.layout, self.mb.compact, self.mb.memory.state
        found = {at: f"control.{name.lower()}" for name, at in vars(Control).items() if isinstance(at, int)}
        found |= {BAGS + 8 * zone.number: f"bag_of_{_zone(zone)}" for zone in layout.zones}
        slots: dict[int, set[str]] = {layout.locals_at + n: set() for n in range(layout.locals_size)}
        for slot in (one for block in mb.program.blocks for one in records(block)):
            if isinstance(slot, Slot | SlotList):
                for n in range(1 + (slot.capacity if isinstance(slot, SlotList) else 0)):
                    slots[slot.address + n].add(_cell(slot.name, n))
        numbers = HEADER | {at: f"slot.{'|'.join(sorted(names)) or at}" for at, names in slots.items()}
        numbers |= {source.address: f"chance_of_{source.name}" for source in layout.sources}
        for name, cell in layout.variables.items():
            for place, full in enumerate(cell.full_names):
                one = name if "." in name else str(full)
                numbers |= {cell.at(place) + n: _cell(one, n) for n in range(cell.width)}
        found |= {mb.number_at(at): name for at, name in numbers.items()}
        found |= {mb.number_at(card.address): card.own_name for card in layout.card_variables.values()}
        found |= {state + compact.places: "zone_of", state + compact.knowledge: "word_of"}
        found |= {state + compact.zones[zone.number]: _zone(zone) for zone in layout.zones}
        others = ("first", "nothing", "spare", "seen", "ends", "lengths", "winners", "returns")
        found[mb.row.fixed() or 0] = "the_move"
        return found | {getattr(mb.memory, name): f"memory.{name}" for name in others}

    def name(self, at: int) -> str | None:
        """What begins at an address."""
        return self.table(at) if at in self.tables else self.names.get(at) or self.scratch.get(at)

    def address(self, at: int) -> str | None:
        """A constant of 32 bits that is an address, as it is written; None of other numbers."""
        if at < self.mb.memory.state:
            return None
        if at in self.tables:
            many, *values = self.tables[at]
            return self.table(at) if many != len(values) else f"[{_shown(values)}]"
        name, behind = self.around(at)
        return name and f"&{name} + {behind}" if behind else name and f"&{name}"

    def table(self, at: int) -> str:
        """A table of constants."""
        return f"{{{_shown(self.tables[at])}}}"

    def within(self, at: int) -> str:
        """What lies at an address that is known."""
        name, behind = self.around(at)
        if name is None:
            return f"[{at}]"
        if behind % 8:
            return f"{name}+{behind}"
        return _cell(name, behind // 8) + "[0]" * (at in self.tables)

    def around(self, at: int) -> tuple[str | None, int]:
        """What begins at an address or somewhat before it, and how far before."""
        if (name := self.name(at)) is not None:
            return name, 0
        for start in (one for one, size in self.data.items() if at in size):
            return self.name(start), at - start
        found = max((start for start in self.names if start <= at < start + MOST_BEHIND), default=-1)
        return self.names.get(found), at - found

    def any_of(self, name: str) -> str:
        """What a family is called of which this is the first one: `hand` for `p1.hand`, `stops` for `stops[1]`."""
        return re.sub(r"^[pt]1\.|\[\w+\](?=$)", "", name)


def _cell(name: str, behind: int) -> str:
    """A cell so many behind the one that has a name."""
    return f"{name}#{behind}" if behind else name


def _called(key: object) -> str:
    """The name of a function by its key: of what it does, or of the author's function."""
    parts = key if isinstance(key, tuple) else (key,)
    return re.sub(r"\W+", "_", str(parts[1] if parts[0] == "function" else parts[0]))


def _zone(zone: ZoneCell) -> str:
    return f"{zone.owner_kind[0]}{zone.owner + 1}.{zone.name}" + zone.member if zone.owner_kind else str(zone.full_name)


def _shown(values: Sequence[int]) -> str:
    text = ", ".join(map(_number, values))
    return text if len(text) <= MOST_SHOWN else text[: text.rindex(" ", 0, MOST_SHOWN)] + " …"


def _number(value: int) -> str:
    if value in (NONE, LAST):
        return "none" if value == NONE else "last"
    return str(value) if abs(value) < 1 << 16 or value % 1000 == 0 else f"{value & (1 << 64) - 1:#x}"


# Terms and statements ---------------------------------------------------------------------


@dataclass(frozen=True)
class Term:
    """A number on the stack, as text. `value` is the number if it is known; a product with a power of two and a sum
    with a known number also have their parts."""

    text: str
    value: int | None = None
    times: tuple[Term, int] | None = None
    plus: tuple[Term, int] | None = None

    @property
    def part(self) -> str:
        """The text as a part of a larger term."""
        return self.text if _is_whole(self.text) else f"({self.text})"


def _is_whole(text: str) -> bool:
    """Whether a text needs no brackets around it: no space is outside of those that it has."""
    depth = 0
    for sign in text:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == " " and not depth:
            return False
    return True


@dataclass
class Line:
    """A statement of one line."""

    text: str


@dataclass
class Jump:
    """A jump, always or if something holds."""

    to: int
    test: str = ""


@dataclass
class Structure:
    """What is within a `block`, a `loop` or an `if`, and behind its `else`; `value` is what the first way leaves."""

    kind: str
    label: int
    test: str = ""
    body: list[Statement] = field(default_factory=list)
    other: list[Statement] = field(default_factory=list)
    value: Term | None = None
    in_other: bool = False

    @property
    def open(self) -> list[Statement]:
        """Where the next statement goes."""
        return self.other if self.in_other else self.body


Statement = Line | Jump | Structure


class Reader:
    """Reads the code of one function into statements."""

    def __init__(self, places: Places, fn: Fn) -> None:
        self.places, self.fn = places, fn
        self.raw = fn.body.closed() if fn.body is not None else b""
        self.labels, self.more = count(1), count(len(fn.params) + len(fn.locals))
        self.around = [Structure("function", 0)]
        self.stacks: list[list[Term]] = [[]]

    def statements(self) -> list[Statement]:
        """The whole function; what it leaves on the stack is its result."""
        for step in _steps(self.raw):
            numbers = _numbers(self.raw[step.start : step.end])
            if step.opcode in (0x02, 0x03, 0x04):
                test = self.pop().text if step.opcode == 0x04 else ""
                self.keep()
                made = Structure({0x02: "block", 0x03: "loop", 0x04: "if"}[step.opcode], next(self.labels), test)
                self.around[-1].open.append(made)
                self.around.append(made)
                self.stacks.append([])
            elif step.opcode == 0x05:
                self.around[-1].in_other = True
                self.around[-1].value = self.pop() if self.stacks[-1] else None
            elif step.opcode == 0x0B:
                self.close()
            else:
                self.step(step.opcode, numbers)
        if self.stacks[0]:
            self.say(f"return {self.pop().text}")
        return self.around[0].body

    def close(self) -> None:
        """A structure ends. What an `if` leaves is a term, or a local where more than terms are in it."""
        made, left = self.around.pop(), self.stacks.pop()
        if made.value is None or not left:
            return
        if not made.body and not made.other:
            self.around[-1].open.pop()
            self.push(f"{made.value.part} if {made.test} else {left[-1].part}")
            return
        result = f"%{next(self.more)}"
        made.body.append(Line(f"{result} = {made.value.text}"))
        made.other.append(Line(f"{result} = {left[-1].text}"))
        self.push(result)

    def pop(self) -> Term:
        """The number on top of the stack."""
        return self.stacks[-1].pop()

    def push(self, text: str, value: int | None = None) -> None:
        """Another number."""
        self.stacks[-1].append(Term(text, value))

    def say(self, text: str) -> None:
        """Another line."""
        self.around[-1].open.append(Line(text))

    def keep(self, changed: str = "") -> None:
        """Before a statement: give a name to what waits on the stack and may be another number behind it."""
        for place, term in enumerate(self.stacks[-1]):
            if "[" in term.text or "(" in term.text or re.search(rf"{re.escape(changed or '!')}\b", term.text):
                name = f"%{next(self.more)}"
                self.say(f"{name} = {term.text}")
                self.stacks[-1][place] = Term(name)

    def step(self, code: int, numbers: Sequence[int]) -> None:
        """An instruction that is no structure."""
        match code:
            case 0x00:
                self.say("give up")
            case 0x0F:
                self.say(f"return {self.pop().text}" if self.fn.result is not None else "return")
            case 0x0C | 0x0D:
                to = self.around[-1 - numbers[0]].label
                self.around[-1].open.append(Jump(to, self.pop().text if code == 0x0D else ""))
            case 0x0E:
                *ways, other = (f"${self.around[-1 - one].label}" for one in numbers[1:])
                self.say(f"jump by {self.pop().part} to {', '.join(ways)}, else to {other}")
            case 0x10:
                self.call(self.places.mb.module.functions[numbers[0]])
            case 0x1A:
                self.pop()
            case 0x1B:
                test, no, yes = self.pop(), self.pop(), self.pop()
                self.push(f"{yes.part} if {test.text} else {no.part}")
            case 0x20 | 0x23:
                self.push(self.shared(code, numbers[0]))
            case 0x21 | 0x24:
                name, value = self.shared(code, numbers[0]), self.pop()
                self.keep(name)
                self.say(f"{name} = {value.text}")
            case 0x3F | 0x40:
                self.push("pages" if code == 0x3F else f"grow({self.pop().text})")
            case 0x41 | 0x42:
                is_address = code == 0x41 or numbers[0] in self.places.scratch
                address = self.places.address(numbers[0]) if is_address else None
                self.push(address or _number(numbers[0]), numbers[0])
            case 0x44:
                self.push(f"{struct.unpack('<d', bytes(numbers))[0]:g}")
            case 0x45 | 0x50:
                self.push(f"not {self.pop().part}")
            case _ if code in LOADS:
                self.push(self.at(self.pop(), numbers[1], LOADS[code]))
            case _ if code in STORES:
                value, base = self.pop(), self.pop()
                self.keep()
                self.say(f"{self.at(base, numbers[1], STORES[code])} = {value.text}")
            case _ if code in UNARY:
                if UNARY[code]:
                    self.push(UNARY[code].format(self.pop().text))
            case _ if code in BINARY:
                second, first = self.pop(), self.pop()
                self.stacks[-1].append(_binary(BINARY[code], first, second))
            case _:
                self.bytes(code, numbers)

    def bytes(self, code: int, numbers: Sequence[int]) -> None:
        """An instruction about many bytes."""
        match code, numbers[0]:
            case 0xFC, 0x0A:
                size, source, to = self.pop(), self.pop(), self.pop()
                self.say(f"copy {size.part} bytes from {source.part} to {to.part}")
            case 0xFC, _:
                size, _, to = self.pop(), self.pop(), self.pop()
                self.say(f"clear {size.part} bytes at {to.part}")
            case _, 0x00:
                self.push(f"16 bytes at {self.sum(self.pop(), numbers[2])}")
            case _, 0x0B:
                value, base = self.pop(), self.pop()
                self.say(f"16 bytes at {self.sum(base, numbers[2])} = {value.text}")
            case _, kind:
                parts = [self.pop() for _ in range(VECTORS[kind].count("{}"))][::-1]
                self.push(VECTORS[kind].format(*(one.part for one in parts)))

    def call(self, called: Fn) -> None:
        """A call: a term, or a line where there is no result."""
        given = [self.pop().text for _ in called.params][::-1]
        text = f"{self.places.functions.get(called.index, 'another')}({', '.join(given)})"
        if called.result is not None:
            self.push(text)
        else:
            self.keep()
            self.say(text)

    def shared(self, code: int, number: int) -> str:
        """A local or a global."""
        return f"%{number}" if code in (0x20, 0x21) else self.places.globals.get(number, f"kept{number}")

    def at(self, base: Term, offset: int, width: int) -> str:
        """What lies at an address."""
        if base.value is not None:
            return self.places.within(base.value + offset)
        if base.plus is not None and base.plus[1] + offset >= 0:
            inner, more = base.plus
            base, offset = inner, offset + more
        if base.text.startswith("&") and not offset and _is_whole(base.text):
            return base.text[1:]
        if BAGS <= offset < BAGS + 8 * len(self.places.mb.layout.zones):
            return f"bags[{self.sum(base, offset - BAGS)}]"
        name = self.places.name(offset) if offset >= BAGS else None
        if name is None:
            return f"[{self.sum(base, offset)}]"
        name = self.places.any_of(name)
        index = base.times[0] if base.times is not None and base.times[1] == width else base
        return f"{name}[{index.text}]"

    def sum(self, base: Term, offset: int) -> str:
        """An address and what is added to it."""
        if base.value is not None:
            return self.places.address(base.value + offset) or str(base.value + offset)
        return _binary("+", base, Term(self.places.address(offset) or str(offset))).text if offset else base.text


def _binary(op: str, one: Term, other: Term) -> Term:
    """An operation on two numbers. Sums and the like of several parts need no brackets between them."""
    number = other.value
    if one.value is not None and number is not None and op in ("shl", "+") and not one.text.startswith("&"):
        known = one.value << number if op == "shl" else one.value + number
        return Term(_number(known), known)
    if op in ("shl", "*") and number is not None:
        by = 1 << number if op == "shl" else number
        return Term(f"{one.part} * {by}", times=(one, by))
    if op == "+" and one.times is not None and re.fullmatch(r"&[pt]1\.\w+", other.text):
        return Term(f"&{other.text[4:]}[{one.times[0].text}]")  # a heap of a player
    inside = re.sub(r"[(\[{].*[)\]}]", "", one.text)
    chained = op in ("+", "and", "or") and " if " not in inside and {*re.findall(r" (\S+) ", inside)} == {op}
    left = one.text if chained else one.part
    if op == "+" and number is not None:
        text = f"{left} - {-number}" if number < 0 else f"{left} + {other.text}"
        return Term(text, plus=None if other.text.startswith("&") else (one, number))
    return Term(f"{left} {op} {other.part}")


def _numbers(raw: bytes) -> list[int]:
    """The numbers behind an opcode; those of constants have a sign, and fractions are bytes."""
    at, found, code = 1, list[int](), raw[0]
    if code == 0x44:
        return list(raw[1:])
    while at < len(raw) and code not in (0x02, 0x03, 0x04):
        value = places = 0
        while True:
            byte = raw[at]
            value |= (byte & 0x7F) << places
            at, places = at + 1, places + 7
            if byte < 0x80:
                break
        found.append(value - (1 << places) if code in (0x41, 0x42) and byte & 0x40 else value)
    return found


# Statements as text -----------------------------------------------------------------------

Ways = Mapping[int, str]
"""How a jump is written that leaves the loop around it, or begins its next turn."""


def _lines(statements: Sequence[Statement], ways: Ways) -> Iterator[str]:
    for one in statements:
        match one:
            case Line(text):
                yield text
            case Jump(to, test):
                way = ways.get(to, f"jump to ${to}")
                yield f"if {test}: {way}" if test else way
            case Structure("if", _, test, body, other):
                inside = list(_lines(body, ways))
                if len(inside) == 1 and not other and not inside[0].startswith("if "):
                    yield f"if {test}: {inside[0]}"
                    continue
                yield f"if {test}:"
                yield from _indented(inside)
                if other:
                    yield "else:"
                    yield from _indented(_lines(other, ways))
            case Structure():
                yield from _loop(one, ways)


def _loop(one: Structure, ways: Ways) -> Iterator[str]:
    """A loop as `until` or `do … while`, or with a place before it; a block is a place behind it."""
    if one.kind == "loop":
        yield f"${one.label}:"
        yield from _indented(_lines(one.body, ways))
        return
    match one.body:
        case [*head, Structure("loop", again, _, [*turn, Jump(to, test)])] if to == again:
            skips = [jump.test for jump in head if isinstance(jump, Jump) and jump.to == one.label]
            inner = {one.label: "leave the loop", again: "next turn"}
            if not head and not test:
                ends = list[str]()
                while turn and isinstance(turn[0], Jump) and turn[0].to == one.label and turn[0].test:
                    ends.append(turn.pop(0).test)  # type: ignore[union-attr]
                yield f"until {' or '.join(ends)}:" if ends else "again and again:"
                yield from _indented(_lines(turn, inner))
                return
            if len(head) == len(skips) == 1 and test:
                yield f"unless {skips[0]}, do:"
                yield from _indented(_lines(turn, inner))
                yield f"while {test}"
                return
    yield from _lines(one.body, ways)
    yield f"${one.label}:"


def _indented(lines: Iterator[str] | list[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def show_function(places: Places, fn: Fn) -> list[str]:
    """A function, line by line, the first with its parameters; without places to which no jump leads."""
    head = f"{places.functions.get(fn.index, 'another')}({', '.join(f'%{n}' for n in range(len(fn.params)))}):"
    lines = list(_lines(Reader(places, fn).statements(), {}))
    used = {label for line in lines if not LABEL.fullmatch(line) for label in re.findall(r"\$\d+", line)}
    return [head, *(line for line in lines if (found := LABEL.fullmatch(line)) is None or found[1] in used)]
