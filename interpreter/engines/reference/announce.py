"""Moves are announced to all seats; which of their cards a seat sees is settled when their effect has ended.

A seat sees a card among the arguments of a move if it made the move, if it got to know the card while the
effect ran (even if the card is lost in a pile by the end), or if it knows the card afterwards. Once the card is mixed
with others, nobody can tell it from them any more, whoever gets it. Of a secret choice only the player who made it ever
sees anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..program.nodes import AskBlock
from .event import Event
from .knowledge import SETTLED
from .machine import Env, Machine, RawMove
from .telling import chosen_cards, told_of_move, told_values


def announce(m: Machine, what: Literal["decided", "revealed"], seat: int, number: int, move: RawMove) -> None:
    """Record a move whose effect begins; `close` settles who sees which of its cards."""
    if m.events is None:
        return
    ask = m.code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    cards = chosen_cards(ask.choices[move[0]], move)
    seen = [1 << seat] * len(cards)
    if what == "decided":
        told, others = told_of_move(m, ask.choices[move[0]], move)
        seen += [m.state[m.code.know_at + card] & m.code.everybody for card in others]
        cards += others
    else:
        secret = _picked_secretly(m, seat, number)
        told, known = ((), []) if secret is None else (secret.told, secret.seen[len(cards) :])
        seen += known
        cards += [SETTLED] * len(known)
    event = Event(what, seat, (number, with_kinds(m, move, ask)), seen, told=told)
    m.events.append(event)
    if not ask.choices[move[0]].secret:
        m.open_events.append((event, cards))


def pick_secretly(m: Machine, seat: int, number: int, move: RawMove) -> None:
    """Record a secret choice. What its label names is computed now, and told when the choice takes effect."""
    if m.events is None:
        return
    ask = m.code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    told, others = told_of_move(m, ask.choices[move[0]], move)
    seen = [1 << seat] * len(chosen_cards(ask.choices[move[0]], move))
    seen += [m.state[m.code.know_at + card] & m.code.everybody for card in others]
    m.events.append(Event("chosen", seat, (number, with_kinds(m, move, ask)), seen, told=told))


def tell(m: Machine, what: Literal["reacted", "said"], seat: int, name: str, told: tuple[ir.Told, ...], e: Env) -> None:
    """Record that a reaction happens by itself, or that the rules tell the table a text."""
    if m.events is not None:
        values, cards = told_values(m, told, e, {}, 0)
        seen = [m.state[m.code.know_at + card] & m.code.everybody for card in cards]
        event = Event(what, seat, (name,), seen, told=values)
        m.events.append(event)
        m.open_events.append((event, cards))


def _picked_secretly(m: Machine, seat: int, number: int) -> Event | None:
    """The last secret choice of a seat at a decision; None where the record begins after it."""
    found = (e for e in reversed(m.events or ()) if e.what == "chosen" and (e.seat, e.data[0]) == (seat, number))
    return next(found, None)


def with_kinds(m: Machine, move: RawMove, ask: AskBlock) -> RawMove:
    """The move with each card replaced by its kind, as events have it."""
    return with_cards(move, ask, lambda card: card if card == NONE else m.kind_of[card])


def with_cards(move: RawMove, ask: AskBlock, on: Callable[[int], int]) -> RawMove:
    """The move with each card that was chosen, or NONE, replaced by something else, in their order."""
    parts: list[Any] = [move[0]]
    for parameter, value in zip(ask.choices[move[0]].parameters, move[1:], strict=True):
        type = parameter.slot.type
        if (type.item or type).base != "card":
            parts.append(value)
        elif isinstance(value, tuple):
            parts.append(tuple(map(on, value)))
        else:
            parts.append(on(value))
    return tuple(parts)


def close(m: Machine) -> None:
    """Play has stopped: settle who knows the cards of the moves whose effects have run."""
    code = m.code
    for event, cards in m.open_events:
        for i, card in enumerate(cards):
            if card == NONE:
                event.seen[i] = code.everybody
            elif card != SETTLED:
                event.seen[i] |= m.state[code.know_at + card] & code.everybody
    m.open_events = []
