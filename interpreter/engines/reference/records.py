"""Secret choices: each move that was picked waits in a record until all have chosen.

A record is the number of the choice plus 1 (0: nothing was legal), then the cells of all parameters of all choices, in
order; those of choices that were not picked are 0. With two choices, `bid(n)` and `pass`, and two players:

    base + 0   1   the record of the first one asked: choice 0
           1   5     its parameter n
           2   2   the record of the second one: choice 1, which has no parameters
           3   0     the parameter n of choice 0, which was not picked
"""

from __future__ import annotations

from typing import Any

from ...language.ir.types import NONE
from ..program.layout import PC
from ..program.nodes import AskBlock, Pending, Recall
from .announce import announce
from .machine import Machine, RawMove
from .slots import cells, read, width


def clear_records(m: Machine, pending: Pending) -> None:
    """Set all records to 0: no player has picked anything yet."""
    size = pending.width * pending.capacity
    m.state[pending.base : pending.base + size] = [0] * size


def record(state: list[int], ask: AskBlock, pending: Pending, index: int, move: RawMove | None) -> None:
    """Store the move of player number `index` of those asked (None: nothing was legal)."""
    written: list[int] = [0 if move is None else move[0] + 1]
    for number, choice in enumerate(ask.choices):
        for place, parameter in enumerate(choice.parameters):
            picked = move is not None and move[0] == number
            written += cells(parameter.slot, move[1 + place]) if move and picked else [0] * width(parameter.slot)
    start = pending.base + pending.width * index
    state[start : start + pending.width] = written + [0] * (pending.width - len(written))


def recorded(state: list[int], ask: AskBlock, pending: Pending, index: int) -> RawMove | None:
    """The stored move of player number `index` of those asked, or None."""
    at = pending.base + pending.width * index
    picked = state[at] - 1
    at += 1
    move: list[Any] = [picked]
    for number, choice in enumerate(ask.choices):
        for parameter in choice.parameters:
            if number == picked:
                move.append(read(state, at, parameter.slot))
            at += width(parameter.slot)
    return None if picked < 0 else tuple(move)


def recall(m: Machine, stmt: Recall) -> None:
    """Reveal a secret choice: copy it to the slots of its parameters, and announce it."""
    state, pending = m.state, stmt.pending
    index = state[stmt.index.address]
    at = pending.base + pending.width * index
    state[stmt.which.address] = state[at]
    at += 1
    for slot in pending.slots:
        size = width(slot)
        state[slot.address : slot.address + size] = state[at : at + size]
        at += size
    if m.events is not None:
        _reveal(m, pending, index)


def _reveal(m: Machine, pending: Pending, index: int) -> None:
    number = m.code.ask_of[m.state[PC], pending.base]
    ask = m.code.program.blocks[number].end
    seat = m.state[pending.players.address + 1 + index]
    if not isinstance(ask, AskBlock) or seat == NONE:
        return
    move = recorded(m.state, ask, pending, index)
    if move is not None:
        announce(m, "revealed", seat, number, move)
