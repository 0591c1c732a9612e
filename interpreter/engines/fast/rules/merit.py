"""What moves have brought, wherever they were made, inside a compiled game: `reference.tree`, step by step the same.

    merit    of a move, as its maker hears of it: a slot of the tree, with how often it was made and its total return
    noted    the moves of this dive whose merits are learned, two cells each: where the merit lies, and who made it
"""

from __future__ import annotations

from collections.abc import Callable
from struct import pack

from ...program.nodes import AskBlock
from ...reference.tree import MOST_NOTED, ROOM_OF_MERITS
from ..building.memory import CELL, stride
from ..building.module_builder import ModuleBuilder
from ..building.tree_map import MERITS, NOTED, NUMBER, RIVALS, TAKEN, TOTAL, TreeMap
from ..cards.telling import mixed
from ..wasm.control import if_, loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import F64, I32, I64, RETURN, Term, Var, choose, const, fraction, give
from .hearing import hear

INFINITY = fraction(pack("<d", float("inf")))


class Merits:
    """Emits what learns merits and goes by them; `find` and `slot` are those of the tree."""

    def __init__(self, mb: ModuleBuilder, map: TreeMap, find: Callable[[], Fn], slot: Callable[[], Fn]) -> None:
        self.mb, self.map, self.head = mb, map, const(map.head)
        self.find, self.slot = find, slot

    def key(self, block: int, end: AskBlock) -> Fn:
        """`key(place, seat)`: the key of the merit of the move that is listed at this place."""

        def emit(fn: Fn) -> Instructions:
            place, seat = fn.param(0), fn.param(1)
            at = place * (CELL * stride(end)) + self.mb.memory.moves
            return mixed(self.head.load(NUMBER), hear(self.mb, block, end).call(at, seat, seat)).code

        return self.mb.helper(("merit_key", block), (I32, I64), I64, emit)

    def likely(self, block: int, end: AskBlock, any_kind: Callable[[Var], Term]) -> Fn:
        """`likely(n, seat)`: the place of a move to play on with.

        if there are no rivals: return any_kind(n)
        if n is 1: return 0
        place = any_kind(n);  key = its key;  best = merit(key)
        as often as there are rivals:
            other = any_kind(n)
            if other is not place, and its merit is greater than best:  place, key, best = those of the other
        note(key, seat)
        return place
        """

        def emit(fn: Fn) -> Instructions:
            n, seat, place, other, left = fn.param(0), fn.param(1), *(fn.local() for _ in range(3))
            key, its_key, best, its = fn.local(I64), fn.local(I64), fn.local(F64), fn.local(F64)
            rivals, any_one, merit = self.head.load32(RIVALS), any_kind(n), self.merit()
            better = place.set(other) + key.set(its_key) + best.set(its)
            look = its_key.set(self.key(block, end).call(other, seat)) + its.set(merit.call(its_key))
            turn = other.set(any_one) + if_(other.ne(place), look + if_(its.op("gt", best), better)) + left.up(-1)
            return (
                if_(rivals.eq(0), give(any_one))
                + if_(n.eq(1), give(0))
                + place.set(any_one)
                + key.set(self.key(block, end).call(place, seat))
                + best.set(merit.call(key))
                + left.set(rivals)
                + loop_until(left.eq(0), do=turn)
                + self.note().run(key, seat)
                + place.code
            )

        return self.mb.helper(("likely", block), (I32, I64), I32, emit)

    def merit(self) -> Fn:
        """`merit(key)`: the mean return to its maker; infinity if nobody has made the move yet."""

        def emit(fn: Fn) -> Instructions:
            at = fn.local()
            mean = at.load_fraction(TOTAL) / at.load(TAKEN).float()
            return at.set(self.find().call(fn.param(0))) + choose(at.load(TAKEN).eq(0), INFINITY, mean).code

        return self.mb.helper("merit", (I64,), F64, emit)

    def note(self) -> Fn:
        """`note(key, seat)`: a move was made, wherever that was.

        if this dive has too many notes:  return
        if the merit is new:  if there are too many: return;  merits += 1
        noted += (slot of the key, seat)
        """

        def emit(fn: Fn) -> Instructions:
            key, seat, head = fn.param(0), fn.param(1), self.head
            many, to = head.load32(NOTED), (head.load32(NOTED) << 4) + self.map.noted
            new = if_(head.load32(MERITS).ge(ROOM_OF_MERITS), RETURN) + head.store(head.load(MERITS) + 1, MERITS)
            return (
                if_(many.ge(MOST_NOTED), RETURN)
                + if_(self.find().call(key).load().eq(0), new)
                + to.store(self.slot().call(key).wide())
                + to.store(seat, CELL)
                + head.store(head.load(NOTED) + 1, NOTED)
            )

        return self.mb.helper("note_merit", (I64, I64), None, emit)
