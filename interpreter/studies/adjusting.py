"""Takes the luck out of differences that come one after the other, so that fewer of them are needed.

From each difference the luck of its games is taken away, `slope` times: the slope of the regression of the differences
so far on their luck, so that luck whose unit is not that of the difference, or which tells little, does no harm (a
control variate: Law, Simulation Modeling and Analysis, fifth edition 2015, section 11.4). The slope is that of the
pairs *before*, and luck is 0 on average; so is the slope times the luck, for each pair, whatever the pairs before were
like. What is left has the same mean as the differences, without any bias, and sequences that hold at any time hold for
it as well.

A slope that is not sure yet does harm where luck is rare and large: the first pairs with much of it would be spoilt by
what a few with little seemed to tell. So it is learned from pairs that had luck, and shrunk by how unsure it is: by the
factor 1 - 2/F, where F is the square of the slope over that of its standard error, and to 0 where F is less than 2
(after James and Stein, Proceedings of the Fourth Berkeley Symposium 1, 1961).
"""

from __future__ import annotations

from dataclasses import field

from ..diagnostics.record import dataclass
from .anytime import FEWEST
from .intervals import Estimate
from .pairing import one_less_ratio

LEARNED = 30
"""After so many pairs that had luck there is a slope; until then nothing is taken away."""

UNSURE = 2.0
"""A slope counts as far as its square is beyond so many times that of its standard error."""


@dataclass(slots=True)
class Adjusting:
    """The differences so far, with their luck (Welford's sums), and what was left of each."""

    n: int = 0
    lucky: int = 0
    mean: float = 0.0
    mean_luck: float = 0.0
    together: float = 0.0
    squares: float = 0.0
    own_squares: float = 0.0
    pairs: list[tuple[float, float]] = field(default_factory=list)

    @property
    def slope(self) -> float:
        """How much a difference grows with luck, as far as is known."""
        if self.lucky < LEARNED or self.squares <= 0:
            return 0.0
        slope = self.together / self.squares
        explained, rest = slope * self.together, self.own_squares - slope * self.together
        unsure = UNSURE * rest / (self.lucky - 2)
        return slope * max(0.0, 1 - unsure / explained) if explained > 0 else 0.0

    def without_luck(self, difference: float, luck: float) -> float:
        """What is left of a difference; both are then taken into account."""
        left = difference - self.slope * luck
        self.n += 1
        self.lucky += luck != 0
        step, step_luck = difference - self.mean, luck - self.mean_luck
        self.mean += step / self.n
        self.mean_luck += step_luck / self.n
        self.together += step * (luck - self.mean_luck)
        self.squares += step_luck * (luck - self.mean_luck)
        self.own_squares += step * (difference - self.mean)
        self.pairs.append((difference, left))
        return left

    def saved(self) -> Estimate | None:
        """The share of pairs that need not be played, below 0 if it does harm; None with too few, or without luck."""
        if self.n < FEWEST or self.squares <= 0:
            return None
        middle_left = sum(left for _, left in self.pairs) / self.n
        return one_less_ratio([((one - self.mean) ** 2, (left - middle_left) ** 2) for one, left in self.pairs])
