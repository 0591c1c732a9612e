"""Variables that hold lists or bit sets, as code: access to what lies in the state.

    at = the first cell of the variable
    │ n │ first │ … │ last │ 0 │ 0 │       1 + room cells; equal lists are equal cells

Where elements are small numbers (`program.bounds`) they lie apart from the length, one to four bytes each. Such a list
is read as one with cells, which is made in the arena, but for what is asked of it alone (`query_narrow_list`).

    at    │ n │ … │                        a cell, and those of other numbers
    first │ first │ … │ last │ 0 │ 0 │     so many bytes each

The meaning is that of `reference.expressions`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL
from ...engines.program.layout import VariableCell
from ...engines.program.nodes import Expr
from ...language.builtins.intervals import Known, between
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.module_builder import ModuleBuilder
from ..passes.variable_usage import WORD
from ..wasm.module import Fn
from ..wasm.statements import do_while, give, if_, load_number, loop_until
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, Var, after, const, long, select
from .lists import list_length


def list_of(fb: FunctionBuilder, cell: VariableCell, owner: ir.Expr | None) -> Term:
    """The list of an owner; an empty one of nobody."""
    if owner is None:
        return list_with_cells(fb.mb, cell, None)
    whose, code = fb.reusable(fb.number(owner))
    found = list_with_cells(fb.mb, cell, whose)
    if fb.mb.facts.may_be_none(owner, fb.known()):
        found = select(found, const(fb.mb.list(())), whose.ne(NONE))
    return after(code, found)


def list_with_cells(mb: ModuleBuilder, cell: VariableCell, whose: Term | None) -> Term:
    """The list of an owner, as it lies in the state if its elements take a cell each; that of the first for none."""
    at = list_at(mb, cell, whose)
    return widened(mb, cell).call(at, elements_at(mb, cell, whose)) if mb.compact.is_small(cell) else at


def list_at(mb: ModuleBuilder, cell: VariableCell, whose: Term | None) -> Term:
    """Where the length of the list of an owner lies, who is not none."""
    return _of(mb.number_at(cell.address), list_step(mb, cell), whose)


def elements_at(mb: ModuleBuilder, cell: VariableCell, whose: Term | None) -> Term:
    """Where the first of its elements lies."""
    return _of(mb.number_at(cell.address + 1), elements_step(mb, cell), whose)


def _of(start: int, step: int, whose: Term | None) -> Term:
    return const(start) if whose is None else whose.wrap() * step + start


def list_step(mb: ModuleBuilder, cell: VariableCell) -> int:
    """The bytes from the length of one list of a family to that of the next."""
    return CELL if mb.compact.is_small(cell) else CELL * cell.width


def elements_step(mb: ModuleBuilder, cell: VariableCell) -> int:
    """The bytes from the first element of one list of a family to that of the next."""
    return mb.compact.number_bytes[cell.address + 1] * cell.room if mb.compact.is_small(cell) else CELL * cell.width


def widened(mb: ModuleBuilder, cell: VariableCell) -> Fn:
    """`widened(at, first)`: a list with small elements as one with cells.

    list = new_list(size(at));  to = list + 8
    while to != top: memory[to] = the number at first;  to += 8;  first += its bytes
    return list
    """
    bytes, signed = mb.form_of(cell.address + 1)

    def emit(fn: Fn) -> Instructions:
        found, to, first = fn.local(), fn.local(), fn.param(1)
        turn = to.store(load_number(first, bytes, signed=signed)) + to.up(CELL) + first.up(bytes)
        code = found.set(mb.new_list.call(list_length(fn.param(0)))) + to.set(found + CELL)
        return code + loop_until(to.eq(mb.top.get), do=turn) + found.code

    return mb.helper(("widened", bytes, signed), (I32, I32), I32, emit)


def each_element(
    mb: ModuleBuilder, fn: Fn, cell: VariableCell, at: Term, first: Term, body: Callable[[Var], Instructions]
) -> Instructions:
    """`body` for each element of a list whose length and first element lie there."""
    bytes, signed = mb.form_of(cell.address + 1)
    here, end, x = fn.local(), fn.local(), fn.local(I64)
    turn = x.set(load_number(here, bytes, signed=signed)) + body(x) + here.up(bytes)
    return here.set(first) + end.set(here + list_length(at) * bytes) + loop_until(here.eq(end), do=turn)


# What is asked of a list with small elements, answered where they lie: its length, an element, and what is in it.
#
#     list[3]     n = size of the list;  3 - 1 < n: the number at first + (3 - 1) × its bytes, else none
#
# Other values need the list with cells, which is made of it (`widened`).


@dataclass(frozen=True, slots=True)
class _NarrowList:
    """A list whose elements take so many bytes each: how many there are, where the first lies, and the code before."""

    bytes: int
    signed: bool
    many: Var
    first: Var
    code: Instructions

    def element(self, place: Term | None = None) -> Term:
        """The element at a place, from 0."""
        at = self.first if place is None else self.first + place * self.bytes
        return load_number(at, self.bytes, signed=self.signed)


def is_small_list(node: ir.Expr, fb: FunctionBuilder) -> TypeGuard[ir.Variable]:
    """Whether an expression is a variable that holds such a list."""
    return isinstance(node, ir.Variable) and fb.mb.compact.is_small(fb.mb.layout.variables[node.name])


def query_narrow_list(fb: FunctionBuilder, node: ir.Apply) -> Term | None:
    """The length of a list, an element, or whether there is one; None of lists that lie there with cells."""
    listed = node.args[0] if node.op in _ASKED else node
    if not is_small_list(listed, fb):
        return None
    small = _small(fb, listed)
    return after(small.code, _ASKED[node.op](fb, node, small))


def in_narrow_list(fb: FunctionBuilder, needle: Term, where: ir.Variable) -> Term:
    """`needle in where`, which takes the length of the list in steps."""
    (what, code), small = fb.reusable(needle), _small(fb, where)
    code += small.code + fb.spend_list(small.many, fb.mb.facts.longest(where, fb.known()))
    return after(code, _contains(fb, small).call(what, small.first, small.many))


def _small(fb: FunctionBuilder, node: ir.Variable) -> _NarrowList:
    mb, cell = fb.mb, fb.mb.layout.variables[node.name]
    whose, code = (None, NOTHING) if node.owner is None else fb.reusable(fb.number(node.owner))
    n, first = fb.fn.local(), fb.fn.local()
    found = list_length(list_at(mb, cell, whose))
    if whose is not None and node.owner is not None and mb.facts.may_be_none(node.owner, fb.known()):
        found = select(found, const(0), whose.ne(NONE))
    bytes, signed = mb.form_of(cell.address + 1)
    return _NarrowList(bytes, signed, n, first, code + n.set(found) + first.set(elements_at(mb, cell, whose)))


def _contains(fb: FunctionBuilder, small: _NarrowList) -> Fn:
    """`in_narrow_list(x, first, n)`: whether one of the n numbers from an address on is x."""

    def emit(fn: Fn) -> Instructions:
        x, at, end = fn.param(0), fn.param(1), fn.local()
        same = load_number(at, small.bytes, signed=small.signed).eq(x)
        start = end.set(at + fn.param(2) * small.bytes)
        return start + loop_until(at.eq(end), do=if_(same, give(1)) + at.up(small.bytes)) + const(0).code

    return fb.mb.helper(("in_small", small.bytes, small.signed), (I64, I32, I32), I32, emit)


def _item(fb: FunctionBuilder, node: ir.Apply, small: _NarrowList) -> Term:
    index, code = fb.reusable(fb.number(node.args[1]))
    inside, more = fb.reusable((index - 1).ltu(small.many.wide()))
    place = select((index - 1).wrap(), const(0), inside)
    return after(code + more, select(small.element(place), long(NONE), inside))


def _first(fb: FunctionBuilder, node: ir.Apply, small: _NarrowList) -> Term:
    return select(small.element(), long(NONE), small.many)


def _last(fb: FunctionBuilder, node: ir.Apply, small: _NarrowList) -> Term:
    place = select(small.many - 1, const(0), small.many)
    return select(small.element(place), long(NONE), small.many)


_ASKED: dict[str, Callable[[FunctionBuilder, ir.Apply, _NarrowList], Term]] = {
    "item": _item,
    "size": lambda fb, node, small: small.many.wide(),
    "list_empty": lambda fb, node, small: small.many.eq(0),
    "first_of": _first,
    "list_top": _first,
    "last_of": _last,
}


# Variables that hold sets of numbers below 64 (`passes.variable_usage`), as code: a bit each, in the cell of the
# length.
#
#     [0, 2, 3]     │ …0000 1101 │
#
# Steps are those of the list: its length where it is gone through, and where elements are left out one for each.

BIT = between(0, WORD - 1)
"""What is known of an element."""


def is_set(expr: Expr, fb: FunctionBuilder) -> TypeGuard[ir.Variable]:
    """Whether an expression is a variable that holds a set."""
    return isinstance(expr, ir.Variable) and expr.name in fb.mb.sets


def set_at(fb: FunctionBuilder, variable: ir.Variable) -> Term:
    """Where the set of an owner lies; an owner that is none has none (`passes.variable_usage`)."""
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


def traversed_set(fb: FunctionBuilder, source: ir.Variable) -> tuple[Term, Instructions]:
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
