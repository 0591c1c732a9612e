"""Intervals: from the games that were played, how far the true value may lie from what was seen.

A 95 % interval is made by a rule that covers the true value in 95 of 100 studies. Each function names its rule and the
source; `tests/studies/test_coverage.py` plays thousands of studies with known truth and counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import ceil, exp, floor, fsum, inf, lgamma, log, sqrt
from statistics import NormalDist
from typing import Any

from ...diagnostics.record import dataclass

LEVEL = 0.95
"""How often an interval covers the true value, unless something else is said."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What was seen, and between what the true value lies.

    `low` or `high` is None where nothing is known on that side: too few games, or all of them gave the same. `n` is
    the number of games. A number that was the same in all of them has neither; `rare` is in what share of games it may
    be another, at the most.
    """

    value: float
    low: float | None
    high: float | None
    n: int
    rare: float | None = None

    def to_json(self) -> dict[str, Any]:
        """As an object of JSON, with six digits after the point; `rare` is left out where it says nothing."""
        ends = {"value": _short(self.value), "low": _short(self.low), "high": _short(self.high)}
        return ends if self.rare is None else ends | {"rare": _short(self.rare)}

    @property
    def settled(self) -> int:
        """1 where the true value is above 0, -1 where it is below, and 0 where that is open."""
        if self.low is not None and self.low > 0:
            return 1
        return -1 if self.high is not None and self.high < 0 else 0


def json_of(found: Estimate | None) -> dict[str, Any] | None:
    """An estimate as an object of JSON; None for none."""
    return None if found is None else found.to_json()


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def within(found: Estimate, least: float, most: float) -> Estimate:
    """The same without values that it cannot have, such as shares above 1."""
    low, high = (None if end is None else min(max(end, least), most) for end in (found.low, found.high))
    return replace(found, low=low, high=high)


def rate(hits: float, n: int, level: float = LEVEL) -> Estimate | None:
    """How often something happens, from `hits` in `n` games; None without games.

    The score interval of Wilson (Journal of the American Statistical Association 22, 1927), as Brown, Cai and DasGupta
    recommend it (Statistical Science 16, 2001): for up to three hits, or misses, the end on their side is that of
    Poisson's distribution. `hits` need not be whole: a victory that k sides share counts 1/k for each. Numbers between
    0 and 1 vary less than hits and misses do, so the interval is then on the safe side.

    >>> [round(rate(0, 10).high, 3), round(rate(5, 10).low, 3), round(rate(1, 100).low, 5)]
    [0.278, 0.237, 0.00051]
    """
    if n == 0:
        return None
    few = 3 if n > 50 else 2
    z = NORMAL.inv_cdf((1 + level) / 2)
    p = hits / n
    middle, half = p + z * z / (2 * n), z * sqrt(max(0.0, p * (1 - p) / n) + z * z / (4 * n * n))
    low, high = (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)
    low = min(low, _fewest(hits, level) / n) if 0 < hits <= few else low
    high = max(high, 1 - _fewest(n - hits, level) / n) if 0 < n - hits <= few else high
    return Estimate(p, 0.0 if hits <= 0 else max(0.0, low), 1.0 if hits >= n else min(1.0, high), n)


def _fewest(hits: float, level: float) -> float:
    """The mean for which Poisson's distribution has fewer hits with the probability `level`."""
    low, high = 0.0, hits
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if chi_square_tail(2 * middle, 2 * hits) > level else (low, middle)
    return low


def differs_at_most(n: int, level: float = LEVEL) -> float | None:
    """In what share of games a number may be another at the most that was the same in `n`; None for one game."""
    found = rate(0, n, level)
    return found.high if n > 1 and found is not None else None


def mean(counts: Mapping[int, int] | Mapping[float, int], level: float = LEVEL) -> Estimate | None:
    """The mean of numbers, from how often each of them was seen; None without any.

    Student's t interval (Student, Biometrika 6, 1908). It supposes that the mean of so many games is nearly normal:
    with very skew numbers it needs a few hundred games. What happens once in a game or not at all is a share, with the
    interval of `rate`. If all numbers are the same there is no interval, but it is told how rare others are.

    >>> mean({1: 2, 3: 2}).value
    2.0
    """
    middle, squares, n = _middle_and_spread(counts)
    if n == 0:
        return None
    if len(counts) == 1:
        return Estimate(middle, None, None, n, differs_at_most(n, level))
    if set(counts) == {0, 1}:
        return rate(counts[1], n, level)
    half = t_quantile((1 + level) / 2, n - 1) * sqrt(squares / (n - 1)) / sqrt(n)
    return Estimate(middle, middle - half, middle + half, n)


def mean_of_all(counts: Mapping[int, int], games: int) -> Estimate:
    """The mean of a number over so many games, of which those that are not counted have 0."""
    left = games - sum(counts.values())
    found = mean({**counts, 0: counts.get(0, 0) + left} if left > 0 else counts)
    assert found is not None
    return found


def quantile(counts: Mapping[int, int], share: float, level: float = LEVEL) -> Estimate | None:
    """The smallest number that at least this share of the games do not exceed; None without games.

    The interval lies between two of the numbers seen, whatever their distribution is (Conover, Practical Nonparametric
    Statistics, third edition 1999, section 3.2); a side is open where there are too few games for it.

    >>> quantile({1: 1, 2: 1, 3: 1, 4: 1}, 0.5).value
    2
    """
    n = sum(counts.values())
    if n == 0:
        return None
    half = NORMAL.inv_cdf((1 + level) / 2) * sqrt(n * share * (1 - share))
    values = sorted(counts)
    upto = list(accumulate(counts[value] for value in values))

    def ranked(rank: int) -> int | None:
        """The number in this place, counted from 1."""
        return next((v for v, to in zip(values, upto, strict=True) if to >= rank), None) if 1 <= rank <= n else None

    found = ranked(max(1, ceil(n * share - 1e-9)))
    assert found is not None
    return Estimate(found, ranked(floor(n * share - half)), ranked(ceil(n * share + half) + 1), n)


def apart(one: tuple[float, int], other: tuple[float, int], level: float = LEVEL) -> Estimate:
    """By how much a share is above another, each as hits in so many games that have nothing to do with each other.

    The square-and-add interval from two score intervals (Newcombe, Statistics in Medicine 17, 1998, method 10).

    >>> found = apart((56, 70), (48, 80))
    >>> round(found.value, 3), round(found.low, 4), round(found.high, 4)
    (0.2, 0.0524, 0.3339)
    """
    a, b = rate(*one, level), rate(*other, level)
    assert a is not None and a.low is not None and a.high is not None
    assert b is not None and b.low is not None and b.high is not None
    below = sqrt((a.value - a.low) ** 2 + (b.high - b.value) ** 2)
    above = sqrt((a.high - a.value) ** 2 + (b.value - b.low) ** 2)
    difference = a.value - b.value
    return Estimate(difference, difference - below, difference + above, one[1] + other[1])


def means_apart(one: Mapping[int, int], other: Mapping[int, int], level: float = LEVEL) -> Estimate | None:
    """By how much a mean is above another, of games that have nothing to do with each other; None without games.

    Welch's t interval (Biometrika 34, 1947), with his degrees of freedom. If all numbers of each kind are the same
    there is no interval, but it is told how rare others are, unless there is only one of a kind.

    >>> round(means_apart({3: 5, 5: 5}, {1: 5, 3: 5}).value, 6)
    2.0
    """
    (middle, squares, n), (middle_b, squares_b, n_b) = [_middle_and_spread(counts) for counts in (one, other)]
    if not n or not n_b:
        return None
    parts = [square / (many - 1) / many if many > 1 else 0.0 for square, many in ((squares, n), (squares_b, n_b))]
    difference = middle - middle_b
    if min(n, n_b) < 2 or not sum(parts):
        return Estimate(difference, None, None, n + n_b, differs_at_most(min(n, n_b), level))
    freedom = sum(parts) ** 2 / (parts[0] ** 2 / (n - 1) + parts[1] ** 2 / (n_b - 1))
    half = t_quantile((1 + level) / 2, freedom) * sqrt(sum(parts))
    return Estimate(difference, difference - half, difference + half, n + n_b)


def _middle_and_spread(counts: Mapping[int, int] | Mapping[float, int]) -> tuple[float, float, int]:
    """The mean, the sum of squares around it, and how many numbers there are."""
    n = sum(counts.values())
    values = sorted(counts.items())
    middle = fsum(value * many for value, many in values) / max(1, n)
    return middle, fsum((value - middle) ** 2 * many for value, many in values), n


def corrected(questions: int, level: float = LEVEL) -> float:
    """The level for each of several questions, so that all their intervals together hold at `level`.

    Bonferroni's inequality (Dunn, Journal of the American Statistical Association 56, 1961): it needs no independence.

    >>> corrected(5)
    0.99
    """
    return 1 - (1 - level) / max(1, questions)


def unevenness(hits: Iterable[float]) -> float | None:
    """How likely victories as uneven as these would be if every side won equally often (a p-value).

    Pearson's chi-square test (Philosophical Magazine 50, 1900). Victories may be shared, in parts that add up to 1; the
    test is then on the safe side. None for fewer than two sides, or fewer than five victories expected for each.

    >>> round(unevenness([60, 40]), 4)
    0.0455
    """
    seen = list(hits)
    if len(seen) < 2 or sum(seen) < 5 * len(seen):
        return None
    even = sum(seen) / len(seen)
    return chi_square_tail(fsum((one - even) ** 2 for one in seen) / even, len(seen) - 1)


EXPECTED = 10.0
"""How many victories those who did something, and those who did not, must be expected to have in games with both."""


@dataclass(frozen=True, slots=True, order=True)
class SideCounts:
    """In one game: how many sides did something, and the sum of what they won; the same for those who did not.

    `due` and `due_without` are what these sides win on average, where it is asked what they won beyond that.
    """

    did: int
    won: float
    did_not: int
    won_without: float
    due: float = 0.0
    due_without: float = 0.0

    @property
    def total(self) -> float:
        """What all of them won."""
        return self.won + self.won_without

    @property
    def chance(self) -> float:
        """How likely the winner is one of those who did it, if that changes nothing."""
        due, due_without = (self.due, self.due_without) if self.due + self.due_without else (self.did, self.did_not)
        return due / (due + due_without)


def association(groups: Mapping[SideCounts, int], level: float = LEVEL, least: float = EXPECTED) -> Estimate | None:
    """By how much those who did something won more often than those who did not.

    `groups` counts games by what happened in them. Sides of one game are not independent: when one wins the others
    lose. So suppose that doing it makes the chance of a side so many times as large; then the winner of a game is one
    who did it with a known probability, and how many of them win varies as such lots do (McFadden, Conditional logit
    analysis, 1974). The interval holds what a score test of this does not reject, as Wilson's does for one share, and
    like his it is never of zero width; few victories are skew, which is allowed for (Gart and Nam, Biometrics 44,
    1988). The end that is further from 0 is that of the linearised variance, summed over games, where this is wider: it
    supposes nothing (Cochran, Sampling Techniques, third edition 1977, section 6; Liang and Zeger, Biometrika 73,
    1986).

    None where those who did it, or those who did not, can be expected to have fewer than `least` victories in games
    where some did it and some did not. It is an association, and no proof of a cause.

    >>> found = association({SideCounts(1, 1, 1, 0): 60, SideCounts(1, 0, 1, 1): 40})
    >>> round(found.value, 2), round(found.low, 3), round(found.high, 3)
    (0.2, 0.004, 0.395)
    """
    rows, games = sorted(groups.items()), sum(groups.values())
    did, did_not = sum(one.did * many for one, many in rows), sum(one.did_not * many for one, many in rows)
    if not did or not did_not or games < 2:
        return None
    chances: defaultdict[float, float] = defaultdict(float)
    won = 0.0
    for one, many in rows:
        if 0 < one.chance < 1:
            chances[one.chance] += one.total * many
            won += one.won * many
    even = fsum(chance * count for chance, count in chances.items())
    if min(even, fsum(chances.values()) - even) < least:
        return None
    value, variance = _ratios([(one, one.won, one.won_without, many) for one, many in rows])
    by_lot = [(one, one.total * one.chance, one.total * (1 - one.chance), many) for one, many in rows]
    further, z = t_quantile((1 + level) / 2, games - 1) * sqrt(variance), NORMAL.inv_cdf((1 + level) / 2)
    step, others = 1 / did + 1 / did_not, z * z * _ratios(by_lot)[1]
    low, high = (sqrt(((_not_rejected(chances, won, end) - won) * step) ** 2 + others) for end in (z, -z))
    low, high = (max(low, further) if value <= 0 else low), (max(high, further) if value >= 0 else high)
    return Estimate(value, value - low, value + high, games)


def _ratios(rows: Sequence[tuple[SideCounts, float, float, int]]) -> tuple[float, float]:
    """How much more those who did it won for each of them, beyond what is due, and the linearised variance of that."""
    did, did_not = sum(one.did * many for one, _, _, many in rows), sum(one.did_not * many for one, _, _, many in rows)
    games = sum(many for *_, many in rows)
    with_it = fsum((won - one.due) * many for one, won, _, many in rows) / did
    without = fsum((won - one.due_without) * many for one, _, won, many in rows) / did_not
    parts = (
        ((won - one.due - with_it * one.did) / did - (other - one.due_without - without * one.did_not) / did_not, many)
        for one, won, other, many in rows
    )
    return with_it - without, fsum(part * part * many for part, many in parts) * games / (games - 1)


def _not_rejected(chances: Mapping[float, float], won: float, z: float) -> float:
    """How many victories can be expected at the least, if `won` is not z standard deviations above that; at the most,
    for z below 0. `chances` counts games by the chance of those who did it if it changes nothing; what is halved is the
    logarithm of how many times as likely it makes a victory.
    """
    low, high, expected = -40.0, 40.0, 0.0
    for _ in range(60):
        middle = (low + high) / 2
        lots = [(1 / (1 + exp(-middle) * (1 - chance) / chance), many) for chance, many in chances.items()]
        expected = fsum(p * many for p, many in lots)
        variance = fsum(p * (1 - p) * many for p, many in lots)
        third = fsum(p * (1 - p) * (1 - 2 * p) * many for p, many in lots)
        half = abs(z) * sqrt(variance) / 2
        skew = max(-half, min(half, third / variance * (z * z - 1) / 6)) if variance else 0.0
        low, high = (middle, high) if won - expected > z * sqrt(variance) + skew else (low, middle)
    return expected


# The few distributions that intervals and tests need: Student's t and chi-square.
#
# Formulas are those of the NIST Digital Library of Mathematical Functions (DLMF); the normal distribution is that of
# the standard library. The tests compare with printed tables.

_TINY = 1e-300
_CLOSE = 1e-14
_MOST = 10_000

NORMAL = NormalDist()
"""The standard normal distribution."""


def beta_share(a: float, b: float, x: float) -> float:
    """The share of a beta distribution that lies below x: the regularised incomplete beta function.

    `a` and `b` are above 0, `x` is from 0 to 1. By the continued fraction DLMF 8.17.22, evaluated as Lentz does.

    >>> round(beta_share(2, 3, 0.5), 4)
    0.6875
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_share(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, _MOST):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _not_zero(1 + term * d)
            c = _not_zero(1 + term / c)
            found *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return front * found


def chi_square_tail(x: float, degrees: float) -> float:
    """How likely a chi-square variable with so many degrees of freedom is at least x: the p-value of a test.

    By the series DLMF 8.7.1 for small x, and the continued fraction DLMF 8.9.2 for large.

    >>> round(chi_square_tail(3.841, 1), 3)
    0.05
    """
    a, half = degrees / 2, x / 2
    if half <= 0:
        return 1.0
    front = exp(a * log(half) - half - lgamma(a))
    if half < a + 1:
        term = total = 1 / a
        for n in range(1, _MOST):
            term *= half / (a + n)
            total += term
            if term < total * _CLOSE:
                break
        return max(0.0, 1 - front * total)
    d = 1 / _not_zero(half + 1 - a)
    c, found = 1 / _TINY, d
    for n in range(1, _MOST):
        factor = half + 2 * n + 1 - a
        d = 1 / _not_zero(factor - n * (n - a) * d)
        c = _not_zero(factor - n * (n - a) / c)
        found *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return front * found


@lru_cache(maxsize=4096)
def t_quantile(share: float, degrees: float) -> float:
    """The value that Student's t with so many degrees of freedom stays below with this probability.

    `share` is at least 0.5. From 100,000 degrees on it is that of the normal distribution. The distribution function
    is that of DLMF 8.17, by t² = n (1 − x) / x; its inverse is found by halving. Degrees need not be whole.

    >>> round(t_quantile(0.975, 10), 3)
    2.228
    """
    if degrees < 1:
        return inf
    if degrees >= 100_000:
        return NORMAL.inv_cdf(share)
    low, high = 0.0, 1.0
    while _t_share(high, degrees) < share:
        low, high = high, high * 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_share(middle, degrees) < share else (low, middle)
    return (low + high) / 2


def _t_share(t: float, degrees: float) -> float:
    return 1 - beta_share(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2


def _not_zero(x: float) -> float:
    return x if abs(x) > _TINY else _TINY
