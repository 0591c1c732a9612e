"""What chance may give where a compiled game has stopped for it, each outcome with its weight."""

from __future__ import annotations

from ....language.ir.types import NONE
from ...program.nodes import PickOne, SettleTop
from ...reference.chance import bag, compile_spot, weights
from ...reference.expressions import compile_expr
from ...reference.machine import Code, Machine, Outcomes


def weighed(m: Machine) -> Outcomes | None:
    """The outcomes; None where chance does not decide."""
    end = m.code.block(m.state).end
    if isinstance(end, SettleTop):
        zone, place = m.code.once(compile_spot, end)(m, {})
        return weights([m.kind_of[card] for card in bag(m, zone, place)])
    if isinstance(end, PickOne):
        values = list(m.code.once(compile_expr, end.source)(m, {}))
        item = end.source.type.item
        return weights(_alike(m.code, values) if item is not None and item.base == "card" else values)
    return None


def _alike(code: Code, cards: list[int]) -> list[int]:
    """The list with the first of equal cards in the place of each of them."""
    twins, firsts = code.has_twins, dict[int, int]()
    for card in cards:
        if card != NONE and twins[card]:
            firsts.setdefault(code.kind_of[card], card)
    return [firsts[code.kind_of[card]] if card != NONE and twins[card] else card for card in cards]
