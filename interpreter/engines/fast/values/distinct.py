"""Lists in which every number is once, as they are made: `distinct([…])`."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ..building.function_builder import FunctionBuilder
from ..building.memory import CELL
from ..wasm.control import if_, loop_until
from ..wasm.instructions import Instructions, Label
from ..wasm.term import I64, Term, after, const, long
from .loops import ROOM, nested_loops

WORD = 64
"""Numbers below this are bits of a word."""


def emit_distinct(fb: FunctionBuilder, fold: ir.Fold) -> Term | None:
    """`distinct([…])`, of numbers of which there are few: those below 64 are remembered as bits of `met`, others are
    compared with those that have come before.

    out = to = new_list(longest);  met = 0
    for each element:
        memory[to + 8] = value
        if 0 <= value < 64: if it is not in met: to += 8; met |= 1 << value
        else: at = out;  until at == to or memory[at + 8] == value: at += 8
              if at == to: to += 8
    size of out = what has come
    """
    longest = fb.mb.facts.longest(fold, fb.known())
    if fold.op != "list" or fold.type.is_nested() or longest > ROOM:
        return None
    out, to, at, value, met = fb.fn.local(), fb.fn.local(), fb.fn.local(), fb.fn.local(I64), fb.fn.local(I64)

    def push(done: Label) -> Instructions:
        seek = at.set(out) + loop_until(at.eq(to), at.load(CELL).eq(value), do=at.up(CELL))
        small = to.up((((met >> value) & 1) ^ 1).wrap() << 3) + met.set(met | (long(1) << value))
        known = if_(value.ltu(WORD), small, seek + if_(at.eq(to), to.up(CELL)))
        return value.set(fb.number(fold.body)) + fb.spend(1) + to.store(value, CELL) + known

    with fb.scope(), fb.loops(fb.mb.facts.steps(fold, fb.known())):
        start = out.set(fb.mb.new_list.call(const(longest))) + to.set(out) + met.set(0)
        loops = nested_loops(fb, fold.loops, push, whole=True)
    return after(start + loops + out.store(((to - out) >> 3).wide()), out)
