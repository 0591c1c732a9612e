"""Chance: the outcomes, how likely each is, and what an outcome changes; the numbers come from `engines.cells`.

**Which card.** To settle which of the k loose cards of a bag lies at a place, r = a number below k; the card with
index r, in the order of numbers, determines the kind, and the first card of that kind in the bag is taken. To pick from
a list of k elements, r likewise determines the element, and the first that is equal to it is taken. If all outcomes are
the same, no number is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Literal

from ...language.ir.types import NONE
from ..cells import pin
from ..events import Event
from ..position import Env, Outcomes
from ..program.nodes import SettleTop
from .expressions import compile_expr
from .machine import CompiledCode, Machine
from .zones import learn

Spot = Callable[[Machine, Env], tuple[int, int]]
"""A zone, and a place in it counted from the top, from 0."""


def compile_spot(code: CompiledCode, end: SettleTop) -> Spot:
    """The place about which chance decides; -1 where there is none."""
    zone = compile_expr(code, end.zone)
    number = None if end.place is None else compile_expr(code, end.place)

    def spot(m: Machine, e: Env) -> tuple[int, int]:
        where = zone(m, e)
        if number is not None:
            return where, max(number(m, e) - 1, -1)
        return where, 0 if end.at == "top" or where == NONE else m.state[m.code.zone_at[where]] - 1

    return spot


def first_of_kinds(m: Machine, cards: list[int]) -> dict[int, int]:
    """The first card of each kind that is among the cards, in their order."""
    firsts: dict[int, int] = {}
    for card in cards:
        firsts.setdefault(m.kind_of[card], card)
    return firsts


def weights(values: list[int]) -> Outcomes:
    """Each different value with the number of times it occurs, in the order in which they first occur."""
    return tuple(Counter(values).items())


def settle(m: Machine, zone: int, place: int, card: int) -> None:
    """Make a card of the bag the one at this place; the seats that see the zone learn it.

    Once a single card is left of the bag, its place is certain too.
    """
    code = m.code
    rest = pin(code, m.state, zone, place, card)
    learn(m, card, code.seers[zone])
    if len(rest) == 1:
        learn(m, rest[0], code.seers[zone])


def note(m: Machine, what: Literal["settled", "picked"], where: int, value: int, outcomes: Outcomes) -> None:
    """Record what chance has decided, with its weight and the sum of all; `where` is a zone, or the block of a pick."""
    if m.events is not None:
        weight = dict(outcomes)[value]
        m.events.append(Event(what, -1, (where, value, weight, sum(w for _, w in outcomes))))
