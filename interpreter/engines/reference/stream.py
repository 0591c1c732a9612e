"""The random numbers of a position.

**Numbers.** The stream of a position is its seed and the count of numbers drawn from it. The number
with count n (from 0) is splitmix64: with all arithmetic modulo 2**64,

    z = seed + (n + 1) * 0x9E3779B97F4A7C15
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB
    z = z ^ (z >> 31)

**A number below k** (0 < k < 2**32), all equally likely, by Lemire's method: x is the upper 32 bits of
the next number, p = x * k; while the lower 32 bits of p are less than 2**32 mod k, the next number is
taken; the result is p >> 32.
"""

from __future__ import annotations

from ..program.layout import DRAWN, SEED

MASK = 2**64 - 1


def mix(seed: int, count: int) -> int:
    """The number with this count in the stream of a seed: 64 bits."""
    z = (seed + (count + 1) * 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def below(state: list[int], k: int) -> int:
    """A number from 0 to k - 1 from the stream of a position."""
    while True:
        product = (mix(state[SEED], state[DRAWN]) >> 32) * k
        state[DRAWN] += 1
        low = product & 0xFFFFFFFF
        if low >= k or low >= 2**32 % k:
            return product >> 32
