"""Choosing several cards at random without listing all ways to do so: they are counted, and one is made by its rank.

It serves whole games that are played inside, where nobody looks at the other moves. The ways come in the order of
`moves.subsets`: the smaller ones first, then those with an early card. Of the cards a b c d, two at once:

    rank    0    1    2    3    4    5
            ab   ac   ad   bc   bd   cd         3 = choose(3, 1) of them have a, so that rank 3 begins with b

This needs a decision of one kind of move with no test of what is chosen, and cards that the rules tell apart.
"""

from __future__ import annotations

from math import comb

from ...program.nodes import AskBlock, Parameter, SlotList
from ...reference.moves import MOST_SUBSETS, tests_of
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..building.zones import whole_zone
from ..values.lists import size
from ..wasm.control import if_, loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Term, after, const
from .listing import counted_apart
from .offered import bounds_of

MOST = 64
"""From more cards than this no ways are counted: the moves are listed."""

MANY = 1 << 20
"""As many as more: far too many ways for any decision."""


def ranked(fb: FunctionBuilder, ask: AskBlock) -> Parameter | None:
    """The only argument of a decision, if its values can be made by their rank."""
    mb = fb.mb
    if mb.asks or len(ask.choices) != 1 or len(ask.choices[0].parameters) != 1 or any(mb.code.has_twins):
        return None
    parameter = ask.choices[0].parameters[0]
    few = mb.compact.cards <= MOST and isinstance(parameter.slot, SlotList)
    if parameter.how != "some" or tests_of(ask.choices[0])[1] or whole_zone(mb, parameter.source) is None:
        return None
    return parameter if few else None


class Ranks:
    """One such decision. `kept` are three cells: the list of the cards, the least and the greatest number of them."""

    def __init__(self, fb: FunctionBuilder, block: int, ask: AskBlock, parameter: Parameter) -> None:
        self.fb, self.mb = fb, fb.mb
        self.block, self.ask, self.parameter = block, ask, parameter
        self.kept = fb.mb.scratch(3)

    def count(self) -> Fn:
        """`ways()`: how many ways there are.

        if the tests hold:
            kept = the cards, low, high
            n = the sum of choose(size(cards), k), for k from low to high
            trap if that is more than a decision may offer
            each takes a step
        return n
        """

        def emit(fn: Fn) -> Instructions:
            inner, before, behind = counted_apart(self.fb, fn, self.ask)
            cards, low, high, code = bounds_of(inner, self.parameter)
            n, k, kept = fn.local(I64), fn.local(I64), const(self.kept)
            keep = kept.store(cards.wide()) + kept.store(low, CELL) + kept.store(high, 2 * CELL)
            add = n.set(n + self._choose(size(cards).wide(), k)) + k.up()
            sum_up = k.set(low) + loop_until(k.gt(high), do=add) + if_(n.gt(MOST_SUBSETS), TRAP)
            made = code + keep + sum_up + inner.spend(n)
            for test in reversed(tests_of(self.ask.choices[0])[0]):
                made = if_(inner.boolean(test), made)
            return self.mb.top.set(self.mb.memory.arena) + before + made + behind + n.wrap().code

        return self.mb.helper(("ways", self.block), (), I32, emit)

    def make(self) -> Fn:
        """`make(rank)`: the way with this rank goes to the first row of the moves.

        k = low;  until rank < choose(size(cards), k): rank -= that; k += 1
        give up if the slot has no room for k cards
        row = [0, k];  left = size(cards)
        until k is 0:
            left -= 1
            if rank < choose(left, k - 1): append the next card to the row; k -= 1
            else: rank -= that
        """

        def emit(fn: Fn) -> Instructions:
            rank, k, left, at, to = fn.param(0), fn.local(I64), fn.local(I64), fn.local(), fn.local()
            slot = self.parameter.slot
            assert isinstance(slot, SlotList)
            many, kept, row = fn.local(I64), const(self.kept), const(self.mb.memory.moves)
            more = rank.set(rank - many) + k.up()
            size_of_it = loop_until(after(many.set(self._choose(left, k)), rank.lt(many)), do=more)
            take = to.up(CELL) + to.store(at.load()) + k.up(-1)
            each = left.up(-1) + at.up(CELL) + many.set(self._choose(left, k - 1))
            each += if_(rank.lt(many), take, rank.set(rank - many))
            return (
                at.set(kept.load32())
                + k.set(kept.load(CELL))
                + left.set(at.load())
                + size_of_it
                + if_(k.gt(slot.capacity), self.mb.give_up())
                + row.store(0)
                + row.store(k, CELL)
                + to.set(self.mb.memory.moves + CELL)
                + loop_until(k.eq(0), do=each)
            )

        return self.mb.helper(("make", self.block), (I64,), None, emit)

    def _choose(self, n: Term, k: Term) -> Term:
        """In how many ways k of n things can be chosen."""
        return (((n * (MOST + 1) + k).wrap()) << 3).load(ways_table(self.mb))


def ways_table(mb: ModuleBuilder) -> int:
    """The address of a table of `comb(n, k)`, a row of `MOST + 1` numbers for each n; none larger than MANY."""
    return mb.table([min(comb(n, k), MANY) for n in range(MOST + 1) for k in range(MOST + 1)])
