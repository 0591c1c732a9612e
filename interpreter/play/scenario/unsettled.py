"""Whether a value hangs on the order of shuffled cards, which chance has not decided yet.

It is looked at by trying: the loose cards of one zone change places, so that each comes to lie at each of them (in a
large pile at some); where a value changes with that, it is not settled. Cards of one kind are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...engines.program.layout import Layout
from ...engines.program.walk import every
from ...engines.reference.bags import loose
from ...engines.reference.machine import Machine
from ...language.ir import nodes as ir

MOST = 60
"""So many ways to lie are tried."""


def unsettled(m: Machine, expr: ir.Expr, value: Callable[[], object]) -> str:
    """The name of a zone on whose order a value hangs, though it is not settled; empty if there is none.

    `value` computes the value of the expression in the position `m`, which is as before in the end.
    """
    state = m.state
    for zone in _zones(m.code.layout, expr):
        bags = list(_bags(m, zone))
        if not bags:
            continue
        kept = list(state)
        found, largest = value(), max(map(len, bags))
        for turns in sorted({1 + n * (largest - 1) // MOST for n in range(MOST)} & set(range(1, largest))):
            for bag in bags:
                _turn(m, kept, bag, turns)
            other = value()
            state[:] = kept
            if other != found:
                return m.code.layout.zones[zone].name
    return ""


def _zones(layout: Layout, expr: ir.Expr) -> list[int]:
    """The zones that an expression may name."""
    inside = list(every(expr))
    if any(isinstance(part, ir.Call) for part in inside):
        return [zone.number for zone in layout.zones]
    names = {part.name for part in inside if isinstance(part, ir.ZoneOf)}
    return [zone.number for zone in layout.zones if zone.name in names]


def _bags(m: Machine, zone: int) -> Iterator[list[int]]:
    """The cells of the cards in each bag of a zone, but for those at certain places."""
    cell = m.code.layout.zones[zone]
    if cell.order == "heap":
        return
    met = set[int]()
    for place, card in enumerate(m.cards(zone)):
        cards = loose(m.code, m.state, zone, place)
        if len(cards) > 1 and card in cards and card not in met:
            met.update(cards)
            first = cell.address + 1
            yield [first + n for n, one in enumerate(m.cards(zone)) if one in cards]


def _turn(m: Machine, kept: list[int], bag: list[int], turns: int) -> None:
    """Let each card of a bag lie so many places further down; what is known of a place stays with the place."""
    know = m.code.know_at
    for n, at in enumerate(bag):
        card = kept[bag[(n - turns) % len(bag)]]
        m.state[at] = card
        m.state[know + card] = kept[know + kept[at]]
