"""Variables that hold sets of numbers below 64 (`building.bit_sets`), as code: a bit each, in the cell of the length.

    [0, 2, 3]     │ …0000 1101 │

Steps are those of the list: its length where it is gone through, and where elements are left out one for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from ....language.ir import nodes as ir
from ...program.nodes import Expr
from ..building.bit_sets import WORD
from ..building.facts import Known
from ..building.function_builder import FunctionBuilder
from ..wasm.control import do_while, if_
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.term import I64, Term, after, const, long
from .kept_lists import list_step

BIT = Known((0, WORD - 1))
"""What is known of an element."""


def is_set(expr: Expr, fb: FunctionBuilder) -> TypeGuard[ir.Variable]:
    """Whether an expression is a variable that holds a set."""
    return isinstance(expr, ir.Variable) and expr.name in fb.mb.sets


def set_at(fb: FunctionBuilder, variable: ir.Variable) -> Term:
    """Where the set of an owner lies; an owner that is none has none (`building.bit_sets`)."""
    cell = fb.mb.layout.variables[variable.name]
    start = fb.mb.number_at(cell.address)
    if variable.owner is None:
        return const(start)
    return fb.number(variable.owner).wrap() * list_step(fb.mb, cell) + start


def each_in_set(fb: FunctionBuilder, source: ir.Variable, body: Callable[[Term, Known], Instructions]) -> Instructions:
    """`for x in set: body(x)`, the smallest first.

    bits = the set
    while bits is not 0: x = the place of the lowest bit;  body(x);  bits &= bits - 1
    """
    bits, x = fb.fn.local(I64), fb.fn.local(I64)
    start = bits.set(set_at(fb, source).load()) + _spend(fb, source, bits)
    turn = x.set(bits.trailing_zeros()) + bits.set(bits & (bits - 1)) + fb.check_turn() + body(x, BIT)
    return start + do_while(skip=bits.eq(0), do=turn, again=bits.ne(0))


def in_set(fb: FunctionBuilder, needle: Term, source: ir.Variable) -> Term:
    """Whether a number is in the set."""
    what, code = fb.reusable(needle)
    bits = fb.fn.local(I64)
    code += bits.set(set_at(fb, source).load()) + _spend(fb, source, bits)
    return after(code, ((bits >> what) & 1).wrap() & what.ltu(WORD))


def with_one(fb: FunctionBuilder, bits: Term, number: Term) -> tuple[Term, Instructions]:
    """A set and one number more, and the code that must run before; stop if it does not fit."""
    value = fb.fn.local(I64)
    return bits | (long(1) << value), value.set(number) + if_(value.gtu(WORD - 1), fb.mb.crowded())


def gone_through(fb: FunctionBuilder, source: ir.Variable) -> tuple[Term, Instructions]:
    """A set whose numbers are all gone through, and the code that must run before.

    That counts as going through the list, and leaving out elements of what comes of it.
    """
    bits = fb.fn.local(I64)
    return bits, bits.set(set_at(fb, source).load()) + _spend(fb, source, bits, times=2)


def moved_up(fb: FunctionBuilder, bits: Term, by: ir.Expr) -> tuple[Term, Instructions]:
    """All numbers of a set, so much larger, and the code that must run before; stop if one does not fit. How much is
    worked out only if there are any, unless it is at hand."""
    if isinstance(by, ir.Const) and by.value == 0:
        return bits, NOTHING
    far, found = fb.fn.local(I64), fb.fn.local(I64)
    move = far.set(fb.number(by))
    low, high = fb.mb.facts.range(by, fb.known())
    fits = low >= 0 and high < WORD
    if not fits:
        move += if_(far.gtu(WORD - 1), fb.mb.crowded())
    move += found.set(bits << far) + if_((found >> far).ne(bits), fb.mb.crowded())
    if fits and isinstance(by, ir.Local | ir.Const):
        return found, move
    return found, found.set(0) + if_(bits.ne(0), move)


def _spend(fb: FunctionBuilder, source: ir.Variable, bits: Term, *, times: int = 1) -> Instructions:
    """Count the steps of going through a set."""
    if not fb.counting:
        return NOTHING
    many = bits.bit_count()
    longest = fb.mb.facts.longest(source, fb.known())
    return fb.spend(many if times == 1 else many * times) + (fb.check() if fb.is_heavy(longest * times) else NOTHING)
