"""One WebAssembly module: functions, globals, one memory, data; and its bytes in the end."""

from __future__ import annotations

from dataclasses import field

from ...diagnostics.record import dataclass
from .terms import I32, Global, Instructions, Term, ValueType, Var, const, long, uleb

PAGE = 65536
"""Memory comes in pages of this many bytes."""

MOST_PAGES = (1 << 16) - 1
"""No memory has more, so that its size is a number of 32 bits."""

_END = b"\x0b"
_FUNCTION, _MEMORY = 0, 2


@dataclass(slots=True)
class Fn:
    """A function: its parameters are its first locals; `body` is set once it has been emitted."""

    index: int
    params: tuple[ValueType, ...]
    result: ValueType | None
    locals: list[ValueType] = field(default_factory=list)
    body: Instructions | None = None

    def param(self, place: int) -> Var:
        """A parameter, from 0."""
        return Var(place, self.params[place])

    def local(self, type: ValueType = I32) -> Var:
        """A new local; it is 0 when the function is entered."""
        self.locals.append(type)
        return Var(len(self.params) + len(self.locals) - 1, type)

    def call(self, *args: Term) -> Term:
        """The result of a call."""
        assert self.result is not None
        assert tuple(arg.type for arg in args) == self.params, (args, self.params)
        return Term(self.run(*args).raw, self.result)

    def run(self, *args: Term) -> Instructions:
        """A call for its effect; a result, if there is one, stays on the stack."""
        return Instructions(b"".join(arg.raw for arg in args) + b"\x10" + uleb(self.index))


class Module:
    """Functions are numbered as they are declared; there are no imports."""

    def __init__(self) -> None:
        self.functions: list[Fn] = []
        self.globals: list[tuple[ValueType, bool, Term]] = []
        self.exports: list[tuple[str, int, int]] = []
        self.data: list[tuple[int, bytes]] = []
        self.pages = 1

    def function(self, params: tuple[ValueType, ...] = (), result: ValueType | None = None, export: str = "") -> Fn:
        """Declare a function; whoever declares it sets its body."""
        fn = Fn(len(self.functions), params, result)
        self.functions.append(fn)
        if export:
            self.exports.append((export, _FUNCTION, fn.index))
        return fn

    def shared(self, type: ValueType, first: int = 0) -> Global:
        """Declare a global that may change."""
        self.globals.append((type, True, const(first) if type == I32 else long(first)))
        return Global(len(self.globals) - 1, type)

    def to_bytes(self) -> bytes:
        """The module in the binary format."""
        types: dict[bytes, int] = {}
        uses = [types.setdefault(_signature(fn), len(types)) for fn in self.functions]
        exports = [*self.exports, ("memory", _MEMORY, 0)]
        # fmt: off
        return b"\0asm\1\0\0\0" + b"".join((
            _section(1, list(types)),
            _section(3, [uleb(use) for use in uses]),
            _section(5, [b"\1" + uleb(self.pages) + uleb(MOST_PAGES)]),
            _section(6, [bytes((type, changes)) + first.raw + _END for type, changes, first in self.globals]),
            _section(7, [_text(name) + bytes((kind,)) + uleb(index) for name, kind, index in exports]),
            _section(10, [_code(fn) for fn in self.functions]),
            _section(11, [b"\0" + const(at).raw + _END + uleb(len(raw)) + raw for at, raw in self.data]),
        ))
        # fmt: on


def _section(number: int, items: list[bytes]) -> bytes:
    body = uleb(len(items)) + b"".join(items)
    return bytes((number,)) + uleb(len(body)) + body


def _text(text: str) -> bytes:
    return uleb(len(text)) + text.encode("ascii")


def _signature(fn: Fn) -> bytes:
    results = () if fn.result is None else (fn.result,)
    return b"\x60" + uleb(len(fn.params)) + bytes(fn.params) + uleb(len(results)) + bytes(results)


def _code(fn: Fn) -> bytes:
    """Locals are declared as runs of the same type."""
    assert fn.body is not None, f"function {fn.index} was declared and never emitted"
    runs: list[tuple[int, ValueType]] = []
    for type in fn.locals:
        if runs and runs[-1][1] == type:
            runs[-1] = (runs[-1][0] + 1, type)
        else:
            runs.append((1, type))
    head = uleb(len(runs)) + b"".join(uleb(many) + bytes((type,)) for many, type in runs)
    body = head + fn.body.closed() + _END
    return uleb(len(body)) + body
