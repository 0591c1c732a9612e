"""Intervals that hold at any time, so that one may look after each game and stop when a question is settled.

An ordinary interval covers the truth in 95 of 100 studies if the number of games was fixed in advance. Whoever looks
again and again and stops at the first that excludes 0 is wrong far more often. A confidence sequence covers the truth
*at all times together* in 95 of 100 studies, and is a little wider.

The sequence is one for large numbers. Before there are `FEWEST` nobody may look and stop; at the end of a study of so
few games, whose number was fixed in advance, Student's t interval holds, for that is the only look.
"""

from __future__ import annotations

from math import log, sqrt

from ..diagnostics.record import dataclass
from .distributions import t_quantile
from .intervals import LEVEL, Estimate, differs_at_most

FEWEST = 100
"""How many differences there are before the first look: the sequence is one for large numbers."""

FEWEST_ONCE = 20
"""How many there are at least where one looks only once, at the end."""

LIKELY = 5_000
"""The number of games for which the sequence is narrowest; it holds for all others, too."""


@dataclass(slots=True)
class Running:
    """The mean of differences that come one after the other, with an interval that holds at any time.

    The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit
    theory and asymptotic confidence sequences, The Annals of Statistics 52, 2024, theorem 2.2). After t differences
    with the standard deviation s it is

        mean ± s · sqrt(2 (t r² + 1) / (t² r²) · log(sqrt(t r² + 1) / alpha)),

    where r² = (2 log(1/alpha) + log(2 log(1/alpha) + 1)) / `likely` makes it narrowest after `likely` differences.

    `largest` is the largest difference that there can be (1 for shares of victories). One such difference is added to
    the variance, so that a hundred games without any difference do not count as proof that there is none.

    >>> running = Running(largest=1)
    >>> for number in range(1000):
    ...     running.add(number % 2)
    >>> running.estimate().settled
    1
    """

    largest: float = 0.0
    level: float = LEVEL
    likely: int = LIKELY
    n: int = 0
    mean: float = 0.0
    _squares: float = 0.0
    _largest_seen: float = 0.0

    def add(self, difference: float) -> None:
        """Take the next difference into account (Welford, Technometrics 4, 1962)."""
        self.n += 1
        step = difference - self.mean
        self.mean += step / self.n
        self._squares += step * (difference - self.mean)
        self._largest_seen = max(self._largest_seen, abs(difference))

    @property
    def constant(self) -> bool:
        """Whether every difference was 0."""
        return self._largest_seen == 0

    @property
    def spread(self) -> float:
        """The standard deviation, with one largest difference more."""
        return sqrt((self._squares + max(self.largest, self._largest_seen) ** 2) / max(self.n, 1))

    def estimate(self) -> Estimate:
        """The mean so far, and its interval; without bounds before the first look, or where nothing ever differed."""
        if self.n < FEWEST or (self.constant and not self.largest):
            return Estimate(self.mean, None, None, self.n)
        half = self.half_width(self.n)
        return Estimate(self.mean, self.mean - half, self.mean + half, self.n)

    def at_the_end(self) -> Estimate:
        """The same where nobody has looked before: after few differences Student's t interval (Biometrika 6, 1908).

        >>> running = Running()
        >>> for number in range(20):
        ...     running.add(10 + number % 2)
        >>> running.estimate().low is None, running.at_the_end().settled
        (True, 1)
        """
        if self.n >= FEWEST or self.n < FEWEST_ONCE or (self.constant and not self.largest):
            return self.estimate()
        half = t_quantile((1 + self.level) / 2, self.n - 1) * self.spread / sqrt(self.n - 1)
        return Estimate(self.mean, self.mean - half, self.mean + half, self.n)

    def number(self) -> Estimate:
        """The same where it is no difference: a number that was the same in all games has no interval, but it is told
        in how many it may be another.
        """
        if self._squares or self.largest or self.n < FEWEST_ONCE:
            return self.at_the_end()
        return Estimate(self.mean, None, None, self.n, differs_at_most(self.n, self.level))

    def half_width(self, n: int) -> float:
        """Half the width of the interval after `n` differences, if they go on to vary as those before."""
        alpha = 1 - self.level
        r = (2 * log(1 / alpha) + log(2 * log(1 / alpha) + 1)) / self.likely
        return self.spread * sqrt(2 * (n * r + 1) / (n * n * r) * log(sqrt(n * r + 1) / alpha))

    def more(self, width: float) -> int | None:
        """About how many more differences until the interval is at most `width` to each side; None beyond a billion."""
        n = max(self.n, FEWEST)
        while self.half_width(n) > width:
            n = n * 5 // 4 + 1
            if n > 1_000_000_000:
                return None
        return n - self.n
