"""Decisions that are made at random inside, in whole games and behind a tree: moves are counted as sets of cards.

Only one move is picked, so none needs a row. What may be chosen from a heap is a set of cards, a bit each; of those
that are the same to the rules it has only the first. Each test takes bits away:

    heap                                   1 0 0 1 1 0 1
    a test of what is printed              1 1 1 1 0 0 0     & a constant
    a test of the table                    0 or 1 for all    & none or all
    a test of both, for each value that    1 1 1
      is printed on some of the cards            0           & the cards of the values that pass
    what is left                           1 0 0 0 0 0 0

The move with a certain number is then found by counting bits (`picking`). The moves have the order of `moves.listing`,
which lists them where a decision has another form, or where the steps of listing have to be counted. A second argument
with few values, all known, has a set for each of them; of few values alone there is a set of their places. Moves with
several cards are counted by their first card (`several`), those with a number of a range as sets of numbers (`ranged`).
Of arguments that have nothing to do with each other there are as many as the product (`product`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr
from ...program.walk import every
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.likeness import likeness
from ..building.memory import CELL
from ..building.places import zone_address
from ..building.zones import keep_firsts
from ..values.conditions import is_worth_caching, when
from ..values.expressions import compute_ahead
from ..values.sure import is_sure
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, const, long
from .alive import Alive, Tests, asked_first, bits_in
from .countable import Countable, Counted
from .counting_several import count_several
from .heaps import cards_of_heap
from .product import Product, count_product
from .ranged import Ranged, count_ranged
from .restrictions import depends, is_safe
from .several import Several


class Sets(Tests):
    """Emits the function that counts, with one set of cards after the other.

    `keep` is what stores the sets: at the end, so that nothing that was read before has to be read again.
    """

    def __init__(self, fb: FunctionBuilder, choices: list[Countable]) -> None:
        super().__init__(fb)
        self.choices = choices
        self.count = fb.fn.local(I64)
        self.heaps: dict[object, Alive] = {}
        self.keep = NOTHING

    def emit(self) -> Instructions:
        """The code; the number of moves is in `count`."""
        code = self._ahead()
        for one in self.choices:
            if isinstance(one, Counted) and one.heap is not None and likeness(one.heap) not in self.heaps:
                code += self._heap(one.heap)
        for one in self.choices:
            with self.fb.scope():
                match one:
                    case Several():
                        code += self._several(one)
                    case Ranged():
                        code += self._ranged(one)
                    case Product():
                        code += self._product(one)
                    case Counted():
                        code += self._choice(one)
        return code + self.keep + self.mb.top.set(self.mb.memory.arena)

    def _ahead(self) -> Instructions:
        """Compute now what does not depend on what is chosen, so that no test has to ask whether that is done."""
        code = NOTHING
        for one in self.choices:
            tests = one.before if isinstance(one, (Several, Product)) else [test for some in one.tests for test in some]
            parts = [part for test in tests for part in every(test) if is_worth_caching(part)]
            parts = [part for part in parts if is_safe(self.fb, part)]
            if isinstance(one, Counted) and one.heap is not None:
                parts += self._kept_parts(one, one.heap)
            code += sequence(compute_ahead(self.fb, part) for part in parts)
        return code

    def _kept_parts(self, one: Counted, heap: Expr) -> Iterator[Expr]:
        """Values of functions that are kept, if they are asked for whatever the cards."""
        local, cards = one.choice.parameters[0].local, cards_of_heap(self.mb, heap)
        for test in one.tests[1]:
            for asked in self.questions(test, local, cards):
                for part in (part for always in asked_first(asked) for part in every(always)):
                    is_kept = isinstance(part, ir.Call) and part.function in self.mb.keeper.functions
                    if is_kept and is_worth_caching(part) and is_sure(self.mb.facts, part, {}):
                        yield part

    def _heap(self, heap: Expr) -> Instructions:
        """The cards of a heap, of those that are the same to the rules only the first."""
        at, words = self.fb.fn.local(), [self.fb.fn.local(I64) for _ in range(self.mb.compact.words)]
        self.heaps[likeness(heap)] = Alive(words, cards_of_heap(self.mb, heap))
        code = at.set(zone_address(self.fb, heap))
        code += sequence(var.set(at.load(CELL * word)) for word, var in enumerate(words))
        return code + keep_firsts(self.mb, dict(enumerate(words)))

    def _choice(self, one: Counted) -> Instructions:
        """Keep the sets of a choice, and count them."""
        if one.heap is None:
            return self._few(one) if one.values else self._plain(one)
        start, alive = self.copy(self.heaps[likeness(one.heap)])
        tests, asked = one.tests[0], NOTHING
        while tests and not one.optional and is_safe(self.fb, tests[0]):
            asked, tests = asked + self.all_or_none(alive, self.fb.evenly(tests[0])), tests[1:]
        act = self._cards(one, alive)
        none = sequence(var.set(0) for var in alive.vars)
        for test in reversed(tests):
            act = if_(self.fb.boolean(test), act, none)
        return start + asked + act

    def _plain(self, one: Counted) -> Instructions:
        """Keep whether a choice without arguments is legal, and count it."""
        tests, legal, asked = one.tests[0], self.fb.fn.local(I64), NOTHING
        self.keep += const(one.kept).store(legal)
        for test in reversed(tests):
            if is_safe(self.fb, test):
                asked = legal.set(legal & self.fb.evenly(test).ne(0).wide()) + asked
            else:
                asked = if_(legal.ne(0), if_(self.fb.boolean(test).not_(), legal.set(0)) + asked)
        return legal.set(1) + asked + self.count.up(legal)

    def _few(self, one: Counted) -> Instructions:
        """Keep the set of the few values that may be chosen, and count them."""
        found, legal = self.fb.fn.local(I64), self.fb.fn.local(I64)
        code, local = NOTHING, one.choice.parameters[0].local
        for place, value in enumerate(one.values):
            code += legal.set(1) + self.still(one.tests[1], local, value, legal)
            code += found.set(found | (legal << long(place) if place else legal))
        for test in reversed(one.tests[0]):
            code = when(self.fb, test)(code)
        self.keep += const(one.kept).store(found)
        return code + self.count.up(found.bit_count())

    def _several(self, one: Several) -> Instructions:
        """Keep the moves with several cards, and count them."""
        total = self.fb.fn.local(I64)
        self.keep += const(one.kept).store(total)
        return count_several(self, one, total) + self.count.up(total)

    def _ranged(self, one: Ranged) -> Instructions:
        """Keep the sets of numbers that may be chosen, and count them."""
        code, keep = count_ranged(self.fb, one, self.count)
        self.keep += keep
        return code

    def _product(self, one: Product) -> Instructions:
        """Keep the sets of cards of a choice, and how many moves it has."""
        code, keep, total = count_product(self.fb, one)
        self.keep += keep
        return code + self.count.up(total)

    def _cards(self, one: Counted, alive: Alive) -> Instructions:
        first = one.choice.parameters[0].local
        code = sequence([self.restrict(test, first, alive) for test in one.tests[1]])
        if len(one.choice.parameters) == 1:
            return code + self._keep(one.kept, alive) + (self._none(one, first) if one.optional else NOTHING)
        second = one.choice.parameters[1].local
        for place, value in enumerate(one.values):
            self.fb.bind(second, long(value), Known((value, value)))
            copied, some = self.copy(alive)
            code += copied + self._one_by_one(one.tests[2], first, some)
            code += self._keep(one.kept + CELL * len(alive.vars) * place, some)
        return code

    def _none(self, one: Counted, local: ir.Local) -> Instructions:
        """Keep whether none may be chosen, and count it."""
        none = self.fb.fn.local(I64)
        self.keep += const(one.kept).store(none, CELL * self.mb.compact.words)
        return none.set(1) + self.still(one.tests[1], local, NONE, none) + self.count.up(none)

    def _one_by_one(self, tests: list[Expr], local: ir.Local, alive: Alive) -> Instructions:
        """All tests; what follows one that has nothing to do with the card is left out where no card is left."""
        if not tests:
            return NOTHING
        code = self.restrict(tests[0], local, alive)
        rest = self._one_by_one(tests[1:], local, alive)
        return code + (rest if depends(tests[0], local.number) else if_(self.any(alive), rest))

    def _keep(self, kept: int, alive: Alive) -> Instructions:
        words = alive.words(self.mb)
        self.keep += sequence(const(kept).store(var, CELL * word) for word, var, _ in words)
        return self.count.up(bits_in([var for _, var, _ in words]))


def count_moves(fb: FunctionBuilder, block: int, choices: list[Countable]) -> Fn:
    """`count()`: keep the sets of all choices; returns the number of moves."""

    def emit(fn: Fn) -> Instructions:
        inner = fb.another(fn, counting=False)
        inner.memo = {}
        sets = Sets(inner, choices)
        return sets.emit() + sets.count.wrap().code

    return fb.mb.helper(("count", block), (), I32, emit)
