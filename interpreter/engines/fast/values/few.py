"""Loops through a few numbers that are known, such as the players: they are emitted turn by turn."""

from __future__ import annotations

from ....language.ir import nodes as ir
from ..building.function_builder import FunctionBuilder

FEW = 4
"""A loop through no more numbers than this, all known, is emitted turn by turn."""

MOST_COPIES = 12
"""So often the same may be emitted for such loops, one within the other."""


def few_numbers(fb: FunctionBuilder, source: ir.Expr) -> tuple[int, ...] | None:
    """The numbers that a loop goes through, if they are few and known, and the loop lies in so few others of them that
    its turns may be emitted one by one."""
    match source:
        case ir.Const(tuple() as few) if len(few) <= FEW and not source.type.is_nested():
            return tuple(map(int, few)) if fb.copies * len(few) <= MOST_COPIES else None
        case _:
            return None
