"""Chance: what may come, how likely, and the numbers that decide it.

**Numbers.** The stream of a position is its seed and the count of numbers drawn from it. The number
with count n (from 0) is splitmix64: with all arithmetic modulo 2**64,

    z = seed + (n + 1) * 0x9E3779B97F4A7C15
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    z = z ^ (z >> 31)

**A number below k** (0 < k < 2**32), each as likely, by Lemire's method: x is the upper 32 bits of
the next number, p = x * k; while the lower 32 bits of p are less than 2**32 mod k, the next number is
taken; the result is p >> 32.

**Which card.** To settle the top (bottom) card of a bag of k cards, r = a number below k; the card with index r, in the
order of numbers, says the kind, and the first card of that kind in the bag is the one. To pick from a list of k elements,
r likewise says the element, and the first that is equal to it is the one. Where all that may come is the same, nothing is drawn.
"""

from __future__ import annotations

from ..ir.types import NONE
from ..program.layout import DRAWN, SEED
from .event import Event
from .knowledge import BAG, bag_at_bottom, bag_at_top, learn
from .machine import Machine

MASK = 2**64 - 1


def mix(seed: int, count: int) -> int:
    """The number with this count in the stream of a seed: 64 bits."""
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(state: list[int], k: int) -> int:
    """A number from 0 to k - 1 from the stream of a position."""
    while True:
        product = (mix(state[SEED], state[DRAWN]) >> 32) * k
        state[DRAWN] += 1
        low = product & 0xFFFFFFFF
        if low >= k or low >= 2**32 % k:
            return product >> 32


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


def weights(values: list[int]) -> tuple[tuple[int, int], ...]:
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


def note(m: Machine, what: str, where: int, value: int, outcomes: tuple[tuple[int, int], ...]) -> None:
    """Remember what chance has decided, with its weight out of all; `where` is a zone, or the block of a pick."""
    if m.events is not None:
        weight = dict(outcomes)[value]
        m.events.append(Event(what, -1, (where, value, weight, sum(w for _, w in outcomes))))
