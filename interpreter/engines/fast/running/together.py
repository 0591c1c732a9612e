"""Many positions of a compiled game, played together inside a module of their own (`fast.together`).

Where the module traps at a position, the reference executor plays that move, and keeps the position from then on.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Literal

from ...program.compact import compact_of
from ...program.layout import PC, RUNNING
from ...program.nodes import AskBlock
from ...reference.machine import Machine, RawMove
from ...reference.start import first_state
from ...reference.together import Columns, ask_of, note
from ...reference.walk import play, run
from ..building.memory import BATCH, CELL, DONE, WANTED
from ..building.together_map import (
    CHOSEN,
    COLUMNS,
    COUNTS,
    DEAL,
    ENDS,
    LEAVE,
    LENGTHS,
    LISTED,
    SEATS,
    SEEDS,
    WINNERS,
    before_moves,
    before_position,
    record_bytes,
)
from .compiled import Compiled
from .engine import Trapped

_DONE = DONE // CELL


class FastTogether:
    """The positions, in the order of their places. `referred` are those that the reference executor plays."""

    def __init__(self, compiled: Compiled, many: int) -> None:
        self._compiled, self._many = compiled, many
        self._instance = compiled.together()
        self.referred: dict[int, Machine] = {}
        players, memory = compiled.program.players, self._instance.memory_map
        compact = compact_of(compiled.program)
        self._size, self._beside = record_bytes(compiled.program, memory, compact), before_moves(memory, compact)
        self._first = memoryview(array("q", first_state(compiled.code, 0)))
        cells = many * (COLUMNS + players)
        base = self._instance.grow(CELL * cells + many * self._size)
        self._records, self._within = base + CELL * cells, before_position(memory)
        self._instance.control[BATCH // CELL], self._instance.control[WANTED // CELL] = base, many

        def column(number: int) -> memoryview:
            return self._instance.cells_at(base + CELL * many * number, many)

        self._chosen, self._listed = column(CHOSEN), column(LISTED)
        returns = self._instance.cells_at(base + CELL * many * COLUMNS, many * players)
        self.columns = Columns(
            counts=column(COUNTS),
            seats=column(SEATS),
            ends=column(ENDS),
            lengths=column(LENGTHS),
            seeds=column(SEEDS),
            winners=column(WINNERS),
            returns=returns.cast("B").cast("d"),
        )

    def deal(self, places: Iterable[tuple[int, int]]) -> None:
        """Deal at these places anew, each with its seed, and play on to the first decision."""
        instance = self._instance
        self._chosen[:] = memoryview(array("q", bytes(CELL * self._many)))
        for place, seed in places:
            self._chosen[place], self.columns.seeds[place] = DEAL, seed
            self.referred.pop(place, None)
        with instance.lock:
            done = 0
            while done < self._many:
                instance.state[:] = self._first
                done = self._run("deal", done)

    def step(self, chosen: array[int]) -> int:
        """Play the moves with these numbers, unless there is no such move somewhere."""
        instance, kept = self._instance, self._chosen
        kept[:] = memoryview(chosen)
        with instance.lock:
            instance.control[_DONE] = 0
            instance.call("check")
            if instance.control[_DONE] < self._many:
                return int(instance.control[_DONE])
            for place in self.referred:
                kept[place] = LEAVE
            done = 0
            while done < self._many:
                done = self._run("step", done)
        for place, machine in self.referred.items():
            if kept[place] == LEAVE and machine.status == RUNNING:
                play(machine, (machine.moves or ())[chosen[place]])
                note(self.columns, place, machine)
        return -1

    def _run(self, name: Literal["deal", "step"], done: int) -> int:
        """Go on from a place; where the module traps, the reference executor plays. The place that comes next."""
        instance = self._instance
        instance.control[_DONE] = done
        try:
            instance.call(name)
        except Trapped:
            place = int(instance.control[_DONE])
            if name == "deal":
                machine = Machine(self._compiled.code, first_state(self._compiled.code, self.columns.seeds[place]))
                machine.events = None
                run(machine)
            else:
                machine = self._plain(place)
                play(machine, (machine.moves or ())[self._chosen[place]])
            self.referred[place] = machine
            note(self.columns, place, machine)
            return place + 1
        return self._many

    def _plain(self, place: int) -> Machine:
        """A position on a table of the reference executor, with its legal moves. Whoever calls this has the lock."""
        instance = self._instance
        instance.control[_DONE] = place
        instance.call("spread")
        machine = Machine(self._compiled.code, instance.state.tolist(), record=False)
        run(machine)
        return machine

    def rows(self, place: int) -> Sequence[RawMove]:
        """The legal moves at a place."""
        if place in self.referred:
            return self.referred[place].moves or ()
        if self.columns.ends[place] != RUNNING:
            return ()
        with self._instance.lock:
            size = self._listed[place]
            if not size:
                return self._plain(place).moves or ()
            at = self._records + place * self._size + self._beside
            listed = bytes(self._instance.cells_at(at, size // CELL))
        return self._compiled.forms[self._block(place)].moves(listed)

    def ask(self, place: int) -> AskBlock | None:
        """The decision at a place; None where the game is over."""
        if place in self.referred:
            return ask_of(self.referred[place])
        return None if self.columns.ends[place] != RUNNING else self._compiled.forms[self._block(place)].ask

    def _block(self, place: int) -> int:
        """The number of the block where play stands."""
        return int(self._instance.cells_at(self._records + place * self._size + self._within, PC + 1)[PC])
