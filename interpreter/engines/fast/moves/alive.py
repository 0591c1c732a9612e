"""Sets of cards from which tests take cards away, as code: a bit each, in the words of a set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ...program.nodes import Expr
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.module_builder import ModuleBuilder
from ..values.sets import Cards, printed
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.term import I64, Term, Var, after, long, select
from .restrictions import can_restrict, depends, groups_of, is_safe, is_simple, left_of_cards, left_of_value


@dataclass(slots=True)
class Alive:
    """The cards that have passed all tests so far, in the words of a set. Only `possible` ones can be among them."""

    vars: list[Var]
    possible: Cards

    def words(self, mb: ModuleBuilder) -> list[tuple[int, Var, int]]:
        """Each word in which a card may be: its number, the word, and what may be in it."""
        bits = mb.compact.set_of(self.possible)
        return [(word, var, some) for word, (var, some) in enumerate(zip(self.vars, bits, strict=True)) if some]


class Tests:
    """Emits what tests leave of sets of cards."""

    def __init__(self, fb: FunctionBuilder) -> None:
        self.fb, self.mb = fb, fb.mb

    def copy(self, alive: Alive) -> tuple[Instructions, Alive]:
        """A set with the same cards."""
        copies = [self.fb.fn.local(I64) for _ in alive.vars]
        code = sequence(copies[word].set(var) for word, var, _ in alive.words(self.mb))
        return code, Alive(copies, alive.possible)

    def all_or_none(self, alive: Alive, test: Term) -> Instructions:
        """Leave all cards, or none."""
        bits = self.fb.fn.local(I64)
        here = sequence(var.set(var & bits) for _, var, _ in alive.words(self.mb))
        return bits.set(select(long(-1), long(0), test)) + here

    def any(self, alive: Alive) -> Term:
        """Whether a card is left."""
        union: Term = long(0)
        for _, var, _ in alive.words(self.mb):
            union = union | var
        return union.ne(0)

    def restrict(self, test: Expr, local: ir.Local, alive: Alive) -> Instructions:
        """Only the cards that pass a test are left."""
        known = printed(self.mb, test, local.number)
        if known is not None:
            return self._meet(alive, known)
        if not depends(test, local.number):
            if is_safe(self.fb, test):
                return self.all_or_none(alive, self.fb.evenly(test))
            nothing = sequence(var.set(0) for var in alive.vars)
            return if_(self.any(alive), if_(self.fb.boolean(test).not_(), nothing))
        match test:
            case ir.Apply("and", (one, other)) if can_restrict(self.fb, test, local, alive.possible):
                return self.restrict(one, local, alive) + self.restrict(other, local, alive)
            case ir.Apply("or", (one, other)) if is_simple(self.mb, test, local.number) and can_restrict(
                self.fb, other, local, alive.possible
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
            return if_(self.any(alive), if_(self.fb.boolean(one).not_(), rest))
        copied, rest_alive = self.copy(Alive(alive.vars, before - known))
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
        if groups is None:
            return self._by_question(test, local, alive)
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

    def _by_question(self, test: Expr, local: ir.Local, alive: Alive) -> Instructions:
        """Those that pass by what is printed on them, and those for which a question is answered with yes."""
        left = left_of_cards(self.fb, test, local, alive.possible)
        assert left is not None
        code, passing = NOTHING, [long(bits) for bits in self.mb.compact.set_of(left.sure)]
        for one in left.asked:
            answer = self.fb.fn.local()
            code += answer.set(self.answer(one.test))
            for word, bits in enumerate(self.mb.compact.set_of(one.items)):
                if bits:
                    passing[word] = passing[word] | select(long(bits), long(0), answer)
        words = alive.words(self.mb)
        alive.possible = alive.possible & left.sure.union(*(one.items for one in left.asked))
        return code + sequence(var.set(var & passing[word]) for word, var, _ in words)

    def questions(self, test: Expr, local: ir.Local, cards: Cards) -> list[ir.Expr]:
        """What is asked of the position to know which of some cards pass a test, if it is taken so (`restrict`)."""
        if not depends(test, local.number) or groups_of(self.mb, test, local.number) is not None:
            return []
        left = left_of_cards(self.fb, test, local, cards)
        return [] if left is None else [one.test for one in left.asked]

    def still(self, tests: Iterable[Expr], local: ir.Local, value: int, legal: Var) -> Instructions:
        """Let a number become 0 unless all tests hold of a value."""
        code = NOTHING
        for test in tests:
            left = left_of_value(self.fb, test, local, value)
            if isinstance(left, ir.Const):
                code += NOTHING if left.value else legal.set(0)
            elif left is not None and is_safe(self.fb, left):
                code += legal.set(legal & self.fb.evenly(left).ne(0).wide())
            else:
                with self.fb.scope():
                    self.fb.bind(local, long(value), Known((value, value)))
                    fails = self.fb.boolean(test).not_() if left is None else self.answer(left).not_()
                code += if_(legal.ne(0), if_(fails, legal.set(0)))
        return code

    def answer(self, test: Expr) -> Term:
        """Whether a test holds in which nothing can go wrong. What is quick is worked out without jumps; the rest only
        if what stands before it holds.
        """
        if is_safe(self.fb, test):
            return self.fb.evenly(test)
        match test:
            case ir.Apply("or", (one, other)):
                return self.answer(one) | self.answer(other)
            case ir.Apply("and", (one, other)):
                found = self.fb.fn.local()
                return after(found.set(self.answer(one)) + if_(found, found.set(self.answer(other))), found)
            case _:
                return self.fb.boolean(test)


def asked_first(test: Expr) -> Iterator[Expr]:
    """The parts of a test that are computed in any case (`Tests.answer`)."""
    match test:
        case ir.Apply("or", (one, other)):
            yield from asked_first(one)
            yield from asked_first(other)
        case ir.Apply("and", (one, _)):
            yield from asked_first(one)
        case _:
            yield test


def bits_in(words: Sequence[Term]) -> Term:
    """How many cards there are."""
    if not words:
        return long(0)
    total = words[0].bit_count()
    for word in words[1:]:
        total = total + word.bit_count()
    return total
