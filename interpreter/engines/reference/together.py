"""Many positions of one game, each played to its next decision in turn: the reference executor's are in a list.

What all have in common is in columns, an entry a position, so that whoever chooses the moves need not look at one
position after the other.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Protocol

from ...diagnostics.record import dataclass
from ..program.layout import DECISIONS, RUNNING
from ..program.nodes import AskBlock
from .machine import Code, Machine, RawMove
from .results import returns_of, winning_seats
from .start import first_state
from .walk import play, run

NOBODY = -2
"""In the place of a seat: the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """How the positions stand: the number of legal moves, the seat that decides, the status, the decisions made, the
    seed, the winners that the spec names as a set of seats (`program.sides`); and the returns of all seats, position
    after position. Integers of 64 bits, and fractions.
    """

    counts: memoryview[int]
    seats: memoryview[int]
    ends: memoryview[int]
    lengths: memoryview[int]
    seeds: memoryview[int]
    winners: memoryview[int]
    returns: memoryview[float]


class Together(Protocol):
    """Positions that are played together."""

    @property
    def columns(self) -> Columns:
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


def new_columns(many: int, players: int) -> Columns:
    """Columns for so many positions, all zeros."""
    counts, seats, ends, lengths, seeds, winners = (memoryview(array("q", bytes(8 * many))) for _ in range(6))
    returns: memoryview[float] = memoryview(array("d", bytes(8 * many * players)))
    return Columns(
        counts=counts, seats=seats, ends=ends, lengths=lengths, seeds=seeds, winners=winners, returns=returns
    )


class PlainTogether:
    """The positions of the reference executor."""

    def __init__(self, code: Code, many: int) -> None:
        self._code = code
        self._machines: list[Machine | None] = [None] * many
        self.columns = new_columns(many, code.players)

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


def note(columns: Columns, place: int, m: Machine) -> None:
    """Write down how a position stands."""
    asked, players = m.asked(), m.players
    columns.counts[place] = 0 if asked is None else len(m.moves or ())
    columns.seats[place] = NOBODY if asked is None else asked[1]
    columns.ends[place], columns.lengths[place] = m.status, m.state[DECISIONS]
    columns.winners[place] = winning_seats(m)
    columns.returns[place * players : (place + 1) * players] = array("d", returns_of(m))
