"""Intervals and tests agree with printed tables and with examples worked out by hand."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

import pytest

from cardwright.studies.statistics.intervals import (
    SideCounts,
    association,
    beta_share,
    chi_square_tail,
    corrected,
    mean,
    means_apart,
    quantile,
    rate,
    t_quantile,
    unevenness,
)
from cardwright.studies.statistics.sequential import Running


@pytest.mark.parametrize(
    ("share", "degrees", "value"),
    # Student's own table, as any textbook prints it
    [(0.975, 1, 12.706), (0.975, 2, 4.303), (0.975, 30, 2.042), (0.975, 120, 1.980), (0.995, 5, 4.032), (0.5, 7, 0.0)],
)
def test_student(share: float, degrees: int, value: float) -> None:
    assert t_quantile(share, degrees) == pytest.approx(value, abs=6e-4)


def test_student_with_many_degrees_is_normal() -> None:
    assert t_quantile(0.975, 99_999) == pytest.approx(t_quantile(0.975, 100_000), abs=1e-4)


@pytest.mark.parametrize(
    ("x", "degrees", "tail"),
    [(3.841, 1, 0.05), (6.635, 1, 0.01), (18.307, 10, 0.05), (0.103, 2, 0.95), (124.342, 100, 0.05), (0, 3, 1.0)],
)
def test_chi_square(x: float, degrees: int, tail: float) -> None:
    assert chi_square_tail(x, degrees) == pytest.approx(tail, abs=3e-4)


def test_chi_square_with_two_degrees_is_exponential() -> None:
    from math import exp

    for x in (0.1, 1, 5, 40):
        assert chi_square_tail(x, 2) == pytest.approx(exp(-x / 2), rel=1e-10)


def test_beta() -> None:
    """For whole numbers it is a sum of binomials: P(at least 2 of 4) = 11/16 at one half."""
    assert beta_share(2, 3, 0.5) == pytest.approx(11 / 16)
    assert beta_share(1, 1, 0.3) == pytest.approx(0.3)
    assert (beta_share(2, 2, 0), beta_share(2, 2, 1)) == (0, 1)


def test_wilson() -> None:
    """Newcombe (Statistics in Medicine 17, 1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29. For a single hit the
    lower end is Brown, Cai and DasGupta's: -log(0.95) / 29, where Wilson's is 0.0061.
    """
    published = {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0, 0.1611),
        (1, 29): (0.0018, 0.1718),
        (28, 29): (1 - 0.1718, 1 - 0.0018),
    }
    for (hits, n), (low, high) in published.items():
        found = rate(hits, n)
        assert found is not None
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)
    assert rate(0, 0) is None
    all_of_them = rate(20, 20)
    assert all_of_them is not None and all_of_them.high == 1.0


@pytest.mark.parametrize(("p", "n"), [(0.001, 100), (0.001, 1000), (0.01, 100), (0.02, 100), (0.02, 40), (0.03, 60)])
def test_rare_shares(p: float, n: int) -> None:
    """Summed over all numbers of hits: Wilson's interval alone covers 90.5, 92.0 and 92.1 % in the first three."""
    covered = 0.0
    for hits in range(n + 1):
        found = rate(hits, n)
        assert found is not None and found.low is not None and found.high is not None
        covered += comb(n, hits) * p**hits * (1 - p) ** (n - hits) * (found.low <= p <= found.high)
    assert covered >= 0.94


RARE = pytest.approx(1.96**2 / (100 + 1.96**2), abs=1e-5)


def test_what_never_happened_has_an_upper_bound() -> None:
    """0 of 100: Wilson's is 1.96² / (100 + 1.96²), 3.7 %; of one game nothing is told, nor where numbers differ."""
    for number in (0, 5):
        found = mean(Counter([number] * 100))
        assert found is not None
        assert found.to_json() == {"value": number, "low": None, "high": None, "rare": RARE}
    assert mean(Counter({0: 99, 1: 1})) == rate(1, 100), "once in a hundred games"
    for counts in (Counter([7]), Counter([1, 2])):
        other = mean(counts)
        assert other is not None and "rare" not in other.to_json()
    same = Running()
    for _ in range(100):
        same.add(2)
    assert same.number().to_json() == {"value": 2.0, "low": None, "high": None, "rare": RARE}
    assert same.estimate().low is not None, "a difference of 2 in each pair is one"


def test_welch() -> None:
    """His degrees of freedom are no whole number: for variances 2.5 of 5 and 10 of 3 they are 2.6156."""
    found = means_apart(Counter([1, 2, 3, 4, 5]), Counter([0, 0, 30**0.5]))
    assert found is not None and found.high is not None
    assert found.high - found.value == pytest.approx(t_quantile(0.975, 2.6156) * sqrt(0.5 + 10 / 3), rel=1e-4)


def test_scipy_agrees() -> None:
    """Where it is installed: quantiles, tails, Wilson's interval and Welch's, on grids."""
    stats = pytest.importorskip("scipy.stats")
    for degrees in (1, 2, 2.6, 9, 33.3, 500):
        for share in (0.5, 0.9, 0.975, 0.9995):
            assert t_quantile(share, degrees) == pytest.approx(stats.t.ppf(share, degrees), rel=1e-9, abs=1e-9)
        for x in (0.01, 1, 5, 40, 200):
            assert chi_square_tail(x, degrees) == pytest.approx(stats.chi2.sf(x, degrees), rel=1e-9, abs=1e-300)
            assert beta_share(degrees, 3.5, x / (1 + x)) == pytest.approx(stats.beta.cdf(x / (1 + x), degrees, 3.5))
    for hits, n in ((0, 10), (4, 10), (30, 100), (97, 130), (500, 500)):
        found, known = rate(hits, n, 0.99), stats.binomtest(hits, n).proportion_ci(0.99, "wilson")
        assert found is not None and (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-9)
    one, other = [1, 2, 3, 4, 5, 6, 6, 6, 7, 9, 12, 30], [0, 1, 1, 2, 9, 11, 40]
    apart = means_apart(Counter(one), Counter(other))
    interval = stats.ttest_ind(one, other, equal_var=False).confidence_interval(0.95)
    assert apart is not None and (apart.low, apart.high) == pytest.approx((interval.low, interval.high))
    assert association({SideCounts(1, 1, 1, 0): 30, SideCounts(1, 0, 1, 1): 20}, least=26) is None
    level = unevenness([60, 45, 45])
    assert level == pytest.approx(stats.chisquare([60, 45, 45]).pvalue)


def test_mean() -> None:
    """1, 2, 3, 4, 5: mean 3, standard deviation sqrt(2.5), t = 2.776 with four degrees of freedom."""
    found = mean(Counter([1, 2, 3, 4, 5]))
    assert found is not None and found.low is not None and found.high is not None
    assert found.value == 3
    assert found.high - 3 == pytest.approx(2.776 * sqrt(2.5) / sqrt(5), abs=1e-3)
    assert found.low - 3 == pytest.approx(3 - found.high)


def test_nothing_is_known_from_one_game_or_from_equal_ones() -> None:
    for counts in (Counter([7]), Counter([7] * 1000)):
        found = mean(counts)
        assert found is not None and (found.value, found.low, found.high) == (7, None, None)
    assert mean(Counter()) is None


def test_quantile() -> None:
    """100 games with lengths 1 to 100: ranks 50 ± 1.96 · 5, and 5 ± 1.96 · 2.18."""
    numbers = Counter(range(1, 101))
    half, few = quantile(numbers, 0.5), quantile(numbers, 0.05)
    assert half is not None and (half.value, half.low, half.high) == (50, 40, 61)
    assert few is not None and (few.value, few.low, few.high) == (5, None, 11)
    assert quantile(Counter(), 0.5) is None
    assert [one.value for one in (quantile(Counter([1, 2]), 0.5), quantile(Counter([7]), 0.05)) if one] == [1, 7]


def test_unevenness() -> None:
    """60 to 40: chi-square 4, p = 0.0455; a hundred each: 1; too few: not tested."""
    assert unevenness([60, 40]) == pytest.approx(0.0455, abs=1e-4)
    assert unevenness([100, 100, 100]) == pytest.approx(1)
    assert unevenness([2, 2]) is None
    assert unevenness([100]) is None


def test_correction() -> None:
    assert corrected(10) == pytest.approx(0.995)
    assert corrected(0) == corrected(1) == 0.95


def test_association() -> None:
    """In each game one of two sides did it: 60 won, 40 lost. Each game adds 0.8 or -1.2, so the variance is 0.96/99:
    that is the end further from 0. The nearer is Wilson's for 60 of 100, at 0.5020: twice that, less 1.
    """
    found = association({SideCounts(1, 1, 1, 0): 60, SideCounts(1, 0, 1, 1): 40})
    assert found is not None and found.low is not None and found.high is not None
    assert found.value == pytest.approx(0.2)
    assert found.high - found.value == pytest.approx(1.984 * sqrt(0.96 / 99), abs=1e-3)
    assert found.low == pytest.approx(2 * 0.5020 - 1, abs=2e-4)
    assert association({SideCounts(2, 1, 0, 0): 50}) is None


def test_an_association_that_was_the_same_in_every_game_has_an_interval() -> None:
    """Whoever did it won, in 50 games: Wilson's lower end for 50 of 50 is 50 / (50 + 1.96²); skewness lifts it."""
    found = association({SideCounts(1, 1, 1, 0): 50})
    assert found is not None and found.low is not None
    assert found.value == 1 and found.high == pytest.approx(1)
    assert 2 * 50 / (50 + 1.96**2) - 1 < found.low < 0.92
    others = association({SideCounts(1, 0, 1, 1): 50})
    assert others is not None and others.high == pytest.approx(-found.low)


def test_an_association_needs_ten_victories_that_can_be_expected() -> None:
    """Of seven sides one did it in each game: 70 games are needed; where all did it, nothing is told."""
    for games, told in ((70, True), (69, False)):
        found = association({SideCounts(1, 0, 6, 1): games, SideCounts(7, 1, 0, 0): 1000, SideCounts(0, 0, 7, 1): 1000})
        assert (found is not None) == told
