"""A compiled game in a memory of its own, as a host runs it (`engines.host`); compiled when it is first needed."""

from __future__ import annotations

import atexit
import os
import threading
from array import array
from typing import Any, Literal
from weakref import WeakSet

from ...engines.program.bounds import CELL
from ...engines.program.fingerprint import fingerprint
from ...engines.program.layout import HEADER
from ...engines.program.nodes import Program
from ..builder.memory_map import BAGS, CROWDED, Build, Control, MemoryMap
from ..passes.rewriting import left_out
from ..wasm.module import PAGE
from .hosts import close_engines, host, leave_engines
from .move_rows import Rows

WORK_A_CELL = 100
"""The instructions to take over a position and to give it back, for each cell: far more than a cell needs."""

WORK_A_STEP = 100_000
"""The instructions of a call of a watched game, for each step that the rules may take: far more than any step needs.

The program counts its steps itself, so that a runaway rule is the same error in every engine. This is a second net
below that. Playouts have none, since it would cost them a fifth of their speed."""

_instances: WeakSet[Instance] = WeakSet()
_compiling = threading.Lock()
"""Held while an instance is made."""


def _after_fork() -> None:
    """Replace the locks in a forked process that threads of its parent may hold: it has its memory, but not them."""
    global _compiling
    _compiling = threading.Lock()
    leave_engines()
    for instance in tuple(_instances):
        instance.lock, instance.tree_lock = threading.Lock(), threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


@atexit.register
def close_all() -> None:
    """Free what hosts hold while Python is still whole: first the instances, then the engines.

    Later, when modules are torn down, the destructors of `wasmtime` find their library gone and complain. A thread that
    is left behind compiling or playing keeps what it uses.
    """
    if not _compiling.acquire(blocking=False):
        return
    for instance in tuple(_instances):
        instance.close()
    close_engines()
    _compiling.release()


class Instance:
    """A compiled game with a memory of its own. Whoever puts a position there and plays it must hold `lock`, and
    whoever grows a tree there `tree_lock` as long as it grows.

    `rows` are the legal moves that lie in the memory, as whoever has read them keeps them; None where nobody knows.
    `script` is what `retelling` has laid there last.
    Of what lies in the front, `control`, `state`, `header` (of the position that was played last) and `head` are cells,
    `held` is bytes; `memory` is all there is, in cells. `call` calls a function (see `compile`); it is False where that
    has trapped.
    """

    def __init__(self, program: Program, build: Build) -> None:
        self.build = build
        self.memory_map = MemoryMap(program)
        self.lock = threading.Lock()
        self.tree_lock = threading.Lock()
        self.rows: Rows | None = None
        self.script: object = None
        work = program.steps_limit * WORK_A_STEP + program.layout.size * WORK_A_CELL if build == "watched" else 0
        with _compiling:
            key = build, fingerprint(program), *left_out()
            self.running = host().start(
                lambda: _compiled(program, build), key, front=self.memory_map.nothing, work=work
            )
            _instances.add(self)
        self.call, self.memory = self.running.call, self.running.memory
        self._size = program.layout.size
        self._see(self.running.front)

    def _see(self, front: memoryview[int]) -> None:
        at, cells = self.memory_map, front.cast("q")
        self.control, self.head = cells[: BAGS // CELL], cells[at.head // CELL : at.nothing // CELL]
        self.state = cells[at.cells // CELL : at.cells // CELL + self._size]
        self.header, self.held = cells[at.state // CELL : at.state // CELL + HEADER], front[at.held : at.head]

    def grow(self, bytes: int) -> int:
        """The address of so many more bytes, behind all the rest; 0 if there are none."""
        end = self.running.size()
        start = max(end, self.control[Control.FLOOR // CELL])
        return start if self.running.grow(-(-(start + bytes - end) // PAGE)) else 0

    def cells_at(self, address: int, many: int) -> memoryview[int]:
        """`many` cells of 64 bits from an address of the memory on, as they are now."""
        return self.memory[address >> 3 : (address >> 3) + many]

    def put(self, address: int, data: array[Any] | bytes | memoryview) -> None:
        """Write numbers, or whole cells as bytes, from an address of the memory on."""
        cells = memoryview(data).cast("B").cast("q")
        self.memory[address >> 3 : (address >> 3) + len(cells)] = cells

    def spread(self) -> None:
        """Let `state` be the cells of the position that is held, whatever work a host has left for the first try."""
        if not self.call("spread"):
            self.call("spread")

    def limit_hit(self) -> Literal["", "room", "crowded"]:
        """Which limit of this engine was hit where a function has trapped last; none if it is an error of the game."""
        found = self.control[Control.OUTGROWN // CELL]
        self.control[Control.OUTGROWN // CELL] = 0
        return "crowded" if found == CROWDED else "room" if found else ""

    def close(self) -> None:
        """Free the code and the memory. Nothing happens while another thread is playing."""
        if self.lock.acquire(blocking=False):
            self._see(memoryview(bytearray(len(self.running.front))))
            self.call, self.memory = _closed, memoryview(b"").cast("q")
            self.running.close()
            self.lock.release()


def _closed(_: str) -> bool:
    raise RuntimeError("this compiled game is closed: Python is shutting down")


def _compiled(program: Program, build: Build) -> bytes:
    from ..compile import compile_program  # only where no module is cached

    return compile_program(program, build)
