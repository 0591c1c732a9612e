"""Where steps are played again: on tables of the engine of the game, which one seat watches.

What the seat sees and is told is compared where play stops, by the engine if it can tell (`Executor.seen`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ....diagnostics.record import dataclass
from ....engines.program.layout import STATUS
from ....engines.program.nodes import AskBlock, Program
from ....engines.reference.executor import Executor
from ....engines.reference.machine import Code, Machine, RawMove
from ..happenings import Happening, happenings
from .glance import glance
from .named import on_offer
from .story import decider, legal_of

TELLINGS = 1000
"""From so many on it is no longer looked how what is told begins, only how it ends."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The engine, and the seat that watches."""

    executor: Executor
    seat: int

    def cards_of(self, code: Code) -> Sequence[Sequence[int]]:
        """The cards of each kind."""
        return code.once(_by_kind, code.program)

    def table(self, m: Machine) -> Machine:
        """A second table with a position."""
        return self.executor.rehearse(m, self.seat)

    def begun(self, m: Machine) -> Machine:
        """A second table, played on from its beginning to where play stops first."""
        twin = self.table(m)
        self.executor.play_on(twin)
        return twin

    def begun_with(self, m: Machine, cells: Sequence[int]) -> Machine:
        """The same of a table of this stage that was not played on, with other cells."""
        twin = self.executor.altered(m, cells)
        self.executor.play_on(twin)
        return twin

    def after(self, m: Machine, move: RawMove | None) -> Machine:
        """A second table after a move, or where there is none played on from its beginning."""
        if move is None:
            return self.begun(m)
        twin = self.table(m)
        self.executor.play(twin, move)
        return twin

    def seen(self, m: Machine) -> object:
        """What the seat sees where play has stopped, and what it was told since the decision before; equal values mean
        that this is the same.
        """
        found = self.executor.seen(m) or plainly_seen(m, self.seat)
        labels = on_offer(m, self.seat)
        return (found, labels) if labels else found

    def astray(self, m: Machine, heard: Sequence[object]) -> bool:
        """Whether the seat was told something else so far than what it heard in truth."""
        found = self.executor.seen(m)
        if found is None:
            told = plainly_told(m, self.seat)
            return told != tuple(heard[: len(told)])
        _, many, told_number = found
        return many < TELLINGS and (many >= len(heard) or heard[many] != told_number)

    def watched(self, before: Machine, move: RawMove | None, told: Sequence[int]) -> tuple[object, Sequence[object]]:
        """What it saw at the end of a step that was played, and what it was told by each time."""
        m = self.table(before)
        self.executor.take_notes(m)
        if move is None:
            self.executor.play_on(m)
        else:
            self.executor.play(m, move)
        for value in told:
            self.executor.decide(m, value)
        heard = self.executor.noted(m) if self.executor.seen(m) else plainly_told(m, self.seat)
        return self.seen(m), heard


def _by_kind(code: Code, program: Program) -> Sequence[Sequence[int]]:
    found: list[list[int]] = [[] for _ in code.layout.kinds]
    for card, kind in enumerate(code.kind_of):
        found[kind].append(card)
    return found


def plainly_seen(m: Machine, seat: int) -> object:
    """The same, from the events of the reference engine."""
    here = m.code.block(m.numbers)
    phase = here.end.phase if isinstance(here.end, AskBlock) else ""
    told = plainly_told(m, seat)
    return (m.numbers[STATUS], decider(m), phase, here.phases, glance(m, seat), legal_of(m, seat), told)


def plainly_told(m: Machine, seat: int) -> tuple[Happening, ...]:
    """What a seat was told, but for the moves."""
    return tuple(one for one in happenings(m, seat) if one.what not in ("move", "chosen"))
