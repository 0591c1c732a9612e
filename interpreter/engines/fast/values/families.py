"""The number of a member of a family of zones or variables."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ..building.function_builder import FunctionBuilder, unless_none
from ..wasm.control import if_
from ..wasm.term import TRAP, Term, after, long


def member(fb: FunctionBuilder, node: ir.Apply, args: list[Term]) -> Term:
    """`before * (high - low + 1) + index - low`; none for none. The bounds are numbers once a program is made.

    Traps where the index is not from low to high, unless it is known to be.
    """
    facts, known = fb.mb.facts, fb.known()
    first, index, low, high = node.args
    (least, _), (_, most) = facts.range(low, known), facts.range(high, known)
    (before, code), (at, more) = fb.reusable(args[0]), fb.reusable(args[1])
    start, end = facts.range(index, known)
    inside = least <= start and end <= most
    size = most - least + 1
    found = at - least if least else at
    check = if_((at - least).gtu(long(size - 1)), TRAP)
    if isinstance(first, ir.Const) and first.value == 0:
        return after(more if inside else more + check, found)
    found = before * size + found
    if not facts.may_be_none(first, known):
        return after(code + more if inside else code + more + check, found)
    return after(code + more if inside else code + more + if_(before.ne(NONE), check), unless_none(before, found))
