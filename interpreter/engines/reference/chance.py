"""Chance: the outcomes, how likely each is, and what an outcome changes; the numbers come from `stream`.

**Which card.** To settle the top (bottom) card of a bag of k cards, r = a number below k; the card with index r, in the
order of numbers, determines the kind, and the first card of that kind in the bag is taken. To pick from a list of k
elements, r likewise determines the element, and the first that is equal to it is taken. If all outcomes are the
same, no number is drawn.
"""

from __future__ import annotations

from typing import Literal

from ...language.ir.nodes import Edge
from ...language.ir.types import NONE
from .event import Event
from .knowledge import BAG, bag_at_bottom, bag_at_top, learn
from .machine import Machine, Outcomes


def bag(m: Machine, zone: int, at: Edge) -> list[int]:
    """The bag at this end of a zone, sorted by number: the cards of which one lies there; none in a heap."""
    if zone == NONE or m.code.heap[zone]:
        return []
    first = m.code.zone_at[zone] + 1
    if at == "bottom":
        end = first + m.state[first - 1]
        return m.state[end - bag_at_bottom(m.code, m.state, zone) : end]
    return m.state[first : first + bag_at_top(m.code, m.state, zone)]


def first_of_kinds(m: Machine, cards: list[int]) -> dict[int, int]:
    """The first card of each kind that is among the cards, in their order."""
    firsts: dict[int, int] = {}
    for card in cards:
        firsts.setdefault(m.kind_of[card], card)
    return firsts


def weights(values: list[int]) -> Outcomes:
    """Each different value with the number of times it occurs, in the order in which they first occur."""
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return tuple(counts.items())


def settle(m: Machine, zone: int, at: Edge, card: int) -> None:
    """Make a card of the bag the one at this end of the zone; the seats that see the zone learn it.

    Once a single card is left of the bag, its position is certain too.
    """
    code, state = m.code, m.state
    cards = bag(m, zone, at)
    first = code.zone_at[zone] + 1
    if at == "bottom":
        first += state[first - 1] - len(cards)
    rest = [other for other in cards if other != card]
    state[first : first + len(cards)] = [*rest, card] if at == "bottom" else [card, *rest]
    state[code.know_at + card] &= ~BAG
    if rest:
        state[code.know_at + rest[0]] &= ~BAG
    learn(m, card, code.seers[zone])
    if len(rest) == 1:
        learn(m, rest[0], code.seers[zone])


def note(m: Machine, what: Literal["settled", "picked"], where: int, value: int, outcomes: Outcomes) -> None:
    """Record what chance has decided, with its weight and the sum of all; `where` is a zone, or the block of a pick."""
    if m.events is not None:
        weight = dict(outcomes)[value]
        m.events.append(Event(what, -1, (where, value, weight, sum(w for _, w in outcomes))))
