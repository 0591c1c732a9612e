"""A program with its modules, each compiled when it is first needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from struct import Struct
from typing import Any, overload

from ...program.nodes import AskBlock, Program, SlotList
from ...reference.machine import Code, RawMove
from ..building.memory import choice_width, stride
from ..rules.order import entries
from .engine import Instance


class Compiled:
    """A program with its modules, and what Python must know to read the moves that they list.

    `entries` are the blocks at which a module can go on; of each decision, by the number of its block, `asks` is the
    decision itself, `strides` the cells of a move (`structs` read one), and `widths` those of each choice (None where
    an argument is a list).
    """

    def __init__(self, program: Program, code: Callable[[], Code]) -> None:
        self.program = program
        self.entries = entries(program, True)
        self.asks = {one.number: one.end for one in program.blocks if isinstance(one.end, AskBlock)}
        self.strides = {number: stride(ask) for number, ask in self.asks.items()}
        self.structs = {number: Struct(f"={cells}q") for number, cells in self.strides.items()}
        self.widths = {number: _widths(ask) for number, ask in self.asks.items()}
        self._code = code

    @cached_property
    def code(self) -> Code:
        """The program, prepared for the reference executor."""
        return self._code()

    def rows(self, number: int, listed: bytes) -> tuple[RawMove, ...]:
        """All legal moves of a decision, from their rows."""
        size, widths = self.strides[number], self.widths[number]
        cells = memoryview(listed).cast("q").tolist()
        if widths is None:
            return tuple(self.with_lists(number, cells, at) for at in range(0, len(cells), size))
        return tuple([tuple(cells[at : at + widths[cells[at]]]) for at in range(0, len(cells), size)])

    def row(self, number: int, cells: list[int]) -> RawMove:
        """One of them, from its row."""
        widths = self.widths[number]
        return self.with_lists(number, cells, 0) if widths is None else tuple(cells[: widths[cells[0]]])

    def with_lists(self, number: int, cells: Sequence[int], at: int) -> RawMove:
        """A move with lists among its arguments, from the cells that begin at a place."""
        move: list[Any] = [cells[at]]
        place = at + 1
        for parameter in self.asks[number].choices[cells[at]].parameters:
            if isinstance(parameter.slot, SlotList):
                move.append(tuple(cells[place + 1 : place + 1 + cells[place]]))
                place += 1 + parameter.slot.capacity
            else:
                move.append(cells[place])
                place += 1
        return tuple(move)

    @cached_property
    def watched(self) -> Instance:
        """The module that plays one position."""
        return Instance(self.program, "watched")

    @cached_property
    def whole_games(self) -> Instance:
        """The module that plays whole games."""
        return Instance(self.program, "playouts")

    @cached_property
    def looking_ahead(self) -> Instance:
        """The module that looks ahead."""
        return Instance(self.program, "searching")


class Rows(Sequence[RawMove]):
    """The legal moves of a decision, each read from its row when it is looked at."""

    __slots__ = ("_listed", "_lists", "_many", "_number", "_struct", "_widths")

    def __init__(self, compiled: Compiled, number: int, listed: bytes) -> None:
        self._struct, self._widths = compiled.structs[number], compiled.widths[number]
        self._listed, self._many = listed, len(listed) // self._struct.size
        self._number, self._lists = number, compiled.with_lists

    def __len__(self) -> int:
        return self._many

    @overload
    def __getitem__(self, place: int) -> RawMove: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[RawMove]: ...

    def __getitem__(self, place: int | slice) -> RawMove | Sequence[RawMove]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(self._many))]
        if not -self._many <= place < self._many:
            raise IndexError(place)
        cells = self._struct.unpack_from(self._listed, place % self._many * self._struct.size)
        return self._lists(self._number, cells, 0) if self._widths is None else cells[: self._widths[cells[0]]]


def _widths(ask: AskBlock) -> tuple[int, ...] | None:
    """How many cells each choice takes, its number among them; None where an argument is a list."""
    if any(isinstance(p.slot, SlotList) for choice in ask.choices for p in choice.parameters):
        return None
    return tuple(1 + choice_width(choice) for choice in ask.choices)
