"""The values that texts for people name in braces, computed when the text is told.

They are recorded for those who watch; the state does not depend on them. So a value that cannot be computed is no
error of the game: it is left out. Cards that a value is computed from are noted beside it, since only seats that know
them are told the value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from ..program.nodes import Choice, Expr, Slot, SlotList
from ..program.walk import bound, every
from .error import NOT_COMPUTED
from .event import Told
from .expressions import compile_expr
from .machine import Env, Machine, RawMove


def told_values(
    m: Machine, told: tuple[ir.Told, ...], env: Env, places: Mapping[int, range], first: int
) -> tuple[tuple[Told, ...], list[int]]:
    """What a text names, and the cards (besides the arguments) that somebody must know to be told it.

    `places` locates the arguments of the move by the numbers of their locals among the masks of its event, and `first`
    is the place of the first mask after them.
    """
    found: list[Told] = []
    cards: list[int] = []
    for one in told:
        value = _value(m, one.value, env)
        if value is None:
            continue
        masks: list[int] = []
        for name in _cards(one.value, _backs(m)):
            if isinstance(name, ir.Local) and name.number in places:
                masks += places[name.number]
                continue
            there = _value(m, name, env)
            for card in there if isinstance(there, tuple | list) else (there,):
                if card is not None and card != NONE:
                    masks.append(first + len(cards))
                    cards.append(card)
        found.append(Told(one.written, one.value.type, _by_kind(m, one.value.type, value), tuple(masks)))
    return tuple(found), cards


def told_of_move(m: Machine, choice: Choice, move: RawMove) -> tuple[tuple[Told, ...], list[int]]:
    """What the label of a move names."""
    env: Env = {}
    places: dict[int, range] = {}
    at = 0
    for parameter, value in zip(choice.parameters, move[1:], strict=True):
        env[parameter.local.number] = value
        size = len(value) if isinstance(value, tuple) else 1
        places[parameter.local.number] = range(at, at + size)
        at += size
    return told_values(m, choice.told, env, places, at)


def chosen_cards(choice: Choice, move: RawMove) -> list[int]:
    """The cards among the arguments of a move, and NONE for each argument that is no card."""
    cards: list[int] = []
    for parameter, value in zip(choice.parameters, move[1:], strict=True):
        type = parameter.slot.type
        is_card = (type.item or type).base == "card"
        for one in value if isinstance(value, tuple) else (value,):
            cards.append(one if is_card else NONE)
    return cards


def _value(m: Machine, expr: Expr, env: Env) -> Any:
    """A value; None where it cannot be computed."""
    try:
        with m.aside():
            return m.code.once(compile_expr, expr)(m, dict(env))
    except NOT_COMPUTED:
        return None


def _backs(m: Machine) -> frozenset[str]:
    """The keys of all attributes that stand on the backs of cards."""
    return frozenset(key for keys in m.code.layout.backs.values() for key in keys)


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
