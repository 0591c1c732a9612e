"""What a position promises, where a dive is cut off: `reference.tree.Appraiser`, step by step the same."""

from __future__ import annotations

from struct import pack

from ...program.appraised import VALUE
from ..building.facts import Known
from ..building.function_builder import Binding, FunctionBuilder
from ..building.memory import CELL, RESULT
from ..building.tree_map import APART, APPRAISED, TreeMap
from ..values.lists import for_each
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import F64, I64, Term, Var, choose, const, fraction, long
from .results import result_at
from ....language.ir.types import NONE


def number(value: float) -> Term:
    return fraction(pack("<d", value))


def appraise(fb: FunctionBuilder, map: TreeMap) -> Instructions:
    """`appraise()`: what each seat may hope for goes to the result, as if the game were over.

    for each seat: value = the value for it; 0 for none
    for each seat: lead = value - the greatest value of other sides;  apart += |lead|;  appraised += 1
    for each seat: its return = 1/2 + 1/2 × lead / (|lead| + apart / appraised)
    """
    mb = fb.mb

    def emit(fn: Fn) -> Instructions:
        inner, head = fb.another(fn, counting=False), const(map.head)
        value = mb.program.functions[VALUE]
        seats = range(mb.layout.players)
        sides = mb.layout.teams or seats
        values, leads, before = [fn.local(F64) for _ in seats], [fn.local(F64) for _ in seats], fn.local(I64)
        mean, raw, size = fn.local(F64), fn.local(I64), fn.local(F64)
        code = before.set(mb.spent.get)
        for seat in seats:
            inner.names = {value.parameters[0].number: Binding(long(seat), Known((seat, seat)))}
            code += raw.set(inner.number(value.body)) + if_(raw.eq(NONE), raw.set(0)) + values[seat].set(raw.float())
        for seat in seats:
            best = number(float("-inf"))
            for other in seats:
                if sides[other] != sides[seat]:
                    best = best.most(values[other])
            code += leads[seat].set(values[seat].op("sub", best))
            code += head.store(head.load_fraction(APART).op("add", size_of(leads[seat])), APART)
        code += head.store(head.load(APPRAISED) + len(seats), APPRAISED)
        code += mean.set(head.load_fraction(APART) / head.load(APPRAISED).float())
        for seat in seats:
            lead = leads[seat]
            share = number(0.5).op("add", number(0.5).op("mul", lead) / size)
            hope = choose(size.op("gt", number(0.0)), share, number(0.5))
            code += size.set(size_of(lead).op("add", mean)) + result_at(mb).store(hope, CELL * (RESULT + seat))
        return code + mb.spent.set(before)

    return mb.helper("appraise", (), None, emit).run()


def size_of(lead: Term) -> Term:
    return lead.most(number(0.0).op("sub", lead))
