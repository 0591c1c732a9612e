"""The hosts that are known (`engines.host`): the package `wasmtime`, and the JavaScript around Pyodide.

`wasmtime` is called with as little in between as possible, by a function of its C interface: its own `Func` takes
6 µs, and a whole move 4. It is loaded when the first game is compiled, not before; modules are cached on disk.
"""

from __future__ import annotations

import ctypes
import os
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engines.host import IN_WEBASSEMBLY, Host, Running, chosen_host
from ...engines.program.bounds import CELL
from ...source.text import disk_cache
from ..wasm.module import MOST_PAGES, PAGE

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    import wasmtime


def host() -> Host:
    """The host that was put in, or the usual one."""
    return chosen_host() or (Pyodide() if IN_WEBASSEMBLY else Wasmtime())


Read = Callable[[int, int], bytearray]
"""Reads bytes of a memory, from one address to another."""

Run = Callable[[str], bool]
"""Runs a function; whether it has come to its end."""

Write = Callable[[int, "memoryview[int]"], object]
"""Writes bytes, from an address on."""


class Copied:
    """A memory that Python does not share, in cells."""

    def __init__(self, read: Read, write: Write) -> None:
        self._read, self._write = read, write

    def __getitem__(self, where: slice) -> memoryview[int]:
        return memoryview(self._read(CELL * where.start, CELL * where.stop)).cast("q")

    def __setitem__(self, where: slice, cells: memoryview[int]) -> None:
        self._write(CELL * where.start, cells.cast("B"))


def apart(
    front: int, read: Read, write: Write, run: Run, size: Callable[[], int], grow: Callable[[int], bool]
) -> Running:
    """A module that runs in a memory that Python does not share: the front goes across at each call."""
    copy = memoryview(read(0, front))

    def call(name: str) -> bool:
        write(0, copy)
        ended = run(name)
        copy[:] = read(0, front)
        return ended

    return Running(front=copy, memory=Copied(read, write), call=call, size=size, grow=grow, close=lambda: None)


class Pyodide:
    """The JavaScript around a Python that runs in WebAssembly itself."""

    def start(self, compile: Callable[[], bytes], key: Sequence[str], *, front: int, work: int) -> Running:
        """Start a module; the work of a call is not bounded."""
        javascript, foreign = import_module("js"), import_module("pyodide.ffi")
        module = javascript.WebAssembly.Module.new(foreign.to_js(compile()))
        exports = javascript.WebAssembly.Instance.new(module).exports
        memory = exports.memory

        def seen(start: int, many: int) -> Any:
            return javascript.Uint8Array.new(memory.buffer, start, many)

        def read(start: int, end: int) -> bytearray:
            found = bytearray(end - start)
            seen(start, end - start).assign_to(found)
            return found

        def write(start: int, data: memoryview[int]) -> None:
            seen(start, len(data)).assign(data)

        def done(act: Callable[..., object], *given: int) -> bool:
            try:
                act(*given)
            except foreign.JsException:
                return False
            return True

        def run(name: str) -> bool:
            return done(getattr(exports, name))

        return apart(front, read, write, run, lambda: int(memory.buffer.byteLength), partial(done, memory.grow))


# wasmtime ---------------------------------------------------------------------------------

resource: Any = import_module("resource") if find_spec("resource") else None
"""What the system allows a process; there is no such module on Windows."""

ENOUGH = 1 << 36
"""Where a process may have so many bytes of addresses, each memory gets the usual 4 GB of them."""

SHARE, LEAST = 32, 1 << 24
"""Where it may have fewer, a memory gets this part of them, and at least so many."""

REFILL = 16
"""To fill up fuel takes a third of the time of a short call, so it is done once for so many, with the fuel of all."""

_engines: dict[bool, wasmtime.Engine] = {}
_inherited: list[wasmtime.Engine] = []
"""The engines of the process that this one was forked from. Their threads are not here, and would be waited for."""


def leave_engines() -> None:
    """In a forked process what is compiled still plays; more is compiled by engines of its own, without threads."""
    _inherited.extend(_engines.values())
    _engines.clear()


def close_engines() -> None:
    """Free the engines of wasmtime, when nothing runs any more."""
    for one in (*_engines.values(), *_inherited):
        one.close()
    _engines.clear()
    _inherited.clear()


def engine(*, fuelled: bool) -> wasmtime.Engine:
    """The engine of this process that counts fuel, or the one that does not."""
    import wasmtime

    if fuelled not in _engines:
        config = wasmtime.Config()
        config.cranelift_opt_level = "speed"
        config.parallel_compilation = not _inherited
        config.consume_fuel = fuelled
        config.memory_init_cow = False  # else all pages at first are resident, used or not
        _reserve(config)
        _engines[fuelled] = wasmtime.Engine(config)
    return _engines[fuelled]


def _reserve(config: wasmtime.Config) -> None:
    """Reserve fewer addresses for each memory than the usual 4 GB where the system limits them (`ulimit -v`).

    The memory still grows in place, as far as it was reserved; what is beyond is refused.
    """
    limit = resource.getrlimit(resource.RLIMIT_AS)[0] if resource is not None else -1
    if 0 <= limit < ENOUGH:
        bindings = import_module("wasmtime._bindings")
        bindings.wasmtime_config_memory_reservation_set(config.ptr(), max(limit // SHARE, LEAST))
        bindings.wasmtime_config_memory_reservation_for_growth_set(config.ptr(), 0)
        bindings.wasmtime_config_memory_guard_size_set(config.ptr(), PAGE)
        bindings.wasmtime_config_memory_may_move_set(config.ptr(), False)


class Wasmtime:
    """The package `wasmtime`."""

    def start(self, compile: Callable[[], bytes], key: Sequence[str], *, front: int, work: int) -> Running:
        """Start a module, from disk if it is there. Fuel bounds the work.

        The memory is seen as far as it may ever grow, which it does in place, since the addresses are reserved: nobody
        looks where nothing is yet.
        """
        import wasmtime

        used = engine(fuelled=work > 0)
        module, store = cached_module(used, key, compile), wasmtime.Store(used)
        if work:
            store.set_fuel(work)
        try:
            exports = wasmtime.Instance(store, module, []).exports(store)
        except wasmtime.WasmtimeError as error:
            raise MemoryError(f"there is not enough memory for the fast engine: {error}") from error
        memory, calls = exports["memory"], Calls(store, exports, work)
        assert isinstance(memory, wasmtime.Memory)
        first, most = ctypes.addressof(memory.data_ptr(store).contents), MOST_PAGES * PAGE
        seen = memoryview((ctypes.c_uint8 * most).from_address(first)).cast("B")

        def grow(pages: int) -> bool:
            try:
                memory.grow(store, pages)
            except wasmtime.WasmtimeError:
                return False
            return True

        size = partial(memory.data_len, store)
        return Running(
            front=seen[:front], memory=seen.cast("q"), call=calls.call, size=size, grow=grow, close=calls.close
        )


class Calls:
    """The functions of a module that wasmtime runs."""

    def __init__(self, store: wasmtime.Store, exports: Mapping[str, object], work: int) -> None:
        import wasmtime

        self._ffi = ffi = import_module("wasmtime._ffi")
        self._store, self._exports, self._fuel, self._calls = store, exports, work, 0
        self._context = ctypes.cast(store._context(), ctypes.c_void_p).value
        self._trap = (ctypes.c_void_p * 1)()
        self._trapped = memoryview(self._trap).cast("B").cast("Q")
        call, pointer = _caller(ffi, releases=not work), ctypes.c_void_p
        context, trap, none = pointer(self._context), pointer(ctypes.addressof(self._trap)), ctypes.c_size_t(0)
        self._calls_to = {
            name: partial(call, context, pointer(ctypes.addressof(function._func)), None, none, trap)
            for name, function in exports.items()
            if isinstance(function, wasmtime.Func)
        }
        self._fill = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)(
            ctypes.cast(ffi.dll.wasmtime_context_set_fuel, ctypes.c_void_p).value or 0
        )

    def call(self, name: str) -> bool:
        """Call a function; whether it has come to its end. If not, fuel is filled up before the next one."""
        if self._fuel:
            self._calls -= 1
            if self._calls < 0:
                self._fill(self._context, REFILL * self._fuel)
                self._calls = REFILL - 1
        error = self._calls_to[name]()
        if error or self._trapped[0]:
            self._clean_up(error)
            return False
        return True

    def _clean_up(self, error: int | None) -> None:
        ffi, self._calls = self._ffi, 0
        if self._trapped[0]:
            ffi.wasm_trap_delete(ctypes.cast(self._trapped[0], ctypes.POINTER(ffi.wasm_trap_t)))
            self._trapped[0] = 0
        if error:
            ffi.wasmtime_error_delete(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))

    def close(self) -> None:
        """Free code and memory."""
        self._calls_to = {}
        self._store.close()


def _caller(ffi: Any, *, releases: bool) -> Any:
    """`wasmtime_func_call_unchecked`; with `releases` other threads of Python run during the call.

    Its arguments must be made with `ctypes`: to convert them at each call would take a third of its time.
    """
    make = ctypes.CFUNCTYPE if releases else ctypes.PYFUNCTYPE
    return make(ctypes.c_void_p)(ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value or 0)


# Compiled modules are cached on disk, each under a name made of all that it depends on.
#
# What is cached is the module as `wasmtime` saves it. It is run as it is, so only files that are certainly our own are
# read (`cache_folder`). Those that are damaged, stale, or were made for something else are replaced.

MODULE = "module"
"""The ending of a module's file."""


def cached_module(engine: wasmtime.Engine, key: Sequence[str], compile: Callable[[], bytes]) -> wasmtime.Module:
    """The module of a key: from disk, or else made by `compile` and cached."""
    import wasmtime

    # All that the content of a module depends on.
    made_for = [*key, *_maker(), platform.machine(), platform.system()]
    body = disk_cache.read_entry(made_for, MODULE)
    if body is not None:
        try:
            return wasmtime.Module.deserialize(engine, body)
        except wasmtime.WasmtimeError:
            pass  # another build of wasmtime, or another limit of memory: rebuilt below
    module = wasmtime.Module(engine, compile())
    disk_cache.write_entry(made_for, MODULE, bytes(module.serialize()))
    return module


@cache
def _maker() -> tuple[str, ...]:
    """What tells one compiler from another: its sources, and what it runs on."""
    wasmtime = find_spec("wasmtime")  # its version is slow to find, and it looks at that itself
    origin = wasmtime.origin or "" if wasmtime else ""
    about = os.stat(origin)
    package: Traversable = Path(__file__).parents[2]
    if not package.is_dir():  # an archive
        package = import_module("importlib.resources").files(__package__.partition(".")[0])
    version = compiler_version(package)
    return origin, str(about.st_size), str(about.st_mtime_ns), platform.python_version(), version


COMPILED_FROM = ("compiler", "engines", "language/ir", "language/builtins", "diagnostics")
"""The folders of this package that decide what a program is compiled to: the compiler, and all that it imports."""


def compiler_version(package: Traversable) -> str:
    """A hash of the sources of the compiler, so that whoever changes them gets new modules.

    A number that is raised by hand, or written when the package is built, is forgotten while somebody develops, and
    times of files are equal for two versions where they are set, as in reproducible builds. To read 140 files takes
    3 ms, once in a process that plays compiled games; to ask all 450 when they were changed took 2. Where there is
    nothing but bytecode, that is hashed.
    """
    found = sha256()
    for folder in COMPILED_FROM:
        for content in _sources(package.joinpath(*folder.split("/"))):
            found.update(content)
    return found.hexdigest()


def _sources(folder: Traversable) -> Iterator[bytes]:
    """The modules of a folder of this package, by name."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.name.endswith((".py", ".pyc")):
            yield one.name.encode() + one.read_bytes()
        elif one.name != "__pycache__" and one.is_dir():
            yield from _sources(one)
