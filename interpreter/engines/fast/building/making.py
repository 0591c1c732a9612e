"""What all parts share while a game is compiled: the program, the module, the memory, tables, and functions made on
demand.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cached_property

from ....language.ir.types import NONE
from ...program.layout import JOINED
from ...program.nodes import Program
from ...reference.machine import Code
from ...reference.start import first_state
from ..wasm.module import PAGE, Fn, Module
from ..wasm.term import I32, I64, TRAP, Global, Term, const, if_, long, select
from .facts import Facts
from .room import BAGS, CELL, NOTHING, OUTGROWN, Room, room
from .slots import find_slots

BAG = 1 << JOINED
"""The bit of a card's word that joins it to the card above."""


class Making:
    """A module in the making.

    `watched` says that somebody looks: knowledge of cards is kept, and play stops at decisions. Without it whole
    games are played inside, at random.
    """

    def __init__(self, program: Program, *, watched: bool) -> None:
        self.program = program
        self.layout = program.layout
        self.watched = watched
        self.code = Code(program)
        self.facts: Facts = find_slots(program)
        self.room: Room = room(program)
        self.module = Module()
        self.top: Global = self.module.shared(I32, self.room.arena)
        self.spent: Global = self.module.shared(I64)
        self.stamp: Global = self.module.shared(I64)
        self._functions: dict[object, Fn] = {}
        self._waiting: list[tuple[Fn, Callable[[Fn], None]]] = []
        self._end = self.room.data
        self._tables: dict[tuple[int, ...], int] = {}
        self.module.data.append((self.room.first, self._first()))
        self.module.data.append((BAGS, bytes(2 * CELL * len(self.layout.zones))))

    def _first(self) -> bytes:
        return struct.pack(f"<{self.layout.size}q", *first_state(self.code, 0))

    # Functions ----------------------------------------------------------------------------

    def helper(self, key: object, params: tuple[int, ...], result: int | None, write: Callable[[Fn], bytes]) -> Fn:
        """The function of this key; it is written when it is first asked for, after all that is being written."""
        fn = self._functions.get(key)
        if fn is None:
            fn = self._functions[key] = self.module.function(params, result)

            def fill(made: Fn) -> None:
                made.body = write(made)

            self._waiting.append((fn, fill))
        return fn

    def finish(self) -> bytes:
        """Write all functions that were asked for; the bytes of the module."""
        while self._waiting:
            fn, fill = self._waiting.pop()
            fill(fn)
        self.module.pages = -(-self._end // PAGE)
        return self.module.to_bytes()

    # Data ---------------------------------------------------------------------------------

    def table(self, values: Sequence[int]) -> int:
        """The address of numbers of 64 bits, one after the other."""
        key = tuple(values)
        if key not in self._tables:
            self._tables[key] = self._put(struct.pack(f"<{len(key)}q", *key))
        return self._tables[key]

    def list(self, values: Sequence[int]) -> int:
        """The address of a list: its length, then its elements."""
        return self.table((len(values), *values))

    def scratch(self, many: int) -> int:
        """The address of so many cells that code may write to, each use its own."""
        return self._put(bytes(CELL * many))

    def _put(self, raw: bytes) -> int:
        at = self._end
        self.module.data.append((at, raw))
        self._end = at + len(raw)
        return at

    # Cells --------------------------------------------------------------------------------

    def cell(self, address: int, index: Term | None = None) -> tuple[Term, int]:
        """Where a cell of the state lies: an address and an offset. `index` counts from `address` on."""
        at = self.room.state + CELL * address
        return (const(0), at) if index is None else (index.wrap() << 3, at)

    def read(self, address: int, index: Term | None = None) -> Term:
        """The value of a cell."""
        where, offset = self.cell(address, index)
        return where.load(offset)

    def write(self, address: int, value: Term | int, index: Term | None = None) -> bytes:
        """A cell becomes this value."""
        where, offset = self.cell(address, index)
        return where.store(value, offset)

    def look(self, values: Sequence[int], index: Term) -> Term:
        """`values[index]`, for an index that is known to be there; none counts as 0."""
        if list(values) == list(range(len(values))):
            return index if index.type == I64 else index.wide()
        if len(set(values)) == 1:
            return Term(index.drop() + long(values[0]).code, I64)
        return (index.wrap() << 3).load(self.table(values))

    def address_of(self, zone: Term) -> Term:
        """The address of a zone, by its number; that of an empty one for none."""
        found = self.look([self.room.state + CELL * z.address for z in self.layout.zones] or [NOTHING], zone).wrap()
        return select(found, const(NOTHING), zone.ne(NONE) if zone.type == I64 else const(1))

    def kind(self, card: Term) -> Term:
        """The kind of a card that is there."""
        return self.look(self.layout.kind_of, card)

    def bound(self) -> bytes:
        """One of our own bounds is met: the reference executor has to go on."""
        return const(0).store(1, OUTGROWN) + TRAP

    # Lists --------------------------------------------------------------------------------

    @cached_property
    def room_for(self) -> Fn:
        """`room_for(n)`: the address of a new list of n elements, with its length written and its elements not."""
        fn = self.module.function((I32,), I32)
        n, at = fn.param(0), fn.local()
        fn.body = (
            at.set(self.top.get)
            + if_(n.op("gtu", (self.room.arena_end - self.room.arena) // CELL), self.bound())
            + self.top.set(self.top.get + (n << 3) + CELL)
            + if_(self.top.get.op("gtu", self.room.arena_end), self.bound())
            + at.store(n)
            + at.code
        )
        return fn
