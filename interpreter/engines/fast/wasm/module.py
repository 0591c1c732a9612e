"""One WebAssembly module in the making: functions, globals, one memory, data; and its bytes in the end."""

from __future__ import annotations

from dataclasses import dataclass, field

from .term import I32, I64, Global, Term, Var, const, long, uleb

PAGE = 65536
"""Memory comes in pages of so many bytes."""


@dataclass(slots=True)
class Fn:
    """A function: its parameters are its first locals; `body` is set when it is written."""

    index: int
    params: tuple[int, ...]
    result: int | None
    locals: list[int] = field(default_factory=list)
    body: bytes | None = None

    def param(self, place: int) -> Var:
        """A parameter, from 0."""
        return Var(place, self.params[place])

    def local(self, type: int = I32) -> Var:
        """A new local; it is 0 at first."""
        self.locals.append(type)
        return Var(len(self.params) + len(self.locals) - 1, type)

    def call(self, *args: Term) -> Term:
        """What it gives for these arguments."""
        assert self.result is not None
        assert tuple(arg.type for arg in args) == self.params, (args, self.params)
        return Term(self.run(*args), self.result)

    def run(self, *args: Term) -> bytes:
        """A call whose result, if there is one, is left on the stack."""
        return b"".join(arg.code for arg in args) + b"\x10" + uleb(self.index)


class Module:
    """Functions are numbered as they are declared; there are no imports."""

    def __init__(self) -> None:
        self.functions: list[Fn] = []
        self.globals: list[tuple[int, Term]] = []
        self.exports: list[tuple[str, int, int]] = []
        self.data: list[tuple[int, bytes]] = []
        self.pages = 1

    def function(self, params: tuple[int, ...] = (), result: int | None = None, export: str = "") -> Fn:
        """Declare a function."""
        fn = Fn(len(self.functions), params, result)
        self.functions.append(fn)
        if export:
            self.exports.append((export, 0, fn.index))
        return fn

    def shared(self, type: int, first: int = 0) -> Global:
        """A global that may change."""
        self.globals.append((type, const(first) if type == I32 else long(first)))
        return Global(len(self.globals) - 1, type)

    def to_bytes(self) -> bytes:
        """The module in the binary format."""
        types: dict[bytes, int] = {}
        uses = [types.setdefault(_signature(fn), len(types)) for fn in self.functions]
        exports = [*self.exports, ("memory", 2, 0)]
        return b"\0asm\1\0\0\0" + b"".join(
            (
                _section(1, list(types)),
                _section(3, [uleb(use) for use in uses]),
                _section(5, [b"\1" + uleb(self.pages) + uleb(self.pages)]),
                _section(6, [bytes((type, 1)) + first.code + b"\x0b" for type, first in self.globals]),
                _section(7, [_text(name) + bytes((kind,)) + uleb(index) for name, kind, index in exports]),
                _section(10, [_code(fn) for fn in self.functions]),
                _section(11, [b"\0" + const(at).code + b"\x0b" + uleb(len(raw)) + raw for at, raw in self.data]),
            )
        )


def _section(number: int, items: list[bytes]) -> bytes:
    body = uleb(len(items)) + b"".join(items)
    return bytes((number,)) + uleb(len(body)) + body


def _text(text: str) -> bytes:
    return uleb(len(text)) + text.encode("ascii")


def _signature(fn: Fn) -> bytes:
    results = () if fn.result is None else (fn.result,)
    return b"\x60" + uleb(len(fn.params)) + bytes(fn.params) + uleb(len(results)) + bytes(results)


def _code(fn: Fn) -> bytes:
    assert fn.body is not None, f"function {fn.index} was declared and never written"
    groups: list[tuple[int, int]] = []
    for type in fn.locals:
        if groups and groups[-1][1] == type:
            groups[-1] = (groups[-1][0] + 1, type)
        else:
            groups.append((1, type))
    head = uleb(len(groups)) + b"".join(uleb(many) + bytes((type,)) for many, type in groups)
    body = head + fn.body + b"\x0b"
    return uleb(len(body)) + body


__all__ = ["I32", "I64", "PAGE", "Fn", "Module"]
