"""Variables that hold lists, as code. They lie in the state as every list does: the length, then the elements.

    at = the first cell of the variable
    │ n │ first │ … │ last │ 0 │ 0 │       1 + room cells; equal lists are equal cells

Where elements are small numbers (`program.narrow`) they lie apart from the length, one to four bytes each. Such a list
is read as one with cells, which is made in the arena, but for what is asked of it alone (`kept_elements`).

    at    │ n │ … │                        a cell, and those of other numbers
    first │ first │ … │ last │ 0 │ 0 │     so many bytes each

The meaning is that of `reference.lists`.
"""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.layout import VariableCell
from ...program.walk import all_effects, every, values
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..building.module_builder import ModuleBuilder
from ..wasm.control import loop_until
from ..wasm.instructions import Instructions
from ..wasm.module import Fn
from ..wasm.small import load_number
from ..wasm.term import I32, I64, Term, Var, after, const, select
from .lists import size


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
        code = found.set(mb.new_list.call(size(fn.param(0)))) + to.set(found + CELL)
        return code + loop_until(to.eq(mb.top.get), do=turn) + found.code

    return mb.helper(("widened", bytes, signed), (I32, I32), I32, emit)


def each_element(
    mb: ModuleBuilder, fn: Fn, cell: VariableCell, at: Term, first: Term, body: Callable[[Var], Instructions]
) -> Instructions:
    """`body` for each element of a list whose length and first element lie there."""
    bytes, signed = mb.form_of(cell.address + 1)
    here, end, x = fn.local(), fn.local(), fn.local(I64)
    turn = x.set(load_number(here, bytes, signed=signed)) + body(x) + here.up(bytes)
    return here.set(first) + end.set(here + size(at) * bytes) + loop_until(here.eq(end), do=turn)


def is_kept_throughout(fb: FunctionBuilder, stmt: ir.ForEach) -> bool:
    """Whether a loop goes through a list that is kept, and no function is called in it that might replace that list."""
    source, inside = stmt.source, list(all_effects(stmt.body))
    if not isinstance(source, ir.Call) or source.function not in fb.mb.keeper.functions:
        return False
    calls = (isinstance(part, ir.Call) for one in inside for value in values(one) for part in every(value))
    return not any(isinstance(one, ir.Run) for one in inside) and not any(calls)
