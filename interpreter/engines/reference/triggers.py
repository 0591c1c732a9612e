"""Waiting triggers: a queue in the state, oldest first, from which those of the nearest player come out first."""

from __future__ import annotations

from typing import Any

from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..program.nodes import TakeTrigger
from .error import PlayError
from .expressions import compile_expr
from .machine import Code, Env, Machine, Step


def compile_enqueue(code: Code, stmt: ir.Enqueue) -> Step:
    """Append a trigger to those that are waiting."""
    layout, span = code.layout, stmt.span
    number = code.program.triggers.index(stmt.trigger)
    args = tuple(compile_expr(code, arg) for arg in stmt.args)
    sizes = layout.queue_cells[number]

    def enqueue(m: Machine, e: Env) -> None:
        record = [number + 1]
        for size, arg in zip(sizes, args, strict=True):
            record += _cells(arg(m, e), size)
        record += [0] * (layout.queue_width - len(record))
        end = layout.queue_at + layout.queue_size
        for at in range(layout.queue_at, end, layout.queue_width):
            if m.state[at] == 0:
                m.state[at : at + layout.queue_width] = record
                return
        room = layout.queue_size // layout.queue_width
        raise PlayError("R708", f"more than {room} triggers are waiting at the same time", span)

    def _cells(value: Any, size: int) -> list[int]:
        if not isinstance(value, tuple | list):
            return [int(value)]
        if 1 + len(value) > size:
            raise PlayError(
                "R707", f"an argument of a waiting trigger has room for {size - 1} elements, but got {len(value)}", span
            )
        return [len(value), *map(int, value), *[0] * (size - 1 - len(value))]

    return enqueue


def compile_take(code: Code, stmt: TakeTrigger) -> Step:
    """Take the next waiting trigger off the queue; its arguments go to their slots."""
    layout = code.layout
    which = stmt.which.address

    def take(m: Machine, e: Env) -> None:
        state, size = m.state, layout.queue_width
        start, end = layout.queue_at, layout.queue_at + layout.queue_size
        waiting = [at for at in range(start, end, size) if state[at]] if size else []
        if not waiting:
            state[which] = 0
            return
        at = min(waiting, key=lambda at: _distance(m, state[at + 1]))
        record = state[at : at + size]
        state[at : end - size] = state[at + size : end]
        state[end - size : end] = [0] * size
        state[which] = record[0]
        place = 1
        for slot, cells in zip(stmt.args[record[0] - 1], layout.queue_cells[record[0] - 1], strict=True):
            state[slot.address : slot.address + cells] = record[place : place + cells]
            place += cells

    return take


def _distance(m: Machine, player: int) -> int:
    """How far a player sits from the one whose turn it is, clockwise; triggers without a player come last."""
    if player == NONE:
        return m.players
    turn = m.code.layout.variables.get("turn.player")
    first = m.state[turn.address] if turn else 0
    return (player - (0 if first == NONE else first)) % m.players
