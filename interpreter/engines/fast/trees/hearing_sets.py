"""The legal moves of a decision as the seat hears of them that is to decide, from the sets in which they were counted.

No move is listed: the sets are gone through in the order in which their moves would be listed (`masks`, `picking`).
"""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir.types import NONE
from ...program.nodes import AskBlock, Block, Parameter
from ...reference.tree import MOST_MOVES
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.tree_map import TreeMap
from ..cards.telling import mixed
from ..moves.countable import Countable, Counted
from ..moves.product import Factor, Product
from ..wasm.control import do_while, if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I64, Term, Var, const, long, select
from .hearing import action, has_cards, heard_as

Act = Callable[[Term], Instructions]
"""What is done with a move, or with one argument of it, as it is heard."""


def can_be_heard(fb: FunctionBuilder, sets: list[Countable]) -> bool:
    """Whether the moves of a decision can be heard of so."""
    most = 0
    for one in sets:
        if isinstance(one, Product):
            ways = [1 + (len(factor.values) or fb.mb.compact.cards) for factor in one.factors]
            most += ways[0] * ways[-1]
        elif isinstance(one, Counted):
            most += 1 + fb.mb.compact.cards * max(1, len(one.values))
        else:
            return False
    return most <= MOST_MOVES


def hear_sets(fb: FunctionBuilder, tree: TreeMap, one: Block, end: AskBlock, sets: list[Countable]) -> Fn:
    """`hear_sets(seat)`: the legal moves of a decision go to `heard`; of several actions, their numbers to `moves`."""

    def emit(fn: Fn) -> Instructions:
        inner, seat = fb.another(fn, counting=False), fn.param(0)
        start, to = fn.local(I64), fn.local()
        actions = const(fb.mb.memory.moves - tree.heard)
        code = to.set(tree.heard)
        for number, some in enumerate(sets):
            assert isinstance(some, Product | Counted)
            rank = (to + actions).store(number) if len(sets) > 1 else NOTHING

            def put(heard: Term, rank: Instructions = rank) -> Instructions:
                return to.store(heard) + rank + to.up(CELL)

            heard_of = action(fb.mb, heard_as(one, end), len(sets), seat, number)
            code += start.set(heard_of) + _Hearing(inner, start, put).choice(some)
        return code

    return fb.mb.helper(("hear_sets", one.number), (I64,), None, emit)


class _Hearing:
    """Emits what goes through the moves of one action. `start` is what is heard of the action, `put` takes a move."""

    def __init__(self, fb: FunctionBuilder, start: Var, put: Act) -> None:
        self.fb, self.start, self.put = fb, start, put

    def choice(self, one: Product | Counted) -> Instructions:
        """All moves of it."""
        if isinstance(one, Product):
            return self._product(one)
        words, kept, cards = self.fb.mb.compact.words, const(one.kept), one.heap is not None
        if not one.choice.parameters:
            return if_(kept.load32(), self.put(self.start))
        first, *others = one.choice.parameters
        if cards and others:
            return self._pairs(one)

        def heard(value: Term) -> Instructions:
            known = value if cards else self.fb.mb.lookup(one.values, value)
            return self.put(self._with(self.start, first, known))

        code = self._each([kept.load(CELL * word) for word in range(words if cards else 1)], heard)
        if one.optional:
            code += if_(kept.load32(CELL * words), self.put(self._with(self.start, first, long(NONE))))
        return code

    def _pairs(self, one: Counted) -> Instructions:
        """A card and one of few values, by cards."""
        words, own, member = self.fb.mb.compact.words, self.fb.fn.local(I64), self.fb.fn.local(I64)
        first, second = one.choice.parameters
        sets = [
            [const(one.kept).load(CELL * (words * place + word)) for word in range(words)]
            for place in range(len(one.values))
        ]

        def heard(card: Term) -> Instructions:
            code = own.set(self._with(self.start, first, card))
            for place, value in enumerate(one.values):
                mine = sets[place][0] if words == 1 else select(sets[place][0], sets[place][1], card.lt(64))
                code += member.set((mine >> card) & 1)
                code += if_(member.ne(0), self.put(self._with(own, second, long(value))))
            return code

        union = list(sets[0])
        for some in sets[1:]:
            union = [mine | other for mine, other in zip(union, some, strict=True)]
        return self._each(union, heard)

    def _product(self, one: Product) -> Instructions:
        """Each argument with each other, if there are moves."""
        parameters, own = one.choice.parameters, self.fb.fn.local(I64)

        def last(value: Term) -> Instructions:
            return self.put(self._with(own, parameters[-1], value))

        def first(value: Term) -> Instructions:
            following = self._factor(one.factors[1], last, none=not one.together)
            return own.set(self._with(self.start, parameters[0], value)) + following

        if len(one.factors) == 1:
            code = own.set(self.start) + self._factor(one.factors[0], last, none=True)
        else:
            code = self._factor(one.factors[0], first, none=not one.together)
        if one.together:
            code += own.set(self._with(self.start, parameters[0], long(NONE))) + last(long(NONE))
        return if_(const(one.kept).load32(), code)

    def _factor(self, factor: Factor, act: Act, *, none: bool) -> Instructions:
        """One argument: all its values, and at last that there is none."""
        mb = self.fb.mb
        if factor.heap is None:
            place, value = self.fb.fn.local(), self.fb.fn.local(I64)
            turn = value.set(mb.lookup(factor.values, place)) + act(value) + place.up()
            code = place.set(0) + do_while(skip=const(0), do=turn, again=place.ne(len(factor.values)))
        else:
            code = self._each([const(factor.kept).load(CELL * word) for word in range(mb.compact.words)], act)
        return code + (act(long(NONE)) if factor.optional and none else NOTHING)

    def _each(self, words: list[Term], act: Act) -> Instructions:
        """The numbers in a set, one after the other."""
        fn = self.fb.fn

        def turns(word: int, some: Term) -> Instructions:
            left, number = fn.local(I64), fn.local(I64)
            turn = number.set(left.trailing_zeros() + 64 * word) + left.set(left & (left - 1)) + act(number)
            return left.set(some) + do_while(skip=left.eq(0), do=turn, again=left.ne(0))

        return sequence(turns(word, some) for word, some in enumerate(words))

    def _with(self, heard: Term, parameter: Parameter, value: Term) -> Term:
        """What is heard of a move, with one more argument."""
        if not has_cards(parameter):
            return mixed(heard, value)
        return mixed(heard, value if value.fixed() == NONE else self.fb.mb.kind(value))
