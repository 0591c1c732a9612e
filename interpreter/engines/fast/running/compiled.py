"""A program with its modules, each compiled when it is first needed."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from struct import Struct

from ...program.appraised import appraised, valued
from ...program.exhibit import Exhibit
from ...program.layout import DRAWN, FINISHED, HEADER, PC, RUNNING, SEED, STATUS
from ...program.narrow import held_at, in_order
from ...program.nodes import AskBlock, Program, Secret
from ...reference.machine import Code
from ...reference.tree import code_of_trees
from ..building.memory import CELL, HELD
from ..building.order import entries
from ..building.tree_map import TreeMap, tree_map
from .engine import Instance, Trapped
from .numbers import Read, forms_of
from .rows import RowForm


class Cells(bytes):
    """A position that is held as its cells, because it is none that the game could be in."""


_HEADER, _CELL = Struct(f"={HEADER}q"), Struct("=q")


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


class Compiled:
    """A program with its modules, and what Python must know to read the moves that they list.

    `entries` are the blocks at which a module can go on; `forms` say of each decision, by the number of its block, how
    its moves are listed. `reads_cards` says that results or scores of this game do not follow from numbers alone.
    """

    def __init__(self, program: Program, code: Callable[[], Code], exhibit: Callable[[], Exhibit]) -> None:
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
    def code(self) -> Code:
        """The program, prepared for the reference executor."""
        return self._code()

    @cached_property
    def code_of_trees(self) -> Code:
        """The same with what a position is worth, for trees of positions that the module cannot hold."""
        return code_of_trees(self.code, self._exhibit())

    def reseeded(self, position: bytes, seed: int) -> bytes:
        """The same position with another seed, of which no number has been drawn yet."""
        layout, where = self.program.layout, self._sources
        if type(position) is Cells:
            where = slice(CELL * layout.sources_at, CELL * layout.place_at)
        held = bytearray(position)
        _CELL.pack_into(held, CELL * SEED, seed)
        _CELL.pack_into(held, CELL * DRAWN, 0)
        held[where] = bytes(where.stop - where.start)
        return type(position)(held)

    @cached_property
    def number_forms(self) -> tuple[tuple[Read, int], ...]:
        """How the numbers of a position that is held are read, where they do not lie there as cells."""
        return forms_of(self.program.layout)

    @cached_property
    def tree_map(self) -> TreeMap:
        """Where a tree lies in the memory of a module."""
        return tree_map(self.program)

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

    def worths(self, position: bytes) -> Sequence[int] | None:
        """What a position that is held is worth to each seat; None where the module cannot tell."""
        if type(position) is Cells or position[CELL * STATUS] not in (RUNNING, FINISHED):
            return None
        cells, instance = self.cells(position), self._valuing
        with instance.lock:
            instance.state[:] = cells
            try:
                instance.call("worths")
            except Trapped:
                return None
            return instance.cells_at(instance.memory_map.returns, self.program.players).tolist()

    # Modules ------------------------------------------------------------------------------

    @cached_property
    def _valuing(self) -> Instance:
        """The module that says what a position is worth."""
        return Instance(valued(self.program, self._exhibit()), "valuing")

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
        chosen, while games from the beginning may play them at once (`building.at_once`). Nor does a game from the
        beginning go on where explicit chance is to decide, unless it begins there."""
        end = self.program.blocks[cells[PC]].end
        waits = isinstance(end, AskBlock) and end.secret is not None and not _begins(end, end.secret, cells)
        return self._plain if waits or cells[PC] not in self._begun_at else self.whole_games

    @cached_property
    def _begun_at(self) -> set[int]:
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
        return Instance(appraised(self.program, self._exhibit()), "searching")

    def looking_plainly(self) -> Instance:
        """The module that looks ahead from now on, where lists are lists: a number did not fit in a set."""
        if self.looking_ahead.build != "searching plainly":
            self.__dict__["looking_ahead"] = Instance(appraised(self.program, self._exhibit()), "searching plainly")
        return self.looking_ahead
