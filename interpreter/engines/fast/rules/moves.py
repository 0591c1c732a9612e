"""Listing the legal moves of a decision, straight into a buffer of numbers; the order is that of `reference.moves`.

A move is `stride` cells: the number of its choice, then its arguments in order, a list as its length and its elements.

Listing has a budget of steps of its own. Where the facts show that it cannot be used up, no step is counted; then a
value that does not depend on the arguments is worked out once, where it is first asked for.
"""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import AskBlock, Choice, SlotList
from ...program.walk import bound, every
from ..building.facts import Facts, Known
from ..building.making import Making
from ..building.room import CELL, stride, width
from ..building.writer import Name, Writer
from ..values.expressions import write_truth
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Term, Var, copy, if_
from .masks import Masks, printed
from .offered import values
from .subsets import MOST_SUBSETS


def list_moves(m: Making, block: int, ask: AskBlock) -> Fn:
    """A function that lists the moves of a decision, and gives their number."""

    def write(fn: Fn) -> bytes:
        counting = _most_steps(m.facts, ask) > m.program.steps_limit
        w = Writer(m, fn, counting=counting)
        before, to, count = fn.local(I64), fn.local(), fn.local()
        masks = Masks(w, ask)
        lister = Lister(w, to, count, CELL * stride(ask), masks)
        if not counting:
            w.memo = {}
            w.masks = {key: mask.present for key, mask in masks.found.items()}
        body = b"".join(lister.choice(number, choice) for number, choice in enumerate(ask.choices))
        start = before.set(m.spent.get) if counting else b""
        total = w.steps + m.spent.get - before
        end = if_(total.gt(m.program.steps_limit), TRAP) + m.spent.set(before) if counting else b""
        return to.set(m.room.moves) + start + masks.start + body + end + count.code

    return m.helper(("moves", block), (), I32, write)


class Lister:
    """Lists moves to `to`, which goes on by `size` bytes a move, and counts them."""

    def __init__(self, w: Writer, to: Var, count: Var, size: int, masks: Masks) -> None:
        self.masks = masks
        self.w = w
        self.to = to
        self.count = count
        self.size = size

    def choice(self, number: int, choice: Choice) -> bytes:
        """All moves of one kind."""
        w = self.w
        tests = tests_of(choice)
        names = dict(w.names)
        code = self._tested(tests[0], self._pick(number, choice, 0, tests))
        w.names = names
        return w.m.top.set(w.m.room.arena) + code

    def _tested(self, tests: list[ir.Expr], then: bytes) -> bytes:
        """`then`, if all tests hold; they are asked one after the other."""
        for test in reversed(tests):
            then = if_(write_truth(self.w, test), then)
        return then

    def _pick(self, number: int, choice: Choice, place: int, tests: list[list[ir.Expr]]) -> bytes:
        if place == len(choice.parameters):
            return self._put(number, choice)
        w, parameter = self.w, choice.parameters[place]
        top = w.fn.local()
        rest, mask = tests[place + 1], None
        if parameter.how == "one":
            mask = self.masks.of(parameter.source)
        kinds = -1
        while mask is not None and rest:
            passing = printed(w.m, rest[0], parameter.local.number)
            if passing is None:
                break
            kinds, rest = kinds & passing, rest[1:]

        def one(value: Term, known: Known) -> bytes:
            w.names[parameter.local.number] = Name(value, known)
            inner = self._pick(number, choice, place + 1, tests)
            tested = self._tested(rest, inner)
            return w.m.top.set(top) + w.spend(1) + tested

        if mask is not None:
            known = Known((0, len(w.m.layout.kind_of) - 1))
            return top.set(w.m.top.get) + self.masks.through(mask, kinds, lambda x: one(x, known))
        return values(w, parameter, one, top) + w.check()

    def _put(self, number: int, choice: Choice) -> bytes:
        """One move is complete."""
        w, offset = self.w, CELL
        code = self.to.store(number)
        for parameter in choice.parameters:
            value = w.names[parameter.local.number].term
            if isinstance(parameter.slot, SlotList):
                room = value.load32().op("gtu", parameter.slot.capacity)
                code += if_(room, w.m.bound()) + copy(self.to + offset, value, (value.load32() << 3) + CELL)
            else:
                code += self.to.store(value.wide(), offset)
            offset += CELL * width(parameter.slot)
        code += self.to.up(self.size) + self.count.up()
        return code + if_((self.to + self.size).op("gtu", w.m.room.moves_end), w.m.bound())


def tests_of(choice: Choice) -> list[list[ir.Expr]]:
    """The tests of a choice by the number of arguments that must be there, as `reference.moves` has them."""
    order = [parameter.local.number for parameter in choice.parameters]
    tests: list[list[ir.Expr]] = [[] for _ in range(len(order) + 1)]
    for place, parameter in enumerate(choice.parameters):
        if parameter.where is not None:
            tests[max(place + 1, _needs(parameter.where, order))].append(parameter.where)
    for condition in choice.conditions:
        tests[_needs(condition.test, order)].append(condition.test)
    return tests


def _needs(test: ir.Expr, order: list[int]) -> int:
    inside = {local.number for local in bound(test)}
    read = {part.number for part in every(test) if isinstance(part, ir.Local)} - inside
    return max((order.index(number) + 1 for number in read if number in order), default=0)


# The budget -------------------------------------------------------------------------------


def _most_steps(facts: Facts, ask: AskBlock) -> int:
    """The most steps that listing can take."""
    return sum(_choice_steps(facts, choice) for choice in ask.choices)


def _choice_steps(facts: Facts, choice: Choice) -> int:
    tests, env = tests_of(choice), dict[int, Known]()
    total, many = sum(facts.steps(test, env) for test in tests[0]), 1
    for place, parameter in enumerate(choice.parameters):
        parts = [e for e in (parameter.source, parameter.low, parameter.high) if e is not None]
        total += many * sum(facts.steps(part, env) for part in parts)
        longest = facts.longest(parameter.source, env)
        many *= MOST_SUBSETS if parameter.how == "some" else longest + (parameter.how == "optional")
        low, high = facts.range(parameter.source, env)
        env[parameter.local.number] = Known((NONE if parameter.how == "optional" else low, high), longest)
        total += many * (1 + sum(facts.steps(test, env) for test in tests[place + 1]))
    return total


__all__ = ["list_moves", "tests_of", "values"]
