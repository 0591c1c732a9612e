"""What a position lets each seat hope for, where looking ahead is cut off.

A spec may say what a position is worth to a player (`value:`). Where the result is only who wins, that is made into
something like a chance of winning, between 0 and 1:

    lead    of a seat: its value less the greatest of another side
    mean    how large leads are, without their signs: the mean of all positions that were appraised so far
    behind  of a seat and another side: the greatest value of that side less its own
    odds    of that side: (mean + 2 × behind) / mean, or mean / (mean - 2 × behind) where the seat is ahead
    hope    of a seat: 1 / (1 + the odds of all other sides)

So a lead counts by how large leads are in this game, and the next point always counts less than the one before. With
two sides the hope is 1/2 + 1/2 × lead / (|lead| + mean). With more, all of them count, and not the best one alone:
chances of several are 1 for oneself among the odds of all (R. D. Luce, "Individual Choice Behavior", 1959).
"""

from __future__ import annotations

from collections.abc import Sequence

from ...diagnostics.record import dataclass
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
        values, rivals = _values(m)
        for own, ahead in zip(values, rivals, strict=True):
            self.apart += abs(own - max(ahead))
        self.appraised += len(values)
        mean = self.apart / self.appraised
        return [_hope(own, ahead, mean) for own, ahead in zip(values, rivals, strict=True)]


def worth(m: Machine, seat: int) -> float:
    """What the position is worth to a seat. Raises one of `NOT_COMPUTED`."""
    return _worths(m, (seat,))[0]


def _values(m: Machine) -> tuple[list[float], list[list[float]]]:
    """What the position is worth to each seat, and to each other side for each seat."""
    values, sides = _worths(m, range(m.players)), m.code.layout.teams or range(m.players)
    return values, [[_greatest(values, sides, side) for side in sorted(set(sides) - {own})] for own in sides]


def _worths(m: Machine, seats: Sequence[int]) -> list[float]:
    """What the position is worth to some seats."""
    value = m.code.program.functions[VALUE]
    expr, local = m.code.once(compile_expr, value.body), value.parameters[0].number
    with m.aside():
        return [float(expr(m, {local: seat})) for seat in seats]


def _greatest(values: Sequence[float], sides: Sequence[int], side: int) -> float:
    """The greatest value of a side."""
    return max(value for value, one in zip(values, sides, strict=True) if one == side)


def _hope(value: float, rivals: Sequence[float], mean: float) -> float:
    """What a value lets hope for, against the greatest of each other side."""
    total = 1.0
    for rival in rivals:
        behind = rival - value
        size = abs(behind)
        total += (mean + (size + behind)) / (mean + (size - behind)) if mean > 0 else 1.0
    return 1.0 / total
