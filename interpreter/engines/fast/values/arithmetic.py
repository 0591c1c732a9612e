"""Arithmetic on numbers of 64 bits, with an error of the game where a result is not a number of the language."""

from __future__ import annotations

from typing import Literal, assert_never

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ..building.function_builder import FunctionBuilder
from ..building.module_builder import ModuleBuilder
from ..wasm.control import if_
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.term import I32, I64, TRAP, Op, Term, after, long, select
from . import lists
from .seats import Builtin, floor_mod

Arithmetic = Literal["add", "sub", "mul"]
_ARITHMETIC: dict[str, Arithmetic] = {"add": "add", "subtract": "sub", "multiply": "mul"}


def arithmetic(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """Add, subtract or multiply; without a check where no result can be out of the range of numbers."""
    op = _ARITHMETIC[node.op]
    (a, b), (c, d) = (fb.mb.facts.range(arg, fb.known()) for arg in node.args)
    match op:
        case "add":
            low, high = a + c, b + d
        case "sub":
            low, high = a - d, b - c
        case "mul":
            corners = [x * y for x in (a, b) for y in (c, d)]
            low, high = min(corners), max(corners)
        case _:
            assert_never(op)
    if low > NONE and high < 1 << 63:
        return args[0].op(op, args[1])
    if op != "mul" and (c >= 0 or d <= 0):
        return _one_way(fb, op, *args, up=(c >= 0) is (op == "add"))
    if op == "add" and (a >= 0 or b <= 0):
        return _one_way(fb, op, args[1], args[0], up=a >= 0)
    return checked(fb.mb, op).call(*args)


def _one_way(fb: FunctionBuilder, op: Arithmetic, start: Term, by: Term, *, up: bool) -> Term:
    """A sum or difference that is no less than `start` (`up`), or no more, unless it is out of the range of numbers.

    up      trap if r < start                (a sum that is too large lies 2^64 lower)
    down    trap if r - 1 >= start           (and so for none, which is no number: less 1 it is the largest)
    """
    one, before = fb.reusable(start)
    r = fb.fn.local(I64)
    wrong = r.lt(one) if up else (r - 1).ge(one)
    return after(before + r.set(one.op(op, by)) + if_(wrong, TRAP), r)


def checked(mb: ModuleBuilder, op: Arithmetic) -> Fn:
    """`a op b`, which traps where the result is not a number of the language (the smallest of 64 bits is none).

    add   r = a + b;  trap if a and b both differ in sign from r
    sub   r = a - b;  trap if a differs in sign from both b and r
    mul   r = -a if b is -1, else a * b, where r / b must be a unless b is 0
          (-1 is treated apart because the smallest number divided by -1 traps by itself)
    all   trap if r is none
    """

    def emit(fn: Fn) -> Instructions:
        a, b, r = fn.param(0), fn.param(1), fn.local(I64)
        if op == "mul":
            product = r.set(a * b) + if_(b.ne(0), if_(r.op("div", b).ne(a), TRAP))
            computed = if_(b.eq(-1), r.set(long(0) - a), product) + if_(b.eq(-1) & a.eq(NONE), TRAP)
            return computed + if_(r.eq(NONE), TRAP) + r.code
        sign = ((a ^ r) & (b ^ r)) if op == "add" else ((a ^ b) & (a ^ r))
        return r.set(a.op(op, b)) + if_(sign.lt(0) | r.eq(NONE), TRAP) + r.code

    return mb.helper(("checked", op), (I64, I64), I64, emit)


def negate(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """`0 - a`, without a check where none, the only number without an opposite, is out of its range."""
    if fb.mb.facts.range(node.args[0], fb.known())[0] > NONE:
        return long(0) - args[0]
    return checked(fb.mb, "sub").call(long(0), args[0])


def div(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """Divide and round down: one less than the quotient towards 0 where the signs differ and something remains."""
    known = fb.known()
    if fb.mb.facts.range(node.args[0], known)[0] >= 0 and fb.mb.facts.range(node.args[1], known)[0] > 0:
        return args[0].op("divu", args[1])
    a, before = fb.reusable(args[0])
    b, code = fb.reusable(args[1])
    rounds = (a.op("rem", b).ne(0) & (a ^ b).lt(0)).wide()
    return after(before + code, checked(fb.mb, "sub").call(a.op("div", b), rounds))


def mod(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """With the sign of the divisor; where neither can be negative, the plain remainder."""
    known = fb.known()
    if fb.mb.facts.range(node.args[1], known)[0] <= 0:
        return floor_mod(fb.mb).call(*args)
    low, high = fb.mb.facts.range(node.args[0], known)
    if low >= 0:
        by = args[1].fixed()
        return args[0].op("remu", args[1]) if by is None or high >= by else args[0]
    divisor, code = fb.reusable(args[1])
    rest, before = fb.reusable(args[0].op("rem", divisor))
    return after(code + before, select(rest + divisor, rest, rest.lt(0)))


def either(first_if: Op) -> Builtin:
    """The first number if `first first_if second`, else the second."""

    def emit(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
        (a, before), (b, code) = fb.reusable(args[0]), fb.reusable(args[1])
        return after(before + code, select(a, b, a.op(first_if, b)))

    return emit


def absolute(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """The absolute value, without a check: the smallest number is none, so the opposite of every number is one."""
    a, code = fb.reusable(args[0])
    return after(code, select(a, long(0) - a, a.ge(0)))


def total(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """`total(list)`: the sum of its elements."""
    mb = fb.mb

    def emit(fn: Fn) -> Instructions:
        total = fn.local(I64)
        add = checked(mb, "add")
        return lists.for_each(fn, fn.param(0), lambda x: total.set(add.call(total, x))) + total.code

    return mb.helper("total", (I32,), I64, emit).call(args[0])
