"""What a position lets each seat hope for, where a dive is cut off: `reference.appraising`, step by step the same.

Bots that look one move ahead ask what a position is worth, as a number (`worths`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ...program.appraised import VALUE
from ..building.facts import Known
from ..building.function_builder import Binding, FunctionBuilder
from ..building.memory import CELL
from ..building.tree_map import APART, APPRAISED, TreeMap
from ..cards.cards import forget_bags
from ..cards.cells import from_cells
from ..rules.results import returns_at
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.module import Fn
from ..wasm.term import F64, I64, Term, Var, choose, const, fraction, long

ZERO, ONE = fraction(0.0), fraction(1.0)


def appraise(fb: FunctionBuilder, map: TreeMap) -> Instructions:
    """`appraise()`: what each seat may hope for goes to the result, as if the game were over.

    leads()
    for each seat: its return = 1 / (1 + the odds of all other sides)
    """
    mb = fb.mb
    sides = mb.layout.teams or range(mb.layout.players)

    def emit(fn: Fn) -> Instructions:
        mean, behind, total, head = (*(fn.local(F64) for _ in range(3)), const(map.head))
        code, values, greatest = _values(fb, fn)
        code = _leads(fb, map).run() + code + mean.set(head.load_fraction(APART) / head.load(APPRAISED).float())
        for seat, value in enumerate(values):
            code += total.set(ONE)
            for side, best in greatest.items():
                if side != sides[seat]:
                    code += behind.set(best.op("sub", value)) + total.set(total.op("add", _odds(behind, mean)))
            code += returns_at(mb).store(ONE / total, CELL * seat)
        return code

    return mb.helper("appraise", (), None, emit).run()


def export_worths(fb: FunctionBuilder) -> None:
    """The body of `worths()`: what the position in `cells` is worth to each seat goes to the results, as whole numbers.
    Trap if that took more steps than the limit.
    """
    mb, seats = fb.mb, range(fb.mb.layout.players)
    value = mb.program.functions[VALUE]
    inner = _valuing(fb, fb.fn, len(seats), Known((0, len(seats) - 1)))
    code = from_cells(mb).run() + mb.keeper.forget() + forget_bags(mb)
    code += mb.top.set(mb.memory.arena) + mb.spent.set(0)
    for seat in seats:
        inner.names = {value.parameters[0].number: Binding(long(seat), Known((seat, seat)))}
        code += const(mb.memory.returns).store(inner.number(value.body), CELL * seat)
    fb.fn.body = code + inner.check()


def worth(fb: FunctionBuilder) -> Fn:
    """`worth(seat)`: what the position is worth to a seat. Trap if that took more steps than the limit; these steps
    count for nothing else.
    """
    mb = fb.mb

    def emit(fn: Fn) -> Instructions:
        value, known = mb.program.functions[VALUE], Known((0, mb.layout.players - 1))
        inner, code, found = _valuing(fb, fn, 1, known), NOTHING, fn.local(F64)
        before = fn.local(I64)
        inner.names = {value.parameters[0].number: Binding(fn.param(0), known)}
        code += before.set(mb.spent.get) + mb.spent.set(0) + found.set(inner.number(value.body).float())
        return code + inner.check() + mb.spent.set(before) + found.code

    return mb.helper("worth", (I64,), F64, emit)


def _valuing(fb: FunctionBuilder, fn: Fn, seats: int, known: Known) -> FunctionBuilder:
    """What emits the values of so many seats."""
    value = fb.mb.program.functions[VALUE]
    steps = seats * fb.mb.facts.steps(value.body, {value.parameters[0].number: known})
    return fb.another(fn, counting=steps > fb.mb.program.steps_limit)


def _values(fb: FunctionBuilder, fn: Fn) -> tuple[Instructions, list[Var], dict[int, Var]]:
    """The values of all seats, and the greatest of each side, from where they lie."""
    mb = fb.mb
    seats, sides = range(mb.layout.players), mb.layout.teams or range(mb.layout.players)
    values, greatest, code = (
        [fn.local(F64) for _ in seats],
        {side: fn.local(F64) for side in sorted(set(sides))},
        NOTHING,
    )
    for seat, value in enumerate(values):
        code += value.set(const(mb.worths).load_fraction(CELL * seat))
    for side, best in greatest.items():
        code += best.set(_most([values[seat] for seat in seats if sides[seat] == side]))
    return code, values, greatest


def _leads(fb: FunctionBuilder, map: TreeMap) -> Fn:
    """`leads()`: the value for each seat goes to its place. Trap if that took more steps than the limit;
    these steps count for nothing else.

    for each seat: lead = value - the greatest value of other sides;  apart += |lead|;  appraised += 1
    """
    mb = fb.mb
    seats, sides = range(mb.layout.players), mb.layout.teams or range(mb.layout.players)

    def emit(fn: Fn) -> Instructions:
        inner = _valuing(fb, fn, len(seats), Known((0, len(seats) - 1)))
        before, value, head, apart, lead = fn.local(I64), fn.local(F64), const(map.head), fn.local(F64), fn.local(F64)
        code = before.set(mb.spent.get) + mb.spent.set(0)
        for seat in seats:
            code += _value(inner, seat, value) + const(mb.worths).store(value, CELL * seat)
        code += inner.check() + mb.spent.set(before) + apart.set(head.load_fraction(APART))
        found, values, greatest = _values(fb, fn)
        code += found
        for seat in seats:
            rival = _most([best for side, best in greatest.items() if side != sides[seat]])
            code += lead.set(values[seat].op("sub", rival)) + apart.set(apart.op("add", _size(lead)))
        return code + head.store(apart, APART) + head.store(head.load(APPRAISED) + len(seats), APPRAISED)

    return mb.helper("leads", (), None, emit)


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
