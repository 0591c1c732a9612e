"""The results of a game, computed where it ends, as in `reference.results`, with a budget of steps of their own."""

from __future__ import annotations

import struct

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr
from ..building.facts import Known
from ..building.function_builder import Binding, FunctionBuilder
from ..building.memory import CELL, DONE
from ..building.module_builder import ModuleBuilder
from ..values.lists import distinct, for_each, size
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import F64, I64, Term, Var, after, const, fraction, long

ZERO, ONE = (fraction(struct.pack("<d", value)) for value in (0.0, 1.0))


def result_at(mb: ModuleBuilder) -> Term:
    """The address of the result of the current playout: status, decisions, the returns of each seat."""
    return const(0).load32(DONE) * (CELL * (2 + mb.layout.players)) + mb.memory.results


def _return_of(mb: ModuleBuilder, seat: int, value: Term) -> Instructions:
    return result_at(mb).store(value, CELL * (2 + seat))


def emit_results(fb: FunctionBuilder) -> Instructions:
    """Compute returns and scores; whatever goes wrong in them goes wrong now.

    results():
        for each seat: compute its return (in a playout: store it), or share 1 among the winners
        for each seat: compute its score, for what may go wrong in it
        trap if that took more steps than the limit; these steps count for nothing else
    """
    mb, program = fb.mb, fb.mb.program

    def emit(fn: Fn) -> Instructions:
        counting = _steps(mb) > program.steps_limit
        inner = fb.another(fn, counting=counting)
        before = fn.local(I64)
        code = before.set(mb.spent.get) + mb.spent.set(0)
        seats = range(mb.layout.players)
        if program.returns is not None:
            local, expr = program.returns
            code += sequence(_return(inner, local, expr, seat) for seat in seats)
        elif program.winners is not None:
            code += _shared(inner, program.winners)
        if program.score is not None:
            local, expr = program.score
            code += sequence(_value(inner, local, expr, seat).drop() for seat in seats)
        return code + inner.check() + mb.spent.set(before)

    return mb.helper("results", (), None, emit).run()


def _steps(mb: ModuleBuilder) -> int:
    """The greatest number of steps that the results can take."""
    program, seat = mb.program, Known((0, mb.layout.players - 1))
    found = 0 if program.winners is None else mb.facts.steps(program.winners, {})
    for one in (program.returns, program.score):
        found += 0 if one is None else mb.layout.players * mb.facts.steps(one[1], {one[0].number: seat})
    return found


def _value(fb: FunctionBuilder, local: ir.Local, expr: Expr, seat: int) -> Term:
    """The value for a seat; 0 for none."""
    fb.names = {local.number: Binding(long(seat), Known((seat, seat)))}
    value = fb.fn.local(I64)
    return after(value.set(fb.number(expr)) + if_(value.eq(NONE), value.set(0)), value)


def _return(fb: FunctionBuilder, local: ir.Local, expr: Expr, seat: int) -> Instructions:
    value = _value(fb, local, expr, seat)
    return value.drop() if fb.mb.watched else _return_of(fb.mb, seat, value.float())


def _shared(fb: FunctionBuilder, winners: Expr) -> Instructions:
    """Each of k winning sides gets 1 / k, and so does each player of a side; the others get 0."""
    mb = fb.mb
    fb.names = {}
    if mb.watched:
        return fb.expr(winners).drop()
    sides, share = fb.fn.local(), fb.fn.local(F64)
    item = winners.type.item
    of_teams = item is not None and item.base == "team"

    def one(side: Var) -> Instructions:
        won = NOTHING
        for seat in range(mb.layout.players):
            own = mb.layout.teams[seat] if of_teams else seat
            won += if_(side.eq(own), _return_of(mb, seat, share))
        return won

    nobody = sequence(_return_of(mb, seat, ZERO) for seat in range(mb.layout.players))
    listed = sides.set(distinct(mb).call(fb.expr(winners)))
    return nobody + listed + share.set(ONE / size(sides).wide().float()) + for_each(fb.fn, sides, one)
