"""Where steps are played again: on tables of the engine of the game, which one seat watches.

What the seat sees and is told is compared where play stops, by the engine if it can tell (`Executor.seen`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....engines.program.layout import STATUS
from ....engines.program.nodes import AskBlock
from ....engines.reference.executor import Executor
from ....engines.reference.machine import Machine, RawMove
from ..happenings import happenings
from .glance import glance
from .story import decider, legal_of


@dataclass(frozen=True, slots=True)
class Stage:
    """The engine, and the seat that watches."""

    executor: Executor
    seat: int

    def table(self, m: Machine) -> Machine:
        """A second table with a position."""
        return self.executor.rehearse(m, self.seat)

    def begun(self, m: Machine) -> Machine:
        """A second table, played on from its beginning to where play stops first."""
        twin = self.table(m)
        self.executor.resume(twin)
        return twin

    def seen(self, m: Machine) -> object:
        """What the seat sees where play has stopped, and what it was told since the decision before; equal values mean
        that this is the same.
        """
        found = self.executor.seen(m)
        return found if found is not None else plainly_seen(m, self.seat)

    def seen_in(self, before: Machine, move: RawMove | None, told: Sequence[int]) -> object:
        """What it saw in a step that was played."""
        m = self.begun(before) if move is None else self.table(before)
        if move is not None:
            self.executor.play(m, move)
        for value in told:
            self.executor.decide(m, value)
        return self.seen(m)


def plainly_seen(m: Machine, seat: int) -> object:
    """The same, from the events of the reference engine."""
    here = m.code.block(m.state)
    phase = here.end.phase if isinstance(here.end, AskBlock) else ""
    told = tuple(one for one in happenings(m, seat) if one.what not in ("move", "chosen"))
    return (m.state[STATUS], decider(m), phase, here.phases, glance(m, seat), legal_of(m, seat), told)
