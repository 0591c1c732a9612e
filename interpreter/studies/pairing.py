"""How many games are saved because pairs of games are played on the same deals.

The difference of two games on the same deal varies by Var(x) + Var(y) − 2 Cov(x, y), that of games on different deals
by Var(x) + Var(y). The share in between need not be played (common random numbers: Law, Simulation Modeling and
Analysis, fifth edition 2015, section 11.2; duplicate play takes the deal out in the same way). For two bots that change
seats x and y are by how much the one was ahead in the first game, and behind in the second.

The interval is that of a ratio, by linearisation (Cochran, Sampling Techniques, third edition 1977, section 6.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import fsum, sqrt

from ..diagnostics.record import dataclass
from .anytime import FEWEST
from .distributions import NORMAL
from .intervals import LEVEL, Estimate


@dataclass(slots=True)
class Pairing:
    """Pairs of values from games on the same deal."""

    pairs: list[tuple[float, float]] = field(default_factory=list)

    def add(self, x: float, y: float) -> None:
        """Take a pair into account."""
        self.pairs.append((x, y))

    def saved(self, level: float = LEVEL) -> Estimate | None:
        """The share of games saved, below 0 if pairs do harm; None with too few pairs, or if nothing varies.

        >>> pairing = Pairing([(number % 2, number % 2) for number in range(200)])
        >>> pairing.saved().value
        1.0
        """
        n = len(self.pairs)
        if n < FEWEST:
            return None
        middle_x, middle_y = (fsum(pair[side] for pair in self.pairs) / n for side in (0, 1))
        return one_less_ratio(
            [((x - middle_x) ** 2 + (y - middle_y) ** 2, (y - middle_y - x + middle_x) ** 2) for x, y in self.pairs],
            level,
        )


def one_less_ratio(parts: Sequence[tuple[float, float]], level: float = LEVEL) -> Estimate | None:
    """One less the sum of the second numbers over that of the first, which are never below 0; None where that is 0.

    >>> one_less_ratio([(1, 0.5), (3, 1.5)]).value
    0.5
    """
    n, whole, left = len(parts), fsum(u for u, _ in parts), fsum(v for _, v in parts)
    if whole <= 0:
        return None
    ratio = left / whole
    spread = sqrt(fsum((v - ratio * u) ** 2 for u, v in parts)) / whole
    half = NORMAL.inv_cdf((1 + level) / 2) * spread
    return Estimate(1 - ratio, 1 - ratio - half, 1 - ratio + half, n)
