"""What is asked of a list with small elements, answered where they lie: its length, an element, and what is in it.

    list[3]     n = size of the list;  3 - 1 < n: the number at first + (3 - 1) × its bytes, else none

Other values need the list with cells, which is made of it (`kept_lists.widened`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from ....diagnostics.record import dataclass
from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ..building.function_builder import FunctionBuilder
from ..wasm.control import if_, loop_until
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.small import load_number
from ..wasm.term import I32, I64, Term, Var, after, const, give, long, select
from .kept_lists import elements_at, list_at
from .lists import size


@dataclass(frozen=True, slots=True)
class _Small:
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


def asked_of_small(fb: FunctionBuilder, node: ir.Apply) -> Term | None:
    """The length of a list, an element, or whether there is one; None of lists that lie there with cells."""
    listed = node.args[0] if node.op in _ASKED else node
    if not is_small_list(listed, fb):
        return None
    small = _small(fb, listed)
    return after(small.code, _ASKED[node.op](fb, node, small))


def in_small(fb: FunctionBuilder, needle: Term, where: ir.Variable) -> Term:
    """`needle in where`, which takes the length of the list in steps."""
    (what, code), small = fb.reusable(needle), _small(fb, where)
    code += small.code + fb.spend_list(small.many, fb.mb.facts.longest(where, fb.known()))
    return after(code, _contains(fb, small).call(what, small.first, small.many))


def _small(fb: FunctionBuilder, node: ir.Variable) -> _Small:
    mb, cell = fb.mb, fb.mb.layout.variables[node.name]
    whose, code = (None, NOTHING) if node.owner is None else fb.reusable(fb.number(node.owner))
    n, first = fb.fn.local(), fb.fn.local()
    found = size(list_at(mb, cell, whose))
    if whose is not None and node.owner is not None and mb.facts.may_be_none(node.owner, fb.known()):
        found = select(found, const(0), whose.ne(NONE))
    bytes, signed = mb.form_of(cell.address + 1)
    return _Small(bytes, signed, n, first, code + n.set(found) + first.set(elements_at(mb, cell, whose)))


def _contains(fb: FunctionBuilder, small: _Small) -> Fn:
    """`in_small(x, first, n)`: whether one of the n numbers from an address on is x."""

    def emit(fn: Fn) -> Instructions:
        x, at, end = fn.param(0), fn.param(1), fn.local()
        same = load_number(at, small.bytes, signed=small.signed).eq(x)
        start = end.set(at + fn.param(2) * small.bytes)
        return start + loop_until(at.eq(end), do=if_(same, give(1)) + at.up(small.bytes)) + const(0).code

    return fb.mb.helper(("in_small", small.bytes, small.signed), (I64, I32, I32), I32, emit)


def _item(fb: FunctionBuilder, node: ir.Apply, small: _Small) -> Term:
    index, code = fb.reusable(fb.number(node.args[1]))
    inside, more = fb.reusable((index - 1).ltu(small.many.wide()))
    place = select((index - 1).wrap(), const(0), inside)
    return after(code + more, select(small.element(place), long(NONE), inside))


def _first(fb: FunctionBuilder, node: ir.Apply, small: _Small) -> Term:
    return select(small.element(), long(NONE), small.many)


def _last(fb: FunctionBuilder, node: ir.Apply, small: _Small) -> Term:
    place = select(small.many - 1, const(0), small.many)
    return select(small.element(place), long(NONE), small.many)


_ASKED: dict[str, Callable[[FunctionBuilder, ir.Apply, _Small], Term]] = {
    "item": _item,
    "size": lambda fb, node, small: small.many.wide(),
    "list_empty": lambda fb, node, small: small.many.eq(0),
    "first_of": _first,
    "list_top": _first,
    "last_of": _last,
}
