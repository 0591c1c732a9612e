"""Listing the legal moves of a decision, straight into the memory; the order is that of `reference.moves`.

A move is a row of `stride` cells: the number of its choice, then its arguments in order, a list as its length and its
elements. With one choice of a card (17) and another of a list of up to three cards:

    row 0    │ 0 │ 17 │  ?  │  ?  │  ?  │
    row 1    │ 1 │ 2  │ 4   │ 9   │  ?  │

A choice with two arguments is two loops. Each test is asked as soon as its arguments are there:

    if the tests without arguments hold:
        for x in what may be chosen first:
            if the tests of x hold:
                for y in what may be chosen second:
                    if the tests of x and y hold: add a row

Listing has a budget of steps of its own. Where the facts show that it cannot be exceeded no step is counted. A value
that does not depend on the arguments is computed once, where it is first needed; its steps count each time.
"""

from __future__ import annotations

from ...program.nodes import AskBlock, Choice, Expr, SlotList
from ...reference.moves import tests_of
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL, stride, width
from ..values.conditions import when
from ..values.sets import Cards, printed
from ..wasm.bulk import SHORT, copy_cells, copy_short
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import I32, I64, Term, Var
from .heaps import each_kind, sorted_heap
from .listing_steps import most_steps
from .offered import values


def list_moves(fb: FunctionBuilder, block: int, ask: AskBlock) -> Fn:
    """`moves()`: list the moves of a decision; returns their number.

    to = moves
    list the moves of each choice
    trap if that took more steps than the limit; these steps count for nothing else
    return count
    """
    mb = fb.mb

    def emit(fn: Fn) -> Instructions:
        inner, start, end = counted_apart(fb, fn, ask)
        to, count = fn.local(), fn.local()
        lister = Lister(inner, to, count, CELL * stride(ask))
        inner.memo = {}
        body = sequence(lister.choice(number, choice) for number, choice in enumerate(ask.choices))
        return to.set(mb.memory.moves) + start + body + end + count.code

    return mb.helper(("moves", block), (), I32, emit)


def counted_apart(fb: FunctionBuilder, fn: Fn, ask: AskBlock) -> tuple[FunctionBuilder, Instructions, Instructions]:
    """A function in which the steps of listing are counted, if need be; the code before and behind what it does."""
    mb = fb.mb
    counting = most_steps(mb, ask) > mb.program.steps_limit
    inner = fb.another(fn, counting=counting)
    if not counting:
        return inner, NOTHING, NOTHING
    before = fn.local(I64)
    return inner, before.set(mb.spent.get) + mb.spent.set(0), inner.check() + mb.spent.set(before)


class Lister:
    """Lists moves at `to`, which goes on by `size` bytes a move, and counts them."""

    def __init__(self, fb: FunctionBuilder, to: Var, count: Var, size: int) -> None:
        self.fb = fb
        self.to = to
        self.count = count
        self.size = size

    def choice(self, number: int, choice: Choice) -> Instructions:
        """All moves of one kind; the arena is emptied first."""
        fb = self.fb
        tests = tests_of(choice)
        with fb.scope():
            code = self._tested(tests[0], self._pick(number, choice, 0, tests))
        return fb.mb.top.set(fb.mb.memory.arena) + code

    def _tested(self, tests: list[Expr], then: Instructions) -> Instructions:
        """`then`, if all tests hold; they are asked one after the other."""
        for test in reversed(tests):
            then = when(self.fb, test)(then)
        return then

    def _pick(self, number: int, choice: Choice, place: int, tests: list[list[Expr]]) -> Instructions:
        """Loop over what may be chosen for the argument at `place`, and inside over those that follow."""
        if place == len(choice.parameters):
            return self._put(number, choice)
        fb, parameter = self.fb, choice.parameters[place]
        top = fb.fn.local()
        rest = tests[place + 1]
        heap = sorted_heap(fb, parameter)
        passing: Cards | None = None
        while heap is not None and rest:
            cards = printed(fb.mb, rest[0], parameter.local.number)
            if cards is None:
                break
            passing, rest = cards if passing is None else passing & cards, rest[1:]

        def one(value: Term, known: Known) -> Instructions:
            fb.bind(parameter.local, value, known)
            inner = self._pick(number, choice, place + 1, tests)
            plain = not rest and place + 1 == len(choice.parameters)
            give_back = NOTHING if plain else fb.mb.top.set(top)
            return give_back + self._tested(rest, inner)

        if heap is not None:
            return top.set(fb.mb.top.get) + each_kind(fb, heap, passing, one) + fb.check()

        def counted(value: Term, known: Known) -> Instructions:
            return fb.spend(1) + one(value, known)

        last = place + 1 == len(choice.parameters)
        return values(fb, parameter, counted, top, last=last) + fb.check()

    def _put(self, number: int, choice: Choice) -> Instructions:
        """Add one complete move; give up if it does not fit, or if there is no room for another."""
        fb, offset = self.fb, CELL
        code = self.to.store(number)
        for parameter in choice.parameters:
            value = fb.names[parameter.local.number].term
            if isinstance(parameter.slot, SlotList):
                too_long = value.load32().gtu(parameter.slot.capacity)
                code += if_(too_long, fb.mb.give_up()) + self._copy(value, offset, parameter.slot.capacity)
            else:
                code += self.to.store(value.wide(), offset)
            offset += CELL * width(parameter.slot)
        code += self.to.up(self.size) + self.count.up()
        return code + if_((self.to + self.size).gtu(fb.mb.memory.moves_end), fb.mb.give_up())

    def _copy(self, value: Term, offset: int, room: int) -> Instructions:
        """Copy a list into the row; where nobody sees it, with what lies behind it."""
        if self.fb.mb.unseen and room <= SHORT:
            return copy_short(self.to, value, room, offset)
        return copy_cells(self.fb.fn, self.to + offset, value, value.load32() + 1)
