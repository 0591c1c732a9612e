"""Where steps are played again: on tables of the engine of the game, which one seat watches.

What the seat sees and is told is compared where play stops, by the engine if it can tell (`Executor.seen`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ....diagnostics.record import dataclass
from ....engines.engine import Executor
from ....engines.position import Position, ProgramTables, RawMove
from ....engines.program.layout import STATUS
from ....engines.program.nodes import AskBlock, PickOne, Program
from ..happenings import Happening, happenings
from .observations import ObservedStep, decider, legal_of, observation_key, on_offer

WORK = 20_000
"""So often does chance decide in the search for one guess, before it is given up: where hardly any way fits, all ways
would take minutes."""


class OutOfWork(Exception):
    """A guess has taken all the work that it may take."""


@dataclass(slots=True, eq=False)
class Simulator:
    """The engine, and the seat that watches; `left` is how often chance may still decide."""

    executor: Executor
    seat: int
    left: int = sys.maxsize

    @contextmanager
    def bounded(self) -> Iterator[None]:
        """What is done below takes bounded work. Raises OutOfWork there."""
        self.left = WORK
        try:
            yield
        finally:
            self.left = sys.maxsize

    def decide(self, m: Position, value: int) -> None:
        """Let chance decide so, in the search for a way that fits. What an engine plays by itself is not counted: that
        differs from engine to engine.
        """
        self.left -= 1
        if self.left < 0:
            raise OutOfWork
        m.decide(value)

    def cards_of(self, code: ProgramTables) -> Sequence[Sequence[int]]:
        """The cards of each kind."""
        return code.once(_by_kind, code.program)

    def table(self, m: Position) -> Position:
        """A second table with a position."""
        return self.executor.rehearse(m, self.seat)

    def start(self, m: Position) -> Position:
        """A second table, played on from its beginning to where play stops first."""
        twin = self.table(m)
        twin.go()
        return twin

    def start_with_cells(self, m: Position, cells: Sequence[int]) -> Position:
        """The same of a table of this stage that was not played on, with other cells."""
        twin = m.altered(cells)
        twin.go()
        return twin

    def after(self, m: Position, move: RawMove | None) -> Position:
        """A second table after a move, or where there is none played on from its beginning."""
        if move is None:
            return self.start(m)
        twin = self.table(m)
        twin.play(move)
        return twin

    def seen(self, m: Position) -> object:
        """What the seat sees where play has stopped, and what it was told since the decision before; equal values mean
        that this is the same.
        """
        found = m.seen or observed_events(m, self.seat)
        labels = on_offer(m, self.seat)
        return (found, labels) if labels else found

    def astray(self, m: Position, heard: Sequence[object]) -> bool:
        """Whether the seat was told something else so far than what it heard in truth."""
        found = m.seen
        if found is None:
            told = observed_announcements(m, self.seat)
            return told != tuple(heard[: len(told)])
        _, many, told_number = found
        # From so many on it is no longer looked how what is told begins, only how it ends
        return many < 1000 and (many >= len(heard) or heard[many] != told_number)

    def watched(self, before: Position, move: RawMove | None, told: Sequence[int]) -> tuple[object, Sequence[object]]:
        """What it saw at the end of a step that was played, and what it was told by each time."""
        m = self.executor.rehearse(before, self.seat, notes=True)
        if move is None:
            m.go()
        else:
            m.play(move)
        for value in told:
            m.decide(value)
        heard = m.noted if m.seen else observed_announcements(m, self.seat)
        return self.seen(m), heard


def _by_kind(code: ProgramTables, program: Program) -> Sequence[Sequence[int]]:
    found: list[list[int]] = [[] for _ in code.layout.kinds]
    for card, kind in enumerate(code.kind_of):
        found[kind].append(card)
    return found


def observed_events(m: Position, seat: int) -> object:
    """The same, from the events of the reference engine."""
    here = m.code.block(m.numbers)
    phase = here.end.phase if isinstance(here.end, AskBlock) else ""
    told = observed_announcements(m, seat)
    return (m.numbers[STATUS], decider(m), phase, here.phases, observation_key(m, seat), legal_of(m, seat), told)


def observed_announcements(m: Position, seat: int) -> tuple[Happening, ...]:
    """What a seat was told, but for the moves, and that the game is over, which is seen."""
    return tuple(one for one in happenings(m, seat) if one.what not in ("move", "chosen", "ended"))


# What chance decides unseen, so that the cards go as they are planned: a face is thrown, and the card with it goes.
#
# Chance may decide something that is no card and yet say which card goes next. Where the seat knows something of this
# card, by what it saw then or sees later, the outcomes are tried out: the first one, in the order in which they were
# drawn, with which a card of the planned kind leaves its zone. Where it knows nothing of the card, chance has its way,
# by its weights, and the card follows.

Going = tuple[int, int, int, bool]
"""A travel that is planned: its zone, how many cards lay there, its kind, and whether the seat knows anything of it."""


class ChanceLookahead:
    """Tries out what chance may decide in one step, against the travels that are planned."""

    def __init__(self, stage: Simulator, before: Position, step: ObservedStep, travels: Sequence[Going]) -> None:
        self.stage, self.before, self.step, self.travels = stage, before, step, travels
        self._sizes: list[list[int]] = []

    def guided(self, m: Position, since: int, values: list[int]) -> tuple[int, list[int]]:
        """The number of the travel that comes next, as far as that is known, and the values, but first one with
        which the card goes that is planned.
        """
        end = m.code.block(m.numbers).end
        if len(values) < 2 or not isinstance(end, PickOne) or end.slot.type.base == "card" or not self.travels:
            return since, values
        # The first travel from a number on before which as many cards lie everywhere as now; -1 where none is
        if not self._sizes:
            self._sizes = self._all_sizes()
        now = [m.state[at] for at in m.code.zone_at]
        number = next((n for n in range(since, len(self.travels)) if self._sizes[n] == now), -1)
        if number < 0 or not self.travels[number][3]:
            return max(number, since), values
        found = next((value for value in values if self._goes(m, value, number)), values[0])
        return number, [found, *(value for value in values if value != found)]

    def _all_sizes(self) -> list[list[int]]:
        """How many cards lie in each zone before each travel."""
        now, found = [self.before.state[at] for at in self.before.code.zone_at], list[list[int]]()
        for one in self.step.travels:
            found.append(now.copy())
            if one.target >= 0:
                now[one.source] -= 1
                now[one.target] += 1
        return found

    def _goes(self, m: Position, value: int, number: int) -> bool:
        """Whether a card of the planned kind leaves its zone if chance decides so."""
        twin = m.clone()
        self.stage.decide(twin, value)
        source, _, kind, _ = self.travels[number]
        at = m.code.place_at
        return any(m.state[at + card] == source != twin.state[at + card] for card in self.stage.cards_of(m.code)[kind])
