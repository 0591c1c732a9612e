"""How many bytes each number of a position takes in the memory of a compiled game.

    what the rules only ever count from what lies on the table, such as the points of a score sheet      2
    elements of a variable that holds a list, by their range: of players, symbols, 0 to 255, -128 to 127  1
        those that fit in no byte: 0 to 65,535, -32,768 to 32,767                                         2
        those that fit in no 2 bytes                                                                      4
    everything else: other variables, lengths of lists, slots, random streams, what waits                8

No play goes beyond what can be counted (`bounds`, which looks at some 4,000 turns of a loop). Where a number is larger
all the same, or in a position from outside, the compiled engine hands over to the reference executor, and the position
is held as its cells (`fast.cards.numbers`). Variables with a declared range are few and used in every loop, where wide
ones are faster by 1 to 4 %.

The length of a list stays a cell, for where whole games are played a set may lie there (`fast.building.bit_sets`). A
list of integers of which no range is declared has elements of 8 bytes.
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

FEWER = (1, 2, 4)
"""So many bytes an element of a list may take besides those of a cell."""


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


def fitting(layout: Layout) -> dict[int, range]:
    """What fits in each number that takes less than a cell, by its address."""
    found = elements(layout)
    for cell in layout.variables.values():
        if cell.most is not None:
            found |= dict.fromkeys(range(cell.address, cell.end), _values(NARROW, signed=False))
    return found


def elements(layout: Layout) -> dict[int, range]:
    """The same of elements of lists alone."""
    found: dict[int, range] = {}
    for cell in layout.variables.values():
        values = _elements(cell) if cell.room else None
        if values is not None:
            lists = range(cell.address, cell.end, cell.width)
            found |= {at: values for first in lists for at in range(first + 1, first + cell.width)}
    return found


def _elements(cell: VariableCell) -> range | None:
    """What fits in an element of a list, which is never none; None where it takes a cell."""
    for bytes in FEWER:
        values = _values(bytes, signed=cell.low < 0)
        if values.start <= cell.low and cell.high < values.stop:
            return values
    return None


def _values(bytes: int, *, signed: bool) -> range:
    """The numbers that so many bytes hold, from 0 on or around it."""
    least = -(1 << 8 * bytes - 1) if signed else 0
    return range(least, least + (1 << 8 * bytes))


def in_order(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The addresses of all numbers but elements that take less than a cell, then those, the larger ones first."""
    small = elements(layout)
    others = tuple(address for address in range(layout.place_at) if address not in small)
    return others, tuple(sorted(small, key=lambda address: -bytes_for(small[address])))


def held_at(layout: Layout) -> tuple[int, ...]:
    """Where each number lies in what a state in Python holds: in a cell, and behind all of these the small elements."""
    (others, last), small = in_order(layout), elements(layout)
    at, found = CELL * len(others), [0] * layout.place_at
    for place, address in enumerate(others):
        found[address] = CELL * place
    for address in last:
        found[address] = at
        at += bytes_for(small[address])
    return tuple(found)


def bytes_for(values: range) -> int:
    """The bytes in which these fit and no others."""
    return len(values).bit_length() >> 3
