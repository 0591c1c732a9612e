"""The few distributions that intervals and tests need: Student's t and chi-square.

Formulas are those of the NIST Digital Library of Mathematical Functions (DLMF); the normal distribution is that of the
standard library. The tests compare with printed tables.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf, lgamma, log
from statistics import NormalDist

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
