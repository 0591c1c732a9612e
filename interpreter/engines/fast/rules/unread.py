"""Setting a variable that nothing reads, where nobody sees a position: only the steps of its value are counted."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ...program.layout import VariableCell
from ...program.nodes import Expr, SlotList
from ..building.function_builder import FunctionBuilder
from ..values.conditions import when
from ..values.lists import size
from ..values.loops import is_whole
from ..values.sure import is_sure
from ..wasm.instructions import NOTHING, Instructions


def set_unread(fb: FunctionBuilder, stmt: ir.SetVariable, cell: VariableCell) -> Instructions | None:
    """The steps of setting such a variable; None of others, and where something can go wrong."""
    mb, known = fb.mb, fb.known()
    if not mb.unseen or stmt.name not in mb.unread or cell.room or cell.most is not None:
        return None
    low, high = mb.facts.range(stmt.value, known)
    parts = [one for one in (stmt.owner, stmt.value) if one is not None]
    if low < cell.low or high > cell.high or not all(is_sure(mb.facts, one, known) for one in parts):
        return None
    code = NOTHING
    for one in parts:
        code += _steps(fb, one)
    return code


def _steps(fb: FunctionBuilder, node: Expr) -> Instructions:
    """Count the steps of a value that nobody needs, and in which nothing can go wrong."""
    if not fb.counting or fb.mb.facts.steps(node, fb.known()) == 0:
        return NOTHING
    match node:
        case ir.Apply("and", (one, other)) if fb.mb.facts.steps(one, fb.known()) == 0:
            return when(fb, one)(_steps(fb, other))
        case ir.Apply("equal" | "not" | "is_none" | "less" | "less_equal", args):
            code = NOTHING
            for arg in args:
                code += _steps(fb, arg)
            return code
        case ir.Fold(op="last" | "min" | "max", loops=(loop,)) if is_whole(loop) and _is_quick(fb, node, loop):
            length = fb.mb.facts.longest(loop.source, fb.known())
            return fb.spend_list(size(fb.expr(loop.source)), length)
        case _:
            return fb.expr(node).drop()


def _is_quick(fb: FunctionBuilder, fold: ir.Fold, loop: ir.Loop) -> bool:
    """Whether what is done with each element takes no steps, and the elements are those of a list in the position."""
    inner = {**fb.known(), loop.local.number: fb.mb.facts.element(loop.source, fb.known())}
    listed = isinstance(loop.source, ir.Local | SlotList)
    return listed and all(fb.mb.facts.steps(one, inner) == 0 for one in (fold.body, *fold.keys))
