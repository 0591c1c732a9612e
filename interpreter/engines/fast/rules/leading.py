"""By how much each seat is ahead in the score at the end of a dive, and the line that tells returns by that.

The same sums in the same order as `reference.tree`, so that fractions come out the same to the last bit.
"""

from __future__ import annotations

import struct

from ...reference.tree import HARDLY
from ..building.memory import CELL, RESULT
from ..building.module_builder import ModuleBuilder
from ..building.tree_map import MIDDLE, SLOPE, SUMS, TreeMap
from ..wasm.instructions import Instructions, sequence
from ..wasm.module import Fn
from ..wasm.term import F64, Term, choose, const, fraction
from .results import result_at

MANY, RETURNS, AHEAD, PRODUCTS, SQUARES = (SUMS + CELL * n for n in range(5))
"""The sums of the line: how many, of the returns, the leads, their products, the squares of the leads."""


def number(value: float) -> Term:
    """A constant fraction."""
    return fraction(struct.pack("<d", value))


def lead_all(mb: ModuleBuilder, tree: TreeMap, fn: Fn) -> Instructions:
    """The lead of each seat, from the scores; with its return it goes to the sums.

    for each seat: lead = its score - the best of those of other sides (0 if there are none)
        n += 1;  returns += return;  leads += lead;  products += return × lead;  squares += lead × lead
    """
    sides = mb.layout.teams or tuple(range(mb.layout.players))
    head, scores, lead, returned = const(tree.head), const(tree.scores), fn.local(F64), fn.local(F64)

    def more(at: int, by: Term) -> Instructions:
        return head.store(head.load_fraction(at).op("add", by), at)

    def one(seat: int) -> Instructions:
        others = [CELL * other for other, side in enumerate(sides) if side != sides[seat]]
        best = number(0.0) if not others else scores.load_fraction(others[0])
        for other in others[1:]:
            best = best.most(scores.load_fraction(other))
        own = result_at(mb).load_fraction(CELL * (RESULT + seat))
        found = lead.set(scores.load_fraction(CELL * seat).op("sub", best)) + returned.set(own)
        sums = more(MANY, number(1.0)) + more(RETURNS, returned) + more(AHEAD, lead)
        sums += more(PRODUCTS, returned.op("mul", lead)) + more(SQUARES, lead.op("mul", lead))
        return found + const(tree.leads).store(lead, CELL * seat) + sums

    return sequence(one(seat) for seat in range(mb.layout.players))


def fit(fn: Fn, head: Term) -> Instructions:
    """Lay the line anew: `reference.tree`.

    spread = n × squares - leads × leads
    slope = (n × products - returns × leads) / spread if spread > n × squares × HARDLY else 0
    middle = leads / n
    """
    n, leads, spread = head.load_fraction(MANY), head.load_fraction(AHEAD), fn.local(F64)
    whole = n.op("mul", head.load_fraction(SQUARES))
    rise = n.op("mul", head.load_fraction(PRODUCTS)).op("sub", head.load_fraction(RETURNS).op("mul", leads))
    differs = spread.op("gt", whole.op("mul", number(HARDLY)))
    return (
        spread.set(whole.op("sub", leads.op("mul", leads)))
        + head.store(choose(differs, rise / spread, number(0.0)), SLOPE)
        + head.store(leads / n, MIDDLE)
    )
