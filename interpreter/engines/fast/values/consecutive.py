"""Consecutive numbers, `a..b`, of which no list is made: their steps, and whether a number is one of them."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ..building.function_builder import FunctionBuilder
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.term import I64, TRAP, Term, after, long, select


def in_range(fb: FunctionBuilder, what: ir.Expr, where: ir.Apply) -> Term:
    """`what in low..high` as two comparisons. Its steps are those of making the list and of going through it."""
    x, low, high = (fb.fn.local(I64) for _ in range(3))
    code = x.set(fb.number(what)) + low.set(fb.number(where.args[0])) + high.set(fb.number(where.args[1]))
    return after(code + spend_range(fb, where, low, high, twice=True), x.ge(low) & x.le(high))


def spend_range(fb: FunctionBuilder, node: ir.Apply, low: Term, high: Term, *, twice: bool = False) -> Instructions:
    """Count the length of a range before it is made, or `twice` if it is gone through as well. One that is far too long
    is an error immediately; one that is certainly short is not checked."""
    if not fb.counting:
        return NOTHING
    (low_least, low_most), (high_least, high_most) = (fb.mb.facts.range(end, fb.known()) for end in node.args)
    length = high - low + 1
    steps = length << 1 if twice else length
    if not fb.is_heavy(high_most - low_least + 1):  # its ends say so, not the limit of steps, which it may exceed
        return fb.spend(steps if low_most <= high_least + 1 else select(steps, long(0), high.ge(low)))
    too_long = length.gtu(fb.mb.program.steps_limit)
    return if_(high.ge(low), if_(too_long, TRAP) + fb.spend(steps) + fb.check())
