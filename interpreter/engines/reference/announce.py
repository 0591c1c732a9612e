"""Moves are announced to all seats; which of their cards a seat sees is settled when their effect has ended.

A seat sees a card among the arguments of a move if it made the move, if it got to know the card while the
effect ran (even if the card is lost in a pile by the end), or if it knows the card afterwards. Of a secret choice only
the player who made it ever sees anything.
"""

from __future__ import annotations

from typing import Any, Literal

from ...language.ir.types import NONE
from ..program.nodes import AskBlock
from .event import Event
from .machine import Machine, RawMove


def announce(m: Machine, what: Literal["decided", "revealed"], seat: int, number: int, move: RawMove) -> None:
    """Record a move whose effect begins; `close` settles who sees which of its cards."""
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
    if not ask.choices[move[0]].secret:
        m.open_events.append((event, cards))


def with_kinds(m: Machine, move: RawMove, ask: AskBlock) -> RawMove:
    """The move with each card replaced by its kind, as events have it."""
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
    """Play has stopped: settle who knows the cards of the moves whose effects have run."""
    code = m.code
    for event, cards in m.open_events:
        for i, card in enumerate(cards):
            if card != NONE:
                event.seen[i] |= m.state[code.know_at + card] & code.everybody
            else:
                event.seen[i] = code.everybody
    m.open_events = []
