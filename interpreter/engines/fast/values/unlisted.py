"""What is asked of the list that a comprehension makes, without making it: an element by its number, and its length."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ..building.function_builder import FunctionBuilder, as_type
from ..building.memory import CELL
from ..building.sizes import SMALL
from ..wasm.instructions import Instructions
from ..wasm.term import I64, Term, Var, after, select
from .equal_rows import item_of_equal_rows
from .lists import cell_if
from .loops import is_whole, nested_loops, rows_of


def emit_item(fb: FunctionBuilder, fold: ir.Fold, index: ir.Expr) -> Term | None:
    """`[x for … for x in list][index]`, without making the list; None if the comprehension is of another form.

    left = index - 1;  found = none
    for each list:
        if 0 <= left < size(list): found = list[left]
        left -= size(list)
    """
    last = fold.loops[-1]
    plain = isinstance(fold.body, ir.Local) and fold.body.number == last.local.number
    if fold.op != "list" or not plain or not is_whole(last):
        return None
    direct = item_of_equal_rows(fb, fold, index)
    if direct is not None:
        return direct
    left, found, inside = fb.fn.local(I64), fb.fn.local(I64), fb.fn.local()
    start = left.set(fb.number(index) - 1) + found.set(NONE)

    def look(row: Var) -> Instructions:
        here = inside.set(left.ltu(row.load()))
        here += found.set(select((row + cell_if(inside, left)).load(CELL), found, inside))
        return here + left.set(left - row.load())

    with fb.scope(), fb.loops(fb.mb.facts.steps(fold, fb.known())):
        return after(start + rows_of(fb, fold.loops, look), found)


def emit_size(fb: FunctionBuilder, made: ir.Expr) -> Term | None:
    """How long a list is that a comprehension makes, or a short function by one, without the list; None for others."""
    if made.type.optional:
        return None
    with fb.loops(fb.mb.facts.steps(made, fb.known())):
        match made:
            case ir.Fold(op="list"):
                return _length(fb, made)
            case ir.Call(name) if name not in fb.mb.keeper.functions and fb.mb.sizes.function(name) <= SMALL:
                function = fb.mb.program.functions[name]
                if not isinstance(function.body, ir.Fold) or function.body.op != "list":
                    return None
                known = fb.mb.facts.arguments(function, made.args, fb.known())
                args = [as_type(fb.expr(arg), p.type) for arg, p in zip(made.args, function.parameters, strict=True)]
                names, code = fb.given(function, args, known)
                memo, fb.memo = fb.memo, None
                with fb.scope(names):
                    length = _length(fb, function.body)
                fb.memo = memo
                return after(code + fb.spend(1), length)
            case _:
                return None


def _length(fb: FunctionBuilder, fold: ir.Fold) -> Term:
    n = fb.fn.local(I64)
    with fb.scope():
        turns = nested_loops(fb, fold.loops, lambda done: fb.expr(fold.body).drop() + n.up(), whole=True)
    return after(n.set(0) + turns, n)
