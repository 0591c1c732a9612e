"""The fast executor, as `play.game` uses it: single positions, whole games at random, and batches."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Literal

from ...engines.cells import before_last_block, first_state
from ...engines.engine import (
    BatchColumns,
    EventSource,
    Playouts,
    PositionBatch,
    ReplayResult,
    ReplayScript,
    TreeSettings,
)
from ...engines.position import Position, RawMove
from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import compact_of
from ...engines.program.derived_values import DerivedValues, empty_exhibit
from ...engines.program.layout import DECISIONS, ERROR, PC, RUNNING, STATUS
from ...engines.program.nodes import AskBlock, Program
from ...engines.reference.executor import ReferenceBatch, ask_of, note, play_at_random
from ...engines.reference.position import ReferenceCode, ReferencePosition
from ..builder.memory_map import CHUNK, DEAL, LEAVE, Column, Control, before_moves, before_position, record_bytes
from .compiled_program import CompiledModules
from .engine import Instance
from .machine import NOBODY, FastMachine
from .replay import replay_script
from .tree_search import FastTree


class FastExecutor:
    """Plays a program by its compiled modules; the counterpart of `reference.executor`."""

    name = "fast"

    def __init__(
        self, program: Program, code: Callable[[], ReferenceCode], exhibit: Callable[[], DerivedValues] = empty_exhibit
    ) -> None:
        self.compiled = CompiledModules(program, code, exhibit)

    @cached_property
    def _first(self) -> bytes:
        """The position before the first game begins."""
        return self._held(first_state(self.compiled.code, 0))

    def _held(self, cells: Sequence[int]) -> bytes:
        return self.compiled.held(array("q", cells))

    def start(self, seed: int, *, explicit: bool, record: bool) -> FastMachine:
        """A table where a game has begun and play has stopped at the first decision."""
        table = FastMachine(self.compiled, self._first, explicit=explicit, record=record)
        table.reseed(seed)
        table.go()
        return table

    def resume(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> FastMachine:
        """A table with these cells. Play goes on from where it stands in them, until it stops."""
        table = FastMachine(self.compiled, self._held(cells), explicit=explicit, record=record)
        table.steps = before_last_block(cells, steps)
        table.go()
        return table

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Play n whole games at random from a position on; game k has the seed `seed + k`."""
        return play_many(self.compiled, cells, n, seed)

    def together(self, many: int) -> PositionBatch:
        """So many positions in the memory of a module of their own, if Python shares it."""
        batch = FastBatch(self.compiled, many)
        return batch if isinstance(batch.memory, memoryview) else ReferenceBatch(self.compiled.code, many)

    def tree(self, settings: TreeSettings) -> FastTree:
        """A tree to look ahead with, which nothing has been added to; whoever asks for it must close it."""
        return FastTree(self.compiled, settings)

    def rehearse(self, m: Position, seat: int, *, notes: bool = False) -> FastMachine:
        """A second table with a position, on which chance is a player; the seat watches."""
        if isinstance(m, FastMachine):
            table = m.clone()
        else:
            table = FastMachine(self.compiled, b"", explicit=True, record=False)
            table.take(m)
        if notes or seat != table.seat:
            table.watch(seat, notes=notes)
        return table

    def replay_steps(
        self, m: Position, script: ReplayScript, steps: range, kinds: Sequence[int], seed: int
    ) -> ReplayResult | None:
        """Play steps of a script, as far as they go plainly."""
        return replay_script(m, script, steps, kinds, seed) if isinstance(m, FastMachine) else None

    def adopt(self, m: Position, like: Position, past: EventSource) -> FastMachine:
        """A position with a past of its own, which is recorded if that of `like` is."""
        assert isinstance(like, FastMachine)
        table = m if isinstance(m, FastMachine) else self.rehearse(m, NOBODY)
        table.explicit = like.explicit
        table.watch(NOBODY)
        if like.recorded:
            table.remember(past)
        return table

    def receive(self, m: Position) -> FastMachine:
        """A table with a position of the reference executor, and its events; `m` is used up."""
        table = FastMachine(self.compiled, b"", explicit=m.explicit, record=False)
        table.take(m)
        table.recall(m, recorded=m.events is not None)
        return table


# Many whole games at random, played inside the compiled module; the games are those of `reference.executor`.
#
# A game that hits a limit of this engine is played by the reference executor instead; where a number does not fit in a
# set, all games from that one on are played by a module without sets.


def play_many(compiled: CompiledModules, cells: Sequence[int], n: int, seed: int) -> Playouts:
    """Play n games from the position in `cells`; where the game is over, they are all what it was."""
    found, done = Playouts(compiled.code.players), 0
    if cells[STATUS] != RUNNING:
        over = play_at_random(compiled.code, cells, seed)
        for _ in range(n):
            found.add(over)
        return found
    start = memoryview(array("q", cells))
    while done < n:
        instance, many = compiled.whole_games_from(cells), min(CHUNK, n - done)
        with instance.lock:
            instance.state[:] = start
            played, others = _chunk(instance, compiled.code, many, seed + done)
            first = len(found.ends)
            _read(instance, played, found)
        for place, (end, length, winners, returns) in others.items():
            at = first + place
            found.ends[at], found.lengths[at], found.winners[at] = end, length, winners
            found.returns[at * found.players : (at + 1) * found.players] = returns
        done += played
        if played < many:
            compiled.without_sets()
    return found


Over = tuple[int, int, int, "array[float]"]
"""The result of a game: its status, the number of decisions, the winners as a set of seats, the returns."""


def _chunk(instance: Instance, code: ReferenceCode, many: int, seed: int) -> tuple[int, dict[int, Over]]:
    """Play `many` games; after one that traps the others go on. How many have been played: all, unless one has a number
    that does not fit in a set; and the results of those that have trapped.
    """
    control, others = instance.control, dict[int, Over]()
    control[_DONE], control[Control.WANTED // CELL], control[Control.SEEDS // CELL] = 0, many, seed
    while control[_DONE] < many and not instance.call("playouts"):
        limit, done = instance.limit_hit(), int(control[_DONE])
        if limit == "crowded":
            break
        if limit:
            over = play_at_random(code, instance.state, seed + done)
            ends = over.state[STATUS], over.state[DECISIONS], over.winning_seats(), array("d", over.returns())
        else:  # an error of the game
            ends = ERROR, instance.header[DECISIONS], 0, array("d", bytes(CELL * code.players))
        others[done], control[_DONE] = ends, done + 1
    return int(control[_DONE]), others


def _read(instance: Instance, many: int, found: Playouts) -> None:
    """Add the results that the module has stored; they lie there as they are kept."""
    at, cells_at = instance.memory_map, instance.cells_at
    found.ends.frombytes(cells_at(at.ends, -(-many // CELL)).cast("B")[:many])
    found.lengths.frombytes(cells_at(at.lengths, many).cast("B"))
    found.winners.frombytes(cells_at(at.winners, many).cast("B"))
    found.returns.frombytes(cells_at(at.returns, many * found.players).cast("B"))


# Many positions of a compiled game, played together inside a module of their own (`fast.compile`).
#
# Where the module traps at a position, the reference executor plays that move, and keeps the position from then on.

_DONE = Control.DONE // CELL


class FastBatch:
    """The positions, in the order of their places. `referred` are those that the reference executor plays."""

    def __init__(self, compiled: CompiledModules, many: int) -> None:
        self._compiled, self._many = compiled, many
        self._instance = compiled.together()
        self.memory = self._instance.memory
        self.referred: dict[int, ReferencePosition] = {}
        players, memory = compiled.program.players, self._instance.memory_map
        compact = compact_of(compiled.program)
        self._size, self._beside = record_bytes(compiled.program, memory, compact), before_moves(memory, compact)
        self._first = memoryview(array("q", first_state(compiled.code, 0)))
        cells = many * (Column.MANY + players)
        base = self._instance.grow(CELL * cells + many * self._size)
        if not base:
            raise MemoryError(f"there is not enough memory for {many} positions")
        self._records, self._within = base + CELL * cells, before_position(memory)
        self._instance.control[Control.BATCH // CELL], self._instance.control[Control.WANTED // CELL] = base, many

        def column(number: int) -> memoryview:
            return self._instance.cells_at(base + CELL * many * number, many)

        self._chosen, self._listed = column(Column.CHOSEN), column(Column.LISTED)
        returns = self._instance.cells_at(base + CELL * many * Column.MANY, many * players)
        self.columns = BatchColumns(
            counts=column(Column.COUNTS),
            seats=column(Column.SEATS),
            ends=column(Column.ENDS),
            lengths=column(Column.LENGTHS),
            seeds=column(Column.SEEDS),
            winners=column(Column.WINNERS),
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
                machine.play((machine.moves or ())[chosen[place]])
                note(self.columns, place, machine)
        return -1

    def _run(self, name: Literal["deal", "step"], done: int) -> int:
        """Go on from a place; where the module traps, the reference executor plays. The place that comes next."""
        instance = self._instance
        instance.control[_DONE] = done
        if not instance.call(name):
            place = int(instance.control[_DONE])
            if name == "deal":
                machine = self._compiled.code.at(first_state(self._compiled.code, self.columns.seeds[place]))
                machine.go()
            else:
                machine = self._plain(place)
                machine.play((machine.moves or ())[self._chosen[place]])
            self.referred[place] = machine
            note(self.columns, place, machine)
            return place + 1
        return self._many

    def _plain(self, place: int) -> ReferencePosition:
        """A position on a table of the reference executor, with its legal moves. Whoever calls this has the lock."""
        instance = self._instance
        instance.control[_DONE] = place
        instance.call("spread")
        machine = self._compiled.code.at(instance.state.tolist())
        machine.go()
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
