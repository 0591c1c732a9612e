"""Short functions become parts of those that call them.

    arguments; call f      →      arguments; set the parameters, last first; the other locals of f = 0
                                  block: the code of f, where `return` jumps to its end

Of each function that calls f the locals of f are locals of its own: the same ones for all calls in it, since a call has
ended before the next one begins. A function that is called by itself, directly or through others, stays a function.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .module import Fn, Module
from .terms import Instructions, uleb

SHORT = 200
"""A function of no more bytes than this becomes a part of those that call it."""

MOST = 60_000
"""A function of more bytes than this takes in no others: compiling it would take too long."""

_BLOCK, _LOOP, _IF, _END, _BR, _RETURN, _CALL = 0x02, 0x03, 0x04, 0x0B, 0x0C, 0x0F, 0x10
_LOCALS = (0x20, 0x21, 0x22)
_SET = b"\x21"
_ZERO = {0x7F: b"\x41\x00", 0x7E: b"\x42\x00", 0x7C: b"\x44" + bytes(8)}
_VOID = 0x40


class Instruction(NamedTuple):
    """One instruction: its opcode, its first number if it has one, and where it lies."""

    opcode: int
    number: int
    start: int
    end: int


def inline(module: Module) -> None:
    """Let the short functions of a module become parts of those that call them."""
    bodies: dict[int, bytes] = {}
    for fn in module.functions:
        _finish(module, fn, bodies, set())
    called = {step.number for body in bodies.values() for step in _steps(body) if step.opcode == _CALL}
    called |= {index for _, _, index in module.exports}
    for fn in module.functions:
        fn.body = Instructions(bodies[fn.index] if fn.index in called else b"\x00")


def _finish(module: Module, fn: Fn, bodies: dict[int, bytes], waiting: set[int]) -> bytes | None:
    """The code of a function with those that it calls inside; None while that is being worked out."""
    if fn.index in bodies:
        return bodies[fn.index]
    if fn.index in waiting:
        return None
    waiting.add(fn.index)
    assert fn.body is not None
    raw, out, done = fn.body.closed(), bytearray(), 0
    own: dict[int, int] = {}
    for step in _steps(raw):
        if step.opcode != _CALL:
            continue
        called = module.functions[step.number]
        body = _finish(module, called, bodies, waiting)
        if body is not None and len(body) <= SHORT and len(out) < MOST:
            if called.index not in own:
                own[called.index] = len(fn.params) + len(fn.locals)
                fn.locals += (*called.params, *called.locals)
            out += raw[done : step.start] + _inside(called, body, own[called.index])
            done = step.end
    waiting.discard(fn.index)
    bodies[fn.index] = bytes(out + raw[done:])
    return bodies[fn.index]


def _inside(fn: Fn, body: bytes, first: int) -> bytes:
    """What stands for a call; `first` is the local of the caller that stands for the first one of the function."""
    many = len(fn.params)
    out = bytearray()
    for place in reversed(range(many)):
        out += _SET + uleb(first + place)
    for place, type in enumerate(fn.locals):
        out += _ZERO[type] + _SET + uleb(first + many + place)
    out += bytes((_BLOCK, _VOID if fn.result is None else fn.result))
    depth = 0
    for step in _steps(body):
        if step.opcode in _LOCALS:
            out += bytes((step.opcode,)) + uleb(first + step.number)
        elif step.opcode == _RETURN:
            out += bytes((_BR,)) + uleb(depth)
        else:
            depth += (step.opcode in (_BLOCK, _LOOP, _IF)) - (step.opcode == _END)
            out += body[step.start : step.end]
    return bytes(out) + bytes((_END,))


# Reading code -----------------------------------------------------------------------------

_ONE_NUMBER = frozenset((_BR, 0x0D, _CALL, *_LOCALS, 0x23, 0x24, 0x3F, 0x40, 0x41, 0x42))
_MEMORY = frozenset(range(0x28, 0x3F))
_NOTHING_BEHIND = frozenset((0x00, 0x05, _END, _RETURN, 0x1A, 0x1B, *range(0x45, 0xC5)))
_BR_TABLE, _FRACTION, _BULK, _VECTOR = 0x0E, 0x44, 0xFC, 0xFD
_NUMBERS_OF_BULK = {0x0A: 2, 0x0B: 1}
_NUMBERS_OF_VECTORS = {0x00: 2, 0x0B: 2, 0x0E: 0, 0x0F: 0, 0x23: 0, 0x2C: 0, 0x64: 0}


def _steps(raw: bytes) -> Iterator[Instruction]:
    """The instructions of a function, of those that are written here (`term`, `control`).

    Raises ValueError for any other: what stands behind its opcode is not known, so nothing that follows could be read.
    """
    at, end = 0, len(raw)
    while at < end:
        start, opcode = at, raw[at]
        at += 1
        number = 0
        if opcode in _ONE_NUMBER:
            number, at = _number(raw, at)
        elif opcode in _MEMORY:
            at = _past(raw, at, 2)
        elif opcode in (_BLOCK, _LOOP, _IF):
            at += 1
        elif opcode == _BR_TABLE:
            many, at = _number(raw, at)
            at = _past(raw, at, many + 1)
        elif opcode == _FRACTION:
            at += 8
        elif opcode in (_BULK, _VECTOR):
            which, at = _number(raw, at)
            numbers = (_NUMBERS_OF_BULK if opcode == _BULK else _NUMBERS_OF_VECTORS).get(which)
            if numbers is None:
                raise ValueError(f"instruction {opcode:#x} {which:#x} is not one of those that can be inlined")
            at = _past(raw, at, numbers)
        elif opcode not in _NOTHING_BEHIND:
            raise ValueError(f"instruction {opcode:#x} is not one of those that can be inlined")
        yield Instruction(opcode, number, start, at)


def _past(raw: bytes, at: int, numbers: int) -> int:
    """Where so many numbers end."""
    for _ in range(numbers):
        while raw[at] >= 0x80:
            at += 1
        at += 1
    return at


def _number(raw: bytes, at: int) -> tuple[int, int]:
    """A number in LEB128, read as unsigned, and where it ends."""
    value = places = 0
    while raw[at] >= 0x80:
        value |= (raw[at] & 0x7F) << places
        places += 7
        at += 1
    return value | raw[at] << places, at + 1
