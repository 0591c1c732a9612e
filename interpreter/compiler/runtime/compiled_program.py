"""A program with its modules, each compiled when it is first needed, and the numbers of its positions."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from struct import Struct
from typing import TypeVar, cast, overload

from ...engines.program.bounds import CELL, bytes_for, elements, held_at, in_order
from ...engines.program.derived_values import DerivedValues, with_evaluation, with_value_function
from ...engines.program.layout import DRAWN, FINISHED, HEADER, PC, RUNNING, SEED, STATUS, Layout
from ...engines.program.nodes import AskBlock, Program, Secret
from ...engines.reference.position import ReferenceCode, ReferencePosition
from ...engines.reference.uct import code_of_trees
from ..builder.memory_map import Control
from ..builder.tree_map import TreeMap
from ..passes.block_layout import entries
from .engine import Instance
from .move_rows import RowForm


class CellPosition(bytes):
    """A position that is held as its cells, because it is none that the game could be in."""


_HEADER, _CELL_FORM = Struct(f"={HEADER}q"), Struct("=q")


def header_of(position: bytes) -> list[int]:
    """The header of a position that is held."""
    return list(_HEADER.unpack_from(position))


def with_header(position: bytes, header: list[int]) -> bytes:
    """The same position with another header."""
    return type(position)(_HEADER.pack(*header) + position[_HEADER.size :])


def _begins(end: AskBlock, secret: Secret, cells: Sequence[int]) -> bool:
    """Whether the first of those who choose together is to choose, and nobody is twice among them, as in all play."""
    at = secret.pending.players.address + 1
    players = list(cells[at : at + cells[at - 1]])
    first = players[:1] == [cells[end.who.address]]
    return cells[secret.index.address] == 0 and first and len(set(players)) == len(players)


class CompiledModules:
    """A program with its modules, and what Python must know to read the moves that they list.

    `entries` are the blocks at which a module can go on; `forms` say of each decision, by the number of its block, how
    its moves are listed. `reads_cards` says that results or scores of this game do not follow from numbers alone.
    """

    def __init__(
        self, program: Program, code: Callable[[], ReferenceCode], exhibit: Callable[[], DerivedValues]
    ) -> None:
        self.program, self._exhibit = program, exhibit
        self.entries = entries(program, asks=True, explicit=True)
        asks = ((one.number, one.end) for one in program.blocks)
        layout, at = program.layout, held_at(program.layout)
        end = CELL * len(in_order(layout)[0])
        self._sources = slice(end - CELL * len(layout.sources), end)
        self.forms = {number: RowForm(ask, at[ask.who.address]) for number, ask in asks if isinstance(ask, AskBlock)}
        self.reads_cards = False
        self._code = code
        self._spread: tuple[bytes, memoryview] = b"", memoryview(b"")

    @cached_property
    def code(self) -> ReferenceCode:
        """The program, prepared for the reference executor."""
        return self._code()

    @cached_property
    def code_of_trees(self) -> ReferenceCode:
        """The same with what a position is worth, for trees of positions that the module cannot hold."""
        return code_of_trees(self.code, self._exhibit())

    def reseeded(self, position: bytes, seed: int) -> bytes:
        """The same position with another seed, of which no number has been drawn yet."""
        layout, where = self.program.layout, self._sources
        if type(position) is CellPosition:
            where = slice(CELL * layout.sources_at, CELL * layout.place_at)
        held = bytearray(position)
        _CELL_FORM.pack_into(held, CELL * SEED, seed)
        _CELL_FORM.pack_into(held, CELL * DRAWN, 0)
        held[where] = bytes(where.stop - where.start)
        return type(position)(held)

    @cached_property
    def number_forms(self) -> tuple[tuple[Read, int], ...]:
        """How the numbers of a position that is held are read, where they do not lie there as cells."""
        return forms_of(self.program.layout)

    @cached_property
    def tree_map(self) -> TreeMap:
        """Where a tree lies in the memory of a module."""
        return TreeMap(self.program)

    # Positions ----------------------------------------------------------------------------

    def cells(self, position: bytes) -> memoryview:
        """The cells of a position that is held; they can only be read. The last ones are remembered."""
        known, cells = self._spread
        if known is position:
            return cells
        if type(position) is CellPosition:
            cells = memoryview(position).cast("q")
        else:
            instance = self.watched
            with instance.lock:
                instance.held[: len(position)] = position
                instance.spread()
                cells = memoryview(bytes(instance.state)).cast("q")
        self._spread = position, cells
        return cells

    def held(self, cells: array[int]) -> bytes:
        """A position as it is held, from its cells: as few bytes, if the same cells can be made of them again."""
        instance = self.watched
        with instance.lock:
            instance.state[:] = memoryview(cells)
            if not instance.call("gather"):
                return CellPosition(cells)
            position = bytes(instance.held[: instance.control[Control.HELD // CELL]])
            instance.spread()
            return position if instance.state == memoryview(cells) else CellPosition(cells)

    def worths(self, position: bytes) -> Sequence[int] | None:
        """What a position that is held is worth to each seat; None where the module cannot tell."""
        if type(position) is CellPosition or position[CELL * STATUS] not in (RUNNING, FINISHED):
            return None
        cells, instance = self.cells(position), self._valuing
        with instance.lock:
            instance.state[:] = cells
            if not instance.call("worths"):
                return None
            return instance.cells_at(instance.memory_map.returns, self.program.players).tolist()

    # Modules ------------------------------------------------------------------------------

    @cached_property
    def _valuing(self) -> Instance:
        """The module that says what a position is worth."""
        return Instance(with_value_function(self.program, self._exhibit()), "valuing")

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

    def whole_games_from(self, cells: Sequence[int]) -> Instance:
        """The same, for games that go on from a position. Where choices wait in it, those are played when all have
        chosen, while games from the beginning may play them at once (`passes.sequential_choices`). Nor does a game from
        the beginning go on where explicit chance is to decide, unless it begins there."""
        end = self.program.blocks[cells[PC]].end
        waits = isinstance(end, AskBlock) and end.secret is not None and not _begins(end, end.secret, cells)
        return self._plain if waits or cells[PC] not in self._starts else self.whole_games

    @cached_property
    def _starts(self) -> set[int]:
        return entries(self.program, asks=False, explicit=False)

    @cached_property
    def _plain(self) -> Instance:
        return Instance(self.program, "plain")

    def without_sets(self) -> None:
        """From now on whole games are played by a module where lists are lists: a number did not fit in a set."""
        self.__dict__["whole_games"] = self._plain

    @cached_property
    def looking_ahead(self) -> Instance:
        """The module that looks ahead."""
        return Instance(with_evaluation(self.program, self._exhibit()), "searching")

    def looking_plainly(self) -> Instance:
        """The module that looks ahead from now on, where lists are lists: a number did not fit in a set."""
        if self.looking_ahead.build != "searching plainly":
            program = with_evaluation(self.program, self._exhibit())
            self.__dict__["looking_ahead"] = Instance(program, "searching plainly")
        return self.looking_ahead


# The numbers of a position that is held with small elements of lists (`program.compact_layout`, Held), each read when
# it is looked at.

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


class HeldNumbers(Sequence[int]):
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


# Values that follow from the numbers of a position, such as scores, computed without working out its cells.

Found = TypeVar("Found")


def on_numbers(m: ReferencePosition, compiled: CompiledModules, compute: Callable[[ReferencePosition], Found]) -> Found:
    """What is computed from a position, by its numbers alone if they are enough; the game remembers if they are not.

    Whatever reads a card or a zone reads a cell behind the numbers, and not by a slice alone.
    """
    if compiled.reads_cards:
        return compute(m)
    try:
        return compute(_reader(m))
    except IndexError:
        compiled.reads_cards = True
        return compute(m)


def _reader(m: ReferencePosition) -> ReferencePosition:
    """A table of the reference executor with nothing but the numbers of a position, to compute values of them."""
    other = ReferencePosition.__new__(ReferencePosition)
    numbers = m.numbers
    if not isinstance(numbers, HeldNumbers):  # cells follow
        numbers = numbers[: m.code.place_at]
    other.code, other.state, other.players = m.code, cast(list[int], numbers), m.players
    other.team_of, other.members, other.kind_of = m.team_of, m.members, m.kind_of
    other.steps, other.lately, other.limit, other.explicit = 0, None, m.limit, m.explicit
    return other
