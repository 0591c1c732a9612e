"""Calls a compiled game through `wasmtime`, with as little in between as possible; modules are cached on disk.

`wasmtime` is loaded when the first game is compiled, not before.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import platform
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakSet

from ...engines.program.bounds import CELL
from ...engines.program.fingerprint import fingerprint
from ...engines.program.layout import HEADER
from ...engines.program.nodes import Program
from ...source.text import disk_cache
from ..builder.memory_map import BAGS, CROWDED, Build, Control, MemoryMap
from ..wasm.module import MOST_PAGES, PAGE
from .move_rows import Rows

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    import wasmtime


resource: Any = import_module("resource") if find_spec("resource") else None
"""What the system allows a process; there is no such module on Windows."""

ENOUGH = 1 << 36
"""Where a process may have so many bytes of addresses, each memory gets the usual 4 GB of them."""

SHARE, LEAST = 32, 1 << 24
"""Where it may have fewer, a memory gets this part of them, and at least so many."""

FUEL_A_CELL = 100
"""The fuel to take over a position and to give it back, for each cell: far more than a cell needs."""

FUEL_A_STEP = 100_000
"""The fuel of a call of a watched game, for each step that the rules may take: far more than any step needs.

The program counts its steps itself, so that a runaway rule is the same error in every engine. Fuel is a second net
below that. Playouts have none, since it would cost them a fifth of their speed."""

REFILL = 16
"""Filling up takes a third of the time of a short call, so it is done once for so many, with the fuel of all."""


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
    whoever grows a tree there `tree_lock` as long as it grows.

    `rows` are the legal moves that lie in the memory, as whoever has read them keeps them; None where nobody knows.
    `script` is what `retelling` has laid there last.
    Of what lies there, `control`, `state` and `header` (of the position that was played last) are cells, `held` is
    bytes.
    """

    def __init__(self, program: Program, build: Build) -> None:
        self.build = build
        self.memory_map: MemoryMap = MemoryMap(program)
        self.lock = threading.Lock()
        self.tree_lock = threading.Lock()
        self.rows: Rows | None = None
        self.script: object = None
        self._calls = 0
        self._fuel_of_cells = program.layout.size * FUEL_A_CELL
        self._fuel = program.steps_limit * FUEL_A_STEP + self._fuel_of_cells if build == "watched" else 0
        with _compiling:
            self._load(program, build)
            _instances.add(self)
        self.control = self.cells_at(0, BAGS // CELL)
        self.state = self.cells_at(self.memory_map.cells, program.layout.size)
        self.header = self.cells_at(self.memory_map.state, HEADER)
        self.held = self.cells_at(self.memory_map.held, self.memory_map.head - self.memory_map.held >> 3).cast("B")

    def _load(self, program: Program, build: Build) -> None:
        """Compile the game, and find out where its memory and functions lie."""
        import wasmtime

        self._ffi = ffi = import_module("wasmtime._ffi")
        watched = build == "watched"
        used = engine(fuelled=watched)
        module = cached_module(used, program, build, lambda: _compiled(program, build))
        self._store = wasmtime.Store(used)
        if watched:
            self._store.set_fuel(self._fuel)
        try:
            exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        except wasmtime.WasmtimeError as error:
            raise MemoryError(f"there is not enough memory for the fast engine: {error}") from error
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory
        self._address = ctypes.addressof(memory.data_ptr(self._store).contents)
        # All addresses that the memory may ever have: it grows in place, since they are reserved.
        array = (ctypes.c_int64 * (MOST_PAGES * PAGE // CELL)).from_address(self._address)
        self.cells = memoryview(array).cast("B").cast("q")
        self._context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        self._trap = (ctypes.c_void_p * 1)()
        self._trapped = memoryview(self._trap).cast("B").cast("Q")
        self._kept, self._calls_to = list[Any](), dict[str, Callable[[], int | None]]()
        call = _caller(ffi, releases=not watched)
        pointer = ctypes.c_void_p
        context, trap = pointer(self._context), pointer(ctypes.addressof(self._trap))
        for name, function in exports.items():
            if isinstance(function, wasmtime.Func):
                self._kept.append(function)
                code = pointer(ctypes.addressof(function._func))
                self._calls_to[name] = partial(call, context, code, None, ctypes.c_size_t(0), trap)
        self._fill = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)(
            ctypes.cast(ffi.dll.wasmtime_context_set_fuel, ctypes.c_void_p).value or 0
        )

    @property
    def size(self) -> int:
        """The bytes of the memory."""
        return int(self._memory.data_len(self._store))

    def grow(self, bytes: int) -> int:
        """The address of so many more bytes, behind all the rest; 0 if there are none."""
        import wasmtime

        end = self.size
        start = max(end, self.control[Control.FLOOR // CELL])
        try:
            self._memory.grow(self._store, -(-(start + bytes - end) // PAGE))
        except wasmtime.WasmtimeError:
            return 0
        return start

    def cells_at(self, address: int, many: int) -> memoryview:
        """`many` cells of 64 bits from an address of the memory on. Raises RuntimeError once the game is closed."""
        if not self._address:
            raise RuntimeError("this compiled game is closed: Python is shutting down")
        return self.cells[address >> 3 : (address >> 3) + many]

    def listed(self, bytes: int) -> memoryview:
        """Where the legal moves lie, so many bytes of them."""
        return self.cells_at(self.control[Control.LISTED // CELL], bytes >> 3)

    def wipe(self, address: int, many: int) -> None:
        """Set so many bytes to 0."""
        ctypes.memset(self._address + address, 0, many)

    def call(self, name: str) -> bool:
        """Call a function, see `compile`; False if it has trapped."""
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

    def convert(self, name: str) -> bool:
        """Call what takes no more fuel than the cells need, whatever is left."""
        self._fill(self._context, self._fuel_of_cells)
        self._calls = 1
        ended = self.call(name)
        self._calls = 0
        return ended

    def _clean_up(self, error: int | None) -> None:
        ffi, self._calls = self._ffi, 0
        if self._trapped[0]:
            ffi.wasm_trap_delete(ctypes.cast(self._trapped[0], ctypes.POINTER(ffi.wasm_trap_t)))
            self._trapped[0] = 0
        if error:
            ffi.wasmtime_error_delete(ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t)))

    def limit_hit(self) -> Literal["", "room", "crowded"]:
        """Which limit of this engine was hit where a function has trapped last; none if it is an error of the game."""
        found = self.control[Control.OUTGROWN // CELL]
        self.control[Control.OUTGROWN // CELL] = 0
        return "crowded" if found == CROWDED else "room" if found else ""

    def close(self) -> None:
        """Free the code and the memory. Nothing happens while another thread is playing."""
        if self.lock.acquire(blocking=False):
            self._address = 0
            self._calls_to, self._kept = {}, []
            self.control = self.state = self.cells = memoryview(b"").cast("q")
            self.header = self.held = self.cells
            self._store.close()
            self.lock.release()


def _compiled(program: Program, build: Build) -> bytes:
    from ..compile import compile_program  # only where no module is cached

    return compile_program(program, build)


def _caller(ffi: Any, *, releases: bool) -> Any:
    """`wasmtime_func_call_unchecked`; with `releases` other threads of Python run during the call.

    Its arguments must be made with `ctypes`: to convert them at each call would take a third of its time.
    """
    make = ctypes.CFUNCTYPE if releases else ctypes.PYFUNCTYPE
    kind = make(ctypes.c_void_p)
    address = ctypes.cast(ffi.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value
    assert address is not None
    return kind(address)


# Compiled modules are cached on disk, each under a name made of all that it depends on.
#
# What is cached is the module as `wasmtime` saves it. It is run as it is, so only files that are certainly our own are
# read (`cache_folder`). Those that are damaged, stale, or were made for something else are replaced.

MODULE = "module"
"""The ending of a module's file."""


def cached_module(
    engine: wasmtime.Engine, program: Program, build: Build, compile: Callable[[], bytes]
) -> wasmtime.Module:
    """The module of a program: from disk, or else made by `compile` and cached."""
    import wasmtime

    # All that the content of a module depends on.
    made_for = [build, *_maker(), platform.machine(), platform.system(), fingerprint(program)]
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
