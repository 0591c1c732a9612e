"""Calls a compiled game through `wasmtime`, with as little in between as possible.

`wasmtime` is loaded when the first game is compiled, not before.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakSet

from ...program.nodes import Program
from ..building.memory import BAGS, CELL, OUTGROWN, MemoryMap, memory_map
from .cache import Build, cached_module

if TYPE_CHECKING:
    import wasmtime

Export = Literal["go", "play", "decide", "look", "retell", "unwind", "playouts"]
"""What a module can be asked to do, see `compile`."""

FUEL_A_CELL = 100
"""The fuel to take over a position and to give it back, for each cell: far more than a cell needs."""

FUEL_A_STEP = 100_000
"""The fuel of a call of a watched game, for each step that the rules may take: far more than any step needs.

The program counts its steps itself, so that a runaway rule is the same error in every engine. Fuel is a second net
below that. Playouts have none, since it would cost them a fifth of their speed."""

REFILL = 16
"""Filling up takes a third of the time of a short call, so it is done once for so many, with the fuel of all."""


class Trapped(Exception):
    """The module has trapped; `outgrown` says that it hit a limit of this engine, not one of the game."""

    def __init__(self, outgrown: bool) -> None:
        super().__init__("the compiled game has trapped")
        self.outgrown = outgrown


# The engines of this process --------------------------------------------------------------

_engines: dict[bool, wasmtime.Engine] = {}
_instances: WeakSet[Instance] = WeakSet()
_compiling = threading.Lock()
"""Held while an instance is made."""


_inherited: list[wasmtime.Engine] = []
"""The engines of the process that this one was forked from. Their threads are not here, and would be waited for."""


def _after_fork() -> None:
    """Begin anew in a forked process, which has the memory of its parent, but none of its threads.

    What is compiled already still plays. More is compiled by engines of its own, without threads, and the locks that
    threads of the parent may hold are replaced.
    """
    global _compiling
    _compiling = threading.Lock()
    _inherited.extend(_engines.values())
    _engines.clear()
    for instance in tuple(_instances):
        instance.lock, instance.tree_lock = threading.Lock(), threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def engine(*, fuelled: bool) -> wasmtime.Engine:
    """The engine of this process that counts fuel, or the one that does not."""
    import wasmtime

    if fuelled not in _engines:
        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        config.parallel_compilation = not _inherited
        config.consume_fuel = fuelled
        _engines[fuelled] = wasmtime.Engine(config)
    return _engines[fuelled]


@atexit.register
def close_all() -> None:
    """Free what `wasmtime` holds while Python is still whole: first the instances, then the engines.

    Later, when modules are torn down, the destructors of `wasmtime` find their library gone and complain. A thread that
    is left behind compiling or playing keeps what it uses.
    """
    if not _compiling.acquire(blocking=False):
        return
    for instance in tuple(_instances):
        instance.close()
    while _engines:
        _engines.popitem()[1].close()
    while _inherited:
        _inherited.pop().close()
    _compiling.release()


class Instance:
    """A compiled game with a memory of its own. Whoever puts a position there and plays it must hold `lock`, and
    whoever grows a tree there `tree_lock` as long as it grows; `trees` counts them.

    `rows` are the legal moves that lie in the memory, as whoever has read them keeps them; None where nobody knows.
    """

    def __init__(self, program: Program, build: Build) -> None:
        watched = build == "watched"
        self.memory_map: MemoryMap = memory_map(program)
        self.lock = threading.Lock()
        self.tree_lock = threading.Lock()
        self.trees = 0
        self.rows: bytes | None = None
        self._calls = 0
        most = program.steps_limit * FUEL_A_STEP + program.layout.size * FUEL_A_CELL
        self._fuel = most if watched else 0
        with _compiling:
            self._load(program, build)
            _instances.add(self)
        self.control = self.cells_at(0, BAGS // CELL)
        self.state = self.cells_at(self.memory_map.cells, program.layout.size)

    def _load(self, program: Program, build: Build) -> None:
        """Compile the game, and find out where its memory and functions lie."""
        import wasmtime

        watched, searching = build == "watched", build == "searching"
        self._ffi = ffi = import_module("wasmtime._ffi")
        used = engine(fuelled=watched)
        module = cached_module(used, program, build, lambda: _compiled(program, watched, searching))
        self._store = wasmtime.Store(used)
        if watched:
            self._store.set_fuel(self._fuel)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._address = ctypes.addressof(memory.data_ptr(self._store).contents)
        array = (ctypes.c_int64 * (memory.data_len(self._store) // CELL)).from_address(self._address)
        self._cells = memoryview(array).cast("B").cast("q")
        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        self._args = (ffi.wasmtime_val_raw_t * 1)()
        self._values = ctypes.cast(self._args, ctypes.POINTER(ctypes.c_int64))
        self._trap = ctypes.c_void_p()
        self._functions: dict[Export, tuple[Any, int]] = {}
        names: tuple[Export, ...] = ("go", "play", "decide", "look", "retell", "unwind") if watched else ("playouts",)
        for name in names:
            function = exports[name]
            assert isinstance(function, wasmtime.Func)
            self._functions[name] = (function, ctypes.addressof(function._func))
        self._call = _caller(ffi, releases=not watched)
        self._fill = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)(
            ctypes.cast(ffi.dll.wasmtime_context_set_fuel, ctypes.c_void_p).value or 0
        )
        self._rest = tuple(ctypes.c_void_p(n) for n in (ctypes.addressof(self._args), ctypes.addressof(self._trap)))

    def cells_at(self, address: int, many: int) -> memoryview:
        """`many` cells of 64 bits from an address of the memory on. Raises RuntimeError once the game is closed."""
        if not self._address:
            raise RuntimeError("this compiled game is closed: Python is shutting down")
        return self._cells[address >> 3 : (address >> 3) + many]

    def wipe(self, address: int, many: int) -> None:
        """Set so many bytes to 0."""
        ctypes.memset(self._address + address, 0, many)

    def call(self, name: Export, argument: int = 0) -> None:
        """Call an exported function. Raises `Trapped`; the fuel is then filled again."""
        if self._fuel:
            self._calls -= 1
            if self._calls < 0:
                self._fill(self._context, REFILL * self._fuel)
                self._calls = REFILL - 1
        self._values[0] = argument
        error = self._call(self._context, self._functions[name][1], self._rest[0], 1, self._rest[1])
        if error or self._trap.value:
            self._clean_up(error)

    def _clean_up(self, error: int | None) -> None:
        ffi, self._calls = self._ffi, 0
        if self._trap.value:
            ffi.wasm_trap_delete(ctypes.cast(self._trap, ctypes.POINTER(ffi.wasm_trap_t)))
            self._trap.value = None
        if error:
            ffi.wasmtime_error_delete(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
        outgrown = bool(self.control[OUTGROWN // CELL])
        self.control[OUTGROWN // CELL] = 0
        raise Trapped(outgrown)

    def close(self) -> None:
        """Free the code and the memory. Nothing happens while another thread is playing."""
        if self.lock.acquire(blocking=False):
            self._address = 0
            self._functions = {}
            self.control = self.state = self._cells = memoryview(b"")
            self._store.close()
            self.lock.release()


def _compiled(program: Program, watched: bool, searching: bool) -> bytes:
    from ..compile import compile_program  # only where no module is cached

    return compile_program(program, watched=watched, searching=searching)


def _caller(ffi: Any, *, releases: bool) -> Any:
    """`wasmtime_func_call_unchecked`; with `releases` other threads of Python run during the call."""
    make = ctypes.CFUNCTYPE if releases else ctypes.PYFUNCTYPE
    pointer = ctypes.c_void_p
    kind = make(pointer, pointer, pointer, pointer, ctypes.c_size_t, pointer)
    address = ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value
    assert address is not None
    return kind(address)
