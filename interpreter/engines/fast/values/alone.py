"""Zones that mostly hold one card: those of which a spec asks for the only card, such as the card that each has played.

    sum(c.speed for c in p.played)     one card there: its speed, else the sum as always
    min(row(c) for c in p.played)      one card there: its row, else the smallest as always

Nothing is taken for granted: where no card or several lie there, the loop runs.
"""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ...program.nodes import Expr
from ..building.function_builder import FunctionBuilder
from ..building.places import zone_address
from ..building.zones import whole_zone
from ..wasm.control import if_
from ..wasm.instructions import Instructions
from ..wasm.term import I64


def mostly_alone(fb: FunctionBuilder, loops: tuple[ir.Loop, ...]) -> Expr | None:
    """The zone of a loop through one that mostly holds one card; None of others, and where steps are counted."""
    zone = whole_zone(fb.mb, loops[0].source)
    if fb.counting or len(loops) > 1 or loops[0].test is not None or zone is None or fb.mb.compact.words != 1:
        return None
    match zone:
        case (ir.ZoneOf(name, owner) as family, "heap") if name in fb.mb.alone:
            return None if owner is not None and fb.mb.facts.may_be_none(owner, fb.known()) else family
        case _:
            return None


def one_or_more(
    fb: FunctionBuilder, loop: ir.Loop, zone: Expr, one: Callable[[], Instructions], more: Instructions
) -> Instructions:
    """`one`, in which the card of the loop is known, where one card lies in the zone, else `more`.

    set = the heap
    if it has one bit: card = that bit;  one
    else:              more
    """
    cards, card = fb.fn.local(I64), fb.fn.local(I64)
    with fb.scope():
        fb.bind(loop.local, card, fb.mb.facts.element(loop.source, fb.known()))
        alone = card.set(cards.trailing_zeros()) + one()
    return cards.set(zone_address(fb, zone).load()) + if_(cards.bit_count().eq(1), alone, more)
