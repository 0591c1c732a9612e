"""Where steps are played again: on tables of the engine of the game, which one seat watches.

What the seat sees is compared where play stops, by the engine if it can tell (`Executor.seen`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ....engines.program.layout import STATUS
from ....engines.program.nodes import AskBlock
from ....engines.reference.executor import Executor
from ....engines.reference.machine import Machine
from ....engines.reference.walk import run
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
        twin = m.clone()
        run(twin)
        return self.table(twin)

    def seen(self, m: Machine) -> object:
        """What the seat sees of a position, and its legal moves; equal values mean that it sees the same."""
        found = self.executor.seen(m)
        return found if found is not None else plainly_seen(m, self.seat)


def plainly_seen(m: Machine, seat: int) -> object:
    """The same, whatever the engine."""
    here = m.code.block(m.state)
    phase = here.end.phase if isinstance(here.end, AskBlock) else ""
    return (m.state[STATUS], decider(m), phase, here.phases, glance(m, seat), legal_of(m, seat))
