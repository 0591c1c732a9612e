"""The legal moves of a decision as the module lists them: a row of cells for each, all rows of the same length.

│ 2 │ 17 │  1 │  0 │        choice 2, with the arguments 17 and 1; it takes a cell less than the longest
│ 4 │  2 │ 30 │ 31 │        choice 4, with a list of the cards 30 and 31
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import Any, overload

from ...engines.position import RawMove
from ...engines.program.bounds import CELL
from ...engines.program.nodes import AskBlock, SlotList
from ..builder.memory_map import choice_width, stride

_CELL = Struct("=q")


class RowForm:
    """How the rows of one decision are read: `cells` is the length of a row, `bytes` the same in bytes; `who` is where
    it is held who decides.
    """

    __slots__ = ("_unpack", "_who", "_widths", "ask", "bytes", "cells")

    def __init__(self, ask: AskBlock, who: int) -> None:
        self.ask = ask
        self._who = who
        self.cells = stride(ask)
        self.bytes = CELL * self.cells
        self._unpack = Struct(f"={self.cells}q").unpack_from
        self._widths = _widths(ask)

    def asked(self, position: bytes) -> tuple[AskBlock, int]:
        """The decision, and who decides in a position that is held."""
        return self.ask, _CELL.unpack_from(position, self._who)[0]

    def move(self, listed: bytes, at: int) -> RawMove:
        """The move in the row that begins at this byte."""
        return self._cut(self._unpack(listed, at))

    def moves(self, listed: bytes) -> tuple[RawMove, ...]:
        """All moves."""
        size, widths = self.cells, self._widths
        cells = memoryview(listed).cast("q").tolist()
        if widths is None:
            return tuple(self._with_lists(cells, at) for at in range(0, len(cells), size))
        return tuple([tuple(cells[at : at + widths[cells[at]]]) for at in range(0, len(cells), size)])

    def _cut(self, cells: tuple[int, ...]) -> RawMove:
        widths = self._widths
        return self._with_lists(cells, 0) if widths is None else cells[: widths[cells[0]]]

    def _with_lists(self, cells: Sequence[int], at: int) -> RawMove:
        """A move with lists among its arguments, from the cells that begin at a place."""
        move: list[Any] = [cells[at]]
        place = at + 1
        for parameter in self.ask.choices[cells[at]].parameters:
            if isinstance(parameter.slot, SlotList):
                move.append(tuple(cells[place + 1 : place + 1 + cells[place]]))
                place += 1 + parameter.slot.capacity
            else:
                move.append(cells[place])
                place += 1
        return tuple(move)

    def row(self, move: RawMove) -> array[int] | None:
        """The row of a move, as far as it goes; None if it does not fit there."""
        cells = [move[0]]
        for parameter, value in zip(self.ask.choices[move[0]].parameters, move[1:], strict=True):
            if isinstance(parameter.slot, SlotList):
                if len(value) > parameter.slot.capacity:
                    return None
                cells += (len(value), *value, *([0] * (parameter.slot.capacity - len(value))))
            else:
                cells.append(value)
        return array("q", cells)


class Rows(Sequence[RawMove]):
    """The legal moves of a decision, each read from its row when it is looked at."""

    __slots__ = ("form", "listed")

    def __init__(self, form: RowForm, listed: bytes) -> None:
        self.form, self.listed = form, listed

    def __len__(self) -> int:
        return len(self.listed) // self.form.bytes

    def __iter__(self) -> Iterator[RawMove]:
        return iter(self.all())

    def all(self) -> tuple[RawMove, ...]:
        """All of them, read now."""
        return self.form.moves(self.listed)

    @overload
    def __getitem__(self, place: int) -> RawMove: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[RawMove]: ...

    def __getitem__(self, place: int | slice) -> RawMove | Sequence[RawMove]:
        if isinstance(place, slice):
            return [self[n] for n in range(*place.indices(len(self)))]
        form, listed = self.form, self.listed
        at, end = place * form.bytes, len(listed)
        if at < 0:
            at += end
        if not 0 <= at < end:
            raise IndexError(place)
        return form.move(listed, at)


def _widths(ask: AskBlock) -> tuple[int, ...] | None:
    """How many cells each choice takes, its number among them; None where an argument is a list."""
    if any(isinstance(p.slot, SlotList) for choice in ask.choices for p in choice.parameters):
        return None
    return tuple(1 + choice_width(choice) for choice in ask.choices)
