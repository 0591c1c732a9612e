"""What a position lets each seat hope for, where looking ahead is cut off.

A spec may say what a position is worth to a player (`value:`). Where the result is only who wins, that is made into
something like a chance of winning, between 0 and 1:

    lead    of a seat: its value less the greatest of another side
    mean    how large leads are, without their signs: the mean of all positions that were appraised so far
    hope    of a seat:  1/2 + 1/2 × lead / (|lead| + mean)

So a lead counts by how large leads are in this game, and the next point always counts less than the one before.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.record import dataclass
from ...language.ir.types import NONE
from ..program.appraised import VALUE
from .expressions import compile_expr
from .machine import Machine


@dataclass(slots=True)
class Appraiser:
    """Appraises positions of one game, and remembers how far the sides were apart."""

    apart: float = 0.0
    appraised: int = 0

    def hopes(self, m: Machine) -> Sequence[float]:
        """What each seat may hope for. Raises one of `NOT_COMPUTED`."""
        value = m.code.program.functions[VALUE]
        expr, local = m.code.once(compile_expr, value.body), value.parameters[0].number
        with m.aside():
            found = [expr(m, {local: seat}) for seat in range(m.players)]
        values, sides = [0.0 if one == NONE else float(one) for one in found], m.code.layout.teams or range(m.players)
        leads = []
        for seat, own in enumerate(values):
            lead = own - max(one for other, one in enumerate(values) if sides[other] != sides[seat])
            self.apart += abs(lead)
            leads.append(lead)
        self.appraised += len(leads)
        mean = self.apart / self.appraised
        return [0.5 + 0.5 * lead / (abs(lead) + mean) if abs(lead) + mean > 0 else 0.5 for lead in leads]
