"""Executors play a program: the interface that `play` uses, and the reference executor with its playouts and batches.

All executors behave identically: the same legal moves in the same order, the same cells of the state, the same errors
at the same rules. A position is a `Machine` (or a subclass), whose cells are those of the layout.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Protocol

from ...diagnostics.record import dataclass
from ...language.ir.types import NONE
from ..program.derived_values import DerivedValues, empty_exhibit
from ..program.layout import DECISIONS, DRAWN, RUNNING, SEED, STATUS, CardCell, Layout, VariableCell
from ..program.nodes import AskBlock
from .events import Event
from .interpreter_loop import decide, play, run
from .machine import CompiledCode, Machine, ProgramTables, RawMove
from .replay_script import ReplayResult, ReplayScript
from .results import returns_of, winning_seats
from .uct import ReferenceTree, SearchTree, TreeSettings, code_of_trees
from .zones import BAG


class EventSource(Protocol):
    """What happened before a position, told when it is asked for."""

    @property
    def events(self) -> list[Event] | None:
        """All events, oldest first."""
        ...


class Executor(Protocol):
    """Plays positions of one program."""

    @property
    def name(self) -> str:
        """The name of the engine."""
        ...

    def start(self, seed: int, *, explicit: bool, record: bool) -> Machine:
        """The position of the first decision."""
        ...

    def resume(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> Machine:
        """A position with these cells, at the decision or chance where play stops; `steps` have been counted so far."""
        ...

    def play(self, m: Machine, move: RawMove, place: int = -1) -> None:
        """Play a legal move, and go on to where play stops next; `place` is its place among them, if that is known."""
        ...

    def decide(self, m: Machine, value: int) -> None:
        """Let explicit chance decide for `value`, and go on to where play stops next."""
        ...

    def playouts(self, cells: Sequence[int], n: int, seed: int) -> Playouts:
        """Play `n` whole games at random from a position on; game k has the seed `seed + k`."""
        ...

    def together(self, many: int) -> PositionBatch:
        """So many positions that are played together; nothing is dealt yet."""
        ...

    def tree(self, settings: TreeSettings) -> SearchTree:
        """A tree to look ahead with, which nothing has been added to; whoever asks for it must close it."""
        ...

    def worths(self, m: Machine) -> Sequence[int] | None:
        """What the position is worth to each seat by the `value` of a spec that has one; None where whoever asks has to
        work it out, as where it fails for a seat.
        """
        ...

    def plain(self, m: Machine) -> Machine:
        """The same position as one of the reference executor, for callers that change its cells directly."""
        ...

    def rehearse(self, m: Machine, seat: int) -> Machine:
        """A second table with a position, which the seat watches; chance is a player."""
        ...

    def altered(self, m: Machine, cells: Sequence[int]) -> Machine:
        """A second table like this one, but with other cells; what it offers is not computed again."""
        ...

    def play_on(self, m: Machine) -> None:
        """Play on from where play stands, until it stops."""
        ...

    def take_notes(self, m: Machine) -> None:
        """From now on note each time when the seat that watches is told something, for `noted`."""
        ...

    def noted(self, m: Machine) -> list[int]:
        """By how often it was told something: what that was, as a number."""
        ...

    def seen(self, m: Machine) -> tuple[int, int, int] | None:
        """What the seat that watches sees where play has stopped; since the decision before, how often it was told
        something, and what; as numbers. None from an executor that does not tell.
        """
        ...

    def replay_steps(
        self, m: Machine, script: ReplayScript, steps: range, kinds: Sequence[int], seed: int
    ) -> ReplayResult | None:
        """Play these steps of a script from a position on, as far as they go plainly; `kinds` are planned for all cards
        that go from the first of them on. None where they must be played one by one.
        """
        ...

    def adopt(self, m: Machine, like: Machine, past: EventSource) -> Machine:
        """A position that was rehearsed, with a past of its own, which is recorded if that of `like` is; `m` is used
        up.
        """
        ...

    def receive(self, m: Machine) -> Machine:
        """A reference position with its own events, as a position of this executor; `m` is used up."""
        ...


class ReferenceExecutor:
    """Walks the program; what it does defines what the language means."""

    name = "reference"

    def __init__(self, code: Callable[[], CompiledCode], exhibit: Callable[[], DerivedValues] = empty_exhibit) -> None:
        self._code, self._exhibit = code, exhibit

    @cached_property
    def code(self) -> CompiledCode:
        """The compiled program."""
        return self._code()

    @cached_property
    def _code_of_trees(self) -> CompiledCode:
        """The same with what a position is worth."""
        return code_of_trees(self.code, self._exhibit())

    def start(self, seed: int, *, explicit: bool, record: bool) -> Machine:
        """The position of the first decision."""
        machine = Machine(self.code, first_state(self.code, seed), explicit=explicit, record=record)
        run(machine)
        return machine

    def resume(self, cells: list[int], *, explicit: bool, steps: int, record: bool) -> Machine:
        """A position with these cells, at the decision or chance where play stops; `steps` have been counted so far."""
        machine = Machine(self.code, list(cells), explicit=explicit, record=record)
        machine.steps = before_last_block(cells, steps)
        run(machine)
        return machine

    def play(self, m: Machine, move: RawMove, place: int = -1) -> None:
        """Play a legal move, and go on to where play stops next."""
        play(m, move)

    def decide(self, m: Machine, value: int) -> None:
        """Let explicit chance decide for `value`, and go on to where play stops next."""
        decide(m, value)

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

    def worths(self, m: Machine) -> Sequence[int] | None:
        """It leaves that to whoever asks."""
        return None

    def plain(self, m: Machine) -> Machine:
        """The same position."""
        return m

    def rehearse(self, m: Machine, seat: int) -> Machine:
        """A second table with a position, on which chance is a player."""
        twin = m.clone()
        twin.explicit, twin.events = True, []
        return twin

    def altered(self, m: Machine, cells: Sequence[int]) -> Machine:
        """A second table like this one, but with other cells."""
        twin = m.clone()
        twin.state = list(cells)
        return twin

    def play_on(self, m: Machine) -> None:
        """Play on from where play stands, until it stops."""
        run(m)

    def take_notes(self, m: Machine) -> None:
        """What happens is recorded anyway."""

    def noted(self, m: Machine) -> list[int]:
        """It has no numbers."""
        return []

    def seen(self, m: Machine) -> tuple[int, int, int] | None:
        """It does not tell; but what happens is recorded."""
        return None

    def replay_steps(
        self, m: Machine, script: ReplayScript, steps: range, kinds: Sequence[int], seed: int
    ) -> ReplayResult | None:
        """It plays steps one by one."""
        return None

    def adopt(self, m: Machine, like: Machine, past: EventSource) -> Machine:
        """The same position."""
        m.explicit = like.explicit
        m.events = None if like.events is None else past.events
        return m

    def receive(self, m: Machine) -> Machine:
        """The same position."""
        return m


def before_last_block(cells: list[int], steps: int) -> int:
    """The steps before the block in which play has stopped: running that block again will count it again."""
    return max(steps - (1 if cells[STATUS] == RUNNING else 0), 0)


# Whole games at random, one after the other.
#
# Game k (from 0) is played with the seed `seed + k`, which decides chance and the moves of all seats: one of the legal
# moves is taken by the next number of the same stream. So each game can be replayed, and all engines play the same
# ones.


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of games: the returns of all `players` of the first game, then of the second, and so on.

    `winners` are those that the spec names, as sets of seats (`program.derived_values`), `lengths` numbers of
    decisions, `ends` indices of statuses (`program.layout.STATUSES`).
    """

    players: int
    returns: array[float] = field(default_factory=lambda: array("d"))
    winners: array[int] = field(default_factory=lambda: array("q"))
    lengths: array[int] = field(default_factory=lambda: array("q"))
    ends: array[int] = field(default_factory=lambda: array("b"))

    def add(self, m: Machine) -> None:
        """Add the result of a game that has ended."""
        self.returns.extend(returns_of(m))
        self.winners.append(winning_seats(m))
        self.lengths.append(m.state[DECISIONS])
        self.ends.append(m.state[STATUS])


def play_at_random(code: CompiledCode, cells: Sequence[int], seed: int) -> Machine:
    """Play one game at random from a position on."""
    state = list(cells)
    state[SEED], state[DRAWN] = seed, 0
    m = Machine(code, state, record=False)
    run(m)
    while m.state[STATUS] == RUNNING and m.moves:
        play(m, m.moves[m.pick(len(m.moves))])
    return m


# Many positions of one game, each played to its next decision in turn: the reference executor's are in a list.
#
# What all have in common is in columns, an entry a position, so that whoever chooses the moves need not look at one
# position after the other.

NOBODY = -2
"""In the place of a seat: the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchColumns:
    """How the positions stand: the number of legal moves, the seat that decides, the status, the decisions made, the
    seed, the winners that the spec names as a set of seats (`program.derived_values`); and the returns of all seats,
    position after position. Integers of 64 bits, and fractions.
    """

    counts: memoryview[int]
    seats: memoryview[int]
    ends: memoryview[int]
    lengths: memoryview[int]
    seeds: memoryview[int]
    winners: memoryview[int]
    returns: memoryview[float]


class PositionBatch(Protocol):
    """Positions that are played together."""

    @property
    def columns(self) -> BatchColumns:
        """How they stand now. The views change, and may be read until the next call."""
        ...

    def deal(self, places: Iterable[tuple[int, int]]) -> None:
        """Deal at these places anew, each with its seed, and play on to the first decision."""
        ...

    def step(self, chosen: array[int]) -> int:
        """Play the moves with these numbers; what is given for a game that is over does not count.

        Returns -1; or else the first place where there is no such move, and then nothing is played.
        """
        ...

    def rows(self, place: int) -> Sequence[RawMove]:
        """The legal moves at a place."""
        ...

    def ask(self, place: int) -> AskBlock | None:
        """The decision at a place; None where the game is over."""
        ...


def batch_columns(many: int, players: int) -> BatchColumns:
    """Columns for so many positions, all zeros."""
    counts, seats, ends, lengths, seeds, winners = (memoryview(array("q", bytes(8 * many))) for _ in range(6))
    returns: memoryview[float] = memoryview(array("d", bytes(8 * many * players)))
    return BatchColumns(
        counts=counts, seats=seats, ends=ends, lengths=lengths, seeds=seeds, winners=winners, returns=returns
    )


class ReferenceBatch:
    """The positions of the reference executor."""

    def __init__(self, code: CompiledCode, many: int) -> None:
        self._code = code
        self._machines: list[Machine | None] = [None] * many
        self.columns = batch_columns(many, code.players)

    def deal(self, places: Iterable[tuple[int, int]]) -> None:
        """Deal at these places anew, each with its seed, and play on to the first decision."""
        for place, seed in places:
            machine = Machine(self._code, first_state(self._code, seed), record=False)
            run(machine)
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
            play(machine, self.rows(place)[chosen[place]])
            note(self.columns, place, machine)
        return -1

    def rows(self, place: int) -> Sequence[RawMove]:
        """The legal moves at a place."""
        return self._machine(place).moves or ()

    def ask(self, place: int) -> AskBlock | None:
        """The decision at a place; None where the game is over."""
        return ask_of(self._machine(place))

    def _machine(self, place: int) -> Machine:
        machine = self._machines[place]
        assert machine is not None, "nothing has been dealt here"
        return machine


def ask_of(m: Machine) -> AskBlock | None:
    """The decision at which play has stopped; None where the game is over."""
    asked = m.asked()
    return None if asked is None else asked[0]


def note(columns: BatchColumns, place: int, m: Machine) -> None:
    """Write down how a position stands."""
    asked, players = m.asked(), m.players
    columns.counts[place] = 0 if asked is None else len(m.moves or ())
    columns.seats[place] = NOBODY if asked is None else asked[1]
    columns.ends[place], columns.lengths[place] = m.status, m.state[DECISIONS]
    columns.winners[place] = winning_seats(m)
    columns.returns[place * players : (place + 1) * players] = array("d", returns_of(m))


# The position before anything has happened: all cards where they start, all variables at their first value.


def first_state(code: ProgramTables, seed: int) -> list[int]:
    """The state at the first block, before the program has run.

    A card at a certain position is known to the seats that see the zone; a shuffled zone is one bag, but a card alone
    lies at a certain position there, too.
    """
    layout = code.layout
    state = [0] * layout.size
    state[SEED] = seed
    for cell in layout.variables.values():
        if not cell.room:
            state[cell.address : cell.end] = [first_value(cell)] * cell.cells
    for own in layout.card_variables.values():
        for card in layout.decks[own.deck]:
            state[own.address + card] = first_value(own)
    _lay_out(code, layout, state)
    return state


def first_value(cell: VariableCell | CardCell) -> int:
    """The value of a variable before the rules have set it: none, or else the number of its range closest to 0."""
    return NONE if cell.type.optional else min(max(0, cell.low), cell.high)


def _lay_out(code: ProgramTables, layout: Layout, state: list[int]) -> None:
    for card, zone in enumerate(layout.home):
        at = layout.zones[zone].address
        state[at] += 1
        state[at + state[at]] = card
        state[layout.place_at + card] = zone
        if layout.shuffled[zone] and not code.heap[zone]:
            state[layout.know_at + card] = BAG if state[at] > 1 else 0
        else:
            state[layout.know_at + card] = code.seers[zone]
    for cell in layout.zones:
        if state[cell.address] == 1:
            state[layout.know_at + state[cell.address + 1]] = code.seers[cell.number]
