"""Chance: what may come, how likely, and what it decides; the numbers come from `stream`.

**Which card.** To settle the top (bottom) card of a bag of k cards, r = a number below k; the card with index r, in the
order of numbers, says the kind, and the first card of that kind in the bag is the one. To pick from a list of k
elements, r likewise says the element, and the first that is equal to it is the one. Where all that may come is the
same, nothing is drawn.
"""

from __future__ import annotations

from ...language.ir.types import NONE
from .event import Event
from .knowledge import BAG, bag_at_bottom, bag_at_top, learn
from .machine import Machine, Outcomes


def bag(m: Machine, zone: int, at: str) -> list[int]:
    """The cards of which one lies on top (`at` is top) or at the bottom, sorted by number; none of an empty zone."""
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
    """Each different value with the number of times it is there, in the order of the first ones."""
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return tuple(counts.items())


def settle(m: Machine, zone: int, at: str, card: int) -> None:
    """A card of the bag lies on top (or at the bottom) from now on; who sees the zone learns it."""
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


def note(m: Machine, what: str, where: int, value: int, outcomes: Outcomes) -> None:
    """Remember what chance has decided, with its weight out of all; `where` is a zone, or the block of a pick."""
    if m.events is not None:
        weight = dict(outcomes)[value]
        m.events.append(Event(what, -1, (where, value, weight, sum(w for _, w in outcomes))))
