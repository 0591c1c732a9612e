"""Variables that hold lists, as code. They lie in the state as every list does: the length, then the elements.

    at = the first cell of the variable
    │ n │ first │ … │ last │ 0 │ 0 │       1 + room cells; equal lists are equal cells

The meaning is that of `reference.lists`.
"""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.layout import VariableCell
from ...program.walk import all_effects, every, values
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..wasm.term import Term, after, const, select


def list_of(fb: FunctionBuilder, cell: VariableCell, owner: ir.Expr | None) -> Term:
    """The list of an owner as it lies in the state; an empty one of nobody."""
    if owner is None:
        return list_at(fb, cell, None)
    whose, code = fb.reusable(fb.number(owner))
    found = list_at(fb, cell, whose)
    if fb.mb.facts.may_be_none(owner, fb.known()):
        found = select(found, const(fb.mb.list(())), whose.ne(NONE))
    return after(code, found)


def list_at(fb: FunctionBuilder, cell: VariableCell, whose: Term | None) -> Term:
    """Where the list of an owner lies, who is not none."""
    start = fb.mb.number_at(cell.address)
    return const(start) if whose is None else whose.wrap() * (CELL * cell.width) + start


def is_kept_throughout(fb: FunctionBuilder, stmt: ir.ForEach) -> bool:
    """Whether a loop goes through a list that is kept, and no function is called in it that might replace that list."""
    source, inside = stmt.source, list(all_effects(stmt.body))
    if not isinstance(source, ir.Call) or source.function not in fb.mb.keeper.functions:
        return False
    calls = (isinstance(part, ir.Call) for one in inside for value in values(one) for part in every(value))
    return not any(isinstance(one, ir.Run) for one in inside) and not any(calls)
