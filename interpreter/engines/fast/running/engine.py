"""Calls a compiled game through `wasmtime`, with as little in between as can be.

`wasmtime` is loaded when the first game is compiled, not before.
"""

from __future__ import annotations

import ctypes
import threading
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...program.nodes import Program
from ..building.memory import CELL, OUTGROWN, MemoryMap, memory_map
from ..compile import compile_program
from .cache import cached_module

if TYPE_CHECKING:
    import wasmtime


FUEL_A_STEP = 100_000
"""So much fuel has a call of a watched game for each step that the rules may take: far more than any step needs.

The steps are counted by the program itself, so that a runaway rule is the same error in every engine. Fuel
is a second net below that. Whole playouts have none, since it would cost them a fifth of their speed."""


@cache
def engine(*, fuelled: bool) -> wasmtime.Engine:
    """The engines of this process: one that counts fuel, one that does not."""
    import wasmtime

    config = wasmtime.Config()
    config.cranelift_opt_level = "speed"
    config.parallel_compilation = True
    config.consume_fuel = fuelled
    return wasmtime.Engine(config)


class Trapped(Exception):
    """The module has given up; `outgrown` says that one of our own bounds was met, not one of the game."""

    def __init__(self, outgrown: bool) -> None:
        super().__init__("the compiled game has trapped")
        self.outgrown = outgrown


class Instance:
    """A compiled game with a memory of its own. `lock` must be held by whoever puts a position there and plays it."""

    def __init__(self, program: Program, *, watched: bool) -> None:
        import wasmtime

        self.memory_map: MemoryMap = memory_map(program)
        self._ffi = ffi = import_module("wasmtime._ffi")
        self.lock = threading.Lock()
        used = engine(fuelled=watched)
        module = cached_module(used, program, watched, lambda: compile_program(program, watched=watched))
        self._store = wasmtime.Store(used)
        self._fuel = program.steps_limit * FUEL_A_STEP if watched else 0
        if watched:
            self._store.set_fuel(self._fuel)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._address = ctypes.addressof(memory.data_ptr(self._store).contents)
        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        self._args = (ffi.wasmtime_val_raw_t * 1)()
        self._values = ctypes.cast(self._args, ctypes.POINTER(ctypes.c_int64))
        self._trap = ctypes.c_void_p()
        self._functions: dict[str, tuple[Any, int]] = {}
        for name in ("go", "play", "decide") if watched else ("playouts",):
            function = exports[name]
            assert isinstance(function, wasmtime.Func)
            self._functions[name] = (function, ctypes.addressof(function._func))
        self._call = _caller(ffi, releases=not watched)
        self._fill = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)(
            ctypes.cast(ffi.dll.wasmtime_context_set_fuel, ctypes.c_void_p).value or 0
        )
        self.control = self.cells_at(0, 8)
        self.state = self.cells_at(self.memory_map.state, program.layout.size)
        self._rest = tuple(ctypes.c_void_p(n) for n in (ctypes.addressof(self._args), ctypes.addressof(self._trap)))

    def cells_at(self, address: int, many: int) -> memoryview:
        """So many numbers of 64 bits from an address of the memory on."""
        array = (ctypes.c_int64 * many).from_address(self._address + address)
        return memoryview(array).cast("B").cast("q")

    def call(self, name: str, argument: int = 0) -> None:
        """Call an exported function. Raises `Trapped`."""
        if self._fuel:
            self._fill(self._context, self._fuel)
        self._values[0] = argument
        error = self._call(self._context, self._functions[name][1], self._rest[0], 1, self._rest[1])
        if error or self._trap.value:
            self._clean_up(error)

    def _clean_up(self, error: int | None) -> None:
        ffi = self._ffi
        if self._trap.value:
            ffi.wasm_trap_delete(ctypes.cast(self._trap, ctypes.POINTER(ffi.wasm_trap_t)))
            self._trap.value = None
        if error:
            ffi.wasmtime_error_delete(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))
        outgrown = bool(self.control[OUTGROWN // CELL])
        self.control[OUTGROWN // CELL] = 0
        raise Trapped(outgrown)


def _caller(ffi: Any, *, releases: bool) -> Any:
    """`wasmtime_func_call_unchecked`; long calls let other threads of Python run."""
    make = ctypes.CFUNCTYPE if releases else ctypes.PYFUNCTYPE
    pointer = ctypes.c_void_p
    kind = make(pointer, pointer, pointer, pointer, ctypes.c_size_t, pointer)
    address = ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value
    assert address is not None
    return kind(address)
