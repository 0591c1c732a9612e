"""How a game ended: the returns and the scores of the seats."""

from __future__ import annotations

from ..ir.types import NONE
from ..program.layout import FINISHED, STATUS
from ..reference.expressions import compile_expr
from ..reference.machine import Machine


def returns_of(m: Machine) -> tuple[float, ...]:
    """One number a seat; all 0 unless the game has ended by its rules."""
    code = m.code
    if m.state[STATUS] != FINISHED:
        return (0.0,) * m.players
    if code.program.returns is not None:
        it, expr = code.program.returns
        value = compile_expr(code, expr)
        return tuple(_number(value(m, {it.number: seat})) for seat in range(m.players))
    if code.program.winners is None:
        return (0.0,) * m.players
    item = code.program.winners.type.item
    sides = dict.fromkeys(compile_expr(code, code.program.winners)(m, {}))
    won = {seat for side in sides for seat in (m.members[side] if item and item.base == "team" else (side,))}
    return tuple(1.0 / len(sides) if seat in won else 0.0 for seat in range(m.players))


def scores_of(m: Machine) -> tuple[int, ...]:
    """The score of each seat; 0 where the spec tells none."""
    code = m.code
    if code.program.score is None:
        return (0,) * m.players
    it, expr = code.program.score
    value = compile_expr(code, expr)
    with m.aside():
        return tuple(int(_number(value(m, {it.number: seat}))) for seat in range(m.players))


def _number(value: int) -> float:
    return 0 if value == NONE else value
