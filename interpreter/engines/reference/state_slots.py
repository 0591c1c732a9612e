"""Locals and lists in cells of the state: reading and writing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...diagnostics.span import Span
from ...diagnostics.text import how_many
from ...language.ir.types import NONE
from ..program.layout import VariableCell
from ..program.nodes import Slot, SlotList
from .events import Event, PlayError
from .machine import Env, Machine, Step, Value

Write = Callable[[Machine, Any], None]


def compile_write(slot: Slot | SlotList) -> Write:
    """A closure that writes a value to a slot, or a list: its length, its elements, then zeros."""
    if isinstance(slot, SlotList):
        return lambda m, values: write_slot(m.state, slot, values)
    address = slot.address

    def write(m: Machine, value: Any) -> None:
        m.state[address] = int(value)

    return write


def width(slot: Slot | SlotList) -> int:
    """The number of cells that a slot takes."""
    return 1 + slot.capacity if isinstance(slot, SlotList) else 1


def cells(slot: Slot | SlotList, value: Any) -> list[int]:
    """A value as the cells of a slot. Raises PlayError (R707) for a list that is too long."""
    if not isinstance(slot, SlotList):
        return [int(value)]
    if len(value) > slot.capacity:
        raise PlayError(
            "R707", f"'{slot.name}' has room for {how_many(slot.capacity, 'element')}, but got {len(value)}", slot.span
        )
    return [len(value), *map(int, value), *[0] * (slot.capacity - len(value))]


def write_slot(state: list[int], slot: Slot | SlotList, value: Any) -> None:
    """Write a value or a list to its slot."""
    written = cells(slot, value)
    state[slot.address : slot.address + len(written)] = written


def read(state: list[int], address: int, slot: Slot | SlotList) -> Any:
    """The value in cells with the layout of a slot, from an address on."""
    if isinstance(slot, SlotList):
        return tuple(state[address + 1 : address + 1 + state[address]])
    return state[address]


# Variables that hold lists: reading one, and giving it another list.
#
# A list is read as a tuple, so what goes through it does not notice when a rule changes it meanwhile.


def stored_list(address: int, m: Machine, e: Env) -> tuple[int, ...]:
    """The list whose length is in a cell, and whose elements follow."""
    return tuple(m.state[address + 1 : address + 1 + m.state[address]])


def read_list(cell: VariableCell, owner: Value | None) -> Value:
    """A closure that reads the list of an owner; that of nobody is empty."""
    if owner is None:
        return lambda m, e: stored_list(cell.address, m, e)
    return lambda m, e: () if (o := owner(m, e)) == NONE else stored_list(cell.at(o), m, e)


def set_list(cell: VariableCell, owner: Value | None, value: Value, span: Span) -> Step:
    """A closure that gives a variable another list. Nothing happens if the owner is none."""

    def change(m: Machine, e: Env) -> None:
        whose = 0 if owner is None else owner(m, e)
        new = tuple(map(int, value(m, e)))
        if whose == NONE:
            return
        check_list(cell, new, span)
        at = cell.at(whose)
        if m.events is not None and stored_list(at, m, e) != new:
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
