"""The numbers of a position that is held with small elements of lists (`program.compact`, Held), each read when it is
looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import Struct
from typing import overload

from ...program.layout import Layout
from ...program.narrow import bytes_for, elements, held_at

Read = Callable[[bytes, int], tuple[int, ...]]

_CELL: Read = Struct("=q").unpack_from
_FEWER: dict[tuple[int, bool], Read] = {
    (bytes, signed): Struct("=" + (code.lower() if signed else code)).unpack_from
    for bytes, code in ((1, "B"), (2, "H"), (4, "I"))
    for signed in (False, True)
}
"""How an element of so many bytes is read, and whether it may be below 0."""


def forms_of(layout: Layout) -> tuple[tuple[Read, int], ...]:
    """How each number is read, and where; () if all lie in the order of their cells."""
    small = elements(layout)
    if not small:
        return ()
    reads = {address: _FEWER[bytes_for(values), values.start < 0] for address, values in small.items()}
    return tuple((reads.get(address, _CELL), at) for address, at in enumerate(held_at(layout)))


class Numbers(Sequence[int]):
    """The numbers by the addresses of their cells."""

    __slots__ = ("_forms", "_position")

    def __init__(self, forms: tuple[tuple[Read, int], ...], position: bytes) -> None:
        self._forms, self._position = forms, position

    def __len__(self) -> int:
        return len(self._forms)

    @overload
    def __getitem__(self, address: int) -> int: ...

    @overload
    def __getitem__(self, address: slice) -> list[int]: ...

    def __getitem__(self, address: int | slice) -> int | list[int]:
        position = self._position
        if isinstance(address, slice):
            return [read(position, at)[0] for read, at in self._forms[address]]
        read, at = self._forms[address]
        return read(position, at)[0]
