"""The slots of a tree, found by their keys (`building.tree_map`)."""

from __future__ import annotations

from ..building.module_builder import ModuleBuilder
from ..building.tree_map import KEY, SIZE, SLOT, SLOT_BITS, USED, TreeMap
from ..wasm.control import block, br, if_, loop, loop_until
from ..wasm.instructions import Instructions, Label
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var, clear, const


class Slots:
    """Emits what finds slots in a function: `last` is how far behind the first of them the last one lies.

    They begin at as many bytes behind `map.slots` as they take, so that nothing else has to be known.
    """

    def __init__(self, tree: TreeMap, fn: Fn) -> None:
        self.map, self.last = tree, fn.local()

    @property
    def _base(self) -> Term:
        """Where the first of them lies."""
        return self.last + (self.map.slots + SLOT)

    def begin(self) -> Instructions:
        """Work out where they lie."""
        return self.last.set((const(self.map.head).load32(SIZE) << SLOT_BITS) - SLOT)

    def find(self, key: Var, slot: Var) -> Instructions:
        """`slot` becomes the address of the slot of a key, or of the free one that would be its slot.

        slot = as far as the upper bits of the key say
        until the slot is free or has this key: to the next one, round the table
        """
        return self._first(key, slot) + loop_until(slot.load().eq(key), slot.load().eq(0), do=self._following(slot))

    def seek(self, key: Var, slot: Var, *, found: Instructions, free: Instructions) -> Instructions:
        """The same, and do one thing or the other, whether the slot has the key or is free."""
        done, again = Label(), Label()
        turn = if_(slot.load().eq(key), found + br(done))
        turn += if_(slot.load().ne(0), self._following(slot) + br(again)) + free
        return self._first(key, slot) + block(done, loop(again, turn))

    def _first(self, key: Var, slot: Var) -> Instructions:
        return slot.set(((key >> (40 - SLOT_BITS)).wrap() & self.last) + self._base)

    def _following(self, slot: Var) -> Instructions:
        return slot.set(((slot - self._base + SLOT) & self.last) + self._base)


def find(mb: ModuleBuilder, tree: TreeMap) -> Fn:
    """`find(key)`: the address of its slot, or of the free one that would be its slot."""

    def emit(fn: Fn) -> Instructions:
        key, slot, slots = fn.param(0), fn.local(), Slots(tree, fn)
        return slots.begin() + slots.find(key, slot) + slot.code

    return mb.helper("find", (I64,), I32, emit)


def slot_of(mb: ModuleBuilder, tree: TreeMap) -> Fn:
    """`slot(key)`: the address of its slot, which is in use from now on."""

    def emit(fn: Fn) -> Instructions:
        key, slot, head = fn.param(0), fn.local(), const(tree.head)
        claim = slot.store(key, KEY) + head.store(head.load(USED) + 1, USED)
        return slot.set(find(mb, tree).call(key)) + if_(slot.load().eq(0), claim) + slot.code

    return mb.helper("slot", (I64,), I32, emit)


def widen(mb: ModuleBuilder, tree: TreeMap) -> Fn:
    """`widen()`: what is in the slots goes to twice as many behind them."""

    def emit(fn: Fn) -> Instructions:
        head, many, at, end, to = const(tree.head), fn.local(), fn.local(), fn.local(), fn.local()
        twice = (many << SLOT_BITS + 1) + tree.slots
        begin = many.set(head.load32(SIZE)) + at.set((many << SLOT_BITS) + tree.slots) + end.set(twice)
        begin += clear(end, many << SLOT_BITS + 1) + head.store((many << 1).wide(), SIZE)
        one = to.set(find(mb, tree).call(at.load())) + to.move16(at, 0, 0) + to.move16(at, 16, 16)
        return begin + loop_until(at.eq(end), do=if_(at.load().ne(0), one) + at.up(SLOT))

    return mb.helper("widen", (), None, emit)
