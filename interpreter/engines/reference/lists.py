"""Variables that hold lists: reading one, and giving it another list.

A list is read as a tuple, so what goes through it does not notice when a rule changes it meanwhile.
"""

from __future__ import annotations

from ...diagnostics.how_many import how_many
from ...diagnostics.span import Span
from ...language.ir.types import NONE
from ..program.layout import VariableCell
from .error import PlayError
from .event import Event
from .machine import Env, Machine, Step, Value


def listed(address: int, m: Machine, e: Env) -> tuple[int, ...]:
    """The list whose length is in a cell, and whose elements follow."""
    return tuple(m.state[address + 1 : address + 1 + m.state[address]])


def read_list(cell: VariableCell, owner: Value | None) -> Value:
    """A closure that reads the list of an owner; that of nobody is empty."""
    if owner is None:
        return lambda m, e: listed(cell.address, m, e)
    return lambda m, e: () if (o := owner(m, e)) == NONE else listed(cell.at(o), m, e)


def set_list(cell: VariableCell, owner: Value | None, value: Value, span: Span) -> Step:
    """A closure that gives a variable another list. Nothing happens if the owner is none."""

    def change(m: Machine, e: Env) -> None:
        whose = 0 if owner is None else owner(m, e)
        new = tuple(map(int, value(m, e)))
        if whose == NONE:
            return
        check_list(cell, new, span)
        at = cell.at(whose)
        if m.events is not None and listed(at, m, e) != new:
            m.events.append(Event("set", -1, (cell.name, whose, new)))
        m.state[at : at + cell.width] = cells_of(cell, new)

    return change


def cells_of(cell: VariableCell, values: tuple[int, ...]) -> list[int]:
    """A list as it lies in the state: its length, its elements, then zeros."""
    return [len(values), *values, *[0] * (cell.room - len(values))]


def check_list(cell: VariableCell, values: tuple[int, ...], span: Span) -> None:
    """Raise R730 where a list is longer than its room, R701 where an element is outside the range."""
    if len(values) > cell.room:
        many = how_many(len(values), "element")
        raise PlayError("R730", f"'{cell.name}' would have {many}, but it has room for {cell.room}", span)
    wrong = next((value for value in values if not cell.low <= value <= cell.high), None)
    if wrong is not None:
        shown = "none" if wrong == NONE else wrong
        message = f"'{cell.name}' would hold {shown}, outside its range {cell.low}..{cell.high}"
        raise PlayError("R701", message, span)
