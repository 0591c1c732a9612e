"""A program with its modules, each compiled when it is first needed."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from struct import Struct
from typing import Any, overload

from ...program.layout import HEADER
from ...program.nodes import AskBlock, Program, SlotList
from ...reference.machine import Code, RawMove
from ..building.memory import CELL, HELD, choice_width, stride
from ..rules.order import entries
from .engine import Instance, Trapped


class Cells(bytes):
    """A position that is held as its cells, because it is none that the game could be in."""


_HEADER = Struct(f"={HEADER}q")


def header_of(position: bytes) -> list[int]:
    """The header of a position that is held."""
    return list(_HEADER.unpack_from(position))


def with_header(position: bytes, header: list[int]) -> bytes:
    """The same position with another header."""
    return type(position)(_HEADER.pack(*header) + position[_HEADER.size :])


class Compiled:
    """A program with its modules, and what Python must know to read the moves that they list.

    `entries` are the blocks at which a module can go on; of each decision, by the number of its block, `asks` is the
    decision itself, `strides` the cells of a move (`row_bytes` its bytes, `structs` read one), and `widths` those of
    each choice (None where an argument is a list). `reads_cards` says that results or scores of this game do not follow
    from numbers alone.
    """

    def __init__(self, program: Program, code: Callable[[], Code]) -> None:
        self.program = program
        self.entries = entries(program, asks=True, explicit=True)
        self.asks = {one.number: one.end for one in program.blocks if isinstance(one.end, AskBlock)}
        self.strides = {number: stride(ask) for number, ask in self.asks.items()}
        self.row_bytes = {number: CELL * cells for number, cells in self.strides.items()}
        self.structs = {number: Struct(f"={cells}q") for number, cells in self.strides.items()}
        self.widths = {number: _widths(ask) for number, ask in self.asks.items()}
        self.reads_cards = False
        self._code = code
        self._spread: tuple[bytes, memoryview] = b"", memoryview(b"")

    @cached_property
    def code(self) -> Code:
        """The program, prepared for the reference executor."""
        return self._code()

    # Positions ----------------------------------------------------------------------------

    def cells(self, position: bytes) -> memoryview:
        """The cells of a position that is held; they can only be read. The last ones are remembered."""
        known, cells = self._spread
        if known is position:
            return cells
        if type(position) is Cells:
            cells = memoryview(position).cast("q")
        else:
            instance = self.watched
            with instance.lock:
                instance.held[: len(position)] = position
                instance.convert("spread")
                cells = memoryview(bytes(instance.state)).cast("q")
        self._spread = position, cells
        return cells

    def held(self, cells: array[int]) -> bytes:
        """A position as it is held, from its cells: as few bytes, if the same cells can be made of them again."""
        instance = self.watched
        with instance.lock:
            instance.state[:] = memoryview(cells)
            try:
                instance.convert("gather")
            except Trapped:
                return Cells(cells)
            position = bytes(instance.held[: instance.control[HELD // CELL]])
            instance.convert("spread")
            return position if instance.state == memoryview(cells) else Cells(cells)

    # Moves --------------------------------------------------------------------------------

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

    def flat(self, number: int, move: RawMove) -> array[int] | None:
        """A move as the cells of its row; None if it does not fit there."""
        cells = [move[0]]
        for parameter, value in zip(self.asks[number].choices[move[0]].parameters, move[1:], strict=True):
            if isinstance(parameter.slot, SlotList):
                if len(value) > parameter.slot.capacity:
                    return None
                cells += (len(value), *value, *([0] * (parameter.slot.capacity - len(value))))
            else:
                cells.append(value)
        return array("q", cells)

    @cached_property
    def watched(self) -> Instance:
        """The module that plays one position."""
        return Instance(self.program, "watched")

    def together(self) -> Instance:
        """A module of its own that plays many positions together."""
        return Instance(self.program, "together")

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

    __slots__ = ("_compiled", "_listed", "_number")

    def __init__(self, compiled: Compiled, number: int, listed: bytes) -> None:
        self._compiled, self._number, self._listed = compiled, number, listed

    def __len__(self) -> int:
        return len(self._listed) // self._compiled.row_bytes[self._number]

    @overload
    def __getitem__(self, place: int) -> RawMove: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[RawMove]: ...

    def __getitem__(self, place: int | slice) -> RawMove | Sequence[RawMove]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        compiled, number = self._compiled, self._number
        at = place * compiled.row_bytes[number]
        if at < 0:
            at += len(self._listed)
        if not 0 <= at < len(self._listed):
            raise IndexError(place)
        cells = compiled.structs[number].unpack_from(self._listed, at)
        widths = compiled.widths[number]
        return compiled.with_lists(number, cells, 0) if widths is None else cells[: widths[cells[0]]]


def _widths(ask: AskBlock) -> tuple[int, ...] | None:
    """How many cells each choice takes, its number among them; None where an argument is a list."""
    if any(isinstance(p.slot, SlotList) for choice in ask.choices for p in choice.parameters):
        return None
    return tuple(1 + choice_width(choice) for choice in ask.choices)
