"""The results of a game, worked out where it ends, as in `reference.results`; they have a budget of steps of their
own.
"""

from __future__ import annotations

import struct

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Expr
from ..building.facts import Known
from ..building.making import Making
from ..building.room import CELL, DONE
from ..building.writer import Name, Writer
from ..values.expressions import write_expr, write_number
from ..values.lists import distinct, size, through
from ..wasm.module import Fn
from ..wasm.term import F64, I64, TRAP, Term, Var, after, const, fraction, if_, long


def write_results(w: Writer) -> bytes:
    """Work out returns and scores; what goes wrong in them goes wrong now."""
    return results(w.m).run()


def result_size(players: int) -> int:
    """Bytes for the result of a playout: status, decisions, returns."""
    return CELL * (2 + players)


def result_at(m: Making) -> Term:
    """The address of the result of the playout that is being made."""
    return const(0).load32(DONE) * result_size(m.layout.players) + m.room.results


def results(m: Making) -> Fn:
    """`results()`: in a playout, the returns are written to its result."""
    program = m.program

    def write(fn: Fn) -> bytes:
        counting = _steps(m) > program.steps_limit
        w = Writer(m, fn, counting=counting)
        before = fn.local(I64)
        code = before.set(m.spent.get)
        if program.returns is not None:
            local, expr = program.returns
            code += b"".join(_each(w, local, expr, seat) for seat in range(m.layout.players))
        elif program.winners is not None:
            code += _shared(w, program.winners)
        if program.score is not None:
            local, expr = program.score
            code += b"".join(_value(w, local, expr, seat).drop() for seat in range(m.layout.players))
        total = w.steps + m.spent.get - before
        return code + (if_(total.gt(program.steps_limit), TRAP) if counting else b"") + m.spent.set(before)

    return m.helper("results", (), None, write)


def _steps(m: Making) -> int:
    program, seat = m.program, Known((0, m.layout.players - 1))
    found = 0 if program.winners is None else m.facts.steps(program.winners, {})
    for one in (program.returns, program.score):
        found += 0 if one is None else m.layout.players * m.facts.steps(one[1], {one[0].number: seat})
    return found


def _value(w: Writer, local: ir.Local, expr: Expr, seat: int) -> Term:
    """What is worked out for a seat; 0 for none."""
    w.names = {local.number: Name(long(seat), Known((seat, seat)))}
    value = w.fn.local(I64)
    made = write_number(w, expr)
    return after(value.set(made) + if_(value.eq(NONE), value.set(0)), value)


def _each(w: Writer, local: ir.Local, expr: Expr, seat: int) -> bytes:
    value = _value(w, local, expr, seat)
    if w.m.watched:
        return value.drop()
    return result_at(w.m).store(value.float(), CELL * (2 + seat))


def _shared(w: Writer, winners: Expr) -> bytes:
    """1 for each of k winning sides is shared among them, and each player of a side gets its part."""
    m = w.m
    w.names = {}
    if m.watched:
        return write_expr(w, winners).drop()
    sides, part = w.fn.local(), w.fn.local(F64)
    item = winners.type.item
    of_teams = item is not None and item.base == "team"

    def one(side: Var) -> bytes:
        won = b""
        for seat in range(m.layout.players):
            mine = m.layout.teams[seat] if of_teams else seat
            won += if_(side.eq(mine), result_at(m).store(part, CELL * (2 + seat)))
        return won

    one_ = fraction(struct.pack("<d", 1.0))
    share = Term(one_.code + size(sides).wide().float().code + b"\xa3", F64)
    clean = b"".join(result_at(m).store(fraction(bytes(8)), CELL * (2 + seat)) for seat in range(m.layout.players))
    return clean + sides.set(distinct(m).call(write_expr(w, winners))) + part.set(share) + through(w.fn, sides, one)
