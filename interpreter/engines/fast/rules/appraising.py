"""What a position lets each seat hope for, where a dive is cut off: `reference.appraising`, step by step the same."""

from __future__ import annotations

from struct import pack

from ....language.ir.types import NONE
from ...program.appraised import VALUE
from ..building.facts import Known
from ..building.function_builder import Binding, FunctionBuilder
from ..building.memory import CELL, RESULT
from ..building.tree_map import APART, APPRAISED, TreeMap
from ..wasm.control import if_
from ..wasm.instructions import Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import F64, I64, Term, Var, choose, const, fraction, long
from .results import result_at

ZERO, HALF, LEAST = (fraction(pack("<d", value)) for value in (0.0, 0.5, float("-inf")))


def appraise(fb: FunctionBuilder, map: TreeMap) -> Instructions:
    """`appraise()`: what each seat may hope for goes to the result, as if the game were over.

    for each seat: value = the value for it; 0 for none
    for each seat: lead = value - the greatest value of other sides;  apart += |lead|;  appraised += 1
    for each seat: its return = hope(lead)
    """
    mb = fb.mb
    seats, sides = range(mb.layout.players), mb.layout.teams or range(mb.layout.players)

    def emit(fn: Fn) -> Instructions:
        inner, head, before = fb.another(fn, counting=False), const(map.head), fn.local(I64)
        values, leads = ([fn.local(F64) for _ in seats] for _ in range(2))
        code = before.set(mb.spent.get) + sequence(_value(inner, seat, values[seat]) for seat in seats)
        for seat in seats:
            best = LEAST
            for other in seats:
                best = best if sides[other] == sides[seat] else best.most(values[other])
            more = head.load_fraction(APART).op("add", _size(leads[seat]))
            code += leads[seat].set(values[seat].op("sub", best)) + head.store(more, APART)
        code += head.store(head.load(APPRAISED) + len(seats), APPRAISED)
        mean = fn.local(F64)
        code += mean.set(head.load_fraction(APART) / head.load(APPRAISED).float())
        hopes = (result_at(mb).store(_hope(leads[seat], mean), CELL * (RESULT + seat)) for seat in seats)
        return code + sequence(hopes) + mb.spent.set(before)

    return mb.helper("appraise", (), None, emit).run()


def _value(fb: FunctionBuilder, seat: int, to: Var) -> Instructions:
    """`to` becomes the value for a seat."""
    value = fb.mb.program.functions[VALUE]
    fb.names = {value.parameters[0].number: Binding(long(seat), Known((seat, seat)))}
    found = fb.fn.local(I64)
    return found.set(fb.number(value.body)) + if_(found.eq(NONE), found.set(0)) + to.set(found.float())


def _hope(lead: Var, mean: Var) -> Term:
    """`1/2 + 1/2 × lead / (|lead| + mean)`, or 1/2 where all are equal."""
    size = _size(lead).op("add", mean)
    return choose(size.op("gt", ZERO), HALF.op("add", HALF.op("mul", lead) / size), HALF)


def _size(lead: Var) -> Term:
    """A number without its sign."""
    return lead.most(ZERO.op("sub", lead))
