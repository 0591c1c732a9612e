"""Secret choices: what has been picked waits in a record until all have chosen.

A record is the number of the choice plus 1 (0: nothing was legal), then the cells of all parameters of all choices, in
order; those of choices that were not picked are 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..ir.types import NONE
from ..program.layout import PC
from ..program.nodes import AskBlock, Pending, Recall
from .event import Event
from .slots import cells, read, width

if TYPE_CHECKING:
    from .machine import Machine, RawMove


def clear_records(m: Machine, pending: Pending) -> None:
    """Nobody has picked anything yet."""
    size = pending.width * pending.capacity
    m.state[pending.base : pending.base + size] = [0] * size


def record(state: list[int], ask: AskBlock, pending: Pending, index: int, move: RawMove | None) -> None:
    """Write down what the player number `index` has picked (None: nothing was legal)."""
    laid: list[int] = [0 if move is None else move[0] + 1]
    for number, choice in enumerate(ask.choices):
        for place, parameter in enumerate(choice.parameters):
            picked = move is not None and move[0] == number
            laid += cells(parameter.slot, move[1 + place]) if move and picked else [0] * width(parameter.slot)
    start = pending.base + pending.width * index
    state[start : start + pending.width] = laid + [0] * (pending.width - len(laid))


def recorded(state: list[int], ask: AskBlock, pending: Pending, index: int) -> RawMove | None:
    """The move that is written down for the player number `index`, or None."""
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
    """What was picked secretly comes out: it goes to the slots of the parameters, and everybody hears of it."""
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
    number = m.code.ask_of.get(pending.base, m.state[PC])
    ask = m.code.program.blocks[number].end
    seat = m.state[pending.players.address + 1 + index]
    if not isinstance(ask, AskBlock) or seat == NONE:
        return
    move = recorded(m.state, ask, pending, index)
    if move is not None:
        announce(m, "revealed", seat, number, move)


def announce(m: Machine, what: str, seat: int, number: int, move: RawMove) -> None:
    """Tell everybody of a move whose effect begins; who sees which card of it is known when the effect has ended."""
    if m.events is None:
        return
    ask = m.code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    cards: list[int] = []
    for parameter, value in zip(ask.choices[move[0]].parameters, move[1:], strict=True):
        type = parameter.slot.type
        is_card = (type.item or type).base == "card"
        for one in value if isinstance(value, tuple) else (value,):
            cards.append(one if is_card else NONE)
    event = Event(what, seat, (number, with_kinds(m, move, ask)), [1 << seat] * len(cards))
    m.events.append(event)
    m.open_events.append((event, cards))


def with_kinds(m: Machine, move: RawMove, ask: AskBlock) -> RawMove:
    """The move with each card replaced by its kind, as it is remembered."""
    parts: list[Any] = [move[0]]
    for parameter, value in zip(ask.choices[move[0]].parameters, move[1:], strict=True):
        type = parameter.slot.type
        if (type.item or type).base != "card":
            parts.append(value)
        elif isinstance(value, tuple):
            parts.append(tuple(m.kind_of[card] for card in value))
        else:
            parts.append(value if value == NONE else m.kind_of[value])
    return tuple(parts)


def close(m: Machine) -> None:
    """The play has stopped: who knows the cards of the moves that were played is settled."""
    code = m.code
    for event, cards in m.open_events:
        for i, card in enumerate(cards):
            if card != NONE:
                event.seen[i] |= m.state[code.know_at + card] & code.everybody
            else:
                event.seen[i] = code.everybody
    m.open_events = []
