"""Announcements of moves and texts, and records of secret choices: what seats learn, and when.

A seat sees a card among the arguments of a move if it made the move, if it got to know the card while the
effect ran (even if the card is lost in a pile by the end), or if it knows the card afterwards. Once the card is mixed
with others, nobody can tell it from them any more, whoever gets it. Of a secret choice only the player who made it ever
sees anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from ..cells import chosen_cards, recorded, width, with_kinds
from ..events import NOT_COMPUTED, Event, PlaceholderValue
from ..position import Env, RawMove
from ..program.layout import PC
from ..program.nodes import AskBlock, AskChoice, Expr, Pending, Recall, Slot, SlotList
from ..program.traversal import bound, every
from .expressions import compile_expr
from .machine import Machine
from .zones import SETTLED


def announce(m: Machine, what: Literal["decided", "revealed"], seat: int, number: int, move: RawMove) -> None:
    """Record a move whose effect begins; `close` settles who sees which of its cards."""
    if m.events is None:
        return
    ask = m.code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    cards = chosen_cards(ask.choices[move[0]], move)
    seen = [1 << seat] * len(cards)
    if what == "decided":
        told, others = label_values(m, ask.choices[move[0]], move)
        seen += [m.state[m.code.know_at + card] & m.code.everybody for card in others]
        cards += others
    else:
        # The last secret choice of a seat at a decision; None where the record begins after it.
        found = (e for e in reversed(m.events or ()) if e.what == "chosen" and (e.seat, e.data[0]) == (seat, number))
        secret = next(found, None)
        told, known = ((), []) if secret is None else (secret.told, secret.seen[len(cards) :])
        seen += known
        cards += [SETTLED] * len(known)
    event = Event(what, seat, (number, with_kinds(m.kind_of, move, ask)), seen, told=told)
    m.events.append(event)
    if not ask.choices[move[0]].secret:
        m.open_events.append((event, cards))


def pick_secretly(m: Machine, seat: int, number: int, move: RawMove) -> None:
    """Record a secret choice. What its label names is computed now, and told when the choice takes effect."""
    if m.events is None:
        return
    ask = m.code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    told, others = label_values(m, ask.choices[move[0]], move)
    seen = [1 << seat] * len(chosen_cards(ask.choices[move[0]], move))
    seen += [m.state[m.code.know_at + card] & m.code.everybody for card in others]
    m.events.append(Event("chosen", seat, (number, with_kinds(m.kind_of, move, ask)), seen, told=told))


def tell(m: Machine, what: Literal["reacted", "said"], seat: int, name: str, told: tuple[ir.Told, ...], e: Env) -> None:
    """Record that a reaction happens by itself, or that the rules tell the table a text."""
    if m.events is not None:
        values, cards = placeholder_values(m, told, e, {}, 0)
        seen = [m.state[m.code.know_at + card] & m.code.everybody for card in cards]
        event = Event(what, seat, (name,), seen, told=values)
        m.events.append(event)
        m.open_events.append((event, cards))


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


# The values that texts for people name in braces, computed when the text is told.
#
# They are recorded for those who watch; the state does not depend on them. So a value that cannot be computed is no
# error of the game: it is left out. Cards that a value is computed from are noted beside it, since only seats that know
# them are told the value.


def placeholder_values(
    m: Machine, told: tuple[ir.Told, ...], env: Env, places: Mapping[int, range], first: int
) -> tuple[tuple[PlaceholderValue, ...], list[int]]:
    """What a text names, and the cards (besides the arguments) that somebody must know to be told it.

    `places` locates the arguments of the move by the numbers of their locals among the masks of its event, and `first`
    is the place of the first mask after them.
    """
    found: list[PlaceholderValue] = []
    cards: list[int] = []
    for one in told:
        value = _value(m, one.value, env)
        if value is None:
            continue
        masks: list[int] = []
        # The keys of all attributes that stand on the backs of cards.
        for name in _cards(one.value, frozenset(key for keys in m.code.layout.backs.values() for key in keys)):
            if isinstance(name, ir.Local) and name.number in places:
                masks += places[name.number]
                continue
            there = _value(m, name, env)
            for card in there if isinstance(there, tuple | list) else (there,):
                if card is not None and card != NONE:
                    masks.append(first + len(cards))
                    cards.append(card)
        found.append(PlaceholderValue(one.written, one.value.type, _by_kind(m, one.value.type, value), tuple(masks)))
    return tuple(found), cards


def label_values(m: Machine, choice: AskChoice, move: RawMove) -> tuple[tuple[PlaceholderValue, ...], list[int]]:
    """What the label of a move names."""
    env: Env = {}
    places: dict[int, range] = {}
    at = 0
    for parameter, value in zip(choice.parameters, move[1:], strict=True):
        env[parameter.local.number] = value
        size = len(value) if isinstance(value, tuple) else 1
        places[parameter.local.number] = range(at, at + size)
        at += size
    return placeholder_values(m, choice.told, env, places, at)


def _value(m: Machine, expr: Expr, env: Env) -> Any:
    """A value; None where it cannot be computed."""
    try:
        with m.aside():
            return m.code.once(compile_expr, expr)(m, dict(env))
    except NOT_COMPUTED:
        return None


def _cards(expr: Expr, backs: frozenset[str]) -> Iterator[Expr]:
    """The names in an expression that stand for cards of which more is told than what stands on their backs.

    What a move chooses counts all the same: where it lies, its back may not be seen. Of what happened before, nobody is
    told more than everybody sees (E637).
    """
    inside = {local.number for local in bound(expr)}
    turned = {id(part.of) for part in every(expr) if isinstance(part, ir.AttributeOf) and part.name in backs}
    for part in every(expr):
        if (part.type.item or part.type).base != "card":
            continue
        if isinstance(part, Slot | SlotList):
            if id(part) not in turned:
                yield part
        elif isinstance(part, ir.Local) and part.number not in inside:
            yield part


def _by_kind(m: Machine, type: Type, value: Any) -> Any:
    """A value with each card replaced by its kind, as events have it."""
    many = isinstance(value, tuple | list)
    if (type.item or type).base != "card":
        return tuple(value) if many else value
    if many:
        return tuple(m.kind_of[card] for card in value)
    return value if value == NONE else m.kind_of[value]


# Secret choices: each move that was picked waits in a record until all have chosen (`engines.cells`).


def clear_records(m: Machine, pending: Pending) -> None:
    """Set all records to 0: no player has picked anything yet."""
    size = pending.width * pending.capacity
    m.state[pending.base : pending.base + size] = [0] * size


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
