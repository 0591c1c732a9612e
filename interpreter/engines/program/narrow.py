"""How many bytes each number of a position takes in the memory of a compiled game.

    what the rules only ever count from what lies on the table, such as the points of a score sheet      2
    everything else: other variables, lists, slots, random streams, what waits                           8

No play goes beyond what can be counted (`bounds`, which looks at some 4,000 turns of a loop). Where a number is larger
all the same, or in a position from outside, the compiled engine hands over to the reference executor, and the position
is held as its cells (`fast.cards.numbers`). Variables with a declared range are few and used in every loop, where wide
ones are faster by 1 to 4 %.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...language.ir import nodes as ir
from ...language.ir.types import INTEGER, LEAST, MOST
from .bounds import Bounds
from .layout import Layout, VariableCell
from .nodes import Block
from .walk import all_effects

CELL = 8
"""Bytes of a cell."""

NARROW = 2
"""Bytes of a number that is counted."""

GREATEST = (1 << 8 * NARROW) - 1
"""The greatest number that fits in them."""


def counted(
    variables: dict[str, VariableCell], bodies: Iterable[Block | ir.Effect], bounds: Bounds
) -> dict[str, VariableCell]:
    """The variables, those with `most` whose values the rules only count; `bodies` are all that sets any."""
    most = {name: 0 for name, cell in variables.items() if _is_open(cell)}
    for body in bodies:
        for stmt in all_effects(body.body):
            if isinstance(stmt, ir.SetVariable) and stmt.name in most:
                greatest = bounds.greatest(stmt.value, {}) if bounds.is_counted(stmt.value) else None
                if greatest is None or greatest > GREATEST:
                    del most[stmt.name]
                else:
                    most[stmt.name] = max(most[stmt.name], greatest)
    return {name: replace(cell, most=most[name]) if name in most else cell for name, cell in variables.items()}


def _is_open(cell: VariableCell) -> bool:
    """Whether a variable of the author is one number of which no range is declared."""
    return cell.type == INTEGER and not cell.room and (cell.low, cell.high) == (LEAST, MOST)


def bytes_of_numbers(layout: Layout) -> tuple[int, ...]:
    """The bytes of each number of a position: of all cells before the places of the cards."""
    found = [CELL] * layout.place_at
    for cell in layout.variables.values():
        if cell.most is not None:
            found[cell.address : cell.end] = [NARROW] * (cell.end - cell.address)
    return tuple(found)
