"""The slots of a tree, found by their keys (`building.tree_map`)."""

from __future__ import annotations

from ..building.module_builder import ModuleBuilder
from ..building.tree_map import KEY, SIZE, SLOT, SLOT_BITS, USED, TreeMap
from ..wasm.control import if_, loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Var, clear, const


class Slots:
    """Emits what finds slots in a function: `base` is where the first of them lies, `last` how far behind the last."""

    def __init__(self, tree: TreeMap, fn: Fn) -> None:
        self.map, self.base, self.last = tree, fn.local(), fn.local()

    def begin(self) -> Instructions:
        """Work out where they lie."""
        size = const(self.map.head).load32(SIZE) << SLOT_BITS
        return self.last.set(size) + self.base.set(self.last + self.map.slots) + self.last.up(-SLOT)

    def find(self, key: Var, slot: Var) -> Instructions:
        """`slot` becomes the address of the slot of a key, or of the free one that would be its slot.

        slot = as far as the upper bits of the key say
        until the slot is free or has this key: to the next one, round the table
        """
        first = slot.set(((key >> (40 - SLOT_BITS)).wrap() & self.last) + self.base)
        following = slot.set(((slot - self.base + SLOT) & self.last) + self.base)
        return first + loop_until(slot.load().eq(key), slot.load().eq(0), do=following)


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
