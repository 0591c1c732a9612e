"""Sequential analysis: intervals that hold at any time, control variates, pairs of games, and the test of Fishtest.

An ordinary interval covers the truth in 95 of 100 studies if the number of games was fixed in advance. Whoever looks
again and again and stops at the first that excludes 0 is wrong far more often. A confidence sequence covers the truth
*at all times together* in 95 of 100 studies, and is a little wider.

The sequence is one for large numbers. Before there are `FEWEST` nobody may look and stop; at the end of a study of so
few games, whose number was fixed in advance, Student's t interval holds, for that is the only look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import fsum, log, sqrt
from typing import Any, Literal

from ...diagnostics.record import dataclass
from .intervals import LEVEL, NORMAL, Estimate, differs_at_most, t_quantile

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


# Takes the luck out of differences that come one after the other, so that fewer of them are needed.
#
# From each difference the luck of its games is taken away, `slope` times: the slope of the regression of the
# differences so far on their luck, so that luck whose unit is not that of the difference, or which tells little, does
# no harm (a control variate: Law, Simulation Modeling and Analysis, fifth edition 2015, section 11.4). The slope is
# that of the pairs *before*, and luck is 0 on average; so is the slope times the luck, for each pair, whatever the
# pairs before were like. What is left has the same mean as the differences, without any bias, and sequences that hold
# at any time hold for it as well.
#
# A slope that is not sure yet does harm where luck is rare and large: the first pairs with much of it would be spoilt
# by what a few with little seemed to tell. So it is learned from pairs that had luck, and shrunk by how unsure it is:
# by the factor 1 - 2/F, where F is the square of the slope over that of its standard error, and to 0 where F is less
# than 2 (after James and Stein, Proceedings of the Fourth Berkeley Symposium 1, 1961).


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
        # After so many pairs that had luck there is a slope; until then nothing is taken away
        if self.lucky < 30 or self.squares <= 0:
            return 0.0
        slope = self.together / self.squares
        explained, rest = slope * self.together, self.own_squares - slope * self.together
        # A slope counts as far as its square is beyond so many times that of its standard error
        unsure = 2.0 * rest / (self.lucky - 2)
        return slope * max(0.0, 1 - unsure / explained) if explained > 0 else 0.0

    def without_chance_effect(self, difference: float, luck: float) -> float:
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


# How many games are saved because pairs of games are played on the same deals.
#
# The difference of two games on the same deal varies by Var(x) + Var(y) − 2 Cov(x, y), that of games on different deals
# by Var(x) + Var(y). The share in between need not be played (common random numbers: Law, Simulation Modeling and
# Analysis, fifth edition 2015, section 11.2; duplicate play takes the deal out in the same way). For two bots that
# change seats x and y are by how much the one was ahead in the first game, and behind in the second.
#
# The interval is that of a ratio, by linearisation (Cochran, Sampling Techniques, third edition 1977, section 6.4).


def saved_by_pairs(pairs: Sequence[tuple[float, float]]) -> Estimate | None:
    """The share of games saved by pairs of values from games on the same deal, below 0 if they do harm; None with too
    few pairs, or if nothing varies.

    >>> saved_by_pairs([(number % 2, number % 2) for number in range(200)]).value
    1.0
    """
    n = len(pairs)
    if n < FEWEST:
        return None
    middle_x, middle_y = (fsum(pair[side] for pair in pairs) / n for side in (0, 1))
    return one_less_ratio(
        [((x - middle_x) ** 2 + (y - middle_y) ** 2, (y - middle_y - x + middle_x) ** 2) for x, y in pairs]
    )


def one_less_ratio(parts: Sequence[tuple[float, float]]) -> Estimate | None:
    """One less the sum of the second numbers over that of the first, which are never below 0; None where that is 0.

    >>> one_less_ratio([(1, 0.5), (3, 1.5)]).value
    0.5
    """
    n, whole, left = len(parts), fsum(u for u, _ in parts), fsum(v for _, v in parts)
    if whole <= 0:
        return None
    ratio = left / whole
    spread = sqrt(fsum((v - ratio * u) ** 2 for u, v in parts)) / whole
    half = NORMAL.inv_cdf((1 + LEVEL) / 2) * spread
    return Estimate(1 - ratio, 1 - ratio - half, 1 - ratio + half, n)


# Fishtest's test for matches of two bots: is the second ahead by the smallest difference that matters, or not at all?
#
# Each deal is played twice, with seats changed, and what counts is the pair: by how much of a victory the second bot
# was ahead, on average over its two games. That takes the luck of deal and seat out, and five results are possible
# where no game is shared. The generalised sequential probability ratio test on these pairs (M. Van den Bergh, The
# generalized sequential probability ratio test for the match score, 2019, which fishtest runs for Stockfish) compares
# two hypotheses: the difference is 0, or it is `smallest`. After n pairs with mean m and variance v
#
#     LLR = n · smallest · (2 m − smallest) / (2 v),
#
# and the first time that it leaves the bounds ± log(19) the question is answered, wrongly in about 5 of 100
# cases at most. A confidence sequence answers more (how large the difference is, at any time); this test needs fewer
# games.

BOUND = log(0.95 / 0.05)
"""Where the test ends, on either side."""


Answer = Literal["ahead", "not_ahead", "open"]


@dataclass(slots=True)
class Sprt:
    """The test as it stands; `smallest` is a share of the victory, above 0."""

    smallest: float
    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    answer: Answer = "open"
    after: int = 0

    def add(self, ahead: float) -> None:
        """Take a pair into account: by how much of a victory the second bot was ahead, from -1 to 1."""
        self.n += 1
        self.total += ahead
        self.squares += ahead * ahead
        # How many pairs there are before the first look, since the variance is not known
        if self.answer == "open" and self.n >= 25 and abs(self.llr) >= BOUND:
            self.answer = "ahead" if self.llr > 0 else "not_ahead"
            self.after = self.n

    @property
    def llr(self) -> float:
        """The logarithm of how much more likely the pairs are with the difference than without it."""
        if not self.n:
            return 0.0
        middle = self.total / self.n
        # One pair of each kind more, so that equal pairs do not make the variance 0.
        variance = (self.squares + 2) / (self.n + 2) - (self.total / (self.n + 2)) ** 2
        return self.n * self.smallest * (2 * middle - self.smallest) / (2 * variance)

    def to_json(self) -> dict[str, Any]:
        """As an object of JSON."""
        return {"answer": self.answer, "after": self.after or None, "llr": round(self.llr, 3), "bound": round(BOUND, 3)}
