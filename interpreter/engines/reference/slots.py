"""Cells of the state that hold a local across decisions: reading and writing values and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...diagnostics.how_many import how_many
from ..program.nodes import Slot, SlotList
from .error import PlayError
from .machine import Machine

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
