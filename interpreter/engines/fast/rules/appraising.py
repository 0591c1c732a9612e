"""What a position lets each seat hope for, where a dive is cut off: `reference.appraising`, step by step the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from struct import pack

from ...program.appraised import VALUE
from ..building.facts import Known
from ..building.function_builder import Binding, FunctionBuilder
from ..building.memory import CELL, RESULT
from ..building.tree_map import APART, APPRAISED, TreeMap
from ..wasm.instructions import Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import F64, I64, Term, Var, choose, const, fraction, long
from .results import result_at

ZERO, ONE = (fraction(pack("<d", value)) for value in (0.0, 1.0))


def appraise(fb: FunctionBuilder, map: TreeMap) -> Instructions:
    """`appraise()`: what each seat may hope for goes to the result, as if the game were over.

    for each seat: value = the value for it
    for each seat: lead = value - the greatest value of other sides;  apart += |lead|;  appraised += 1
    for each seat: its return = 1 / (1 + the odds of all other sides)
    """
    mb = fb.mb
    seats, sides = range(mb.layout.players), mb.layout.teams or range(mb.layout.players)

    def emit(fn: Fn) -> Instructions:
        inner, head, before = fb.another(fn, counting=False), const(map.head), fn.local(I64)
        values = [fn.local(F64) for _ in seats]
        greatest = {side: fn.local(F64) for side in sorted(set(sides))}
        lead, mean, behind, total = (fn.local(F64) for _ in range(4))
        code = before.set(mb.spent.get) + sequence(_value(inner, seat, values[seat]) for seat in seats)
        for side, best in greatest.items():
            code += best.set(_most([values[seat] for seat in seats if sides[seat] == side]))
        for seat in seats:
            rival = _most([best for side, best in greatest.items() if side != sides[seat]])
            code += lead.set(values[seat].op("sub", rival))
            code += head.store(head.load_fraction(APART).op("add", _size(lead)), APART)
        code += head.store(head.load(APPRAISED) + len(seats), APPRAISED)
        code += mean.set(head.load_fraction(APART) / head.load(APPRAISED).float())
        for seat in seats:
            code += total.set(ONE)
            for side, best in greatest.items():
                if side != sides[seat]:
                    code += behind.set(best.op("sub", values[seat])) + total.set(total.op("add", _odds(behind, mean)))
            code += result_at(mb).store(ONE / total, CELL * (RESULT + seat))
        return code + mb.spent.set(before)

    return mb.helper("appraise", (), None, emit).run()


def _value(fb: FunctionBuilder, seat: int, to: Var) -> Instructions:
    """`to` becomes the value for a seat."""
    value = fb.mb.program.functions[VALUE]
    fb.names = {value.parameters[0].number: Binding(long(seat), Known((seat, seat)))}
    return to.set(fb.number(value.body).float())


def _most(values: Sequence[Term]) -> Term:
    """The greatest of some fractions."""
    return reduce(lambda one, other: one.most(other), values)


def _odds(behind: Var, mean: Var) -> Term:
    """`(mean + (|behind| + behind)) / (mean + (|behind| - behind))`, or 1 where all were equal so far."""
    above = mean.op("add", _size(behind).op("add", behind))
    below = mean.op("add", _size(behind).op("sub", behind))
    return choose(mean.op("gt", ZERO), above / below, ONE)


def _size(number: Var) -> Term:
    """A number without its sign."""
    return number.most(ZERO.op("sub", number))
