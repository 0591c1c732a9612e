"""The reference executor, with its playouts and batches: what it does defines what the language means."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from ..cells import first_state
from ..engine import (
    NOBODY,
    BatchColumns,
    EventSource,
    Playouts,
    PositionBatch,
    ReplayResult,
    ReplayScript,
    TreeSettings,
)
from ..position import Position, RawMove
from ..program.derived_values import DerivedValues, empty_exhibit
from ..program.layout import DECISIONS, DRAWN, RUNNING, SEED, STATUS
from ..program.nodes import AskBlock
from .position import ReferenceCode, ReferencePosition
from .uct import ReferenceTree, code_of_trees


class ReferenceExecutor:
    """Walks the program; what it does defines what the language means."""

    name = "reference"

    def __init__(self, code: Callable[[], ReferenceCode], exhibit: Callable[[], DerivedValues] = empty_exhibit) -> None:
        self._code, self._exhibit = code, exhibit

    @cached_property
    def code(self) -> ReferenceCode:
        """The compiled program."""
        return self._code()

    @cached_property
    def _code_of_trees(self) -> ReferenceCode:
        """The same with what a position is worth."""
        return code_of_trees(self.code, self._exhibit())

    def start(self, seed: int, *, explicit: bool, record: bool) -> ReferencePosition:
        """The position of the first decision."""
        return self.resume(first_state(self.code, seed), explicit=explicit, steps=0, record=record)

    def resume(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> ReferencePosition:
        """A position with these cells, at the decision or chance where play stops; `steps` have been counted so far."""
        machine = self.code.at(list(cells), explicit=explicit, record=record, steps=steps)
        machine.go()
        return machine

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Play `n` whole games at random from a position on; game k has the seed `seed + k`."""
        found = Playouts(self.code.players)
        for k in range(n):
            found.add(play_at_random(self.code, cells, seed + k))
        return found

    def together(self, many: int) -> PositionBatch:
        """So many positions in a list."""
        return ReferenceBatch(self.code, many)

    def tree(self, settings: TreeSettings) -> ReferenceTree:
        """A tree to look ahead with, which nothing has been added to."""
        return ReferenceTree(self._code_of_trees, settings)

    def rehearse(self, m: Position, seat: int, *, notes: bool = False) -> Position:
        """A second table with a position, on which chance is a player."""
        twin = m.clone()
        twin.explicit, twin.events = True, []
        return twin

    def replay_steps(
        self, m: Position, script: ReplayScript, steps: range, kinds: Sequence[int], seed: int
    ) -> ReplayResult | None:
        """It plays steps one by one."""
        return None

    def adopt(self, m: Position, like: Position, past: EventSource) -> Position:
        """The same position."""
        m.explicit = like.explicit
        m.events = None if like.events is None else past.events
        return m

    def receive(self, m: Position) -> Position:
        """The same position."""
        return m


# Whole games at random, one after the other.
#
# Game k (from 0) is played with the seed `seed + k`, which decides chance and the moves of all seats: one of the legal
# moves is taken by the next number of the same stream. So each game can be replayed, and all engines play the same
# ones.


def play_at_random(code: ReferenceCode, cells: Sequence[int], seed: int) -> ReferencePosition:
    """Play one game at random from a position on."""
    state = list(cells)
    state[SEED], state[DRAWN] = seed, 0
    m = code.at(state)
    m.go()
    while m.state[STATUS] == RUNNING and m.moves:
        m.play(m.moves[m.pick(len(m.moves))])
    return m


# Many positions of one game, each played to its next decision in turn: the reference executor's are in a list.
#
# What all have in common is in columns, an entry a position, so that whoever chooses the moves need not look at one
# position after the other.


def batch_columns(many: int, players: int) -> BatchColumns:
    """Columns for so many positions, all zeros."""
    counts, seats, ends, lengths, seeds, winners = (memoryview(array("q", bytes(8 * many))) for _ in range(6))
    returns: memoryview[float] = memoryview(array("d", bytes(8 * many * players)))
    return BatchColumns(
        counts=counts, seats=seats, ends=ends, lengths=lengths, seeds=seeds, winners=winners, returns=returns
    )


class ReferenceBatch:
    """The positions of the reference executor."""

    def __init__(self, code: ReferenceCode, many: int) -> None:
        self._code = code
        self._machines: list[ReferencePosition | None] = [None] * many
        self.columns = batch_columns(many, code.players)

    def deal(self, places: Iterable[tuple[int, int]]) -> None:
        """Deal at these places anew, each with its seed, and play on to the first decision."""
        for place, seed in places:
            machine = self._code.at(first_state(self._code, seed))
            machine.go()
            self._machines[place] = machine
            self.columns.seeds[place] = seed
            note(self.columns, place, machine)

    def step(self, chosen: array[int]) -> int:
        """Play the moves with these numbers, unless there is no such move somewhere."""
        ends, counts = self.columns.ends, self.columns.counts
        playing = [place for place, end in enumerate(ends) if end == RUNNING]
        for place in playing:
            if not 0 <= chosen[place] < counts[place]:
                return place
        for place in playing:
            machine = self._machine(place)
            machine.play(self.rows(place)[chosen[place]])
            note(self.columns, place, machine)
        return -1

    def rows(self, place: int) -> Sequence[RawMove]:
        """The legal moves at a place."""
        return self._machine(place).moves or ()

    def ask(self, place: int) -> AskBlock | None:
        """The decision at a place; None where the game is over."""
        return ask_of(self._machine(place))

    def _machine(self, place: int) -> ReferencePosition:
        machine = self._machines[place]
        assert machine is not None, "nothing has been dealt here"
        return machine


def ask_of(m: ReferencePosition) -> AskBlock | None:
    """The decision at which play has stopped; None where the game is over."""
    asked = m.asked()
    return None if asked is None else asked[0]


def note(columns: BatchColumns, place: int, m: ReferencePosition) -> None:
    """Write down how a position stands."""
    asked, players = m.asked(), m.players
    columns.counts[place] = 0 if asked is None else len(m.moves or ())
    columns.seats[place] = NOBODY if asked is None else asked[1]
    columns.ends[place], columns.lengths[place] = m.status, m.state[DECISIONS]
    columns.winners[place] = m.winning_seats()
    columns.returns[place * players : (place + 1) * players] = array("d", m.returns())
