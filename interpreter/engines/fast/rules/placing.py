"""The place of a zone to which cards are moved; of two such places the one that a test decides, without a jump.

if t: move c to bottom of row                    index = last if t else place(c) - 2
else: move c to position place(c) - 1 of row     move c to index of row
"""

from __future__ import annotations

from ....language.ir import nodes as ir
from ...program.walk import every
from ..building.function_builder import FunctionBuilder
from ..building.likeness import likeness
from ..cards.cards import LAST
from ..values.sure import is_sure
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions
from ..wasm.term import I64, Term, const, long, select

FEW_PARTS = 8
"""A place that has more parts than this is not computed in vain."""

Placed = tuple[Term | None, Instructions]
"""A place from the top, from 0, and the code that computes it; None where the order of the zone decides."""


def place_of(fb: FunctionBuilder, stmt: ir.MoveCards) -> Placed:
    """The place to which cards are moved."""
    match stmt.at:
        case "top":
            return const(0), NOTHING
        case "bottom":
            return const(LAST), NOTHING
        case "position":
            assert stmt.position is not None
            given, index = fb.fn.local(I64), fb.fn.local()
            low, high = fb.mb.facts.range(stmt.position, fb.known())
            above = select(given - 1, long(0), given.gt(1)) if low < 1 else given - 1
            code = given.set(fb.number(stmt.position)) + index.set(above.wrap())
            return index, code + (if_(given.gt(LAST), index.set(LAST)) if high > LAST else NOTHING)
        case _:
            return None, NOTHING


def either_place(fb: FunctionBuilder, stmt: ir.When) -> tuple[ir.MoveCards, Placed] | None:
    """A move to one of two places of a zone, and that place; None of other effects, and where a place could not be
    computed in vain."""
    if fb.mb.watched or fb.counting:
        return None
    match stmt.yes, stmt.no:
        case (ir.MoveCards(cards=ir.ListOf()) as one,), (ir.MoveCards() as other,) if (
            likeness((one.cards, one.zone, one.by)) == likeness((other.cards, other.zone, other.by))
            and _is_quick(fb, one)
            and _is_quick(fb, other)
        ):
            (yes, before), (no, more) = place_of(fb, one), place_of(fb, other)
            if yes is None or no is None:
                return None
            test, index = fb.fn.local(), fb.fn.local()
            code = test.set(fb.boolean(stmt.test)) + before + more + index.set(select(yes, no, test))
            return one, (index, code)
        case _:
            return None


def _is_quick(fb: FunctionBuilder, stmt: ir.MoveCards) -> bool:
    """Whether nothing can go wrong in the place to which cards are moved, and it is short."""
    if stmt.position is None:
        return True
    return is_sure(fb.mb.facts, stmt.position, fb.known()) and sum(1 for _ in every(stmt.position)) <= FEW_PARTS
