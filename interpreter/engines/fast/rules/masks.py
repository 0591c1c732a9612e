"""Decisions of games that are played at random inside: the legal moves are sets of cards, counted and not listed.

Only one move is picked, so none needs a row. What may be chosen from a heap is a set of cards, a bit each; of those
that are the same to the rules it has only the first. Each test takes bits away:

    heap                                   1 0 0 1 1 0 1
    a test of what is printed              1 1 1 1 0 0 0     & a constant
    a test of the table                    0 or 1 for all    & none or all
    a test of both, for each value that    1 1 1
      is printed on some of the cards            0           & the cards of the values that pass
    what is left                           1 0 0 0 0 0 0

The move with a certain number is then found by counting bits (`picking`). The moves have the order of `rules.moves`,
which lists them where a decision has another form, or where the steps of listing have to be counted. A second argument
with few values, all known, has a set for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ...program.nodes import Expr
from ...program.walk import every
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.likeness import likeness
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..building.places import zone_address
from ..building.zones import keep_firsts
from ..values.conditions import is_worth_caching
from ..values.expressions import compute_ahead
from ..values.sets import Cards, printed
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var, const, long, select
from .countable import Counted, can_restrict, depends, groups_of, is_safe, is_simple


@dataclass(slots=True)
class Alive:
    """The cards that have passed all tests so far, in the words of a set. Only `possible` ones can be among them."""

    vars: list[Var]
    possible: Cards

    def words(self, mb: ModuleBuilder) -> list[tuple[int, Var, int]]:
        """Each word in which a card may be: its number, the word, and what may be in it."""
        bits = mb.compact.set_of(self.possible)
        return [(word, var, some) for word, (var, some) in enumerate(zip(self.vars, bits, strict=True)) if some]


class Sets:
    """Emits the function that counts, with one set of cards after the other.

    `keep` is what stores the sets: at the end, so that nothing that was read before has to be read again.
    """

    def __init__(self, fb: FunctionBuilder, choices: list[Counted]) -> None:
        self.fb, self.mb = fb, fb.mb
        self.choices = choices
        self.count = fb.fn.local(I64)
        self.heaps: dict[object, Alive] = {}
        self.keep = NOTHING

    def emit(self) -> Instructions:
        """The code; the number of moves is in `count`."""
        code = self._ahead()
        for one in self.choices:
            if one.heap is not None and likeness(one.heap) not in self.heaps:
                code += self._heap(one.heap)
        for one in self.choices:
            with self.fb.scope():
                code += self._choice(one)
        return code + self.keep + self.mb.top.set(self.mb.memory.arena)

    def _ahead(self) -> Instructions:
        """Compute now what does not depend on what is chosen, so that no test has to ask whether that is done."""
        tests = [test for one in self.choices for some in one.tests for test in some]
        parts = [part for test in tests for part in every(test) if is_worth_caching(part)]
        return sequence(compute_ahead(self.fb, part) for part in parts if is_safe(self.fb, part))

    def _heap(self, heap: Expr) -> Instructions:
        """The cards of a heap, of those that are the same to the rules only the first."""
        at, words = self.fb.fn.local(), [self.fb.fn.local(I64) for _ in range(self.mb.compact.words)]
        self.heaps[likeness(heap)] = Alive(words, frozenset(range(self.mb.compact.cards)))
        code = at.set(zone_address(self.fb, heap))
        code += sequence(var.set(at.load(CELL * word)) for word, var in enumerate(words))
        return code + keep_firsts(self.mb, dict(enumerate(words)))

    def _choice(self, one: Counted) -> Instructions:
        """Keep the sets of a choice, and count them."""
        if one.heap is None:
            return self._plain(one)
        start, alive = self._copy(self.heaps[likeness(one.heap)])
        tests, asked = one.tests[0], NOTHING
        while tests and is_safe(self.fb, tests[0]):
            asked, tests = asked + self._all_or_none(alive, self.fb.evenly(tests[0])), tests[1:]
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

    def _all_or_none(self, alive: Alive, test: Term) -> Instructions:
        """Leave all cards, or none."""
        bits = self.fb.fn.local(I64)
        here = sequence(var.set(var & bits) for _, var, _ in alive.words(self.mb))
        return bits.set(select(long(-1), long(0), test)) + here

    def _copy(self, alive: Alive) -> tuple[Instructions, Alive]:
        copies = [self.fb.fn.local(I64) for _ in alive.vars]
        code = sequence(copies[word].set(var) for word, var, _ in alive.words(self.mb))
        return code, Alive(copies, alive.possible)

    def _cards(self, one: Counted, alive: Alive) -> Instructions:
        first = one.choice.parameters[0].local
        code = sequence([self.restrict(test, first, alive) for test in one.tests[1]])
        if len(one.choice.parameters) == 1:
            return code + self._keep(one.kept, alive)
        second = one.choice.parameters[1].local
        for place, value in enumerate(one.values):
            self.fb.bind(second, long(value), Known((value, value)))
            copied, some = self._copy(alive)
            code += copied + self._one_by_one(one.tests[2], first, some)
            code += self._keep(one.kept + CELL * len(alive.vars) * place, some)
        return code

    def _one_by_one(self, tests: list[Expr], local: ir.Local, alive: Alive) -> Instructions:
        """All tests; what follows one that has nothing to do with the card is left out where no card is left."""
        if not tests:
            return NOTHING
        code = self.restrict(tests[0], local, alive)
        rest = self._one_by_one(tests[1:], local, alive)
        return code + (rest if depends(tests[0], local.number) else if_(self._any(alive), rest))

    def _keep(self, kept: int, alive: Alive) -> Instructions:
        words = alive.words(self.mb)
        self.keep += sequence(const(kept).store(var, CELL * word) for word, var, _ in words)
        return self.count.up(bits_in([var for _, var, _ in words]))

    def _any(self, alive: Alive) -> Term:
        """Whether a card is left."""
        union: Term = long(0)
        for _, var, _ in alive.words(self.mb):
            union = union | var
        return union.ne(0)

    # Taking away --------------------------------------------------------------------------

    def restrict(self, test: Expr, local: ir.Local, alive: Alive) -> Instructions:
        """Only the cards that pass a test are left."""
        known = printed(self.mb, test, local.number)
        if known is not None:
            return self._meet(alive, known)
        if not depends(test, local.number):
            if is_safe(self.fb, test):
                return self._all_or_none(alive, self.fb.evenly(test))
            nothing = sequence(var.set(0) for var in alive.vars)
            return if_(self._any(alive), if_(self.fb.boolean(test).not_(), nothing))
        match test:
            case ir.Apply("and", (one, other)) if can_restrict(self.mb, test, local.number):
                return self.restrict(one, local, alive) + self.restrict(other, local, alive)
            case ir.Apply("or", (one, other)) if is_simple(self.mb, test, local.number) and can_restrict(
                self.mb, other, local.number
            ):
                return self._either(one, other, local, alive)
            case _:
                return self._by_group(test, local, alive)

    def _either(self, one: Expr, other: Expr, local: ir.Local, alive: Alive) -> Instructions:
        """Those that pass one of two tests; the second is asked only for those that do not pass the first."""
        known = printed(self.mb, one, local.number)
        before = alive.possible
        if known is None:
            rest = self.restrict(other, local, alive)
            alive.possible = before
            return if_(self._any(alive), if_(self.fb.boolean(one).not_(), rest))
        copied, rest_alive = self._copy(Alive(alive.vars, before - known))
        bits = self.mb.compact.set_of(before - known)
        copied += sequence(var.set(var & bits[word]) for word, var, _ in rest_alive.words(self.mb))
        rest = self.restrict(other, local, rest_alive)
        both = self._meet(alive, known)
        left = {word: var for word, var, _ in rest_alive.words(self.mb)}
        alive.possible = alive.possible | rest_alive.possible
        both += sequence(alive.vars[word].set(alive.vars[word] | var) for word, var in left.items())
        return copied + rest + both

    def _by_group(self, test: Expr, local: ir.Local, alive: Alive) -> Instructions:
        groups = groups_of(self.mb, test, local.number)
        assert groups is not None
        code = NOTHING
        for cards in groups:
            here = cards & alive.possible
            if not here:
                continue
            bits = self.mb.compact.set_of(here)
            with self.fb.scope():
                card = min(here)
                self.fb.bind(local, long(card), Known((card, card)))
                safe = is_safe(self.fb, test)
                fails = (self.fb.evenly(test) if safe else self.fb.boolean(test)).not_()
            words = [(var, bits[word]) for word, var, _ in alive.words(self.mb) if bits[word]]
            if safe:
                which = self.fb.fn.local()
                code += which.set(fails)
                code += sequence(var.set(var & select(long(~some), long(-1), which)) for var, some in words)
                continue
            union: Term = long(0)
            for var, some in words:
                union = union | (var & some)
            code += if_(union.ne(0), if_(fails, sequence(var.set(var & ~some) for var, some in words)))
        return code

    def _meet(self, alive: Alive, cards: Cards) -> Instructions:
        """Leave those that are among some cards."""
        before = alive.words(self.mb)
        alive.possible = alive.possible & cards
        bits = self.mb.compact.set_of(alive.possible)
        return sequence(var.set(var & bits[word]) for word, var, some in before if bits[word] != some)


def bits_in(words: Sequence[Term]) -> Term:
    """How many cards there are."""
    if not words:
        return long(0)
    total = words[0].bit_count()
    for word in words[1:]:
        total = total + word.bit_count()
    return total


def count_moves(fb: FunctionBuilder, block: int, choices: list[Counted]) -> Fn:
    """`count()`: keep the sets of all choices; returns the number of moves."""

    def emit(fn: Fn) -> Instructions:
        inner = fb.another(fn, counting=False)
        inner.memo = {}
        sets = Sets(inner, choices)
        return sets.emit() + sets.count.wrap().code

    return fb.mb.helper(("count", block), (), I32, emit)
