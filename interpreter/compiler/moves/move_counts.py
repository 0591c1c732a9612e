"""Move counts: decisions made at random inside, whose moves are counted as sets of cards instead of being listed.

Only one move is picked, so none needs a row. What may be chosen from a heap is a set of cards, a bit each; of those
that are the same to the rules it has only the first. Each test takes bits away:

    heap                                   1 0 0 1 1 0 1
    a test of what is printed              1 1 1 1 0 0 0     & a constant
    a test of the table                    0 or 1 for all    & none or all
    a test of both, for each value that    1 1 1
      is printed on some of the cards            0           & the cards of the values that pass
    what is left                           1 0 0 0 0 0 0

The move with a certain number is then found by counting bits (`picking`). The moves have the order of
`moves.move_generation`, which lists them where a decision has another form, or where the steps of listing have to be
counted. A second argument with few values, all known, has a set for each of them; of few values alone there is a set of
their places. Moves with several cards are counted by their first card (`several`), those with a number of a range as
sets of numbers (`ranged`). Of arguments that have nothing to do with each other there are as many as the product
(`product`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL
from ...engines.program.nodes import AskBlock, AskChoice, Expr, MoveParameter, Slot
from ...engines.program.traversal import every, structural_key, tests_of
from ...language.builtins.intervals import between
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.zones import keep_firsts, zone_address
from ..passes.rewriting import rewrite
from ..values.conditions import is_worth_caching, when
from ..values.expressions import precompute
from ..wasm.module import Fn
from ..wasm.statements import if_, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, const, long
from .card_sets import CandidateSet, TestEmitter, bits_in, can_restrict, depends, is_safe
from .heap_choices import cards_of_heap, heap_of
from .move_generation import most_steps
from .multi_card_moves import CardsChoice, cards_choice, count_several
from .product_moves import (
    ProductChoice,
    RangeChoice,
    count_product,
    count_ranged,
    few_values,
    product_choice,
    range_choice,
)


class SetCounter(TestEmitter):
    """Emits the function that counts, with one set of cards after the other.

    `keep` is what stores the sets: at the end, so that nothing that was read before has to be read again.
    """

    def __init__(self, fb: FunctionBuilder, choices: list[Countable]) -> None:
        super().__init__(fb)
        self.choices = choices
        self.count = fb.fn.local(I64)
        self.heaps: dict[object, CandidateSet] = {}
        self.keep = NOTHING

    def emit(self) -> Instructions:
        """The code; the number of moves is in `count`."""
        code = self._ahead()
        for one in self.choices:
            if isinstance(one, CountedChoice) and one.heap is not None and structural_key(one.heap) not in self.heaps:
                code += self._heap(one.heap)
        for one in self.choices:
            with self.fb.scope():
                match one:
                    case CardsChoice():
                        # Keep the moves with several cards, and count them.
                        total = self.fb.fn.local(I64)
                        self.keep += const(one.kept).store(total)
                        code += count_several(self, one, total) + self.count.up(total)
                    case RangeChoice():
                        code += self._ranged(one)
                    case ProductChoice():
                        code += self._product(one)
                    case CountedChoice():
                        code += self._choice(one)
        return code + self.keep + self.mb.top.set(self.mb.arena.get)

    def _ahead(self) -> Instructions:
        """Compute now what does not depend on what is chosen, so that no test has to ask whether that is done."""
        code = NOTHING
        for one in self.choices:
            tests = (
                one.before
                if isinstance(one, (CardsChoice, ProductChoice))
                else [test for some in one.tests for test in some]
            )
            parts = (part for test in tests for part in every(test) if is_worth_caching(part))
            code += sequence(precompute(self.fb, part) for part in parts if is_safe(self.fb, part))
        return code

    def _heap(self, heap: Expr) -> Instructions:
        """The cards of a heap, of those that are the same to the rules only the first."""
        at, words = self.fb.fn.local(), [self.fb.fn.local(I64) for _ in range(self.mb.compact.words)]
        self.heaps[structural_key(heap)] = CandidateSet(words, cards_of_heap(self.mb, heap))
        code = at.set(zone_address(self.fb, heap))
        code += sequence(var.set(at.load(CELL * word)) for word, var in enumerate(words))
        return code + keep_firsts(self.mb, dict(enumerate(words)))

    def _choice(self, one: CountedChoice) -> Instructions:
        """Keep the sets of a choice, and count them."""
        if one.heap is None:
            return self._few(one) if one.values else self._plain(one)
        start, alive = self.copy(self.heaps[structural_key(one.heap)])
        tests, asked = one.tests[0], NOTHING
        while tests and not one.optional and is_safe(self.fb, tests[0]):
            asked, tests = asked + self.all_or_none(alive, self.fb.evenly(tests[0])), tests[1:]
        act = self._cards(one, alive)
        none = sequence(var.set(0) for var in alive.vars)
        for test in reversed(tests):
            act = if_(self.fb.boolean(test), act, none)
        return start + asked + act

    def _plain(self, one: CountedChoice) -> Instructions:
        """Keep whether a choice without arguments is legal, and count it."""
        tests, legal, asked = one.tests[0], self.fb.fn.local(I64), NOTHING
        self.keep += const(one.kept).store(legal)
        for test in reversed(tests):
            if is_safe(self.fb, test):
                asked = legal.set(legal & self.fb.evenly(test).ne(0).wide()) + asked
            else:
                asked = if_(legal.ne(0), if_(self.fb.boolean(test).not_(), legal.set(0)) + asked)
        return legal.set(1) + asked + self.count.up(legal)

    def _few(self, one: CountedChoice) -> Instructions:
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

    def _ranged(self, one: RangeChoice) -> Instructions:
        """Keep the sets of numbers that may be chosen, and count them."""
        code, keep = count_ranged(self.fb, one, self.count)
        self.keep += keep
        return code

    def _product(self, one: ProductChoice) -> Instructions:
        """Keep the sets of cards of a choice, and how many moves it has."""
        code, keep, total = count_product(self.fb, one)
        self.keep += keep
        return code + self.count.up(total)

    def _cards(self, one: CountedChoice, alive: CandidateSet) -> Instructions:
        first = one.choice.parameters[0].local
        code = sequence([self.restrict(test, first, alive) for test in one.tests[1]])
        if len(one.choice.parameters) == 1:
            return code + self._keep(one.kept, alive) + (self._none(one, first) if one.optional else NOTHING)
        second = one.choice.parameters[1].local
        for place, value in enumerate(one.values):
            self.fb.bind(second, long(value), between(value, value))
            copied, some = self.copy(alive)
            code += copied + self._one_by_one(one.tests[2], first, some)
            code += self._keep(one.kept + CELL * len(alive.vars) * place, some)
        return code

    def _none(self, one: CountedChoice, local: ir.Local) -> Instructions:
        """Keep whether none may be chosen, and count it."""
        none = self.fb.fn.local(I64)
        self.keep += const(one.kept).store(none, CELL * self.mb.compact.words)
        return none.set(1) + self.still(one.tests[1], local, NONE, none) + self.count.up(none)

    def _one_by_one(self, tests: list[Expr], local: ir.Local, alive: CandidateSet) -> Instructions:
        """All tests; what follows one that has nothing to do with the card is left out where no card is left."""
        if not tests:
            return NOTHING
        code = self.restrict(tests[0], local, alive)
        rest = self._one_by_one(tests[1:], local, alive)
        return code + (rest if depends(tests[0], local.number) else if_(self.any(alive), rest))

    def _keep(self, kept: int, alive: CandidateSet) -> Instructions:
        words = alive.words(self.mb)
        self.keep += sequence(const(kept).store(var, CELL * word) for word, var, _ in words)
        return self.count.up(bits_in([var for _, var, _ in words]))


def count_moves(fb: FunctionBuilder, block: int, choices: list[Countable]) -> Fn:
    """`count()`: keep the sets of all choices; returns the number of moves."""

    def emit(fn: Fn) -> Instructions:
        inner = fb.another(fn, counting=False)
        inner.memo = {}
        sets = SetCounter(inner, choices)
        return sets.emit() + sets.count.wrap().code

    return fb.mb.helper(("count", block), (), I32, emit)


# Which decisions can be counted as sets of cards (`masks`).

WIDEST = 2
"""Heaps of more words than this are listed."""

MOST_VALUES = 4
"""So many values a second argument may have."""


@dataclass(frozen=True, slots=True)
class CountedChoice:
    """A choice that can be counted, by its arguments:

    - a card of a heap, or none if it is `optional`: a set, and behind it whether none may be chosen
    - a card of a heap and one of few `values`: a set for each of them
    - one of few `values`: a set of their places
    - none: whether it is legal

    `kept` is where that is kept, in cells.
    """

    choice: AskChoice
    tests: list[list[Expr]]
    heap: Expr | None
    values: Sequence[int]
    kept: int
    optional: bool = False


Countable = CountedChoice | CardsChoice | RangeChoice | ProductChoice


@rewrite("counted_choices", "the moves of a decision are counted, and not listed")
def counted_choices(fb: FunctionBuilder, ask: AskBlock) -> list[Countable] | None:
    """The choices of a decision, if all of them can be counted, and one at least has more than a few known values.

    None, so that moves are listed, where the module tells moves one by one (`mb.asks`), where a heap takes more than
    `WIDEST` words, where listing could take more steps than the limit, and where one choice has more second values,
    groups or questions than `MOST_VALUES`, `MOST_GROUPS` and `MOST_QUESTIONS` allow.
    """
    mb = fb.mb
    if mb.asks or not 0 < mb.compact.words <= WIDEST:
        return None
    if most_steps(mb, ask) > mb.program.steps_limit:
        return None
    found = list[Countable]()
    for choice in ask.choices:
        one: Countable | None = _counted(fb, choice) or range_choice(fb, choice) or product_choice(fb, choice)
        if one is None and ask.secret is None:
            one = cards_choice(fb, choice)
        if one is None:
            return None
        found.append(one)
    return found if any(not isinstance(one, CountedChoice) or one.heap is not None for one in found) else None


@rewrite("counted_choice", "moves are counted as a bit set, or as one for each of few values")
def _counted(fb: FunctionBuilder, choice: AskChoice) -> CountedChoice | None:
    mb, tests, parameters = fb.mb, tests_of(choice), choice.parameters
    if not parameters:
        return CountedChoice(choice, tests, None, (), mb.scratch(1))
    first, *others = parameters
    if not isinstance(first.slot, Slot) or len(others) > 1:
        return None
    heap, alone = None if first.how == "some" else heap_of(mb, first.source), not others
    if heap is None:
        values = _values(first) if alone else ()
        return CountedChoice(choice, tests, None, values, mb.scratch(1)) if values else None
    optional = first.how == "optional"
    values = (0,) if alone else _values(others[0])
    if not values or (optional and not alone) or not isinstance(parameters[-1].slot, Slot):
        return None
    cards = cards_of_heap(mb, heap)
    if not all(can_restrict(fb, test, first.local, cards) for some in tests[1:] for test in some):
        return None
    return CountedChoice(choice, tests, heap, values, mb.scratch(len(values) * mb.compact.words + optional), optional)


def _values(parameter: MoveParameter) -> Sequence[int]:
    """The values of an argument that is one of a few players, teams or symbols."""
    one = parameter.how == "one" and isinstance(parameter.slot, Slot)
    named = parameter.local.type.base in ("team", "player", "symbol")
    return few_values(parameter, MOST_VALUES) if one and named else ()
